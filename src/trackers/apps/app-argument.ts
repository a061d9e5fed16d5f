import { Problem } from "../../base/problem.ts";
import type { Command } from "../../workbench/commands.ts";
import type { Shared } from "../../workbench/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { subjectOf } from "../../workbench/tree/rows.ts";
import type { App } from "../model/report.ts";
import type { ReportThing } from "../reports/report-state.ts";
import type { Store } from "../store.ts";
import type { WatchList } from "../watch/watch-list.ts";
import { askApp } from "./app-picker.ts";
import type { Offered } from "./app-picker.ts";

type Asked = Pick<ReportThing, "handle" | "source">;

/** The application of a row, or one that is given as such. */
export function appIn(given: unknown): Asked | undefined {
  const subject = subjectOf(given);
  if (typeof subject !== "object" || subject === null || !("handle" in subject)) return undefined;
  const { handle } = subject;
  if (typeof handle !== "string" || handle === "") return undefined;
  return "source" in subject && typeof subject.source === "string" ? { handle, source: subject.source } : { handle };
}

/** A command on an application: that of a row, or one that is asked for where there is none, as in the palette. */
export function onApp(
  ask: () => Promise<string | undefined>,
  run: (app: Asked) => Promise<void>,
): Command<[Asked | undefined], void> {
  return {
    accepts: ([given]) => {
      if (given === undefined) return [undefined];
      const app = appIn(given);
      return app === undefined ? undefined : [app];
    },
    run: async (given) => {
      const handle = given === undefined ? await ask() : undefined;
      const app = given ?? (handle === undefined ? undefined : { handle });
      if (app !== undefined) await run(app);
    },
  };
}

/** The applications that are likely meant: those that were looked up, then those that are watched. */
export function likely(store: Store, watched: WatchList): readonly Offered[] {
  const all = [...store.lookedUp(), ...watched.list().map(({ handle, name }) => ({ handle, name }))];
  return all.filter(({ handle }, place) => all.findIndex((each) => each.handle === handle) === place);
}

export function asksApp(
  shared: Pick<Shared, "dialogs" | "now">,
  store: Store,
  watched: WatchList,
  title: string,
): () => Promise<string | undefined> {
  return () => askApp(shared, store, { title, offered: likely(store, watched) });
}

/** What is known of an application with a report, read first where it is not; says why where there is none. */
export async function readApp(
  { dialogs }: Pick<Shared, "dialogs">,
  store: Store,
  handle: string,
): Promise<App | undefined> {
  await dialogs.progress(l10n.t("Reading what {0} knows of {1}…", store.host, handle), (_told, signal) =>
    store.look(handle, { signal }),
  );
  const { knowledge, problem } = store.app(handle);
  if (knowledge?.kind === "app" && knowledge.app.sources.length > 0) return knowledge.app;
  if (knowledge === undefined) throw problem ?? new Problem("cancelled");
  const sentence =
    knowledge.kind === "unknown"
      ? l10n.t("No app with the handle {0} is known.", handle)
      : knowledge.kind === "app"
        ? l10n.t("{0} is not analysed yet.", knowledge.app.name ?? handle)
        : l10n.t("This needs an API key: without one only counts are told, and no names of trackers and permissions.");
  await dialogs.message("info", sentence);
  return undefined;
}
