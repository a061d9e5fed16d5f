// A user's first steps with issues, from adding an account to deleting a comment, in the installed extension.
import assert from "node:assert/strict";
import { openWindow, type Window } from "../window.js";
import { forge, showIssues, showThread, signIn, threadPanel, until } from "./person.js";

const TITLE = "Tide table shows the wrong day after midnight UTC";

describe("Issues, from an empty sidebar to posting, editing and deleting a comment", () => {
  let window: Window;
  before(async () => {
    window = await openWindow();
    for (const body of ["Edit me.", "Edit me twice.", "Delete me.", "Quote me.", "Edit me from the palette."])
      forge(window).act("addComment", { repo: "lantern/almanac", issue: 1, by: "nadia", body });
  });
  after(() => window?.close());

  const texts = (): readonly string[] =>
    forge(window)
      .comments(1)
      .map(({ body }) => body);

  it("asks for an account if there is none, and checks its token", async () => {
    const view = await showIssues(window);
    await view.welcome.getByText("Add Account…").click();
    await signIn(window, "nobody-has-this");
    await window.workbench.quickPick.widget.getByText("does not accept this token").waitFor();
    await window.workbench.quickPick.close();
    await view.welcome.getByText("Add Account…").click();
    await signIn(window, "nadia");
    await window.workbench.notifications.toast("as nadia").waitFor();
  });

  it("then offers the user's repositories, and shows the open issues of the chosen one", async () => {
    const { quickPick } = window.workbench;
    await quickPick.row("nadia/boat-log").waitFor();
    await quickPick.choose("lantern/almanac");
    const view = await showIssues(window);
    await view.row("lantern/almanac").row.waitFor();
    await view.row("Open").row.waitFor();
    const issue = view.row(`#1 ${TITLE.slice(0, 20)}`);
    await issue.row.waitFor();
    const issues = view.rows.filter({ hasText: /^[#!]\d/ });
    await issues.nth(7).waitFor();
    assert.equal(await issues.count(), 8);
  });

  it("shows the comments of an issue as rows with author, time and first line", async () => {
    const view = await showIssues(window);
    const first = view.row("nadia").row;
    await view.row(/#1 Tide/).expand(view.row("nadia"));
    assert.match(await first.innerText(), /nadia.*(d|h|min|Aug|Sep|Oct|Nov).* · \S/s);
  });

  it("opens the thread with all comments and events in plain words", async () => {
    const view = await showIssues(window);
    await view.row(/#1 Tide/).open();
    const thread = threadPanel(window);
    await thread.title.getByText(TITLE).waitFor();
    await thread.frame.locator(".state").getByText("Open").waitFor();
    await thread.frame.locator("aside triptych-label").filter({ hasText: "bug" }).waitFor();
    await thread.frame.locator("triptych-event").first().waitFor();
    await thread.comments.nth(3).waitFor();
    assert.doesNotMatch(await thread.frame.locator("main").innerText(), /undefined|\[object|Triptych doesn't support/);
  });

  it("posts a comment from an editor on Send, not on save", async () => {
    const view = await showIssues(window);
    await view.row(/#1 Tide/).press("New Comment…", window.workbench.editor.tab("#1 · Reply"));
    const { editor } = window.workbench;
    await editor.type("Written in an **editor**.");
    await window.page.keyboard.press("Control+s");
    await editor.group.locator(".tab.active:not(.dirty)").waitFor();
    assert.ok(!texts().includes("Written in an **editor**."));
    // The thread stays in sight beside its draft, so that the comment is enough of a confirmation.
    const thread = threadPanel(window);
    await thread.title.getByText(TITLE).waitFor();
    await editor.press("Send Draft");
    await thread.comment("Written in an editor").waitFor();
    assert.equal(texts().filter((body) => body === "Written in an **editor**.").length, 1);
    await editor.tab("#1 · Reply").waitFor({ state: "detached" });
    assert.ok(!(await window.workbench.notifications.toast("Comment posted").isVisible()));
  });

  it("edits a comment from the thread with only the keyboard", async () => {
    const thread = await showThread(window, "#1", TITLE);
    const comment = thread.comment("Edit me.");
    await comment.press("e");
    const { editor } = window.workbench;
    await editor.tab("#1 · Comment by nadia").waitFor();
    await editor.lines.getByText("Edit me.").waitFor();
    await editor.focus();
    await window.page.keyboard.press("Control+a");
    await window.page.keyboard.insertText("Changed in an editor.");
    await window.page.keyboard.press("Control+Enter");
    await thread.comment("Changed in an editor.").waitFor();
    await editor.tab("#1 · Comment by nadia").waitFor({ state: "detached" });
    assert.ok(texts().includes("Changed in an editor."));
    assert.ok(!texts().includes("Edit me."));
  });

  it("sends nothing if someone else changed the comment, and shows both texts", async () => {
    const thread = await showThread(window, "#1", TITLE);
    const { id = 0 } =
      forge(window)
        .comments(1)
        .find(({ body }) => body === "Edit me twice.") ?? {};
    await thread.press("Edit me twice.", "Edit");
    const { editor } = window.workbench;
    await editor.lines.getByText("Edit me twice.").waitFor();
    forge(window).act("editComment", { id, body: "Somebody was quicker." });
    await editor.focus();
    await window.page.keyboard.press("Control+End");
    await window.page.keyboard.insertText(" And more.");
    await window.workbench.run("Triptych Issues: Send Draft");
    await window.workbench.notifications.toast("while you were editing it").waitFor();
    await window.page.locator(".merge-editor").getByText("Somebody was quicker.").first().waitFor();
    assert.ok(texts().includes("Somebody was quicker."));
    await window.workbench.notifications.press("while you were editing it", "Overwrite");
    await window.workbench.dialog.box.getByText("Overwrite nadia's comment").waitFor();
    await window.workbench.dialog.press("Overwrite");
    await until(window, () => texts().includes("Edit me twice. And more."), "the seen version is overwritten");
    await window.page.locator(".merge-editor").waitFor({ state: "detached" });
    await editor.tab("#1 · Comment by nadia").waitFor({ state: "detached" });
  });

  it("deletes a comment after asking, and posts it again from the kept copy", async () => {
    const thread = await showThread(window, "#1", TITLE);
    await thread.press("Delete me.", "Delete");
    await window.workbench.dialog.box.getByText("Delete nadia's comment").waitFor();
    await window.workbench.dialog.press("Delete");
    await window.workbench.notifications.toast("Comment deleted").waitFor();
    assert.ok(!texts().includes("Delete me."));
    const kept = thread.frame.locator("triptych-event").filter({ hasText: "You deleted nadia's comment" });
    await kept.getByRole("button", { name: "Post Again" }).click();
    const posted = (): number => texts().filter((body) => body === "Delete me.").length;
    await until(window, () => posted() > 0, "the kept text is posted again");
    assert.equal(posted(), 1);
    await thread.comment("Delete me.").waitFor();
    await kept.waitFor({ state: "detached" });
  });

  it("posts once from the thread if the response is lost after the comment was saved", async () => {
    const { service } = forge(window);
    const thread = await showThread(window, "#1", TITLE);
    // The notification covers the button in the lower right.
    await window.workbench.run("Notifications: Clear All Notifications");
    service.faults.add({ kind: "lost", method: "POST", path: "/comments", times: 1 });
    await thread.box.getByRole("textbox").fill("Said exactly once.");
    await thread.frame.getByText(/Draft saved/).waitFor();
    // The box says so only until the comment was visible for some seconds.
    await Promise.all([
      thread.frame.getByText(/^Posted \d/).waitFor(),
      thread.box.getByRole("button", { name: "Post Comment" }).click(),
    ]);
    assert.equal(texts().filter((body) => body === "Said exactly once.").length, 1);
    assert.equal(await thread.box.getByRole("textbox").inputValue(), "");
    await thread.comment("Said exactly once.").waitFor();
  });

  it("keeps the draft through a reload, and says why it was not sent", async () => {
    const { service } = forge(window);
    const thread = await showThread(window, "#1", TITLE);
    service.faults.add({ kind: "refuse", path: "/api/v1" });
    await thread.box.getByRole("textbox").fill("Not lost.");
    await thread.frame.getByText(/Draft saved/).waitFor();
    await thread.box.getByRole("button", { name: "Post Comment" }).click();
    await thread.frame.getByRole("alert").filter({ hasText: "Not sent." }).getByText("Your draft is kept").waitFor();
    await window.workbench.reload();
    await window.workbench.view("Issues").rows.filter({ hasText: "Outbox" }).waitFor();
    await window.workbench.run("Triptych Issues: Send Outbox", () => service.faults.clear());
    await until(window, () => texts().includes("Not lost."), "the waiting draft is sent");
    const again = await showThread(window, "#1", TITLE);
    await again.comment("Not lost.").waitFor();
    assert.equal(texts().filter((body) => body === "Not lost.").length, 1);
  });

  it("edits a comment from the palette, and deletes one from its row", async () => {
    const { workbench, page } = window;
    await showThread(window, "#1", TITLE);
    await workbench.run("Notifications: Clear All Notifications");
    await workbench.choose("Triptych Issues: Edit Comment…", "Edit me from the palette.");
    await workbench.editor.lines.getByText("Edit me from the palette.").waitFor();
    await workbench.editor.focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("From the palette.");
    await workbench.editor.press("Send Draft");
    await until(window, () => texts().includes("From the palette."), "the change is sent");
    await workbench.editor.tab("#1 · Comment by nadia").waitFor({ state: "detached" });
    const view = await showIssues(window);
    const row = view.row("From the palette.");
    await view.row(/#1 Tide/).expand(row);
    await row.menu("Delete Comment…", workbench.dialog.box);
    await workbench.dialog.press("Delete");
    await until(window, () => !texts().includes("From the palette."), "the comment is deleted");
    await row.row.waitFor({ state: "detached" });
  });

  it("shows new comments of others while the thread is in front", async () => {
    const { act } = forge(window);
    const thread = await showThread(window, "#1", TITLE);
    act("addComment", { repo: "lantern/almanac", issue: 1, by: "tomas", body: "While you were looking." });
    await thread.comment("While you were looking.").waitFor();
  });

  it("opens a reply with the quote and the cursor below it, and discards it after asking", async () => {
    const thread = await showThread(window, "#1", TITLE);
    await thread.press("Quote me.", "Quote in Reply");
    const { editor, dialog } = window.workbench;
    await editor.lines.getByText("@nadia wrote:").waitFor();
    await editor.focused();
    await window.page.keyboard.type("Agreed.");
    await window.page.locator(".view-line").last().getByText("Agreed.", { exact: true }).waitFor();
    await editor.press("Discard Draft…");
    await dialog.press("Discard");
    await editor.tab("#1 · Reply").waitFor({ state: "detached" });
    const view = await showIssues(window);
    await view.row("Draft").row.waitFor({ state: "detached" });
    // With the comments of the issue, the rows need more than the height of the view.
    await view.row(/#1 Tide/).collapse();
    await view.row("Deleted").row.waitFor();
  });

  it("shows the server's own images, and requests none from other hosts before the reader agrees", async () => {
    const { act } = forge(window);
    const other = window.sandbox.services["gitea"]?.service ?? assert.fail("the sandbox has no other server");
    const body = `![from elsewhere](${other.origin}/assets/img/avatar_default.png)`;
    act("addComment", { repo: "lantern/almanac", issue: 1, by: "tomas", body });
    const { frame, comment } = await showThread(window, "#1", TITLE);
    await frame.locator("triptych-image img").first().waitFor();
    await frame.getByRole("button", { name: "Refresh" }).click();
    const asking = comment(new URL(other.origin).host).getByRole("button", { name: "Load Once" });
    const asked = (): number => other.journal.filter(({ target }) => target.includes("avatar")).length;
    await asking.scrollIntoViewIfNeeded();
    assert.equal(asked(), 0);
    await asking.click();
    await frame.getByRole("img", { name: "from elsewhere" }).waitFor();
    assert.equal(asked(), 1);
    assert.ok(other.journal.every(({ headers }) => headers.authorization === undefined));
  });

  it("sends the token only to its own server, and shows it nowhere", async () => {
    const { service } = forge(window);
    const secret = "6e61646961";
    assert.ok(service.journal.some(({ headers }) => headers.authorization?.includes(secret)));
    assert.ok(service.journal.every(({ target, body }) => !target.includes(secret) && !body.includes(secret)));
    assert.ok(!(await threadPanel(window).frame.locator("html").innerHTML()).includes(secret));
  });
});
