// Differences between two versions of apps.
import type { Source, App, Version, SourceVersions } from "./report.ts";

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
  readonly source: Source;
  readonly version: Version;
}

export function compareSets<Thing>(before: Iterable<Thing>, after: Iterable<Thing>): Difference<Thing> {
  const [old, young] = [new Set(before), new Set(after)];
  return {
    added: [...young].filter((each) => !old.has(each)),
    removed: [...old].filter((each) => !young.has(each)),
    same: [...young].filter((each) => old.has(each)),
  };
}

export function versionChanges(before: Version, after: Version): Changes {
  return {
    trackers: compareSets(before.trackers, after.trackers),
    permissions:
      before.details === undefined || after.details === undefined
        ? undefined
        : compareSets(before.details.permissions, after.details.permissions),
  };
}

/** Whether nothing known was added or removed. */
export function isUnchanged({ trackers, permissions }: Changes): boolean {
  return [trackers, permissions].every((each) => each === undefined || each.added.length + each.removed.length === 0);
}

/** The previous version from the same source. */
export function previousVersion({ versions }: SourceVersions, version: Version): Version | undefined {
  return versions[versions.indexOf(version) + 1];
}

/** Finds the version that a side names. */
export function findSide(app: App, { report, source }: Pick<SideName, "report" | "source">): Side | undefined {
  for (const { source: from, versions } of app.sources) {
    const version = versions.find(({ id }) => id === report);
    if (version !== undefined) return { app, source: from, version };
  }
  if (report !== undefined) return undefined;
  const found = app.sources.find((each) => each.source === source) ?? app.sources[0];
  const version = found?.versions[0];
  return found === undefined || version === undefined ? undefined : { app, source: found.source, version };
}
