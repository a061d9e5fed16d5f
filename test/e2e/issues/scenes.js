// Scenes of the Issues wing: the view, a thread, a comment in an editor, and their empty and error states.
import { forge, openIssue, prepareIssues, showIssues, threadPanel } from "./person.js";
import { WRITING_SCENES } from "./writing-scenes.js";

/** @typedef {import("../scenes.js").Scene} Scene */

/** @type {Scene[]} */
export const ISSUES_SCENES = [
  {
    name: "issues-view",
    async show(window) {
      const view = await prepareIssues(window);
      await view.row(/#1 Tide/).expand(view.row("tomas"));
    },
  },
  {
    name: "thread",
    async show(window) {
      const view = await prepareIssues(window);
      await view.row(/#1 Tide/).open();
      const { title, frame } = threadPanel(window);
      await title.getByText("Tide table shows").waitFor();
      await frame.getByText("👀").first().waitFor();
    },
  },
  {
    name: "thread-end",
    after: "thread",
    async show(window) {
      const { box, frame } = threadPanel(window);
      await box.getByRole("textbox").fill("Thanks, the log settles it. I have a branch for this, see !4.");
      await frame.getByText(/Draft saved/).waitFor();
      await box.scrollIntoViewIfNeeded();
    },
  },
  {
    name: "comment-editor",
    async show(window) {
      const view = await prepareIssues(window);
      await view.row(/#1 Tide/).press("New Comment…", window.workbench.editor.tab("#1 · Reply"));
      await window.workbench.editor.focus();
      await window.page.keyboard.press("Control+a");
      await window.page.keyboard.insertText(
        "The log settles it.\n\n## Proposal\n\n- [x] Keep the zone in `Station.zone`\n- [ ] Build the table with it\n",
      );
      await view.row("Draft").row.waitFor();
      await window.page.locator(".codelens-decoration").waitFor();
    },
  },
  {
    name: "pull-request",
    async show(window) {
      await prepareIssues(window);
      await openIssue(window, "#4");
      await threadPanel(window).frame.getByText("Can be merged into").waitFor();
    },
  },
  {
    name: "thread-locked",
    async show(window) {
      await prepareIssues(window);
      await openIssue(window, "#6");
      await threadPanel(window).title.getByText("Drop imperial units").waitFor();
    },
  },
  {
    name: "thread-offline",
    after: "thread-locked",
    async show(window) {
      const { service } = forge(window);
      service.faults.add({ kind: "refuse", path: "/api/v1" });
      const { frame } = threadPanel(window);
      await frame.getByRole("button", { name: "Refresh" }).click();
      await frame.getByText("Showing data from").waitFor();
      await window.workbench.run("Triptych Issues: Refresh Issues");
      const view = await showIssues(window);
      await view.rows.filter({ hasText: "Offline" }).first().waitFor();
      await frame.getByText("Showing data from").waitFor();
    },
    async leave(window) {
      forge(window).service.faults.clear();
      const view = await showIssues(window);
      await view.press("Refresh");
      await view.row("Offline").row.waitFor({ state: "hidden" });
    },
  },
  ...WRITING_SCENES,
];
