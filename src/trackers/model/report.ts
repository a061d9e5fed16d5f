import { compareTimes, SECOND } from "../../base/time.ts";
import type { Nanoseconds } from "../../base/time.ts";
import { byText } from "./search-text.ts";

/** Where a version came from: `google`, `fdroid`, `apk`, `""` where that is not known, or what the service may add. */
export type Source = string;

export interface ShortApplication {
  readonly handle: string;
  readonly source: Source;
  readonly uid: string | undefined;
}

/** A row of the full list: name, creator and downloads may be those of an old version. */
export interface Application extends ShortApplication {
  readonly name: string | undefined;
  readonly creator: string | undefined;
  readonly downloads: string | undefined;
  readonly iconHash: string | undefined;
  readonly updated: Nanoseconds | undefined;
}

/** One version of an application from one source, as it was analysed. */
export interface Report {
  readonly id: number;
  readonly source: Source;
  readonly version: string | undefined;
  readonly versionCode: string | undefined;
  readonly created: Nanoseconds | undefined;
  readonly updated: Nanoseconds | undefined;
  readonly downloads: string | undefined;
  readonly trackers: readonly number[];
}

/** What only the detailed form says of a version. */
export interface Details {
  readonly name: string | undefined;
  readonly creator: string | undefined;
  readonly uid: string | undefined;
  readonly iconHash: string | undefined;
  /** SHA-256 of the file. */
  readonly apkHash: string | undefined;
  readonly permissions: readonly string[];
}

export interface DetailedReport extends Report {
  readonly details: Details;
}

/** What the plain search says of a handle. */
export interface Found {
  readonly name: string | undefined;
  readonly creator: string | undefined;
  readonly reports: readonly Report[];
}

/** What anyone may know of the newest report of a handle. */
export interface Latest {
  readonly report: number;
  readonly name: string | undefined;
  readonly created: Nanoseconds | undefined;
}

/** What anyone finds by searching for a name or a handle; the source is not told. */
export interface Match {
  readonly handle: string;
  readonly name: string | undefined;
  readonly creator: string | undefined;
  readonly downloads: string | undefined;
  readonly uid: string | undefined;
  readonly iconHash: string | undefined;
  readonly updated: Nanoseconds | undefined;
  readonly version: string | undefined;
  readonly trackers: number | undefined;
  readonly permissions: number | undefined;
}

/** A version with all that is known of it; without details, they could not be read. */
export type Version = Report & { readonly details?: Details | undefined };

export interface App {
  readonly handle: string;
  readonly name: string | undefined;
  readonly creator: string | undefined;
  readonly sources: readonly SourceVersions[];
}

/** The versions of one source, the newest first; no two sources are ever in one list. */
export interface SourceVersions {
  readonly source: Source;
  readonly versions: readonly Version[];
}

/** An application is known by these two; its id is another one from day to day. */
export function applicationKey({ handle, source }: Pick<ShortApplication, "handle" | "source">): string {
  return `${handle} ${source}`;
}

/**
 * Joins what search and details say. Each may lack what the other has: a version that is only in one of them is there
 * all the same, and where the details could not be read at all, none has any.
 */
export function joined(
  handle: string,
  found: Found | undefined,
  detailed: readonly DetailedReport[] | undefined,
): App | undefined {
  const versions = new Map<number, Version>();
  for (const report of found?.reports ?? []) versions.set(report.id, report);
  for (const report of detailed ?? []) {
    const plain = versions.get(report.id);
    versions.set(report.id, { ...report, downloads: report.downloads ?? plain?.downloads });
  }
  if (found === undefined && versions.size === 0) return undefined;
  const newest = [...versions.values()].sort(byAge);
  const told = newest.map(({ details }) => details);
  return {
    handle,
    name: told.find((details) => details?.name !== undefined)?.name ?? found?.name,
    creator: told.find((details) => details?.creator !== undefined)?.creator ?? found?.creator,
    sources: bySource(newest),
  };
}

/** The newest version of all sources. */
export function newestVersion({ sources }: App): { readonly version: Version; readonly source: Source } | undefined {
  const all = sources.flatMap(({ source, versions: [version] }) =>
    version === undefined ? [] : [{ version, source }],
  );
  return all.sort((one, other) => byAge(one.version, other.version))[0];
}

/** Newest first. A newer id may carry an older date; of equal dates the higher id is the newer one. */
function byAge(one: Report, other: Report): number {
  if (one.created !== undefined && other.created !== undefined && one.created !== other.created) {
    return compareTimes(other.created, one.created);
  }
  if ((one.created === undefined) !== (other.created === undefined)) return one.created === undefined ? 1 : -1;
  return other.id - one.id;
}

/** The sources that everyone knows, in this order; then others by name; and that which is not known at the end. */
const SOURCES: readonly Source[] = ["google", "fdroid", "apk"];

/** The place of a source among others. */
function sourceOrder(one: Source, other: Source): number {
  const place = (source: Source): number =>
    source === "" ? SOURCES.length + 1 : SOURCES.includes(source) ? SOURCES.indexOf(source) : SOURCES.length;
  return place(one) - place(other) || byText(one, other);
}

function bySource(newest: readonly Version[]): readonly SourceVersions[] {
  const sources = new Map<Source, Version[]>();
  for (const version of newest) {
    const versions = sources.get(version.source);
    if (versions === undefined) sources.set(version.source, [version]);
    else versions.push(version);
  }
  return [...sources]
    .sort(([one], [other]) => sourceOrder(one, other))
    .map(([source, versions]) => ({ source, versions }));
}

const DAY = 86_400n * SECOND;

/**
 * What a report without trackers means. The service writes an analysis in steps, its trackers last, without moving the
 * date: a fresh one without any may still get some.
 */
export function verdict(
  report: Pick<Report, "trackers" | "created">,
  now: Nanoseconds,
): "found" | "none" | "provisional" {
  if (report.trackers.length > 0) return "found";
  return report.created !== undefined && now - report.created < DAY ? "provisional" : "none";
}

/** `@7F060005`: the name of a version that the analysis did not look up. */
export function isUnresolved(version: string): boolean {
  return version.startsWith("@");
}

const LONGEST_HANDLE = 255;

/** Whether an application may have this handle: the service takes most texts, but what parts an address leads elsewhere. */
export function isHandle(text: string): boolean {
  return text.length <= LONGEST_HANDLE && /^[^\s\p{C}./\\?#%]+(\.[^\s\p{C}./\\?#%]+)*$/u.test(text);
}
