// Creating and editing issues by keyboard, in the installed extension.
import assert from "node:assert/strict";
import { openWindow, type Window } from "../window.js";
import { forge, pasteImage, prepareIssues, showIssues, until } from "./person.js";

describe("creating and editing issues by keyboard", () => {
  let window: Window;
  before(async () => {
    window = await openWindow();
    await prepareIssues(window);
  });
  after(() => window?.close());

  const title = (number: number): string => forge(window).issues((each) => each.number === number)[0]?.title ?? "";
  const called = (words: string): number => forge(window).issues((each) => each.title === words).length;
  const edit = async (number: number): Promise<void> => {
    const { workbench } = window;
    await workbench.search("Triptych Issues: Edit Title and Description…", "owner/repo#12, or a URL", `#${number}`);
    await workbench.quickPick.accept();
    await workbench.editor.tab(new RegExp(`^#${number} `)).waitFor();
    await workbench.editor.lines.getByText("title:").waitFor();
  };

  it("keeps a new issue as a draft through a reload, marked on its tab, in the view and in the status bar", async () => {
    const { workbench, page } = window;
    await workbench.run("Triptych Issues: New Issue…");
    await workbench.editor.tab("New Issue").waitFor();
    // The cursor is on the line of the title.
    await page.getByText("Ln 2, Col 8").waitFor();
    await workbench.editor.focused();
    await page.keyboard.insertText("Moon rises late");
    await page.locator(".statusbar-item").filter({ hasText: "1 draft" }).waitFor();
    await workbench.reload();
    await workbench.editor.lines.getByText("Moon rises late").waitFor();
    const view = await showIssues(window);
    await view.row("Drafts").expand(view.row(/New Issue.* · Moon rises late/s));
    assert.equal(called("Moon rises late"), 0);
  });

  it("keeps it in the outbox while the server is down, and creates it once when the server is back", async () => {
    const { workbench } = window;
    const { service } = forge(window);
    service.faults.add({ kind: "refuse", path: "/api/v1" });
    await workbench.editor.send();
    await workbench.notifications.toast("Your draft is kept").waitFor();
    const view = await showIssues(window);
    await view.row("Outbox").row.waitFor();
    await view.row(/waiting: offline · Moon rises late/).row.waitFor();
    await workbench.editor.tab("New Issue").locator(".monaco-icon-label[aria-label*='waiting']").waitFor();
    await workbench.run("Triptych Issues: Send Outbox", () => service.faults.clear());
    await until(window, () => called("Moon rises late") > 0, "it is created");
    await view.row("Outbox").row.waitFor({ state: "detached" });
    await workbench.editor.tab("New Issue").waitFor({ state: "detached" });
    await view.row(/Moon rises late/).row.waitFor();
    assert.equal(called("Moon rises late"), 1);
  });

  it("shows all three texts if someone else changed the issue, also after a reload, and sends the merged text", async () => {
    const { workbench, page } = window;
    await workbench.run("Notifications: Clear All Notifications");
    await edit(3);
    await workbench.editor.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText("\n\nMine, below.");
    forge(window).act("changeIssue", { repo: "lantern/almanac", issue: 3, by: "tomas", title: "Theirs, above" });
    await page.keyboard.press("Control+Enter");
    await workbench.notifications.toast("The title or description of #3 changed").waitFor();
    const merge = page.locator(".merge-editor");
    await merge.getByText("Theirs, above").first().waitFor();
    assert.equal(title(3), "Theirs, above");
    await workbench.reload();
    await merge.getByText("Theirs, above").first().waitFor();
    // Until then the result contains conflict markers.
    await page.locator(".merge-editor").getByText("0 Conflicts Remaining").waitFor();
    const result = merge.locator(".monaco-editor").last();
    await result.locator(".view-lines").click();
    await result.and(page.locator(".focused")).waitFor();
    await page.keyboard.press("Control+Enter");
    await merge.waitFor({ state: "detached" });
    await workbench.editor.lines.getByText("Theirs, above").waitFor();
    await workbench.editor.lines.getByText("Mine, below.").waitFor();
    await workbench.editor.send();
    await workbench.notifications.toast("Changes sent").waitFor();
    const [issue] = forge(window).issues((each) => each.number === 3);
    assert.equal(issue?.title, "Theirs, above");
    assert.match(issue?.body ?? "", /Mine, below\.$/);
    const view = await showIssues(window);
    await view.row("Drafts").row.waitFor({ state: "detached" });
  });

  it("asks before it discards the draft of an issue from its row", async () => {
    const { workbench, page } = window;
    await workbench.run("Triptych Issues: New Issue…");
    await workbench.editor.tab("New Issue").waitFor();
    await page.getByText("Ln 2, Col 8").waitFor();
    await workbench.editor.focused();
    await page.keyboard.insertText("Thought better of");
    const view = await showIssues(window);
    const row = view.row(/Thought better of/);
    await view.row("Drafts").expand(row);
    await row.menu("Discard Draft…", workbench.dialog.box);
    await workbench.dialog.press("Discard");
    await workbench.editor.tab("New Issue").waitFor({ state: "detached" });
    await view.row("Drafts").row.waitFor({ state: "detached" });
  });
  it("completes people and uploads images in the description, as in a comment", async () => {
    const { workbench, page } = window;
    await edit(5);
    await workbench.editor.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\n\n@to", { delay: 40 });
    await page.locator(".suggest-widget.visible .monaco-list-row").filter({ hasText: "tomas" }).first().waitFor();
    await page.keyboard.press("Escape");
    await pasteImage(window);
    await workbench.editor.lines.getByText(/!\[image/).waitFor();
    assert.equal(forge(window).count("POST", /\/issues\/5\/assets(\?|$)/), 1);
  });
});
