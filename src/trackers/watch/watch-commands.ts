// Commands that watch, unwatch and refresh apps.
import type { Command } from "../../workbench/commands.ts";
import type { Dialogs } from "../../workbench/dialogs/dialogs.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import { appsCommand } from "../apps/app-argument.ts";
import type { AppTarget } from "../model/report.ts";
import { suggestedApps } from "./suggested-apps.ts";
import { pickApp } from "../apps/app-picker.ts";
import type { Store } from "../store/store.ts";
import type { WatchList } from "./watch-list.ts";

/** Watches the selected apps or, if all of them are watched, stops watching them. */
export function watchOrUnwatch(shared: Shared, store: Store, watched: WatchList): Command<readonly AppTarget[], void> {
  const pickHandle = async (): Promise<string | undefined> => {
    const suggestions = suggestedApps(store, watched).map(({ handle, name }) => ({
      handle,
      name,
      watched: watched.has(handle),
    }));
    return await pickApp(shared, store, { title: l10n.t("Watch or Unwatch App"), suggestions });
  };
  return appsCommand(pickHandle, async (apps) => {
    const areWatched = apps.every(({ handle }) => watched.has(handle));
    for (const { handle } of apps) await (areWatched ? watched.unwatch(handle) : watched.watch(handle));
  });
}

/** Refreshes all watched apps. Their rows show problems. */
export async function refreshWatched(dialogs: Pick<Dialogs, "progress">, watched: WatchList): Promise<void> {
  if (watched.list().length === 0) return;
  await dialogs.progress(l10n.t("Refreshing watched apps…"), (report, signal) =>
    watched.refresh(signal, (done, of) => {
      report({ message: l10n.t("{0} of {1}", format.count(done), format.count(of)), percent: (100 * done) / of });
    }),
  );
}
