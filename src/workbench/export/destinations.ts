// The destinations of exports in VS Code: a new document or a file.
import { Uri, window, workspace } from "vscode";
import { Problem } from "../../base/problem.ts";
import { l10n } from "../text/l10n.ts";
import type { Dialogs } from "../dialogs/dialogs.ts";
import type { Places } from "./exports.ts";

export function windowPlaces(dialogs: Pick<Dialogs, "message">): Places {
  return {
    open: async (content, language) => {
      await window.showTextDocument(await workspace.openTextDocument({ language, content }), { preview: false });
    },
    write: async (address, content) => {
      const place = Uri.parse(address, true);
      const name = place.path.split("/").at(-1) ?? place.path;
      try {
        await workspace.fs.writeFile(place, new TextEncoder().encode(content));
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        throw new Problem("invalid", { detail: l10n.t("Could not write {0}. {1}", name, why) }, { cause: error });
      }
      void dialogs.message("info", l10n.t("Exported to {0}.", name), [
        { label: l10n.t("Open"), run: () => window.showTextDocument(place) },
      ]);
    },
  };
}
