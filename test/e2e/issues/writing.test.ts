// Writing comments by keyboard, with conflicts, reloads and lost connections, in the installed extension.
import assert from "node:assert/strict";
import { openWindow, type Window } from "../window.js";
import { forge, prepareIssues, showIssues, showThread, threadPanel, until } from "./person.js";

const TIDES = /^\s*#1 Tide table/;
const MERGED = "Theirs, above.\n\nWritten by keyboard.\n\nMine, below.";

describe("writing comments by keyboard", () => {
  let window: Window;
  before(async () => {
    window = await openWindow();
    await prepareIssues(window);
    await showThread(window, "#1", "Tide table");
  });
  after(() => window?.close());

  const texts = (): readonly string[] =>
    forge(window)
      .comments(1)
      .map(({ body }) => body);
  /**
   * Brings the thread to the front, once the editor of the previous comment is closed. Its column closes a moment later,
   * and a command would show the thread later still, over the next draft.
   */
  const showTides = async (): Promise<void> => {
    const { editor } = window.workbench;
    await editor.tab(/^\s*#1 · /).waitFor({ state: "detached" });
    // A failed test leaves a window without editors.
    if (await editor.tab(TIDES).isVisible()) await editor.show(TIDES);
    await showThread(window, "#1", "Tide table");
  };
  const write = async (text: string): Promise<void> => {
    const { workbench } = window;
    await showTides();
    await workbench.run("Triptych Issues: New Comment…");
    await workbench.editor.tab("#1 · Reply").waitFor();
    await workbench.editor.type(text);
  };

  it("posts from an editor, and marks the draft until then", async () => {
    const { workbench, page } = window;
    await write("Written by keyboard.");
    await page.locator(".statusbar-item").filter({ hasText: "1 draft" }).waitFor();
    const view = await showIssues(window);
    await view.row("Drafts").row.waitFor();
    await workbench.editor.send();
    await until(window, () => texts().includes("Written by keyboard."), "it is posted");
    await view.row("Drafts").row.waitFor({ state: "detached" });
    await page
      .locator(".statusbar-item")
      .filter({ hasText: /\d drafts?/ })
      .waitFor({ state: "detached" });
  });

  it("shows all three texts if someone else changed the comment, and sends the merged text", async () => {
    const { workbench, page } = window;
    const { act, comments } = forge(window);
    await workbench.run("Notifications: Clear All Notifications");
    const { id = 0 } = comments(1).find(({ body }) => body === "Written by keyboard.") ?? {};
    await showTides();
    await workbench.choose("Triptych Issues: Edit Comment…", "Written by keyboard.");
    await workbench.editor.lines.getByText("Written by keyboard.").waitFor();
    await workbench.editor.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText("\n\nMine, below.");
    act("editComment", { id, body: "Theirs, above.\n\nWritten by keyboard." });
    await page.keyboard.press("Control+Enter");
    await workbench.notifications.toast("while you were editing it").waitFor();
    await page.locator(".merge-editor").getByText("Theirs, above.").first().waitFor();
    assert.ok(!texts().some((text) => text.includes("Mine")));
    await workbench.run("Notifications: Clear All Notifications");
    // Until then the result contains conflict markers.
    await page.locator(".merge-editor").getByText("0 Conflicts Remaining").waitFor();
    const result = page.locator(".merge-editor .monaco-editor").last();
    await result.locator(".view-lines").click();
    await result.and(page.locator(".focused")).waitFor();
    await page.keyboard.press("Control+Enter");
    await page.locator(".merge-editor").waitFor({ state: "detached" });
    await workbench.editor.lines.getByText("Theirs, above.").waitFor();
    assert.ok(!texts().some((text) => text.includes("Mine")), "merging sends nothing");
    await workbench.editor.send();
    await until(window, () => texts().includes(MERGED), "the merged text is sent");
  });

  it("deletes a comment after asking, and posts it again while the next one is typed", async () => {
    const { workbench, page } = window;
    const { service } = forge(window);
    await workbench.run("Notifications: Clear All Notifications");
    await showTides();
    const deleted = threadPanel(window).comment("Mine, below.");
    await deleted.waitFor();
    await workbench.choose("Triptych Issues: Delete Comment…", "Theirs, above.");
    await workbench.dialog.box.getByText("Delete nadia's comment").waitFor();
    await workbench.dialog.isNext("Delete");
    await page.keyboard.press("Enter");
    await workbench.notifications.toast("Comment deleted").waitFor();
    assert.ok(!texts().includes(MERGED));
    await deleted.waitFor({ state: "detached" });
    // The response comes while the user is typing.
    service.faults.add({ kind: "late", method: "POST", path: "/issues/1/comments$", ms: 5_000, times: 1 });
    await workbench.notifications.press("Comment deleted", "Post Again");
    await write("The next");
    await deleted.waitFor();
    await page.keyboard.insertText(" one");
    await workbench.editor.lines.getByText("The next one").waitFor();
    assert.equal(texts().filter((text) => text === MERGED).length, 1, "it is posted again");
    await workbench.editor.send();
    await until(window, () => texts().includes("The next one"), "it is posted");
  });

  it("restores the text that was being typed when the window reloaded, and sends none of it", async () => {
    const { workbench, page } = window;
    await write("In the midst of it");
    await page
      .locator(".statusbar-item")
      .filter({ hasText: /\d drafts?/ })
      .waitFor();
    await workbench.reload();
    await workbench.editor.lines.getByText("In the midst of it").waitFor();
    const view = await showIssues(window);
    await view.row("Drafts").row.waitFor();
    assert.ok(!texts().some((text) => text.includes("midst")));
    await workbench.editor.send();
    await until(window, () => texts().includes("In the midst of it"), "it is posted on request");
  });

  it("keeps an unsent comment in the outbox, and sends it when the connection is back", async () => {
    const { workbench } = window;
    const { service } = forge(window);
    await workbench.run("Notifications: Clear All Notifications");
    await write("Waits for the server.");
    service.faults.add({ kind: "refuse", path: "/api/v1" });
    await workbench.editor.send();
    await workbench.notifications.toast("Your draft is kept").waitFor();
    // The palette takes the focus from the editor before VS Code checks its code lenses.
    await workbench.run("Notifications: Clear All Notifications");
    await workbench.editor.group.locator(".codelens-decoration").getByText("Not sent: offline").waitFor();
    const view = await showIssues(window);
    await view.row("Outbox").row.waitFor();
    assert.ok(!texts().includes("Waits for the server."));
    // The palette offers the command only until Triptych notices by itself that the server is back.
    await workbench.run("Triptych Issues: Send Outbox", () => service.faults.clear());
    await until(window, () => texts().includes("Waits for the server."), "it is sent");
    await view.row("Outbox").row.waitFor({ state: "detached" });
    assert.equal(texts().filter((text) => text === "Waits for the server.").length, 1);
  });

  it("suggests issues, people and emoji of the repository while the user types", async () => {
    const { workbench, page } = window;
    await workbench.run("Notifications: Clear All Notifications");
    await write("See ");
    const suggested = page.locator(".suggest-widget.visible .monaco-list-row");
    for (const [typed, wanted] of [
      ["#5", "Printed edition"],
      [" @to", "tomas"],
      [" :rock", ":rocket:"],
    ] as const) {
      await page.keyboard.type(typed, { delay: 40 });
      await suggested.filter({ hasText: wanted }).first().waitFor();
      await page.keyboard.press("Escape");
    }
  });
});
