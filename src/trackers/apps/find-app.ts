// The command that finds an app and opens its report.
import type { Command } from "../../workbench/commands.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { ignoreRow } from "../../workbench/tree/level-rows.ts";
import type { Store } from "../store/store.ts";
import { appArgument } from "./app-argument.ts";
import type { AppTarget } from "../model/report.ts";
import { pickSubject, type PickerDependencies, type SuggestedApp } from "./app-picker.ts";
import type { Placement } from "../../workbench/placement.ts";

/** Opens the report of the given app, or what the user picks. */
export function findApp(
  dependencies: PickerDependencies,
  store: Store,
  panels: {
    readonly reports: { show(app: AppTarget, placement?: Placement): void };
    readonly trackers: { show(tracker: { readonly tracker: number }, placement?: Placement): void };
  },
  suggestions: () => readonly SuggestedApp[],
): Command<[AppTarget | undefined], void> {
  const { reports, trackers } = panels;
  const open = async (given: AppTarget | undefined, placement?: Placement): Promise<void> => {
    if (given !== undefined) {
      reports.show(given, placement);
      return;
    }
    const title = l10n.t("Find App");
    const picked = await pickSubject(dependencies, store, { title, suggestions: suggestions(), findsTrackers: true });
    if (picked?.kind === "tracker") trackers.show({ tracker: picked.tracker }, placement);
    else if (picked !== undefined) {
      const { kind: _, ...app } = picked;
      reports.show(app, placement);
    }
  };
  return {
    accepts: ([given]) => [appArgument(ignoreRow(given))],
    run: (given) => open(given),
    runAt: (placement, given) => open(given, placement),
  };
}
