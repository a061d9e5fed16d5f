// The content of a thread's page in a real browser: buttons, tasks, filters, references, images and reactions.
import assert from "node:assert/strict";
import { axeFindings } from "../hooks.ts";
import { commentOf, event, linesOf, long, threadOf, useThread } from "./thread-page.ts";

const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGOQy5uDFTEMLQkAoA5K4bFr3WAAAAAASUVORK5CYII=";

describe("the page of a thread", () => {
  const open = useThread();

  it("has buttons that change the issue, and closes it with the written comment", async () => {
    const { page, say, waitForPosted, posted } = await open();
    const change = (id: "setLabels" | "assign", label: string) => ({ change: { id, label } });
    const facts = [
      { heading: "Labels", sentence: [{ is: "quiet", text: "None" }], ...change("setLabels", "Change Labels") },
      { heading: "Assignees", people: ["jun"], ...change("assign", "Change Assignees") },
    ] as const;
    const close = { withoutText: "Close Issue", withText: "Close with Comment" };
    const write = { who: "ines", label: "Reply", text: "", status: "", icon: "check", tone: "", sending: false, close };
    await say({ type: "thread", thread: threadOf({ facts, mayEdit: true }) }, linesOf(long(2)), {
      type: "write",
      write: { ...write, icon: "check", tone: "" },
    });
    await page.getByRole("button", { name: "Change Labels" }).click();
    await page.getByRole("button", { name: "Change Assignees" }).click();
    await page.getByRole("button", { name: "Edit Title and Description" }).click();
    await page.getByRole("button", { name: "Close Issue" }).click();
    await page.getByRole("textbox", { name: "Reply" }).fill("Done.");
    await page.getByRole("button", { name: "Close with Comment" }).click();
    await waitForPosted("close", 2);
    const sent = (await posted()).filter(({ type }) => type === "action" || type === "close");
    assert.deepEqual(sent, [
      { type: "action", id: "setLabels", about: undefined },
      { type: "action", id: "assign", about: undefined },
      { type: "action", id: "editIssue", about: undefined },
      { type: "close", text: "" },
      { type: "close", text: "Done." },
    ]);
  });

  it("lets only readers who may edit a text check its tasks, and reports a task by its line", async () => {
    const { page, say, waitForPosted, posted, consoleErrors } = await open();
    const text = 'Do:\n\n- [ ] one\n- [x] two\n\n> 1. [ ] three\n\n<ul><li data-line="0">[ ] not a task</li></ul>';
    const lines = [commentOf("1", text, { can: ["quote", "edit"] }), commentOf("2", text)];
    await say({ type: "thread", thread: threadOf() }, linesOf(lines));
    const own = page.locator('triptych-comment[data-id="1"]');
    await own.getByRole("checkbox", { name: "one" }).click();
    await own.getByRole("checkbox", { name: "two" }).press("Space");
    await own.getByRole("checkbox", { name: "three" }).click();
    await waitForPosted("tick", 3);
    assert.deepEqual(
      (await posted()).filter(({ type }) => type === "tick"),
      [
        { type: "tick", id: "1", line: 2, done: true },
        { type: "tick", id: "1", line: 3, done: false },
        { type: "tick", id: "1", line: 5, done: true },
      ],
    );
    assert.equal(await own.getByRole("checkbox", { name: "one" }).isChecked(), false, "it shows what the server has");
    assert.equal(await own.getByRole("checkbox").count(), 3);
    assert.equal(await page.locator('triptych-comment[data-id="2"]').getByRole("checkbox").count(), 0);
    assert.deepEqual(await axeFindings(page), []);
    assert.deepEqual(consoleErrors, []);
  });

  it("filters the thread, says how much is hidden, and shows it again", async () => {
    const { page, say } = await open();
    await say({ type: "thread", thread: threadOf() }, linesOf([...long(20), event("e", "added bug")]));
    await page.locator("triptych-comment").first().waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("number 12");
    await page.getByText("1 of 21 shown.").waitFor();
    assert.equal(await page.locator("triptych-comment").count(), 1);
    await page.locator("[data-search]").fill("nowhere");
    await page.getByText("No matches").waitFor();
    await page.getByRole("button", { name: "Show All" }).click();
    await page.getByText("Comment number 3.").waitFor();
    await page.getByRole("radio", { name: "Events" }).click();
    await page.getByText("added bug").waitFor();
    assert.equal(await page.locator("triptych-comment").count(), 0);
  });

  it("suggests other words or dates only if the filter has some", async () => {
    const { page, say } = await open();
    await say({ type: "thread", thread: threadOf() }, linesOf(long(3)));
    await page.getByRole("radio", { name: "Events" }).click();
    await page.getByRole("heading", { name: "No matches" }).waitFor();
    assert.equal(await page.getByText("Try other words or dates.").count(), 0);
    await page.locator("[data-search]").fill("number");
    await page.getByText("Try other words or dates.").waitFor();
  });

  it("links references as the server does, and opens threads in Triptych", async () => {
    const { page, say, posted } = await open();
    const text =
      "See #3, !4, harbour/chart-kit#7 and https://codeberg.org/lantern/almanac/issues/9 by @jun in 3f9c1ab0.\n\n" +
      ":tada: and `#5` `:tada:` [#6 :tada:](https://example.org/) [above](#issuecomment-5)\n\n<details><summary>Log</summary>\n\n**bold**\n\n</details>";
    await say({ type: "thread", thread: threadOf() }, linesOf([commentOf("1", text)]));
    const link = (name: string) => page.getByRole("link", { name, exact: true });
    await link("#3").waitFor();
    const links = await page
      .locator("triptych-prose a")
      .evaluateAll((all) => all.map((each) => `${each.textContent} ${each.getAttribute("href")}`));
    assert.deepEqual(links, [
      "#3 https://codeberg.org/lantern/almanac/issues/3",
      "!4 https://codeberg.org/lantern/almanac/pulls/4",
      "harbour/chart-kit#7 https://codeberg.org/harbour/chart-kit/issues/7",
      "#9 https://codeberg.org/lantern/almanac/issues/9",
      "@jun https://codeberg.org/jun",
      "3f9c1ab0 https://codeberg.org/lantern/almanac/commit/3f9c1ab0",
      "#6 🎉 https://example.org/",
      "above https://codeberg.org/lantern/almanac/issues/12#issuecomment-5",
    ]);
    await page.getByText("🎉 and").waitFor();
    await page.getByText(":tada:", { exact: true }).waitFor();
    await page.getByText("Log").click();
    await page.getByText("bold").waitFor();
    await link("#3").click();
    await link("harbour/chart-kit#7").click();
    await link("above").click();
    const followed = (await posted()).filter((each) => each.type === "follow");
    assert.deepEqual(followed, [
      { type: "follow", href: "https://codeberg.org/lantern/almanac/issues/3" },
      { type: "follow", href: "https://codeberg.org/harbour/chart-kit/issues/7" },
      { type: "follow", href: "https://codeberg.org/lantern/almanac/issues/12#issuecomment-5" },
    ]);
  });

  it("loads only the server's own images right away, and others once their host is allowed", async () => {
    const { page, say, waitForPosted, posted, sideEffects } = await open();
    const text = ":codeberg: ![a](/attachments/1) ![b](https://example.org/b.png) ![c](https://tracker.example/c.png)";
    await say({ type: "thread", thread: threadOf() }, linesOf([commentOf("1", text)]));
    const requested = async () => (await posted()).flatMap((each) => (each.type === "image" ? [each.url] : []));
    await waitForPosted("image", 2);
    assert.deepEqual(
      (await requested()).toSorted((one, other) => String(one).localeCompare(String(other))),
      ["https://codeberg.org/assets/img/emoji/codeberg.png", "https://codeberg.org/attachments/1"],
    );
    await say({ type: "hosts", hosts: ["example.org"] });
    await waitForPosted("image", 3);
    assert.equal((await requested()).at(-1), "https://example.org/b.png");
    await page.getByText("Image from tracker.example, not loaded").waitFor();
    await page.getByRole("button", { name: "Manage Image Hosts…" }).click();
    await waitForPosted("action", 1);
    assert.deepEqual(
      (await posted()).filter(({ type }) => type === "action"),
      [{ type: "action", id: "manageImageHosts" }],
    );
    assert.deepEqual(sideEffects, []);
  });

  it("has a reply box that grows with its text, up to a part of the window", async () => {
    const { page, say } = await open({ height: 600 });
    const write = {
      who: "ines",
      label: "Reply",
      text: "",
      status: "",
      icon: "check",
      tone: "",
      sending: false,
    } as const;
    await say({ type: "thread", thread: threadOf() }, linesOf(long(2)), { type: "write", write });
    const box = page.getByRole("textbox", { name: "Reply" });
    const sizes = () => box.evaluate(({ clientHeight, scrollHeight }) => ({ clientHeight, scrollHeight }));
    await box.fill("One line.");
    const { clientHeight: least } = await sizes();
    assert.ok(least < 80, String(least));
    await box.fill("line\n".repeat(10));
    const grown = await sizes();
    assert.ok(grown.clientHeight > 200 && grown.clientHeight === grown.scrollHeight, JSON.stringify(grown));
    await box.fill("line\n".repeat(100));
    const { clientHeight: most } = await sizes();
    assert.ok(most <= 360, String(most));
  });

  it("shows an attached image below its text, by the same rule as images in the text", async () => {
    const { page, say, waitForPosted, posted } = await open();
    const file = { name: "tide.png", size: "12 kB", href: "https://codeberg.org/attachments/7", isImage: true };
    const other = { name: "log.txt", size: "1 kB", href: "https://codeberg.org/attachments/8", isImage: false };
    const away = { ...file, name: "far.png", href: "https://elsewhere.example/far.png" };
    const files = [file, other, away];
    await say({ type: "thread", thread: threadOf() }, linesOf([commentOf("1", "See below.", { files })]));
    await waitForPosted("image", 1);
    await page.getByText("Image from elsewhere.example, not loaded").waitFor();
    assert.equal(await page.locator("triptych-image").count(), 2);
    const requested = (await posted()).flatMap((each) => (each.type === "image" ? [each.url] : []));
    assert.deepEqual(requested, [file.href]);
    await say({ type: "image", url: file.href, state: { kind: "shown", source: PIXEL } });
    await page.getByRole("img", { name: "tide.png" }).waitFor();
    const { left, leftOfText } = await page.getByRole("img", { name: "tide.png" }).evaluate((image) => ({
      left: image.getBoundingClientRect().left,
      leftOfText: document.querySelector("triptych-prose")?.getBoundingClientRect().left,
    }));
    assert.equal(left, leftOfText);
    await page.getByRole("link", { name: "log.txt" }).waitFor();
  });

  for (const [server, emojiEndWords, drawn] of [
    ["Forgejo", false, "a🅱️c 🎉🎉 🎉! 🎉"],
    ["Gitea", true, "a:b:c :tada:🎉 🎉! 🎉"],
  ] as const) {
    it(`recognizes the names of emoji as ${server} does`, async () => {
      const { page, say } = await open();
      const { home } = threadOf();
      const text = "a:b:c :tada::tada: :tada:! :tada:";
      await say(
        { type: "thread", thread: threadOf({ home: { ...home, emojiEndWords } }) },
        linesOf([commentOf("1", text)]),
      );
      await page.getByText(drawn, { exact: true }).waitFor();
    });
  }

  it("adds and removes a reaction by keyboard, and reports which comments are visible", async () => {
    const { page, say, waitForPosted, posted } = await open();
    await say({ type: "thread", thread: threadOf() }, linesOf([commentOf("1", "one"), commentOf("2", "two")]), {
      type: "reactions",
      of: "2",
      reactions: [{ id: "heart", own: true, people: ["jun"] }],
    });
    await waitForPosted("visible", 1);
    const comment = page.locator('triptych-comment[data-id="1"]');
    await comment.hover();
    await comment.getByRole("button", { name: "Add Reaction" }).click();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.getAttribute("data-id") === "1");
    await page.getByRole("button", { name: "❤️ 2: you and jun" }).click();
    const sent = (await posted()).filter((each) => /visible|react/.test(each.type));
    assert.deepEqual(sent, [
      { type: "visible", ids: ["1", "2"] },
      { type: "react", id: "1", reaction: "rocket", on: true },
      { type: "react", id: "2", reaction: "heart", on: false },
    ]);
  });

  it("keeps the tools of the filter in one line, also if they don't fit beside the kinds", async () => {
    for (const width of [1000, 500]) {
      const { page, say } = await open({ width });
      const counts = { all: 2_222_221, comments: 1_234_567, events: 987_654 };
      await say({ type: "thread", thread: threadOf({ counts }) }, linesOf([commentOf("1", "one")]));
      await page.getByRole("searchbox").waitFor();
      const middles = await page.locator(".filter .push > *").evaluateAll((tools) =>
        tools.map((tool) => {
          const { top, height } = tool.getBoundingClientRect();
          return Math.round(top + height / 2);
        }),
      );
      assert.equal(middles.length, 3);
      assert.equal(new Set(middles).size, 1, String(middles));
    }
  });
});
