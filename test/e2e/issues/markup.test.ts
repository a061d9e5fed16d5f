// Text from a server stays text everywhere in the workbench: it runs no command, draws no icon and reverses nothing.
import assert from "node:assert/strict";
import { openWindow, type Window } from "../window.js";
import { forge, prepareIssues, showIssues } from "./person.js";

const LINK = "[Fix it](command:workbench.action.files.newUntitledFile)";

describe("text from a server", () => {
  let window: Window;
  before(async () => {
    window = await openWindow();
    await prepareIssues(window);
  });
  after(() => window?.close());

  it("has no link in a notification, and a click on it runs no command", async () => {
    const { workbench } = window;
    forge(window).service.faults.add({
      kind: "status",
      status: 403,
      path: "/issues/3",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ message: `${LINK} $(trash) photo_\u202Egpj.exe` }),
    });
    await workbench.search("Triptych Issues: Edit Title and Description…", "owner/repo#12, or a URL", "#3");
    await workbench.quickPick.accept();
    const words = workbench.notifications.toast("Reason:").locator(".notification-list-item-message");
    await words.getByText("Fix it").waitFor();
    forge(window).service.faults.clear();
    assert.match(
      (await words.textContent()) ?? "",
      /Reason: \[Fix it\] \(command:.*\) \$\(trash\) photo_\[U\+202E\]gpj/,
    );
    assert.equal(await words.locator("a").count(), 0);
    await words.click();
    // Anything that a click on a link starts would happen before the palette answers.
    await workbench.run("Notifications: Clear All Notifications");
    assert.equal(await workbench.editor.tab(/Untitled/).count(), 0);
  });

  it("has no icon in a quick pick", async () => {
    const { workbench, page } = window;
    forge(window).act("renameLabel", { repo: "lantern/almanac", name: "bug", to: "$(trash) bug" });
    await workbench.search("Triptych Issues: Set Labels…", "owner/repo#12, or a URL", "#3");
    await workbench.quickPick.accept();
    const row = workbench.quickPick.row("$(trash) bug");
    await row.waitFor();
    assert.equal(await row.locator(".codicon-trash").count(), 0);
    await page.keyboard.press("Escape");
  });

  it("has no icon in the description of a quick pick row", async () => {
    const { workbench, page } = window;
    forge(window).act("addComment", { repo: "lantern/almanac", issue: 3, by: "tomas", body: "$(trash) \u202Egpj.exe" });
    await workbench.search("Triptych Issues: Quote in Reply…", "owner/repo#12, or a URL", "#3");
    await workbench.quickPick.accept();
    const row = workbench.quickPick.row("$(trash) [U+202E]gpj.exe");
    await row.waitFor();
    assert.equal(await row.locator(".codicon-trash").count(), 0);
    await page.keyboard.press("Escape");
  });

  it("has no link or icon below an input", async () => {
    const { workbench, page } = window;
    const { service, host } = forge(window);
    service.faults.add({
      kind: "status",
      status: 422,
      path: "/api/v1/user",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ message: `${LINK} $(trash) photo_\u202Egpj.exe` }),
    });
    const { quickPick } = workbench;
    await workbench.run("Triptych Issues: Add Account…");
    await quickPick.widget.getByText("Select a Server").waitFor();
    await quickPick.choose(host);
    await quickPick.choose("Enter Token…");
    await quickPick.widget.getByText("Required scopes").waitFor();
    await quickPick.type("c".repeat(40));
    await quickPick.accept();
    await quickPick.message.getByText("Fix it").waitFor();
    service.faults.clear();
    assert.match(
      (await quickPick.message.textContent()) ?? "",
      /\[Fix it\] \(command:.*\) \$\(trash\) photo_\[U\+202E\]gpj/,
    );
    assert.equal(await quickPick.message.locator("a, .codicon-trash").count(), 0);
    await page.keyboard.press("Escape");
  });

  it("has no icon in a row, and stays on one line in which nothing is reversed", async () => {
    forge(window).act("changeIssue", {
      repo: "lantern/almanac",
      issue: 3,
      by: "tomas",
      title: "$(trash) tides \u202Egpj.exe",
    });
    const view = await showIssues(window);
    await window.workbench.run("Triptych Issues: Refresh Issues");
    const { row } = view.row(/#3 \$\(trash\) tides \[U\+202E\]gpj\.exe/);
    await row.first().waitFor();
    assert.equal(await row.first().locator(".codicon-trash").count(), 0);
  });
});
