// The dialogs of a real window.
import assert from "node:assert/strict";
import { commands, window, workspace } from "vscode";
import { WindowDialogs } from "../../../src/workbench/dialogs/dialogs.ts";

describe("A dialog", () => {
  afterEach(() => commands.executeCommand("workbench.action.closeAllEditors"));

  it("stays open with what was typed when the focus moves to an editor", async () => {
    await window.showTextDocument(await workspace.openTextDocument());
    const answer = new WindowDialogs().input({ title: "Name", value: "tide" });
    await commands.executeCommand("workbench.action.focusActiveEditorGroup");
    await commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    assert.equal(await answer, "tide");
  });
});
