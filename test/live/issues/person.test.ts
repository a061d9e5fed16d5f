// Uses the installed extension with a real issue server, as a person would.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { openWindow, type Window } from "../../e2e/window.js";
import { openIssue, threadPanel } from "../../e2e/issues/person.js";
import type { Issue } from "../../../src/issues/model/entities.ts";
import { namedForge, type LiveForge } from "./forge.ts";

function suite(forge: LiveForge): void {
  const { own, address } = forge;
  const mark = `triptych-live-${randomBytes(4).toString("hex")}`;
  let window: Window;
  let issue: Issue;
  const texts = async () => (await own.commentsOfIssue(address, issue.number)).values.map(({ body }) => body);

  before(async () => {
    issue = await own.authoring.create(address, { title: `${mark} by a person`, body: "Made by a test." });
    window = await openWindow({ settings: { "triptych.issues.url": forge.base } });
  });
  after(async () => {
    await window?.close();
    if (issue !== undefined) console.log(`The issue of the test is ${await forge.tidy(issue.number)}.`);
  });

  it("adds an account and opens an issue by its URL", async () => {
    const { workbench } = window;
    const { quickPick } = workbench;
    await workbench.showSidebar();
    await workbench.run("Triptych Issues: Add Account…");
    await quickPick.widget.getByText("Select a Server").waitFor();
    await quickPick.choose(new URL(forge.base).host);
    await quickPick.choose("Enter Token…");
    await quickPick.widget.getByText("Required scopes").waitFor();
    await quickPick.type(forge.token);
    await quickPick.accept();
    // Waits for the toast that confirms the account, because the progress toast contains the same host.
    await workbench.notifications.toast(`Signed in to ${new URL(forge.base).host} as`).waitFor();
    // The view is empty, so the account's repositories are offered next.
    await window.page.getByPlaceholder("owner/repo, a URL").press("Escape");
    await openIssue(window, `${forge.base}/${address.owner}/${address.name}/issues/${issue.number}`);
    await threadPanel(window).title.getByText(mark).waitFor();
  });

  it("posts a comment from an editor, edits it and deletes it", async () => {
    const { workbench, page } = window;
    const thread = threadPanel(window);
    // The command applies to the active thread.
    await workbench.run("Triptych Issues: New Comment…");
    const { editor } = workbench;
    await editor.tab(`#${issue.number} · Reply`).waitFor();
    await editor.type("Written in an editor.");
    await workbench.run("Triptych Issues: Send Draft");
    await thread.comment("Written in an editor.").waitFor();
    assert.deepEqual(await texts(), ["Written in an editor."]);
    await thread.press("Written in an editor.", "Edit");
    await editor.lines.getByText("Written in an editor.").waitFor();
    await editor.focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("Changed in an editor.");
    await page.keyboard.press("Control+Enter");
    await thread.comment("Changed in an editor.").waitFor();
    assert.deepEqual(await texts(), ["Changed in an editor."]);
    await thread.press("Changed in an editor.", "Delete");
    await workbench.dialog.press("Delete");
    await workbench.notifications.toast("Comment deleted").waitFor();
    assert.deepEqual(await texts(), []);
  });
}

const forge = namedForge();
if (forge !== undefined) {
  describe(`A person with the installed extension, at ${forge.base}`, () => {
    suite(forge);
  });
}
