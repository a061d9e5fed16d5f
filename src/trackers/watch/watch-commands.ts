import { plain } from "../../workbench/commands.ts";
import type { Command } from "../../workbench/commands.ts";
import { describeProblem } from "../../workbench/problems.ts";
import type { Shared } from "../../workbench/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count } from "../../workbench/words.ts";
import { likely, onApp } from "../apps/app-argument.ts";
import { askApp } from "../apps/app-picker.ts";
import type { ReportThing } from "../reports/report-state.ts";
import type { Store } from "../store.ts";
import type { WatchList } from "./watch-list.ts";

type Asked = Pick<ReportThing, "handle" | "source">;

export function watchApp(shared: Shared, store: Store, watched: WatchList): Command<[Asked | undefined], void> {
  // One that is watched already is not asked for again.
  const ask = async (): Promise<string | undefined> => {
    const offered = likely(store, watched).filter(({ handle }) => !watched.has(handle));
    return await askApp(shared, store, { title: l10n.t("Watch App"), offered });
  };
  return onApp(ask, ({ handle }) => watched.watch(handle));
}

export function unwatchApp(
  { dialogs }: Pick<Shared, "dialogs">,
  watched: WatchList,
): Command<[Asked | undefined], void> {
  const ask = async (): Promise<string | undefined> => {
    const list = watched.list();
    if (list.length > 0) {
      const choices = list.map(({ handle, name }) => ({ label: name ?? handle, description: handle, value: handle }));
      return await dialogs.pick(l10n.t("Stop Watching App"), choices);
    }
    await dialogs.message("info", l10n.t("No app is watched."));
    return undefined;
  };
  return onApp(ask, ({ handle }) => watched.unwatch(handle));
}

/** Reads all watched applications anew; says what came of it, as the rows may be out of sight. */
export function refreshWatched({ dialogs, now }: Shared, watched: WatchList): Command<[], void> {
  return plain(async () => {
    if (watched.list().length === 0) {
      await dialogs.message("info", l10n.t("No app is watched."));
      return;
    }
    const { read, all, problem } = await dialogs.progress(
      l10n.t("Reading the watched apps…"),
      async (report, signal) =>
        await watched.refresh(signal, (done, of) => {
          report({ message: l10n.t("{0} of {1}", count(done), count(of)), percent: (100 * done) / of });
        }),
    );
    if (problem !== undefined) {
      const done = l10n.t("{0} of {1} watched apps were read.", count(read), count(all));
      void dialogs.message("warning", `${done} ${describeProblem(problem, now()).sentence}`);
    }
  });
}
