// A view with a single row, the minimum for a view. Shows in the status bar when Triptych and the view are ready.
const vscode = require("vscode");

exports.activate = async () => {
  vscode.window.registerTreeDataProvider("triptychTest.row", {
    getChildren: () => ["One row"],
    getTreeItem: (label) => new vscode.TreeItem(label),
  });
  await vscode.extensions.getExtension("triptych.triptych")?.activate();
  const ready = vscode.window.createStatusBarItem();
  ready.text = "Ready to measure";
  ready.show();
};
