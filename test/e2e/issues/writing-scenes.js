// Scenes of writing: issues as documents, merges, the outbox, uploads and new comments.
import { forge, pasteImage, prepareIssues, threadPanel } from "./person.js";

/** @typedef {import("../scenes.js").Scene} Scene */
/** @typedef {import("../window.js").Window} Window */

/** @type {Scene[]} */
export const WRITING_SCENES = [
  {
    name: "issue-document",
    async show(window) {
      const { workbench, page } = window;
      await prepareIssues(window);
      await workbench.run("View: Close All Editors");
      await workbench.run("Triptych Issues: New Issue…");
      await workbench.editor.tab("New Issue").waitFor();
      await page.getByText("Ln 2, Col 8").waitFor();
      await workbench.editor.focused();
      await page.keyboard.insertText("Say in the table which zone it is in");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.insertText("bug");
      await page.keyboard.press("Control+End");
      await page.keyboard.insertText(
        "The column heads name the day, and nothing names the zone.\n\n- [ ] table\n- [ ] export\n",
      );
      await page
        .locator(".statusbar-item")
        .filter({ hasText: /\d drafts?/ })
        .waitFor();
      await workbench.run("Markdown: Open Preview to the Side");
      await workbench.editor.tab("Preview").waitFor();
    },
  },
  {
    name: "outbox",
    async show(window) {
      const { workbench, page } = window;
      const { service } = forge(window);
      await workbench.run("View: Close All Editors");
      const view = await prepareIssues(window);
      await view.row(/#3 /).press("New Comment…", workbench.editor.tab("#3 · Reply"));
      await workbench.editor.type("Neaps are off by less since the last release.");
      service.faults.add({ kind: "refuse", path: "/api/v1" });
      await page.keyboard.press("Control+Enter");
      await workbench.notifications.toast("Your draft is kept").waitFor();
      await workbench.run("Notifications: Clear All Notifications");
      await workbench.editor.group.locator(".codelens-decoration").getByText("Not sent: offline").waitFor();
      await view.row("Outbox").row.waitFor();
      await view.row("Drafts").expand(view.row("New Issue"));
    },
    async leave(window) {
      const { workbench } = window;
      // The palette offers the command only until Triptych notices by itself that the server is back.
      await workbench.run("Triptych Issues: Send Outbox", () => forge(window).service.faults.clear());
      // The notification would cover the following scenes.
      await workbench.notifications.toast("Posted your comment on lantern/almanac#3").waitFor();
      await workbench.run("Notifications: Clear All Notifications");
    },
  },
  {
    name: "upload",
    async show(window) {
      const { workbench } = window;
      const { service } = forge(window);
      await workbench.run("View: Close All Editors");
      const view = await prepareIssues(window);
      await view.row(/#10 /).press("New Comment…", workbench.editor.tab("#10 · Reply"));
      await workbench.editor.type("This is how it looks today:\n\n");
      service.faults.add({ kind: "status", status: 500, method: "POST", path: "/assets", times: 1 });
      await pasteImage(window);
      await workbench.notifications.toast("could not be confirmed").waitFor();
      service.faults.clear();
    },
  },
  {
    name: "thread-new",
    async show(window) {
      const { workbench } = window;
      await workbench.run("Notifications: Clear All Notifications");
      await workbench.run("View: Close All Editors");
      for (const [by, body] of [
        ["tomas", "The calendar could carry the heights too."],
        ["wren", "Yes: one event a tide, with the height in its title."],
      ]) {
        forge(window).act("addComment", { repo: "lantern/almanac", issue: 10, by, body });
      }
      const view = await prepareIssues(window);
      await view.press("Refresh");
      await view.row(/#10 .* · 2/).row.waitFor();
      await view.row(/#10 /).open();
      const { frame } = threadPanel(window);
      await frame.getByText("2 new", { exact: true }).first().waitFor();
      await frame.locator("body").press("n");
    },
  },
  // This scene is last, because VS Code asks before it closes an unfinished merge.
  {
    name: "merge",
    async show(window) {
      const { workbench, page } = window;
      await workbench.run("Notifications: Clear All Notifications");
      await prepareIssues(window);
      await workbench.run("View: Close All Editors");
      await workbench.search("Triptych Issues: Edit Title and Description…", "owner/repo#12, or a URL", "#8");
      await workbench.quickPick.accept();
      await workbench.editor.lines.getByText("title:").waitFor();
      await workbench.editor.focus();
      await page.keyboard.press("Control+End");
      await page.keyboard.insertText("\n\nMine: a test with **Å** in it.");
      const theirs = { title: "Names of stations with accents are cut", by: "tomas" };
      forge(window).act("changeIssue", { repo: "lantern/almanac", issue: 8, ...theirs });
      await page.keyboard.press("Control+Enter");
      await workbench.notifications.toast("while you were editing it").waitFor();
      await workbench.notifications.toast("Sending to #8").waitFor({ state: "detached" });
      await page.locator(".merge-editor").getByText("are cut").first().waitFor();
    },
  },
];
