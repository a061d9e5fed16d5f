// Differences between two versions of apps.
import { byAge, type Source, type App, type Version, type SourceVersions } from "./report.ts";

/** Difference between two lists. Lists from the server have no order, so they are compared as sets. */
export interface Difference<Thing> {
  readonly added: readonly Thing[];
  readonly removed: readonly Thing[];
  readonly same: readonly Thing[];
}

export interface Changes {
  readonly trackers: Difference<number>;
  /** Undefined if the details of either version are unknown. */
  readonly permissions: Difference<string> | undefined;
}

/** Names one side of a comparison: a version of an app. */
export interface SideName {
  readonly handle: string;
  /** Report ID; the latest report if undefined. */
  readonly report?: number | undefined;
  /** Source of the latest report, if the app has that source. */
  readonly source?: Source | undefined;
}

/** One side of a comparison. */
export interface Side {
  readonly app: App;
  readonly version: Version;
}

/** Both sides of a comparison, or their names. */
export interface Between<Of> {
  readonly from: Of;
  readonly to: Of;
}

/** Whether the sides are different apps, neither of which is the older one. */
export function areDifferentApps({ from, to }: Between<Side>): boolean {
  return from.app.handle !== to.app.handle;
}

export function compareSets<Thing>(before: Iterable<Thing>, after: Iterable<Thing>): Difference<Thing> {
  const [oldSet, newSet] = [new Set(before), new Set(after)];
  return {
    added: [...newSet].filter((each) => !oldSet.has(each)),
    removed: [...oldSet].filter((each) => !newSet.has(each)),
    same: [...newSet].filter((each) => oldSet.has(each)),
  };
}

export function versionChanges(before: Version, after: Version): Changes {
  const contents = ({ trackers, details }: Version): Contents => ({ trackers, permissions: details?.permissions });
  return compareContents(contents(before), contents(after));
}

interface Contents {
  readonly trackers: readonly number[];
  readonly permissions?: readonly string[] | undefined;
}

export function compareContents(before: Contents, after: Contents): Changes {
  return {
    trackers: compareSets(before.trackers, after.trackers),
    permissions:
      before.permissions === undefined || after.permissions === undefined
        ? undefined
        : compareSets(before.permissions, after.permissions),
  };
}

/** Whether nothing known was added or removed. */
export function isUnchanged({ trackers, permissions }: Changes): boolean {
  return [trackers, permissions].every((each) => each === undefined || each.added.length + each.removed.length === 0);
}

/** Puts the version with the older report first. */
export function olderFirst({ from, to }: Between<Side>): Between<Side> {
  return byAge(from.version, to.version) < 0 ? { from: to, to: from } : { from, to };
}

/** The previous version from the same source. */
export function previousVersion({ versions }: SourceVersions, version: Version): Version | undefined {
  return versions[versions.indexOf(version) + 1];
}

/** Finds the version that a side names. */
export function findSide(app: App, { report, source }: Pick<SideName, "report" | "source">): Side | undefined {
  const newest = (app.sources.find((each) => each.source === source) ?? app.sources[0])?.versions[0];
  const all = app.sources.flatMap(({ versions }) => versions);
  const version = report === undefined ? newest : all.find(({ id }) => id === report);
  return version === undefined ? undefined : { app, version };
}
