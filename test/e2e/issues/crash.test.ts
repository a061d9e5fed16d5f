// Kills the extension host while a comment is typed or sent: nothing is lost, and nothing is sent twice.
import assert from "node:assert/strict";
import { openWindow, type Window } from "../window.js";
import { forge, killExtensionHost, openIssue, prepareIssues, showIssues, threadPanel, until } from "./person.js";

describe("Issues, when the extension host is killed", () => {
  let window: Window;
  before(async () => {
    window = await openWindow();
    await prepareIssues(window);
  });
  after(() => window?.close());

  const times = (text: string): number =>
    forge(window)
      .comments(1)
      .filter(({ body }) => body === text).length;
  /** Kills the extension host, and waits until the new one has loaded the view. */
  const crash = async (): Promise<void> => {
    const { service } = forge(window);
    service.journal = [];
    killExtensionHost(window);
    const isRead = (): boolean => service.journal.some(({ target }) => target.includes("/issues?"));
    await until(window, isRead, "the view is loaded again", 60_000);
  };

  it("keeps the text that was being typed, and sends it once", async () => {
    const { workbench } = window;
    const view = await showIssues(window);
    await view.row(/#1 Tide/).press("New Comment…", workbench.editor.tab("#1 · Reply"));
    await workbench.editor.type("Kept through a crash.");
    await crash();
    await view.row(/#1 Tide/).expand(view.row(/Draft.*Kept through a crash\./s));
    await workbench.editor.lines.getByText("Kept through a crash.").waitFor();
    await workbench.editor.send();
    await workbench.notifications.toast("Comment posted").waitFor();
    assert.equal(times("Kept through a crash."), 1);
  });

  it("finds that the comment it was sending has arrived, and doesn't send it again", async () => {
    const { workbench } = window;
    const { service, count } = forge(window);
    await openIssue(window, "#1");
    const thread = threadPanel(window);
    await thread.title.getByText("Tide table").waitFor();
    await workbench.run("Notifications: Clear All Notifications");
    // The request takes effect, but its answer never arrives.
    service.faults.add({ kind: "stall", method: "POST", path: "/comments", times: 1 });
    await thread.box.getByRole("textbox").fill("On its way.");
    await thread.box.getByRole("button", { name: "Post Comment" }).click();
    await until(window, () => times("On its way.") > 0, "the comment is stored");
    await crash();
    const posts = count("POST", /comments$/);
    const view = await showIssues(window);
    await view.row(/#1 Tide/).expand(view.row("nadia"));
    await view.row(/Draft/).row.waitFor({ state: "detached" });
    assert.equal(times("On its way."), 1);
    assert.equal(count("POST", /comments$/), posts, "nothing was sent again");
  });
});
