// Rows of watched apps, their news and their versions.
import { Uri } from "vscode";
import { l10n } from "../../workbench/text/l10n.ts";
import { facts, md, paragraphs, type Markdown } from "../../workbench/text/markdown.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { format } from "../../workbench/text/format.ts";
import { trackerCount } from "../wording/counts.ts";
import { newestSnapshot, findNews, isProvisional, type Snapshot, type News, type WatchedApp } from "../model/news.ts";
import { isUnfinished } from "../model/report.ts";
import { shortPermissionName } from "../../scan/index.ts";
import type { RowPage } from "../../workbench/tree/node.ts";
import { appIcon, hint, buildPage, openReport, type Row } from "../parts/row-builders.ts";
import { shortLabels } from "../report-content/versions.ts";
import { shortSourceName, sourceName } from "../wording/source-names.ts";
import type { Store } from "../store/store.ts";
import { trackerName } from "../wording/tracker-names.ts";
import { snapshotName, describeNews } from "./news-text.ts";
import type { WatchList } from "./watch-list.ts";

/** Path of the resource URIs that carry news badges. */
export const NEWS_PATH = "/trackers/watched/";

/** The row of watched apps, with the number of apps with news. If there are none, the row asks for the first one. */
export function watchedRow(watched: WatchList, store: Store, now: () => number): Row {
  const list = watched.list();
  if (list.length === 0) return emptyRow();
  const { newsCount, problem, reading } = watched;
  const parts = [
    format.count(list.length),
    newsCount === 0 ? "" : l10n.t("{0} with news", format.count(newsCount)),
    reading ? l10n.t("loading…") : "",
    problem === undefined ? "" : l10n.t("some not refreshed"),
  ].filter((each) => each !== "");
  return {
    id: "watched",
    subject: { kind: "watched" },
    label: l10n.t("Watched Apps"),
    description: parts.join(" · "),
    icon: { name: "eye" },
    contextValue: "watched",
    tooltip: () =>
      paragraphs(
        l10n.plural(list.length, "{0} watched app", "{0} watched apps"),
        newsCount === 0 ? "" : l10n.plural(newsCount, "{0} app with new reports", "{0} apps with new reports"),
        problem === undefined ? "" : describeProblem(problem, now()).sentence,
      ),
    expanded: true,
    children: () => Promise.resolve(appRows(watched, store, now)),
  };
}

function appRows(watched: WatchList, store: Store, now: () => number): RowPage {
  const apps = sortWatched(watched.list());
  const handles = new Map(apps.map(({ handle }) => [rowId(handle), handle]));
  const order = {
    ids: [...handles.keys()],
    save: (ids: readonly string[]) => watched.arrange(ids.flatMap((id) => handles.get(id) ?? [])),
  };
  return buildPage(apps, (each) => ({ ...appRow(each, store, now()), order }));
}

function rowId(handle: string): string {
  return `watched ${handle}`;
}

/** With the ID of the group, VS Code would show the later group collapsed, like this row. */
function emptyRow(): Row {
  return {
    ...hint("watched none", l10n.t("Watch App…"), l10n.t("to see new reports"), "eye"),
    subject: { kind: "watched" },
    click: { command: "triptych.trackers.watch", title: l10n.t("Watch App…"), args: [] },
  };
}

/** In the user's order; apps that were never moved follow by name. */
function sortWatched(list: readonly WatchedApp[]): readonly WatchedApp[] {
  const name = (each: WatchedApp): string => each.name ?? each.handle;
  const place = (each: WatchedApp): number => each.place ?? Number.MAX_SAFE_INTEGER;
  return list.toSorted((a, b) => place(a) - place(b) || name(a).localeCompare(name(b), "en"));
}

function appRow(watched: WatchedApp, store: Store, now: number): Row {
  const { handle, name } = watched;
  const newest = newestSnapshot(watched.newest);
  const news = findNews(watched, now);
  const listsVersions = newest !== undefined && hasSeveralVersions(handle, store);
  // The server learns nothing new: Triptych already requests reports of this app.
  if (newest !== undefined) void store.icons.load(handle);
  return {
    id: rowId(handle),
    subject: { kind: "app", handle, source: newest?.source ?? "" },
    label: name ?? handle,
    description: describeApp(watched, newest, store, now),
    icon: appIcon(store, handle),
    contextValue: "app.watched",
    ...(news.length === 0
      ? {}
      : { resource: Uri.from({ scheme: "triptych", path: `${NEWS_PATH}${handle}`, query: String(news.length) }) }),
    tooltip: () => tooltip(watched, news, now),
    click: openReport(newest?.source === undefined ? { handle } : { handle, source: newest.source }),
    ...(news.length === 0 && !listsVersions
      ? {}
      : {
          children: async (signal) => {
            const changes = news.flatMap((each) => newsRows(each, watched, store));
            const loading = listsVersions ? versionRows(handle, store, now, signal) : Promise.resolve([]);
            // News is already saved, so it is shown even if the versions can't be loaded.
            const versions = await (changes.length === 0 ? loading : loading.catch(() => []));
            return buildPage([...changes, ...versions], (row) => row);
          },
        }),
  };
}

