// The command that finds an app and opens its report.
import type { Command } from "../../workbench/commands.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { ignoreRow } from "../../workbench/tree/level-rows.ts";
import type { Store } from "../store/store.ts";
import { appArgument } from "./app-argument.ts";
import type { AppTarget } from "../model/report.ts";
import { pickSubject, type PickerDependencies, type SuggestedApp } from "./app-picker.ts";

/** Opens the report of the given app, or what the user picks. */
export function findApp(
  dependencies: PickerDependencies,
  store: Store,
  panels: {
    readonly reports: { show(app: AppTarget): void };
    readonly trackers: { show(tracker: { readonly tracker: number }): void };
  },
  suggestions: () => readonly SuggestedApp[],
): Command<[AppTarget | undefined], void> {
  const { reports, trackers } = panels;
  return {
    accepts: ([given]) => [appArgument(ignoreRow(given))],
    run: async (given) => {
      if (given !== undefined) {
        reports.show(given);
        return;
      }
      const title = l10n.t("Find App");
      const picked = await pickSubject(dependencies, store, { title, suggestions: suggestions(), findsTrackers: true });
      if (picked?.kind === "tracker") trackers.show({ tracker: picked.tracker });
      else if (picked !== undefined) {
        const { kind: _, ...app } = picked;
        reports.show(app);
      }
    },
  };
}
