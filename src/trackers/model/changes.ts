import type { Source, App, Version, SourceVersions } from "./report.ts";

/** What one of two has and the other has not. Lists of the service have no order, so all are compared as sets. */
export interface Difference<Thing> {
  readonly added: readonly Thing[];
  readonly removed: readonly Thing[];
  readonly same: readonly Thing[];
}

export interface Changes {
  readonly trackers: Difference<number>;
  /** Undefined where the details of one of the two are not known. */
  readonly permissions: Difference<string> | undefined;
}

/** One version of one application, as a comparison names its sides. */
export interface SideName {
  readonly handle: string;
  /** The id of the report; the newest one where none is named. */
  readonly report?: number | undefined;
  /** Whose newest one, where the application comes from it. */
  readonly source?: Source | undefined;
}

/** One side of a comparison. */
export interface Side {
  readonly app: App;
  readonly source: Source;
  readonly version: Version;
}

export function difference<Thing>(before: Iterable<Thing>, after: Iterable<Thing>): Difference<Thing> {
  const [old, young] = [new Set(before), new Set(after)];
  return {
    added: [...young].filter((each) => !old.has(each)),
    removed: [...old].filter((each) => !young.has(each)),
    same: [...young].filter((each) => old.has(each)),
  };
}

export function changes(before: Version, after: Version): Changes {
  return {
    trackers: difference(before.trackers, after.trackers),
    permissions:
      before.details === undefined || after.details === undefined
        ? undefined
        : difference(before.details.permissions, after.details.permissions),
  };
}

/** Whether nothing came and nothing went, as far as that is known. */
export function isUnchanged({ trackers, permissions }: Changes): boolean {
  return [trackers, permissions].every((each) => each === undefined || each.added.length + each.removed.length === 0);
}

/** The version that the same source had before this one. */
export function before({ versions }: SourceVersions, version: Version): Version | undefined {
  return versions[versions.indexOf(version) + 1];
}

/** The version that is named. */
export function sideOf(app: App, { report, source }: Pick<SideName, "report" | "source">): Side | undefined {
  for (const { source: from, versions } of app.sources) {
    const version = versions.find(({ id }) => id === report);
    if (version !== undefined) return { app, source: from, version };
  }
  if (report !== undefined) return undefined;
  const found = app.sources.find((each) => each.source === source) ?? app.sources[0];
  const version = found?.versions[0];
  return found === undefined || version === undefined ? undefined : { app, source: found.source, version };
}
