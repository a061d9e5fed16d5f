// Commands that watch, unwatch and refresh apps.
import { plain, type Command } from "../../workbench/commands.ts";
import { describeProblem } from "../../workbench/problems.ts";
import type { Shared } from "../../workbench/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count } from "../../workbench/text/format.ts";
import { eachAppCommand, suggestedApps } from "../apps/app-argument.ts";
import { pickApp } from "../apps/app-picker.ts";
import type { ReportState } from "../reports/report-state.ts";
import type { Store } from "../store.ts";
import { describeRefresh } from "./news-text.ts";
import type { WatchList } from "./watch-list.ts";

type WatchTarget = Pick<ReportState, "handle" | "source">;

export function watchApp(shared: Shared, store: Store, watched: WatchList): Command<readonly WatchTarget[], void> {
  // Watched apps are not suggested again.
  const pickHandle = async (): Promise<string | undefined> => {
    const suggestions = suggestedApps(store, watched).filter(({ handle }) => !watched.has(handle));
    return await pickApp(shared, store, { title: l10n.t("Watch App"), suggestions });
  };
  return eachAppCommand(pickHandle, ({ handle }) => watched.watch(handle));
}

export function unwatchApp(
  { dialogs }: Pick<Shared, "dialogs">,
  watched: WatchList,
): Command<readonly WatchTarget[], void> {
  const pickHandle = async (): Promise<string | undefined> => {
    const list = watched.list();
    if (list.length > 0) {
      const choices = list.map(({ handle, name }) => ({ label: name ?? handle, description: handle, value: handle }));
      return await dialogs.pick(l10n.t("Stop Watching App"), choices);
    }
    await dialogs.message("info", l10n.t("You aren't watching any apps."));
    return undefined;
  };
  return eachAppCommand(pickHandle, ({ handle }) => watched.unwatch(handle));
}

/** Refreshes all watched apps and reports problems, because the rows may not be visible. */
export function refreshWatched({ dialogs, now }: Shared, watched: WatchList): Command<[], void> {
  return plain(async () => {
    if (watched.list().length === 0) {
      await dialogs.message("info", l10n.t("You aren't watching any apps."));
      return;
    }
    const result = await dialogs.progress(
      l10n.t("Refreshing watched apps…"),
      async (report, signal) =>
        await watched.refresh(signal, (done, of) => {
          report({ message: l10n.t("{0} of {1}", count(done), count(of)), percent: (100 * done) / of });
        }),
    );
    if (result.problem !== undefined) {
      const { sentence } = describeProblem(result.problem, now());
      void dialogs.message("warning", `${describeRefresh(result)} ${sentence}`);
    }
  });
}
