// The keys of a thread's page in a real browser: where they act, and where the focus goes.
import assert from "node:assert/strict";
import type { Button } from "../../../src/panels/kit/content/text-model.ts";
import type { FromExtension } from "../../../src/panels/thread/messages.ts";
import type { FromPanel } from "../../../src/panels/thread/protocol.ts";
import { commentOf, event, linesOf, long, threadOf, useThread } from "./thread-page.ts";

describe("the keys of a thread's page", () => {
  const open = useThread();
  const write = {
    who: "ines",
    label: "Reply",
    text: "",
    status: "",
    sending: false,
    icon: "check",
    tone: "",
  } as const;

  it("act on nothing behind the list of keys", async () => {
    const { page, say } = await open();
    const lines = linesOf([...long(40), { ...commentOf("901", "New."), fresh: true }]);
    await say({ type: "thread", thread: threadOf() }, lines, { type: "write", write });
    const first = page.locator('triptych-comment[data-id="1"]');
    await first.waitFor();
    await first.focus();
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keyboard Shortcuts" });
    await keys.waitFor();
    const position = () => page.evaluate(() => scrollY);
    const before = await position();
    for (const key of ["j", "j", "j", "k", "n", "/", "r"]) await page.keyboard.press(key);
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
    assert.equal(await position(), before);
    assert.equal(await keys.evaluate((dialog) => dialog.contains(document.activeElement)), true);
    await page.keyboard.press("?");
    await page.locator('triptych-comment[data-id="1"]:focus').waitFor();
    assert.equal(await page.getByRole("textbox", { name: "Reply" }).inputValue(), "");
  });

  it("lead from the head to the first new comment, far below and whatever is filtered", async () => {
    const { page, say } = await open();
    const news = { id: "1001", label: "1 new", description: "Go to 1 New Comment" };
    const lines = [...long(600), commentOf("1001", "New.", { fresh: true, news: "1 new" }), event("e", "closed this")];
    await say({ type: "thread", thread: threadOf({ news }) }, linesOf(lines));
    await page.getByRole("radio", { name: "Events" }).click();
    await page.getByRole("button", { name: "Go to 1 New Comment" }).focus();
    await page.keyboard.press("Enter");
    await page.locator('triptych-comment[data-id="1001"]:focus').waitFor();
    await page.waitForFunction(() => {
      const place = document.querySelector('triptych-comment[data-id="1001"]')?.getBoundingClientRect();
      return place !== undefined && place.top >= 0 && place.bottom <= innerHeight;
    });
    assert.equal(await page.getByRole("status").first().textContent(), "1 new");
  });

  it("go to the reply box from a text that can't be quoted, such as an empty description", async () => {
    const { page, say, posted } = await open();
    await say({ type: "thread", thread: threadOf() }, linesOf([commentOf("1", "", { can: ["edit"] })]), {
      type: "write",
      write,
    });
    await page.locator('triptych-comment[data-id="1"]').focus();
    await page.keyboard.press("r");
    await page.locator("triptych-write-box:focus-within").waitFor();
    assert.deepEqual(
      (await posted()).filter(({ type }) => type === "act"),
      [],
    );
  });

  it("act while the checkbox of a task has the focus", async () => {
    const { page, say } = await open();
    const task = commentOf("1", "- [ ] one", { can: ["edit"] });
    await say({ type: "thread", thread: threadOf() }, linesOf([task, commentOf("2", "Two.")]));
    await page.getByRole("checkbox", { name: "one" }).focus();
    await page.keyboard.press("j");
    await page.locator('triptych-comment[data-id="2"]:focus').waitFor();
  });

  it("keep the focus on the checkbox of a task that they check", async () => {
    const { page, say, waitForPosted } = await open();
    const lines = (text: string) => linesOf([commentOf("1", text, { can: ["edit"] })]);
    await say({ type: "thread", thread: threadOf() }, lines("Do:\n\n- [ ] one\n- [ ] two"));
    const task = page.getByRole("checkbox", { name: "two" });
    await task.focus();
    await page.keyboard.press("Space");
    await waitForPosted("tick", 1);
    await say(lines("Do:\n\n- [ ] one\n- [x] two"));
    await page.getByRole("checkbox", { name: "two", checked: true }).waitFor();
    assert.equal(await task.evaluate((box) => box.matches(":focus")), true);
  });

  it("act with Caps Lock as without it", async () => {
    const { page, say, waitForPosted, posted } = await open();
    const fresh = (id: string) => ({ ...commentOf(id, `New ${id}.`), fresh: true as const });
    await say({ type: "thread", thread: threadOf() }, linesOf([...long(3), fresh("901"), fresh("902")]));
    await page.locator('triptych-comment[data-id="1"]').focus();
    const focused = (id: string) => page.locator(`triptych-comment[data-id="${id}"]:focus`).waitFor();
    const press = (key: string, shiftKey = false) =>
      page.evaluate(
        (init) =>
          document.activeElement?.dispatchEvent(
            new KeyboardEvent("keydown", { ...init, bubbles: true, composed: true, cancelable: true }),
          ),
        { key, shiftKey },
      );
    await press("J");
    await focused("2");
    await press("K");
    await focused("1");
    await press("N");
    await focused("901");
    await press("N");
    await focused("902");
    await press("n", true);
    await focused("901");
    await press("R");
    await waitForPosted("act", 1);
    assert.deepEqual(
      (await posted()).filter(({ type }) => type === "act"),
      [{ type: "act", act: "quote", id: "901" }],
    );
  });

  it("leave the focus on the comment whose button is gone after it was pressed", async () => {
    const { page, say, waitForPosted } = await open();
    const more = { from: 8, sentence: "8 characters shown.", show: "Show More", open: "Open in Editor" };
    const long = commentOf("2", "Two long", { more });
    const image = commentOf("3", "![a](https://elsewhere.example/a.png)");
    await say({ type: "thread", thread: threadOf() }, linesOf([commentOf("1", "One."), long, image]));
    await page.getByRole("button", { name: "Show More" }).press("Enter");
    await waitForPosted("more", 1);
    await say({ type: "more", of: "2", from: 8, text: " text." });
    await page.locator('triptych-comment[data-id="2"]:focus').waitFor();
    await page.getByRole("button", { name: "Load Once" }).press("Enter");
    await waitForPosted("image", 1);
    await page.locator('triptych-comment[data-id="3"]:focus').waitFor();
    await page.keyboard.press("k");
    await page.locator('triptych-comment[data-id="2"]:focus').waitFor();
  });

  it("leave the focus on the comment whose focused link is gone after it was edited", async () => {
    const { page, say } = await open();
    const lines = (text: string) => linesOf([commentOf("1", "One."), commentOf("2", text)]);
    await say({ type: "thread", thread: threadOf() }, lines("See [this](https://example.org/)."));
    await page.getByRole("link", { name: "this" }).focus();
    await say(lines("See that."));
    await page.getByText("See that.").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-id")), "2");
  });

  it("press the focused button of a banner, whatever others are added", async () => {
    const { page, say, waitForPosted, posted } = await open();
    const banner = (...ids: readonly ("removeSecond" | "showComment")[]) => ({
      type: "banners" as const,
      banners: [
        {
          ...({ kind: "banner", tone: "done", sentence: "Comment posted 14:28.", place: "write" } as const),
          buttons: ids.map((id) => ({ act: { type: "action", id, about: "7" } as const, label: id })),
        },
      ],
    });
    await say({ type: "thread", thread: threadOf() }, linesOf(long(3)), banner("showComment"));
    await page.getByRole("button", { name: "showComment" }).focus();
    await say(banner("removeSecond", "showComment"));
    await page.getByRole("button", { name: "removeSecond" }).waitFor();
    await page.keyboard.press("Enter");
    await waitForPosted("action", 1);
    assert.deepEqual(
      (await posted()).filter(({ type }) => type === "action"),
      [{ type: "action", id: "showComment", about: "7" }],
    );
  });

  it("stay on the page when the banner with the pressed button is gone", async () => {
    const { page, say } = await open();
    const banners = (...buttons: readonly Button<FromPanel>[]): FromExtension => ({
      type: "banners",
      banners: buttons.map((button) => ({
        kind: "banner",
        tone: "failed",
        sentence: "Not sent.",
        buttons: [button],
        place: "write",
      })),
    });
    const signIn = { act: { type: "remedy", remedy: "signIn" }, label: "Sign In" } as const;
    await say({ type: "thread", thread: threadOf() }, linesOf(long(3)), banners(signIn));
    await page.getByRole("button", { name: "Sign In" }).focus();
    await say(banners());
    await page.getByText("Not sent.").waitFor({ state: "detached" });
    await page.locator('triptych-comment[data-id="3"]:focus').waitFor();
  });

  it("toggle the focused reaction, whatever others are added or removed", async () => {
    const { page, say, waitForPosted, posted } = await open();
    const lines = linesOf([commentOf("1", "One."), commentOf("2", "Two.")]);
    const reactions = (...ids: readonly string[]) => ({
      type: "reactions" as const,
      of: "2",
      reactions: ids.map((id) => ({ id, own: false, people: ["jun"] })),
    });
    await say({ type: "thread", thread: threadOf() }, lines, reactions("+1", "heart"));
    await page.getByRole("button", { name: "❤️ 1: jun" }).focus();
    await say(reactions("+1", "rocket", "heart"));
    await page.getByRole("button", { name: "🚀 1: jun" }).waitFor();
    await page.keyboard.press("Space");
    await waitForPosted("react", 1);
    assert.deepEqual(
      (await posted()).filter(({ type }) => type === "react"),
      [{ type: "react", id: "2", reaction: "heart", on: true }],
    );
    await say(reactions("+1", "rocket"));
    await page.locator('triptych-comment[data-id="2"]:focus').waitFor();
  });

  it("act from the first visible line after all lines are shown again", async () => {
    const { page, say } = await open();
    await say({ type: "thread", thread: threadOf() }, linesOf(long(40)));
    await page.locator("[data-search]").fill("number 12.");
    await page.getByText("1 of 40 shown.").waitFor();
    await page.getByRole("button", { name: "Show All" }).press("Enter");
    await page.locator("triptych-comment:focus").waitFor();
  });
});
