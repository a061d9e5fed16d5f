// Reads and writes VS Code's settings, behind an interface that tests replace.
import { ConfigurationTarget, workspace, type Uri } from "vscode";
import type { Configuration } from "./settings.ts";

export const userConfiguration: Configuration = {
  inspect: (id) => workspace.getConfiguration().inspect(id),
  write: async (id, value) => await workspace.getConfiguration().update(id, value, ConfigurationTarget.Global),
  onDidChange: (listener) =>
    workspace.onDidChangeConfiguration((change) => listener((section) => change.affectsConfiguration(section))),
};

/** True if VS Code reads this Markdown file as UTF-8, whatever its content. */
export function isReadAsUtf8(uri: Uri): boolean {
  const files = workspace.getConfiguration("files", { uri, languageId: "markdown" });
  return files.get("encoding") === "utf8" && files.get("autoGuessEncoding") !== true;
}
