// Sets the color theme by a key, so that a menu, a quick pick or a hover stays open while the theme changes.
const { commands, ConfigurationTarget, workspace } = require("vscode");

exports.activate = (/** @type {import("vscode").ExtensionContext} */ { subscriptions }) => {
  subscriptions.push(
    commands.registerCommand("triptychTest.useTheme", (theme) =>
      workspace.getConfiguration("workbench").update("colorTheme", theme, ConfigurationTarget.Global),
    ),
  );
};
