// Shows Triptych's views and the demo's README when the demo opens for the first time.
const { commands, Uri, window, workspace } = require("vscode");

const OPENED = "opened";

exports.activate = async (/** @type {import("vscode").ExtensionContext} */ { workspaceState }) => {
  if (workspaceState.get(OPENED) === true) return;
  await workspaceState.update(OPENED, true);
  const folder = workspace.workspaceFolders?.[0];
  if (folder !== undefined) await window.showTextDocument(Uri.joinPath(folder.uri, "README.md"));
  await commands.executeCommand("workbench.view.extension.triptych");
};
