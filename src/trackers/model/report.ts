// Apps, their versions and reports.
import { compareTimes, fromMilliseconds, SECOND_NS, type Nanoseconds } from "../../base/time.ts";
import { compareText } from "./search-text.ts";

/** Where a version came from: `google`, `fdroid`, `apk`, `""` if unknown, or a value that εxodus adds later. */
export type Source = string;

export interface ShortApplication {
  readonly handle: string;
  readonly source: Source;
}

/** The short form of the list of all apps has no app names. */
export type ListForm = "short" | "full";

/** A row of the list of all apps. Name and creator may be from an old version. */
export interface ListedApp extends ShortApplication {
  readonly name?: string | undefined;
  readonly creator?: string | undefined;
}

export interface Application extends ShortApplication {
  readonly uid: string | undefined;
  readonly name: string | undefined;
  readonly creator: string | undefined;
  readonly downloads: string | undefined;
  readonly iconHash: string | undefined;
  readonly updated: Nanoseconds | undefined;
}

/** What a row or a panel is about: an app, or one of its versions by the ID of its report. */
export interface AppTarget {
  readonly handle: string;
  readonly source?: string | undefined;
  readonly report?: number | undefined;
}

/** The analysis of one version of an app from one source. */
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

/** Details of a version. */
export interface Details extends Pick<Application, "name" | "creator" | "uid" | "iconHash"> {
  /** SHA-256 of the APK file. */
  readonly apkHash: string | undefined;
  readonly permissions: readonly string[];
}

export interface DetailedReport extends Report {
  readonly details: Details;
}

/** The certificate that a version is signed with. */
export interface Certificate {
  /** SHA-1. */
  readonly fingerprint: string | undefined;
  readonly subject: string | undefined;
  readonly issuer: string | undefined;
  /** A decimal text, because it exceeds the range of a number. */
  readonly serial: string | undefined;
  readonly hasExpired: boolean | undefined;
}

/** Result of the search for a package name. */
export interface Found extends Pick<Application, "name" | "creator"> {
  readonly reports: readonly Report[];
}

/** Public facts about the latest report of an app. */
export interface Latest {
  readonly report: number;
  readonly name: string | undefined;
  readonly created: Nanoseconds | undefined;
}

/** Public search result. It does not include the source. */
export interface Match extends Omit<Application, "source"> {
  readonly version: string | undefined;
  readonly trackers: number | undefined;
  readonly permissions: number | undefined;
}

/** A version with its details; undefined details could not be loaded. */
export type Version = Report & { readonly details?: Details | undefined };

export interface App extends Pick<Application, "handle" | "name" | "creator"> {
  readonly sources: readonly SourceVersions[];
}

/** The versions of one source, newest first. Sources are never mixed. */
export interface SourceVersions {
  readonly source: Source;
  readonly versions: readonly Version[];
}

/** Identifies an app by package name and source. Its ID is not stable. */
export function applicationKey({ handle, source }: Pick<ShortApplication, "handle" | "source">): string {
  return `${handle} ${source}`;
}

/**
 * Joins the answers of search and details, including versions in only one of them. If the details could not be loaded,
 * no version has any.
 */
export function joinReports(
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
  const known = (field: "name" | "creator"): string | undefined =>
    newest.find(({ details }) => details?.[field] !== undefined)?.details?.[field] ?? found?.[field];
  return {
    handle,
    name: known("name"),
    creator: known("creator"),
    sources: bySource(newest),
  };
}

/** The latest version of all sources. */
export function newestVersion({ sources }: App): Version | undefined {
  return sources.flatMap(({ versions }) => versions.slice(0, 1)).sort(byAge)[0];
}

/** Newest first. A newer ID may have an older date; with equal dates, the higher ID is newer. */
export function byAge(a: Report, b: Report): number {
  if (a.created !== undefined && b.created !== undefined && a.created !== b.created) {
    return compareTimes(b.created, a.created);
  }
  if ((a.created === undefined) !== (b.created === undefined)) return a.created === undefined ? 1 : -1;
  return b.id - a.id;
}

/** Known sources in this order, then others by name, then unknown. */
const SOURCES: readonly Source[] = ["google", "fdroid", "apk"];

function sourceOrder(a: Source, b: Source): number {
  const rank = (source: Source): number =>
    source === "" ? SOURCES.length + 1 : SOURCES.includes(source) ? SOURCES.indexOf(source) : SOURCES.length;
  return rank(a) - rank(b) || compareText(a, b);
}

function bySource(newest: readonly Version[]): readonly SourceVersions[] {
  const sources = new Map<Source, Version[]>();
  for (const version of newest) {
    const versions = sources.get(version.source);
    if (versions === undefined) sources.set(version.source, [version]);
    else versions.push(version);
  }
  return [...sources].sort(([a], [b]) => sourceOrder(a, b)).map(([source, versions]) => ({ source, versions }));
}

const DAY_NS = 86_400n * SECOND_NS;

/**
 * Whether the analysis may still be running. εxodus adds trackers last and keeps the date, so a recent report without
 * any may still get some.
 */
export function isUnfinished({ trackers, created }: Pick<Report, "trackers" | "created">, now: number): boolean {
  return trackers.length === 0 && created !== undefined && fromMilliseconds(now) - created < DAY_NS;
}

/** The permissions of a version; undefined if they could not be loaded or the analysis hasn't found any yet. */
export function knownPermissions(version: Version, now: number): readonly string[] | undefined {
  const permissions = version.details?.permissions;
  return permissions?.length === 0 && isUnfinished(version, now) ? undefined : permissions;
}

/** Whether the version is an unresolved resource ID such as `@7F060005`. */
export function isUnresolved(version: string): boolean {
  return version.startsWith("@");
}

const MAX_NAME_CHARS = 255;

/** Whether this can be a package name. εxodus accepts most texts, but URL separators would change the route. */
export function isPackageName(text: string): boolean {
  return text.length <= MAX_NAME_CHARS && /^[^\s\p{C}./\\?#%]+(\.[^\s\p{C}./\\?#%]+)*$/u.test(text);
}
