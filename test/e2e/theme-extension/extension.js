// Changes settings by keys, so that a menu, a quick pick, a hover or a panel stays open while the setting changes.
const { commands, ConfigurationTarget, workspace } = require("vscode");

exports.activate = (/** @type {import("vscode").ExtensionContext} */ { subscriptions }) => {
  subscriptions.push(
    commands.registerCommand("triptychTest.useTheme", (theme) =>
      workspace.getConfiguration("workbench").update("colorTheme", theme, ConfigurationTarget.Global),
    ),
    commands.registerCommand("triptychTest.useUtc", () =>
      workspace.getConfiguration("triptych").update("timeZone", "utc", ConfigurationTarget.Global),
    ),
  );
};
