// What is new in a watched app since the user last looked.
import { toMilliseconds } from "../../base/time.ts";
import { compareSets, type Changes } from "./changes.ts";
import { verdict, type App, type Latest, type Match, type Source, type Version } from "./report.ts";

/** The latest report of one source at some time, small enough to save. */
export interface Snapshot {
  /** Undefined if it was loaded without a key, which returns only the latest report of any source. */
  readonly source?: Source | undefined;
  readonly report: number;
  readonly version?: string | undefined;
  /** Epoch milliseconds. */
  readonly created?: number | undefined;
  readonly trackers: number;
  /** Undefined if only their number is known. */
  readonly ids?: readonly number[] | undefined;
  /** Undefined if the details could not be loaded. */
  readonly permissions?: readonly string[] | undefined;
}

/** A watched app. */
export interface WatchedApp {
  readonly handle: string;
  readonly name?: string | undefined;
  /** What the user has seen. */
  readonly seen: readonly Snapshot[];
  /** What was loaded last. */
  readonly newest: readonly Snapshot[];
  readonly readAt?: number | undefined;
  /** The place that the user gave the app among the others; without one, apps are sorted by name after those that have one. */
  readonly place?: number | undefined;
}

/** What a source has that the user has not seen. */
export interface News {
  readonly to: Snapshot;
  /** Undefined for a new source. */
  readonly from: Snapshot | undefined;
  /** Undefined if the trackers of either are known only by number. */
  readonly changes: Changes | undefined;
}

/** The latest report of each source. */
export function takeSnapshots({ sources }: App): readonly Snapshot[] {
  return sources.flatMap(({ source, versions: [newest] }) =>
    newest === undefined ? [] : [toSnapshot(newest, source)],
  );
}

function toSnapshot({ id, version, created, trackers, details }: Version, source: Source): Snapshot {
  return {
    source,
    report: id,
    version,
    created: created === undefined ? undefined : toMilliseconds(created),
    trackers: trackers.length,
    ids: trackers,
    permissions: details?.permissions,
  };
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

/** What is new since the user last looked. An unfinished analysis is not news yet. */
export function findNews({ seen, newest }: Pick<WatchedApp, "seen" | "newest">, now: number): readonly News[] {
  if (seen.length === 0) return [];
  return newest.flatMap((to): readonly News[] => {
    if (isOpen(to, now)) return [];
    const from = findPrevious(seen, to);
    if (from === undefined) return isNewerThanAll(to, seen) ? [{ to, from, changes: undefined }] : [];
    const isOther = to.report !== from.report;
    if (isOther && !isNewer(to, from)) return [];
    const changes = findChanges(from, to);
    // The same report may have been analyzed again with new signatures.
    return isOther || isChanged(from, to, changes) ? [{ to, from, changes }] : [];
  });
}

function findPrevious(seen: readonly Snapshot[], { source, report }: Snapshot): Snapshot | undefined {
  if (source !== undefined) {
    const own = seen.find((each) => each.source === source);
    if (own !== undefined) return own;
    // Seen without a key, so without a source.
    return seen.find((each) => each.source === undefined && each.report === report);
  }
  return seen.find((each) => each.report === report) ?? seen.toSorted((one, other) => age(other) - age(one))[0];
}

function isNewerThanAll(glimpse: Snapshot, seen: readonly Snapshot[]): boolean {
  // For a source that was unknown before, only reports newer than everything seen are news.
  return seen.filter((each) => each.source === undefined).every((each) => isNewer(glimpse, each));
}

/** A newer ID may have an older date, or none. */
function isNewer(one: Snapshot, other: Snapshot): boolean {
  return one.created !== undefined && other.created !== undefined && one.created !== other.created
    ? one.created > other.created
    : one.report > other.report;
}

function age({ created }: Snapshot): number {
  return created ?? 0;
}

function findChanges(from: Snapshot, to: Snapshot): Changes | undefined {
  if (from.ids === undefined || to.ids === undefined) return undefined;
  return {
    trackers: compareSets(from.ids, to.ids),
    permissions:
      from.permissions === undefined || to.permissions === undefined
        ? undefined
        : compareSets(from.permissions, to.permissions),
  };
}

function isChanged(from: Snapshot, to: Snapshot, changes: Changes | undefined): boolean {
  if (changes === undefined) return from.trackers !== to.trackers;
  return [changes.trackers, changes.permissions].some(
    (each) => each !== undefined && each.added.length + each.removed.length > 0,
  );
}

function isOpen({ trackers, created }: Snapshot, now: number): boolean {
  if (trackers > 0 || created === undefined) return false;
  return verdict({ trackers: [], created: BigInt(created) * 1_000_000n }, BigInt(now) * 1_000_000n) === "provisional";
}

/**
 * Updates a watched app after loading. Permissions that could not be loaded this time are kept from the same report.
 */
export function updateWatched(
  watched: WatchedApp,
  read: readonly Snapshot[],
  name: string | undefined,
  now: number,
): WatchedApp {
  const newest = read.map((glimpse): Snapshot => {
    const known = watched.newest.find((each) => each.source === glimpse.source && each.report === glimpse.report);
    return glimpse.permissions === undefined && known?.permissions !== undefined
      ? { ...glimpse, permissions: known.permissions }
      : glimpse;
  });
  const seen = watched.seen.length === 0 ? newest : watched.seen;
  return { ...watched, name: name ?? watched.name, seen, newest, readAt: now };
}

/** The latest report of all sources. */
export function newestSnapshot(glimpses: readonly Snapshot[]): Snapshot | undefined {
  return glimpses.reduce<Snapshot | undefined>(
    (found, each) => (found === undefined || isNewer(each, found) ? each : found),
    undefined,
  );
}