/** "8.4 · 4 trackers", with the source if there are several. */
function describeApp(
  { handle, newest: all, readAt }: WatchedApp,
  newest: Snapshot | undefined,
  store: Store,
  now: number,
): string {
  if (newest === undefined) {
    const { problem, reading } = store.app(handle);
    if (reading) return l10n.t("loading…");
    if (problem !== undefined) return l10n.t("could not be loaded");
    return readAt === undefined ? l10n.t("not loaded yet") : l10n.t("no report yet");
  }
  const trackers = describeTrackers(newest, now);
  // Sources differ, so each has its own count.
  if (all.some((each) => describeTrackers(each, now) !== trackers)) {
    const counts = all.map((each) => {
      const source = shortSourceName(each.source ?? "");
      return isProvisional(each, now)
        ? l10n.t("{0} still being analyzed", source)
        : l10n.t("{0} from {1}", trackerCount(each.trackers), source);
    });
    return [snapshotName(newest), ...counts].join(" · ");
  }
  return [
    snapshotName(newest),
    trackers,
    ...(all.length > 1 && newest.source !== undefined ? [shortSourceName(newest.source)] : []),
  ].join(" · ");
}

/** A recent report without trackers may still get some. */
function describeTrackers(snapshot: Snapshot, now: number): string {
  return isProvisional(snapshot, now) ? stillAnalyzed() : trackerCount(snapshot.trackers);
}

function stillAnalyzed(): string {
  return l10n.t("trackers still being analyzed");
}

function tooltip({ handle, name, newest, readAt }: WatchedApp, news: readonly News[], now: number): Markdown {
  return paragraphs(
    md`**${name ?? handle}**`,
    name === undefined ? undefined : handle,
    ...news.map((each) => describeNews(each)),
    ...newest.map((each) =>
      facts(
        each.source === undefined ? undefined : sourceName(each.source),
        snapshotName(each),
        describeTrackers(each, now),
        each.created === undefined ? undefined : format.longDay(each.created),
      ),
    ),
    readAt === undefined
      ? undefined
      : l10n.t("Updated {0}", `${format.clockTime(readAt, now)} (${format.exactTime(readAt)})`),
  );
}

const KINDS = ["added", "removed"] as const;

/** Added and removed items, one per row. */
function newsRows(news: News, { handle }: WatchedApp, store: Store): readonly Row[] {
  const { to, changes } = news;
  const id = `watched ${handle} ${to.source ?? ""} ${to.report}`;
  const row = (kind: "added" | "removed", key: string, label: string): Row => {
    const [added, removed] = [l10n.t("added in {0}", snapshotName(to)), l10n.t("removed in {0}", snapshotName(to))];
    return hint(`${id} ${kind} ${key}`, label, kind === "added" ? added : removed, `diff-${kind}`);
  };
  const rows = [
    ...KINDS.flatMap((kind) =>
      (changes?.trackers[kind] ?? []).map((each) =>
        row(kind, `tracker ${each}`, trackerName(each, store.knownTrackers)),
      ),
    ),
    ...KINDS.flatMap((kind) =>
      (changes?.permissions?.[kind] ?? []).map((each) => row(kind, `permission ${each}`, shortPermissionName(each))),
    ),
  ];
  return rows.length > 0 ? rows : [hint(`${id} none`, describeNews(news), "", "info")];
}

/** Whether the app may have several versions. A single version needs no row: the row of the app describes it. */
function hasSeveralVersions(handle: string, store: Store): boolean {
  if (!store.hasKey) return false;
  const { knowledge } = store.app(handle);
  if (knowledge === undefined) return true;
  return knowledge.kind === "app" && knowledge.app.sources.flatMap(({ versions }) => versions).length > 1;
}

/** Rows of the versions of each source, the newest first. Loads the app if necessary. */
async function versionRows(handle: string, store: Store, now: number, signal: AbortSignal): Promise<readonly Row[]> {
  if (store.app(handle).knowledge === undefined) await store.loadApp(handle, { signal });
  const { knowledge, problem } = store.app(handle);
  if (knowledge === undefined && problem !== undefined) throw problem;
  if (knowledge?.kind !== "app") return [];
  const { sources } = knowledge.app;
  return sources.flatMap(({ source, versions }) => {
    const label = shortLabels(versions);
    return versions.map((version): Row => {
      const subject = { kind: "version", handle, source, report: version.id } as const;
      const trackers = isUnfinished(version, now) ? stillAnalyzed() : trackerCount(version.trackers.length);
      return {
        id: `watched ${handle} version ${version.id}`,
        subject,
        label: label(version),
        description: sources.length > 1 ? l10n.t("{0} · {1}", trackers, shortSourceName(source)) : trackers,
        icon: { name: "versions" },
        contextValue: "version",
        click: openReport(subject),
      };
    });
  });
}
