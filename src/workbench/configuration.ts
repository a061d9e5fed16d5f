// Reads and writes VS Code's settings, behind an interface that tests replace.
import { ConfigurationTarget, workspace } from "vscode";
import type { Configuration } from "./settings.ts";

export const userConfiguration: Configuration = {
  inspect: (id) => workspace.getConfiguration().inspect(id),
  write: async (id, value) => {
    await workspace.getConfiguration().update(id, value, ConfigurationTarget.Global);
  },
  onDidChange: (listener) =>
    workspace.onDidChangeConfiguration((change) => {
      listener((section) => change.affectsConfiguration(section));
    }),
};
