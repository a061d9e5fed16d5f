// The page of a thread in a real browser: long threads, keys and new comments.
import assert from "node:assert/strict";
import { axeFindings } from "../hooks.ts";
import { commentOf, event, linesOf, long, threadOf, useThread } from "./thread-page.ts";

describe("the page of a thread", () => {
  const open = useThread();

  it("draws only the visible lines of five thousand comments, and the others on scrolling", async () => {
    const { page, say, consoleErrors } = await open();
    await say({ type: "thread", thread: threadOf() }, linesOf(long(5000)));
    await page.getByText("Comment number 1.", { exact: false }).first().waitFor();
    assert.ok((await page.locator("triptych-comment").count()) < 100);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    assert.ok(height > 5000 * 60, String(height));
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight / 2 }));
    await page.waitForFunction(() => {
      const ids = [...document.querySelectorAll<HTMLElement>("triptych-comment")].map(({ dataset }) =>
        Number(dataset["id"]),
      );
      return ids.length > 5 && ids.every((id) => id > 1000 && id < 4500);
    });
    // The page grows while it measures what it draws, so it takes more than one scroll to reach its end.
    await page.waitForFunction(() => {
      scrollTo({ top: document.documentElement.scrollHeight });
      return document.querySelector('triptych-comment[data-id="5000"]') !== null;
    });
    await page.getByText("Comment number 5000.").waitFor();
    assert.deepEqual(consoleErrors, []);
  });

  it("shows a review: its verdict, each comment with its line and hunk, and missing comments", async () => {
    const { page, say, consoleErrors } = await open();
    const note = {
      id: "701",
      who: "",
      at: "2026-11-20T12:00:00Z",
      edited: "",
      markdown: "An empty line would still be read as a **constituent**.",
      cut: "",
      path: "src/harmonics.rs",
      where: "Line 41",
      patch: "@@ -38,2 +38,2 @@ fn read()\n     text.lines()\n-        .take(37)\n+        .filter(|line| line != 0)",
      language: "rs",
      outdated: false,
      resolved: "Resolved by nadia",
      href: "https://git.example.org/lantern/almanac/pulls/4#issuecomment-701",
    };
    const review = {
      ...commentOf("7", "Two small things inside."),
      beside: { icon: "request-changes", tone: "caution", text: "requested changes" },
      notes: [note, { ...note, id: "702", who: "ines", where: "Line 25", patch: "", resolved: "" }],
      missing: { sentence: "2 comments can't be shown.", link: "Open on the Web", href: note.href },
    } as const;
    await say({ type: "thread", thread: threadOf() }, linesOf([review]));
    const notes = page.locator("section.note");
    await notes.first().waitFor();
    assert.equal(await notes.count(), 2);
    assert.equal(await notes.first().getAttribute("aria-label"), "src/harmonics.rs, Line 41");
    await page.getByText(".take(37)").waitFor();
    await page.getByText("Resolved by nadia").waitFor();
    await page.getByText("2 comments can't be shown.").waitFor();
    assert.equal(await page.getByText("src/harmonics.rs").count(), 2);
    await page.setViewportSize({ width: 320, height: 800 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(await axeFindings(page), []);
    assert.deepEqual(consoleErrors, []);
  });

  it("goes to the first and last line by keyboard, even if they aren't drawn, and keeps the focus", async () => {
    const { page, say } = await open();
    await say({ type: "thread", thread: threadOf() }, linesOf(long(2000)));
    const first = page.locator('triptych-comment[data-id="1"]');
    await first.waitFor();
    await first.focus();
    await page.keyboard.press("End");
    await page.waitForFunction(() => document.activeElement?.getAttribute("data-id") === "2000");
    await page.locator('triptych-comment[data-id="1999"]').waitFor();
    await page.keyboard.press("k");
    await page.waitForFunction(() => document.activeElement?.getAttribute("data-id") === "1999");
    // Any key releases the line that is held at its place.
    await page.keyboard.press("Shift");
    await page.evaluate(() => scrollTo({ top: 0 }));
    await first.waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-id")), "1999");
    await page.keyboard.press("Home");
    await page.waitForFunction(() => document.activeElement?.getAttribute("data-id") === "1");
  });

  it("keeps the focus on a line that scrolls out of sight, and moves on from there", async () => {
    const { page, say } = await open();
    await say({ type: "thread", thread: threadOf() }, linesOf(long(2000)));
    await say({ type: "show", id: "1000", takesFocus: true });
    const focused = (id: number) => page.locator(`triptych-comment[data-id="${id}"]:focus`).waitFor();
    const drawn = (id: number) => page.locator(`triptych-comment[data-id="${id}"]`);
    await focused(1000);
    await page.keyboard.press("Shift");
    for (const from of ["top", "bottom"]) {
      await page.evaluate((end) => scrollTo({ top: end === "top" ? 0 : document.body.scrollHeight }), from);
      await drawn(from === "top" ? 1 : 2000).waitFor();
      for (let step = 1; step <= 40; step += 1) {
        await page.evaluate(([to, height]) => scrollBy({ top: to * height }), [
          from === "top" ? 1 : -1,
          97 * step,
        ] as const);
        await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
        await focused(1000);
      }
    }
    await drawn(999).waitFor({ state: "detached" });
    await page.keyboard.press("k");
    await focused(999);
    await page.keyboard.press("Shift");
    await page.evaluate(() => scrollTo({ top: 0 }));
    await drawn(1).waitFor();
    await drawn(998).waitFor({ state: "detached" });
    await page.keyboard.press("ArrowDown");
    await focused(1000);
  });

  it("scrolls to a distant comment, whatever filter was set", async () => {
    const { page, say } = await open();
    await say({ type: "thread", thread: threadOf() }, linesOf(long(3000)));
    await page.locator("[data-search]").fill("number 7.");
    await page.getByText("1 of 3,000 shown.").waitFor();
    await say({ type: "show", id: "2500", takesFocus: true });
    await page.waitForFunction(() => {
      const comment = document.querySelector('triptych-comment[data-id="2500"]');
      const { top = -1 } = comment?.getBoundingClientRect() ?? {};
      return document.activeElement === comment && top > 0 && top < innerHeight;
    });
  });

  it("follows the scrollbar, and whatever else scrolls, while it brings a comment into view", async () => {
    for (const length of [150, 2000]) {
      const { page, say } = await open();
      await say({ type: "thread", thread: threadOf() }, linesOf(long(length)));
      await say({ type: "show", id: "100", takesFocus: true });
      await page.locator('triptych-comment[data-id="100"]:focus').waitFor();
      const isAtTop = await page.evaluate(async () => {
        const draw = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        let still = 0;
        for (let step = 0; step < 100 && still < 5; step += 1) {
          scrollTo({ top: 0 });
          await draw();
          still = scrollY === 0 ? still + 1 : 0;
        }
        return still === 5;
      });
      assert.ok(isAtTop, `${length} comments`);
    }
  });

  it("returns after a reload to the same position, with filters and expanded parts", async () => {
    const lines = [
      event("e1", "changed 2 things", [event("e1", "changed this"), event("e2", "changed that")]),
      ...long(1000),
    ];
    const before = await open();
    await before.say({ type: "thread", thread: threadOf() }, linesOf(lines));
    await before.page.locator("triptych-event summary").first().click();
    await before.page.getByText("changed that").waitFor();
    await before.page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight / 2 }));
    await before.page.waitForFunction(() => {
      const kept = (window as { kept?: { view?: { top?: unknown; open?: readonly string[] } } }).kept?.view;
      return kept?.top !== undefined && kept.open?.length === 1;
    });
    const kept = (await before.kept()) as { readonly view: { readonly top: { readonly key: string } } };
    const after = await open({ kept });
    await after.say({ type: "thread", thread: threadOf() }, linesOf(lines));
    await after.page.waitForFunction((key) => {
      const line = document.querySelector(`[data-key="${key}"]`);
      return line !== null && Math.abs(line.getBoundingClientRect().top) < innerHeight / 2;
    }, kept.view.top.key);
    await after.page.mouse.move(400, 400);
    const unfolded = after.page.getByText("changed that");
    // A busy page may drop a turn of the wheel, so the test keeps turning it as a person would.
    for (let turn = 0; turn < 1000 && !(await unfolded.isVisible()); turn += 1) {
      await after.page.mouse.wheel(0, -10_000_000);
      await after.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
    }
    await unfolded.waitFor();
  });

  it("opens even if another version saved its state before the reload", async () => {
    const { page, say, consoleErrors } = await open({ kept: { subject: "thread", view: { open: 5, search: null } } });
    await say({ type: "thread", thread: threadOf() }, linesOf(long(3)));
    await page.getByText("Comment number 3.").waitFor();
    assert.deepEqual(consoleErrors, []);
  });

  it("formats counts in the reader's language, and keeps the search on an Escape that cancels a composed word", async () => {
    const { page, say } = await open();
    await say(
      { type: "thread", thread: threadOf({ counts: { all: 12_345, comments: 0, events: 0 } }) },
      linesOf(long(2000)),
    );
    await page.getByRole("radio", { name: "All 12,345" }).waitFor();
    const people = Array.from({ length: 1234 }, (_, at) => `person ${at}`);
    await say({ type: "reactions", of: "1", reactions: [{ id: "heart", people, own: false }] });
    await page.getByRole("button", { name: /^❤️ 1,234: person 0, .*, person 19, and 1,214 others$/ }).waitFor();
    const search = page.getByRole("searchbox");
    await search.fill("number");
    await page.getByText("2,000 of 2,000 shown.").waitFor();
    await search.evaluate((field) =>
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", isComposing: true, bubbles: true })),
    );
    assert.equal(await search.inputValue(), "number");
  });

  it("goes from one new comment to the next with N, and shows how many there are above the first", async () => {
    const { page, say } = await open();
    const fresh = (id: string, news?: string) => ({
      ...commentOf(id, `New ${id}.`),
      fresh: true as const,
      ...(news === undefined ? {} : { news }),
    });
    await say(
      { type: "thread", thread: threadOf() },
      linesOf([...long(300), fresh("901", "2 new"), commentOf("950", "Between."), fresh("902")]),
    );
    const comes = (id: string) => page.locator(`triptych-comment[data-id="${id}"]:focus`).waitFor();
    await page.locator("triptych-comment").first().waitFor();
    await page.keyboard.press("n");
    await comes("901");
    await page.getByText("2 new", { exact: true }).waitFor();
    await page.keyboard.press("n");
    await comes("902");
    await page.keyboard.press("n");
    await comes("901");
    await page.keyboard.press("Shift+N");
    await comes("902");
  });

  it("moves with J and K from anywhere, lists its keys on ?, and leaves the search with Escape", async () => {
    const { page, say, consoleErrors } = await open();
    await say({ type: "thread", thread: threadOf() }, linesOf(long(40)));
    await page.locator("triptych-comment").first().waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-id") ?? "");
    await page.keyboard.press("j");
    await page.locator('triptych-comment[data-id="1"]:focus').waitFor();
    await page.getByRole("button", { name: "Refresh" }).focus();
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight / 2 }));
    await page.waitForFunction(() =>
      [...document.querySelectorAll("triptych-comment")].some((comment) => {
        const { top, bottom } = comment.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      }),
    );
    await page.keyboard.press("k");
    await page.locator("triptych-comment:focus").waitFor();
    const here = Number(await focused());
    assert.ok(here > 5 && here < 35, String(here));
    await page.keyboard.press("j");
    await page.locator(`triptych-comment[data-id="${here + 1}"]:focus`).waitFor();
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keyboard Shortcuts" });
    await keys.getByText("Next or previous comment or event").waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await page.keyboard.press("Escape");
    await keys.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Keyboard Shortcuts" }).click();
    await keys.getByRole("button", { name: "Close" }).click();
    await keys.waitFor({ state: "detached" });
    await page.keyboard.press("/");
    await page.keyboard.type("number 12.");
    await page.getByText("1 of 40 shown.").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("triptych-comment:focus").waitFor();
    await page.getByText("of 40 shown.").waitFor({ state: "detached" });
    assert.equal(await page.locator("[data-search]").inputValue(), "");
    assert.deepEqual(consoleErrors, []);
  });

  it("keeps its list of keys closed while the reader types, and opens it again on ?", async () => {
    const { page, say } = await open();
    await say({ type: "thread", thread: threadOf() }, linesOf(long(40)));
    await page.locator("triptych-comment").first().waitFor();
    const keys = page.getByRole("dialog", { name: "Keyboard Shortcuts" });
    await page.keyboard.press("?");
    await keys.waitFor();
    // The page is drawn again before the browser reports that the list was closed.
    const isOpen = await page.evaluate(() => {
      const [dialog, search] = [document.querySelector("dialog"), document.querySelector("input")];
      dialog?.querySelector("button")?.click();
      search?.focus();
      search?.dispatchEvent(new Event("input", { bubbles: true }));
      return dialog?.open;
    });
    assert.equal(isOpen, false);
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.keyboard.type("number 12.");
    await page.getByText("1 of 40 shown.").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("triptych-comment:focus").waitFor();
    await page.keyboard.press("?");
    await keys.waitFor();
    await page.keyboard.press("?");
    await page.locator("triptych-comment:focus").waitFor();
    await page.locator("dialog").waitFor({ state: "detached" });
  });
});
