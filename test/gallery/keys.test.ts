// The parts of panels by keyboard.
import assert from "node:assert/strict";
import { focused, lastEvent, useGallery } from "./hooks.ts";

describe("the parts, by keyboard", () => {
  const open = useGallery();

  it("makes tabs one Tab stop: arrows wrap around, and the panel is that of the selected tab", async () => {
    const { page } = await open();
    await page.getByRole("tab", { name: "Block" }).focus();
    await page.keyboard.press("ArrowRight");
    assert.match(await focused(page), /Transactions/);
    await page.getByText("The tab with the transactions.").waitFor();
    await page.keyboard.press("End");
    assert.equal(await page.getByRole("tab", { name: "Raw JSON" }).getAttribute("aria-selected"), "true");
    await page.keyboard.press("ArrowRight");
    assert.match(await focused(page), /Block/);
    await page.keyboard.press("Tab");
    assert.match(await focused(page), /Copy Hash/);
  });

  it("keeps each tab's own scroll position", async () => {
    const { page } = await open({ height: 400 });
    const scrolled = () => page.evaluate(() => document.scrollingElement?.scrollTop);
    await page.evaluate(() => document.scrollingElement?.scrollTo(0, 60));
    await page.getByRole("tab", { name: "Transactions" }).dispatchEvent("click");
    await page.evaluate(() => document.scrollingElement?.scrollTo(0, 10));
    await page.getByRole("tab", { name: "Block" }).dispatchEvent("click");
    await page.waitForFunction(() => document.scrollingElement?.scrollTop === 60);
    assert.equal(await scrolled(), 60);
  });

  it("makes a group of choices one Tab stop: arrows select", async () => {
    const { page } = await open();
    await page.getByRole("radio", { name: "All 23" }).focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await lastEvent(page), 'chosen "comments"');
    assert.match(await focused(page), /Comments 9/);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await lastEvent(page), 'chosen "events"');
  });

  it("moves in the direction of right-to-left text", async () => {
    const { page } = await open({ query: "rtl" });
    await page.getByRole("radio", { name: "All 23" }).focus();
    await page.keyboard.press("ArrowLeft");
    assert.equal(await lastEvent(page), 'chosen "comments"');
  });

  it("makes a thread one Tab stop: J, K and arrows move, and letters act on the focused comment", async () => {
    const { page } = await open();
    await page.locator("triptych-timeline > triptych-comment").first().focus();
    await page.keyboard.press("j");
    assert.match(await focused(page), /^triptych-event/);
    await page.keyboard.press("ArrowDown");
    assert.equal(await focused(page), "triptych-comment: Comment by marek, 2 days ago");
    assert.equal(await page.locator('#thread triptych-timeline > [tabindex="0"]').count(), 1);
    for (const [key, act] of [
      ["r", "quote"],
      ["e", "edit"],
      ["Delete", "delete"],
      ["c", "link"],
    ] as const) {
      await page.keyboard.press(key);
      assert.equal(await lastEvent(page), `acted "${act}"`);
    }
    await page.keyboard.press("k");
    await page.keyboard.press("k");
    assert.equal(await focused(page), "triptych-comment: Comment by alice, 2 days ago");
    await page.keyboard.press("e");
    assert.equal(await lastEvent(page), 'acted "link"', "what one may not change is not edited");
  });

  it("has a comment's buttons in the Tab order only while the comment has the focus", async () => {
    const { page } = await open();
    const comment = page.locator("triptych-comment[edited]");
    const edit = comment.getByRole("button", { name: "Edit", exact: true });
    assert.equal(await edit.getAttribute("tabindex"), "-1");
    await comment.focus();
    await page.keyboard.press("Tab");
    assert.match(await focused(page), /Add Reaction/);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal(await lastEvent(page), 'acted "edit"');
    assert.match(await focused(page), /Edit/, "the focus stays on what was pressed");
    await page.getByRole("radio", { name: "All 23" }).focus();
    assert.equal(await edit.getAttribute("tabindex"), "-1");
  });

  it("opens VS Code's menu of a comment below its More button", async () => {
    const { page } = await open();
    const requested = page.evaluate(
      () =>
        new Promise((resolve) => {
          document.addEventListener("contextmenu", ({ target, clientX, clientY }) => {
            resolve([target instanceof HTMLElement && target.dataset["vscodeContext"], clientX > 0, clientY > 0]);
          });
        }),
    );
    const comment = page.locator("triptych-comment[author-role=Author]").first();
    await comment.focus();
    await comment.getByRole("button", { name: "More" }).press("Enter");
    assert.deepEqual(await requested, ['{"webviewSection":"comment","comment":1}', true, true]);
  });

  it("adds or removes a reaction on a press", async () => {
    const { page } = await open();
    await page.getByRole("button", { name: "🚀 1: alice" }).press("Space");
    assert.equal(await lastEvent(page), 'reacted {"reaction":"rocket","on":true}');
    await page.getByRole("button", { name: "👍 3: you, jun, and ines" }).press("Enter");
    assert.equal(await lastEvent(page), 'reacted {"reaction":"+1","on":false}');
  });

  it("posts on Ctrl+Enter, opens an editor on Ctrl+Shift+Enter, and posts nothing if the write box is empty", async () => {
    const { page } = await open();
    const text = page.getByRole("textbox", { name: "Reply to #12" });
    await text.fill("One more thing.");
    assert.equal(await lastEvent(page), 'typed "One more thing."');
    await text.press("Control+Enter");
    assert.equal(await lastEvent(page), 'posted "One more thing."');
    await text.press("Control+Shift+Enter");
    assert.equal(await lastEvent(page), 'editor "One more thing."');
    await text.press("Enter");
    assert.equal(await lastEvent(page), 'typed "One more thing.\\n"');
    const empty = page.getByRole("textbox", { name: "Write the first reply" });
    await empty.fill("  ");
    await empty.press("Control+Enter");
    assert.equal(await lastEvent(page), 'typed "  "');
    const sending = page.getByRole("textbox", { name: "Reply to jun" });
    await sending.press("Control+Enter");
    assert.equal(await lastEvent(page), 'typed "  "');
  });

  it("posts nothing while a word is being composed", async () => {
    const { page } = await open();
    const text = page.getByRole("textbox", { name: "Reply to #12" });
    await text.fill("One more thing.");
    const press = (isComposing: boolean) =>
      text.evaluate((field, composing) => {
        const init = { key: "Enter", ctrlKey: true, isComposing: composing, bubbles: true, composed: true };
        field.dispatchEvent(new KeyboardEvent("keydown", init));
      }, isComposing);
    await press(true);
    assert.equal(await lastEvent(page), 'typed "One more thing."');
    await press(false);
    assert.equal(await lastEvent(page), 'posted "One more thing."');
  });

  for (const [platform, post, editor] of [
    ["MacIntel", "⌘↩", "⇧⌘↩"],
    ["Win32", "Ctrl+Enter", "Ctrl+Shift+Enter"],
  ] as const) {
    it(`names the keys of the write box as on ${platform}`, async () => {
      const before = `Object.defineProperty(navigator, "platform", { value: "${platform}" })`;
      const { page } = await open({ before });
      const box = page.locator("triptych-write-box").first();
      await box.getByRole("textbox").fill("One more thing.");
      assert.equal(await box.getByRole("button", { name: "Post Comment" }).getAttribute("title"), post);
      assert.equal(await box.getByRole("button", { name: "Open in Editor" }).getAttribute("title"), editor);
    });
  }

  it("leaves arrows with Alt, Ctrl or Cmd to VS Code", async () => {
    const { page } = await open();
    for (const key of ["Alt+ArrowRight", "Control+End", "Meta+ArrowRight"]) {
      await page.getByRole("tab", { name: "Block" }).focus();
      await page.keyboard.press(key);
      assert.equal(await page.getByRole("tab", { name: "Block" }).getAttribute("aria-selected"), "true", key);
      await page.getByRole("radio", { name: "All 23" }).focus();
      await page.keyboard.press(key);
      assert.equal(await page.getByRole("radio", { name: "All 23" }).getAttribute("aria-checked"), "true", key);
    }
  });

  it("expands folded events and outdated lines on Enter", async () => {
    const { page } = await open();
    await page.locator("triptych-event summary").first().press("Enter");
    await page.getByText("set the milestone 8.4").waitFor({ state: "visible" });
    const outdated = page.locator("triptych-hunk[outdated]");
    assert.equal(await outdated.locator("pre").isVisible(), false);
    await outdated.locator("summary").press("Enter");
    await outdated.locator("pre").waitFor({ state: "visible" });
  });

  it("copies the whole text to the clipboard and says so", async () => {
    const { page } = await open();
    await page.getByRole("button", { name: "Copy Hash" }).first().press("Enter");
    await page.getByRole("status").filter({ hasText: "Copied" }).waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(text, /^0x28486b8d[0-9a-f]{84}000e$/);
  });

  it("shows that a copy failed if the browser rejects it", async () => {
    const { page } = await open({ before: "navigator.clipboard.writeText = () => Promise.reject(new Error('no'))" });
    await page.getByRole("button", { name: "Copy Hash" }).first().press("Enter");
    await page.getByRole("status").filter({ hasText: "Not copied" }).waitFor();
  });

  it("shows the focus at every Tab stop", async () => {
    const { page } = await open();
    const invisible = new Set<string>();
    let last = "";
    for (let step = 0; step < 120; step++) {
      await page.keyboard.press("Tab");
      last = await focused(page);
      const outlined = await page.evaluate(() => {
        let element = document.activeElement;
        while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
        return element === null || element === document.body || getComputedStyle(element).outlineStyle !== "none";
      });
      // A grid shows the focus on its row, not around all rows.
      if (!outlined) invisible.add(last);
    }
    assert.deepEqual([...invisible], []);
  });
});
