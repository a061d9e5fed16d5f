// The Issues view, with its accounts, lists and notifications, in the installed extension.
import assert from "node:assert/strict";
import { demoToken } from "../../services/issues/seed/writer.js";
import { PATIENCE, retry } from "../retry.js";
import { openWindow, type Window } from "../window.js";
import { Row } from "../view.js";
import { addRepository, forge, prepareIssues, showIssues, threadPanel, until } from "./person.js";

describe("the Issues view, its accounts and its lists", () => {
  let window: Window;
  before(async () => {
    window = await openWindow();
  });
  after(() => window?.close());

  it("shows notifications, the lists about the user and the latest comments", async () => {
    const view = await prepareIssues(window);
    for (const label of ["Notifications", "Open", "Assigned to Me", "Created by Me", "Recently Commented"]) {
      await view.row(label).row.waitFor();
    }
    await view.row("Recently Commented").expand(view.row(/[#!]\d+ kofi/));
    await view.row("Recently Commented").collapse();
  });

  it("opens a notification and marks it as read on the server", async () => {
    const view = await showIssues(window);
    // The issue also has a row below its repository. The notification is above that.
    await view.row("Notifications").expand(new Row(view.rows.filter({ hasText: /#3 Heights/ }).nth(1)));
    await view.row(/#3 Heights/).open();
    await threadPanel(window).title.getByText("Heights at neaps").waitFor();
    await view.row("Notifications").row.getByText("2 unread", { exact: true }).waitFor();
    assert.equal(forge(window).count("PATCH", /notifications\/threads\/\d+\?to-status=read/), 1);
    await view.row("Notifications").collapse();
  });

  it("finds a repository by part of its name", async () => {
    const { workbench } = window;
    await workbench.search("Triptych Issues: Add Repository…", "owner/repo, a URL", "lamp-fi");
    await workbench.quickPick.choose("lantern/lamp-firmware");
    const view = await showIssues(window);
    await view.row("lantern/lamp-firmware").row.waitFor();
  });

  it("opens an issue by its number or by words of its title with only the keyboard", async () => {
    const { page, workbench } = window;
    const placeholder = "owner/repo#12, or a URL";
    await workbench.search("Triptych Issues: Open Issue…", placeholder, "#1");
    await workbench.quickPick.row("lantern/almanac").waitFor();
    await workbench.quickPick.row("Moon phases as glyphs").waitFor();
    await workbench.quickPick.ready();
    await page.keyboard.press("Escape");
    await workbench.search("Triptych Issues: Open Issue…", placeholder, "glyphs moon");
    await workbench.quickPick.isNext("Moon phases as glyphs");
    await page.keyboard.press("Enter");
    await threadPanel(window).title.getByText("Moon phases as glyphs").waitFor();
    await workbench.run("Triptych Issues: Open Issue…");
    await workbench.quickPick.isNext("Moon phases as glyphs");
    await page.keyboard.press("Escape");
  });

  it("says once at the top that a server can't be reached, until it responds", async () => {
    const { workbench } = window;
    const { service } = forge(window);
    const view = await showIssues(window);
    const offline = view.rows.filter({ hasText: "Offline" });
    const { frame } = threadPanel(window);
    await frame.getByRole("button", { name: "Refresh" }).click();
    service.faults.add({ kind: "refuse", path: "/api/v1" });
    await workbench.run("Triptych Issues: Refresh Issues");
    // Two levels are expanded, the repository and its list, and neither can be loaded. Until both have failed, each has a
    // row of its own.
    await offline.and(workbench.page.locator('[data-index="0"]')).waitFor();
    await until(window, async () => (await offline.count()) === 1, "there is one Offline row");
    await view.row(/#11 Translate/).row.waitFor();
    service.faults.clear();
    await frame.getByRole("button", { name: "Refresh" }).click();
    await until(window, async () => (await offline.count()) === 0, "the Offline row is gone");
    await view.row("Open").row.waitFor();
  });

  it("groups, filters and shows everything again from the menus of a row", async () => {
    const { workbench } = window;
    const view = await showIssues(window);
    await view.row("Open").choose("Group By…", workbench.quickPick, "Label");
    await view.row("No label").row.waitFor();
    await view.row("Open").choose("Group By…", workbench.quickPick, "None");
    await view.row("No label").row.waitFor({ state: "detached" });
    await view.row("Open").choose("Filter…", workbench.quickPick, "Text…");
    await workbench.quickPick.widget.getByText("Search Text").waitFor();
    await workbench.quickPick.type("midnight");
    await workbench.quickPick.accept();
    await view.row("“midnight”").row.waitFor();
    await view.row(/#11 Translate/).row.waitFor({ state: "detached" });
    await view.row("Open").menu("Clear Filter", view.row(/#11 Translate/).row);
  });

  it("closes all selected rows after one question, and offers nothing then that works on only one", async () => {
    const { page, workbench } = window;
    const view = await showIssues(window);
    const translate = view.row(/#11 Translate/);
    const other = view.row(/#10 Offer/);
    // A tree that loads can forget what is selected.
    await retry(async () => {
      await translate.open();
      // A panel that takes the focus late closes the menu.
      await threadPanel(window).title.getByText("Translate the station notes").waitFor({ timeout: PATIENCE });
      await other.row.click({ modifiers: ["ControlOrMeta"], timeout: PATIENCE });
      for (const { row } of [translate, other])
        await row.and(page.locator('[aria-selected="true"]')).waitFor({ timeout: PATIENCE });
    });
    await other.menu("Close or Reopen", workbench.dialog.box);
    await workbench.dialog.message.getByText("Close 2 issues?").waitFor();
    await workbench.dialog.box.getByText(/#11 Translate/).waitFor();
    await workbench.dialog.press("Cancel");
    await other.row.click({ button: "right" });
    const menu = page.locator(".monaco-menu-container");
    await menu.getByText("Set Labels…").waitFor();
    assert.equal(await menu.getByText("Edit Title and Description").count(), 0);
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "hidden" });
  });

  it("adds a second account with its own scopes, and shows a repository with the selected account", async () => {
    const { workbench } = window;
    const view = await showIssues(window);
    await view.row("lantern/lamp-firmware").choose("Switch Account…", workbench.quickPick, "Add Another Account…");
    await workbench.quickPick.choose("Enter Token…");
    await workbench.quickPick.widget.getByText("Required scopes").waitFor();
    await workbench.quickPick.type(demoToken("wren"));
    await workbench.quickPick.accept();
    await workbench.notifications.toast("This token can read issues, write comments and issues").waitFor();
    await view.row("as wren").row.waitFor();
    await view.row("as nadia").row.waitFor();
    const token = demoToken("wren");
    const asked = (): boolean =>
      forge(window).service.journal.some(
        ({ target, headers }) => target.includes("lamp-firmware") && headers.authorization?.includes(token) === true,
      );
    await until(window, asked, "the repository is loaded as wren");
    await workbench.run("Notifications: Clear All Notifications");
  });

  it("appears in the Accounts menu with both accounts", async () => {
    const { page } = window;
    const menu = page.locator(".monaco-menu-container");
    // VS Code reads the accounts when the menu opens.
    await retry(
      async () => {
        await page.getByRole("button", { name: /^Accounts/ }).click({ timeout: PATIENCE });
        await menu.getByText(/nadia at 127\.0\.0\.1/).waitFor({ timeout: PATIENCE });
        await menu.getByText(/wren at 127\.0\.0\.1/).waitFor({ timeout: PATIENCE });
      },
      () => page.keyboard.press("Escape"),
    );
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "hidden" });
  });

  it("asks once when a token is rejected, and continues with public content", async () => {
    const { workbench } = window;
    await addRepository(window, "nadia/boat-log");
    const view = await showIssues(window);
    await view.row("nadia/boat-log").row.waitFor();
    forge(window).act("revokeToken", { token: demoToken("nadia") });
    await view.press("Refresh");
    // Toasts hide by themselves. The list keeps all questions.
    await workbench.notifications.showList();
    const questions = workbench.notifications.listed.filter({ hasText: "no longer accepts the token" });
    await questions.first().waitFor();
    await view.row(/#11 Translate/).row.waitFor();
    await view.row("nadia/boat-log").expand(view.row("Not loaded"));
    assert.equal(await questions.count(), 1);
    await workbench.notifications.press("no longer accepts the token of nadia", "Sign Out");
    await view.row("as nadia").row.waitFor({ state: "detached" });
  });
});
