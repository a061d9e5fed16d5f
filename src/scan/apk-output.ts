// An app's report as JSON and SARIF, in English, for other programs.
import { permission } from "./permissions.ts";
import { toSarifLog } from "./sarif.ts";
import { isIncomplete, type ApkNote, type ApkReport, type FoundInApk } from "./apk/apk-report.ts";
import type { HintKind } from "./apk/hints.ts";

/** What the output contains besides the report. */
export interface ApkOutputContext {
  /** The path of the file, with `/` as separator. */
  readonly file: string;
  /** What the report lacks, one sentence each. */
  readonly missed: readonly string[];
  readonly getTrackerName: (tracker: number) => string;
  readonly trackerPage: (tracker: number) => string;
}

/** What the report lacks, one sentence each. */
export function describeMissed(
  { notes, refused }: ApkReport,
  getTrackerName: ApkOutputContext["getTrackerName"],
): readonly string[] {
  return [
    ...notes.filter(isIncomplete).map((note) => describeNote(note)),
    ...refused.map(({ tracker, signature }) => `Signature not used: ${signature} of ${getTrackerName(tracker)}`),
  ];
}

export function apkToJson(
  report: ApkReport,
  { file, missed, getTrackerName }: Omit<ApkOutputContext, "trackerPage">,
): object {
  const { manifest, label, permissions, certificates, trackers, hints, refused: _refused, notes, ...rest } = report;
  return {
    file,
    app: manifest?.packageName ?? null,
    name: label ?? null,
    version: manifest?.versionName ?? null,
    versionCode: manifest?.versionCode ?? null,
    minSdk: manifest?.minSdk ?? null,
    targetSdk: manifest?.targetSdk ?? null,
    debuggable: manifest?.isDebuggable ?? false,
    ...rest,
    certificates: certificates.map(({ schemes, subject, issuer, serial, sha1, sha256, validFrom, validTo }) => ({
      schemes,
      subject,
      issuer,
      serial,
      sha1,
      sha256,
      validFrom: toDate(validFrom),
      validTo: toDate(validTo),
    })),
    permissions: permissions.map(({ name, maxSdk }) => ({
      name,
      level: permission(name).level,
      maxSdk: maxSdk ?? null,
    })),
    usesLibraries: manifest?.libraries ?? [],
    components: manifest?.components ?? [],
    trackers: trackers.map(({ tracker, signature, count, names, isOnlyMentioned }) => ({
      tracker,
      name: getTrackerName(tracker),
      signature,
      classes: count,
      names,
      onlyMentioned: isOnlyMentioned,
    })),
    hints: hints.map(({ tracker, kind, text }) => ({ tracker, name: getTrackerName(tracker), kind, text })),
    notes,
    missed,
  };
}

function toDate(time: number): string | null {
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

export function apkToSarif(report: ApkReport, { file, missed, getTrackerName, trackerPage }: ApkOutputContext): object {
  return toSarifLog({
    getTrackerName,
    trackerPage,
    missed,
    results: [
      ...report.trackers.map((found) => ({
        tracker: found.tracker,
        isInApp: true,
        text: `${describeClasses(found)} to ${getTrackerName(found.tracker)}.`,
        file,
        properties: { kind: "class", signature: found.signature, classes: found.names },
      })),
      ...report.hints.map(({ tracker, kind, text }) => ({
        tracker,
        isInApp: false,
        text: `The ${HINT_NAMES[kind]} ${text} hints at ${getTrackerName(tracker)}.`,
        file,
        properties: { kind, text },
      })),
    ],
  });
}

export const HINT_NAMES: Readonly<Record<HintKind, string>> = {
  component: "component",
  metaData: "meta-data",
  library: "file",
  nativeLibrary: "native library",
  resource: "resource",
};

function describeClasses({ count, names: [first = ""], isOnlyMentioned }: FoundInApk): string {
  if (isOnlyMentioned) return `${first} is mentioned and belongs`;
  return count === 1 ? `${first} belongs` : `${first} and ${count - 1} more classes belong`;
}

function describeNote({ kind, path, detail = "" }: ApkNote): string {
  switch (kind) {
    case "damaged":
    case "tooLarge":
      return `Not scanned: ${path === "" ? "signatures" : path} (${detail})`;
    case "entries":
      return `Only the first ${detail} files are scanned`;
    case "nested":
      return `Not scanned: ${path} (too many apps in apps)`;
    case "directory":
      return `The list of files is damaged${path === "" ? "" : `: ${path}`}`;
    case "otherApp":
      return `Not scanned: ${path} (it is part of ${detail})`;
    case "resources":
      return `The resources are damaged: ${path} (${detail})`;
    case "listed":
      return `Only the first ${detail} are listed: ${path}`;
    case "manifest":
      return "The app has no manifest that can be read";
    case "duplicate":
      return `There is more than one file of this name: ${path}`;
    case "overlap":
      return `The file overlaps another one: ${path}`;
  }
}
