// Finds what is new in a watched app since the user last looked.
import * as v from "valibot";
import { optional, whole, type Schema } from "../../base/decode.ts";
import { fromMilliseconds, toMilliseconds } from "../../base/time.ts";
import { compareContents, isUnchanged, type Changes } from "./changes.ts";
import { isUnfinished, type App, type Latest, type Match } from "./report.ts";

/** A fact that may be missing or null. */
function maybe<Output>(schema: Schema<Output>) {
  return v.optional(optional(schema));
}

/** The latest report of one source at some time, small enough to save. */
const snapshot = v.object({
  /** Undefined if it was loaded without a key, which returns only the latest report of any source. */
  source: maybe(v.string()),
  report: whole,
  version: maybe(v.string()),
  /** Epoch milliseconds. */
  created: maybe(v.number()),
  trackers: whole,
  /** Undefined if only their number is known. */
  ids: maybe(v.pipe(v.array(whole), v.readonly())),
  /** Undefined if the details could not be loaded. */
  permissions: maybe(v.pipe(v.array(v.string()), v.readonly())),
});

export type Snapshot = Readonly<v.InferOutput<typeof snapshot>>;

/** A watched app, as it is saved. */
export const watchedApp = v.object({
  handle: v.pipe(v.string(), v.nonEmpty()),
  name: maybe(v.string()),
  /** The reports that the user has seen. */
  seen: v.pipe(v.array(snapshot), v.readonly()),
  /** The reports loaded last. */
  newest: v.pipe(v.array(snapshot), v.readonly()),
  readAt: maybe(v.number()),
  /** Position that the user chose. Apps without one follow, sorted by name. */
  place: maybe(whole),
});

export type WatchedApp = Readonly<v.InferOutput<typeof watchedApp>>;

/** A report of one source that the user has not seen. */
export interface News {
  readonly to: Snapshot;
  /** Undefined for the first report, of the app or from its source. */
  readonly from: Snapshot | undefined;
  /** Undefined if the trackers of either are known only by number. */
  readonly changes: Changes | undefined;
}

/** The latest report of each source, or the latest finished one while that is being analyzed. */
export function takeSnapshots({ sources }: App, now: number): readonly Snapshot[] {
  return sources
    .flatMap(({ versions }) => versions.find((each) => !isUnfinished(each, now)) ?? versions.slice(0, 1))
    .map(({ id, source, version, created, trackers, details }) => ({
      source,
      report: id,
      version,
      created: created === undefined ? undefined : toMilliseconds(created),
      trackers: trackers.length,
      ids: trackers,
      permissions: details?.permissions,
    }));
}

/** The snapshot available without a key. */
export function snapshotFromLatest(latest: Latest | undefined, match: Match | undefined): readonly Snapshot[] {
  if (latest === undefined || match?.trackers === undefined) return [];
  return [
    {
      report: latest.report,
      version: match.version,
      created: latest.created === undefined ? undefined : toMilliseconds(latest.created),
      trackers: match.trackers,
    },
  ];
}

/** Returns the reports that the user has not seen. An unfinished analysis is not news yet. */
export function findNews({ seen, newest }: Pick<WatchedApp, "seen" | "newest">, now: number): readonly News[] {
  const bySource = new Map(seen.toReversed().map((each) => [each.source, each]));
  const byReport = new Map(seen.map((each) => [each.report, each]));
  const withoutSource = seen.filter(({ source }) => source === undefined);
  return newest.flatMap((to): readonly News[] => {
    if (isProvisional(to, now)) return [];
    // A report may have been seen without a source, before a key was set, or under another one.
    const from =
      to.source === undefined ? findPrevious(seen, to) : (bySource.get(to.source) ?? byReport.get(to.report));
    // A new source is news only if its report is newer than all reports seen without a source.
    if (from === undefined)
      return withoutSource.every((each) => isNewer(to, each)) ? [{ to, from, changes: undefined }] : [];
    const isNewReport = to.report !== from.report;
    if (isNewReport && !isNewer(to, from)) return [];
    const changes = findChanges(from, to);
    // The same report may have been analyzed again with new signatures.
    return isNewReport || isChanged(from, to, changes) ? [{ to, from, changes }] : [];
  });
}

/** The same report, or the latest one that the user has seen, of any source. */
function findPrevious(seen: readonly Snapshot[], { report }: Snapshot): Snapshot | undefined {
  return seen.find((each) => each.report === report) ?? seen.toSorted((a, b) => createdAt(b) - createdAt(a))[0];
}

/** A newer ID may have an older date, or none. */
function isNewer(a: Snapshot, b: Snapshot): boolean {
  return a.created !== undefined && b.created !== undefined && a.created !== b.created
    ? a.created > b.created
    : a.report > b.report;
}

function createdAt({ created }: Snapshot): number {
  return created ?? 0;
}

function findChanges(from: Snapshot, to: Snapshot): Changes | undefined {
  if (from.ids === undefined || to.ids === undefined) return undefined;
  return compareContents({ ...from, trackers: from.ids }, { ...to, trackers: to.ids });
}

function isChanged(from: Snapshot, to: Snapshot, changes: Changes | undefined): boolean {
  return changes === undefined ? from.trackers !== to.trackers : !isUnchanged(changes);
}

/** Whether the analysis may still be running. */
export function isProvisional({ trackers, created }: Snapshot, now: number): boolean {
  return (
    trackers === 0 && created !== undefined && isUnfinished({ trackers: [], created: fromMilliseconds(created) }, now)
  );
}

/**
 * Updates a watched app after loading. What was loaded first counts as seen. Keeps permissions of the same report that
 * could not be loaded this time, and the finished report of a source while the next one is being analyzed.
 */
export function updateWatched(
  watched: WatchedApp,
  loaded: readonly Snapshot[],
  name: string | undefined,
  now: number,
): WatchedApp {
  const bySource = new Map(watched.newest.toReversed().map((each) => [each.source, each]));
  const newest = loaded.map((latest): Snapshot => {
    const known = bySource.get(latest.source);
    if (known !== undefined && isProvisional(latest, now) && !isProvisional(known, now)) return known;
    return latest.permissions === undefined && known?.permissions !== undefined && known.report === latest.report
      ? { ...latest, permissions: known.permissions }
      : latest;
  });
  const seen = watched.readAt === undefined ? newest.filter((each) => !isProvisional(each, now)) : watched.seen;
  return { ...watched, name: name ?? watched.name, seen, newest, readAt: now };
}

/**
 * Marks the reports loaded last as seen, except those whose analysis may still be running. Keeps what was seen from
 * sources that the last answer left out.
 */
export function markSeen(watched: WatchedApp, now: number): WatchedApp {
  const sources = new Set(watched.newest.map(({ source }) => source));
  const seen = watched.newest.flatMap((each) =>
    isProvisional(each, now) ? watched.seen.filter(({ source }) => source === each.source) : [each],
  );
  // Without a key, the last answer is about all sources.
  const left = watched.seen.filter(({ source }) => source !== undefined && !sources.has(source));
  return { ...watched, seen: sources.has(undefined) ? seen : [...seen, ...left] };
}

/** The latest report of all sources. */
export function newestSnapshot(snapshots: readonly Snapshot[]): Snapshot | undefined {
  return snapshots.reduce<Snapshot | undefined>(
    (found, each) => (found === undefined || isNewer(each, found) ? each : found),
    undefined,
  );
}
