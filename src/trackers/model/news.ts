import { toMilliseconds } from "../../base/time.ts";
import { difference } from "./changes.ts";
import type { Changes } from "./changes.ts";
import { verdict } from "./report.ts";
import type { App, Latest, Match, Source, Version } from "./report.ts";

/** The newest report of one source as it was at some time, small enough to be remembered. */
export interface Glimpse {
  /** Undefined where no key was given, and the service told only of the newest report of any source. */
  readonly source?: Source | undefined;
  readonly report: number;
  readonly version?: string | undefined;
  /** In milliseconds. */
  readonly created?: number | undefined;
  readonly trackers: number;
  /** Undefined where only their number was told. */
  readonly ids?: readonly number[] | undefined;
  /** Undefined where the details could not be read. */
  readonly permissions?: readonly string[] | undefined;
}

/** An application that the reader follows. */
export interface Watched {
  readonly handle: string;
  readonly name?: string | undefined;
  /** What the reader has seen of it. */
  readonly seen: readonly Glimpse[];
  /** What was read last. */
  readonly newest: readonly Glimpse[];
  readonly readAt?: number | undefined;
}

/** What a source has now that the reader has not seen. */
export interface News {
  readonly to: Glimpse;
  /** Undefined for a source that is new altogether. */
  readonly from: Glimpse | undefined;
  /** Undefined where names were not told of both. */
  readonly changes: Changes | undefined;
}

/** The newest report of each source. */
export function glimpsesOf({ sources }: App): readonly Glimpse[] {
  return sources.flatMap(({ source, versions: [newest] }) => (newest === undefined ? [] : [glimpse(newest, source)]));
}

function glimpse({ id, version, created, trackers, details }: Version, source: Source): Glimpse {
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

/** What is told without a key. */
export function glimpseOfLatest(latest: Latest | undefined, match: Match | undefined): readonly Glimpse[] {
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

/** What is new since the reader looked last. An analysis whose trackers may still come is no news yet. */
export function newsOf({ seen, newest }: Pick<Watched, "seen" | "newest">, now: number): readonly News[] {
  if (seen.length === 0) return [];
  return newest.flatMap((to): readonly News[] => {
    if (isOpen(to, now)) return [];
    const from = before(seen, to);
    if (from === undefined) return isNewerThanAll(to, seen) ? [{ to, from, changes: undefined }] : [];
    const isOther = to.report !== from.report;
    if (isOther && !isNewer(to, from)) return [];
    const changes = changesOf(from, to);
    // The same report may have been gone over again, with signatures that are known now.
    return isOther || isChanged(from, to, changes) ? [{ to, from, changes }] : [];
  });
}

function before(seen: readonly Glimpse[], { source, report }: Glimpse): Glimpse | undefined {
  if (source !== undefined) {
    const own = seen.find((each) => each.source === source);
    if (own !== undefined) return own;
    // Seen without a key, which told of no source.
    return seen.find((each) => each.source === undefined && each.report === report);
  }
  return seen.find((each) => each.report === report) ?? seen.toSorted((one, other) => age(other) - age(one))[0];
}

function isNewerThanAll(glimpse: Glimpse, seen: readonly Glimpse[]): boolean {
  // Of a source that was not told before, only what came after everything that was seen is news.
  return seen.filter((each) => each.source === undefined).every((each) => isNewer(glimpse, each));
}

/** A newer id may carry an older date, and a report may have none. */
function isNewer(one: Glimpse, other: Glimpse): boolean {
  return one.created !== undefined && other.created !== undefined && one.created !== other.created
    ? one.created > other.created
    : one.report > other.report;
}

function age({ created }: Glimpse): number {
  return created ?? 0;
}

function changesOf(from: Glimpse, to: Glimpse): Changes | undefined {
  if (from.ids === undefined || to.ids === undefined) return undefined;
  return {
    trackers: difference(from.ids, to.ids),
    permissions:
      from.permissions === undefined || to.permissions === undefined
        ? undefined
        : difference(from.permissions, to.permissions),
  };
}

function isChanged(from: Glimpse, to: Glimpse, changes: Changes | undefined): boolean {
  if (changes === undefined) return from.trackers !== to.trackers;
  return [changes.trackers, changes.permissions].some(
    (each) => each !== undefined && each.added.length + each.removed.length > 0,
  );
}

function isOpen({ trackers, created }: Glimpse, now: number): boolean {
  if (trackers > 0 || created === undefined) return false;
  return verdict({ trackers: [], created: BigInt(created) * 1_000_000n }, BigInt(now) * 1_000_000n) === "provisional";
}

/**
 * What is remembered after another reading. What could not be read this time stays as it was: details that failed do not
 * take the permissions away that were known of the same report.
 */
export function readAnew(watched: Watched, read: readonly Glimpse[], name: string | undefined, now: number): Watched {
  const newest = read.map((glimpse): Glimpse => {
    const known = watched.newest.find((each) => each.source === glimpse.source && each.report === glimpse.report);
    return glimpse.permissions === undefined && known?.permissions !== undefined
      ? { ...glimpse, permissions: known.permissions }
      : glimpse;
  });
  const seen = watched.seen.length === 0 ? newest : watched.seen;
  return { handle: watched.handle, name: name ?? watched.name, seen, newest, readAt: now };
}

/** The report that is told of an application where there is room for one: the newest of all. */
export function newestOf(glimpses: readonly Glimpse[]): Glimpse | undefined {
  return glimpses.reduce<Glimpse | undefined>(
    (found, each) => (found === undefined || isNewer(each, found) ? each : found),
    undefined,
  );
}
