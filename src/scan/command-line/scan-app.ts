// Scans an app, and says what is in it as text, JSON or SARIF.
import { relative } from "node:path";
import { isIncomplete, type ApkNote, type ApkReport, type FoundInApk } from "../apk/apk-report.ts";
import type { HintKind } from "../apk/hints.ts";
import { readApk } from "../apk/read-apk.ts";
import { toSlashes } from "../files/folder-files.ts";
import { permission } from "../permissions.ts";
import { toSarifLog } from "../sarif.ts";
import { OFFICIAL, trackerPage } from "../signed-trackers.ts";
import { toJson, toLine, type ScanInput, type ScanOutcome } from "./output.ts";

export function scanApp({ path, format, trackers, getTrackerName }: ScanInput): ScanOutcome {
  const report = readApk(path, trackers);
  const missed = [
    ...report.notes.filter(isIncomplete).map((note) => describeNote(note)),
    ...report.refused.map(({ tracker, signature }) => `Signature not used: ${signature} of ${getTrackerName(tracker)}`),
  ];
  const file = nameFile(path);
  const inApp = new Set(report.trackers.map(({ tracker }) => tracker));
  switch (format) {
    case "json":
      return { text: toJson(toFields(report, { file, missed, getTrackerName })), inApp, missed };
    case "sarif":
      return { text: toJson(toSarif(report, { file, missed, getTrackerName })), inApp, missed };
    case "text":
      return { text: toText(report, { file, missed, getTrackerName }), inApp, missed };
  }
}

interface Context extends Pick<ScanInput, "getTrackerName"> {
  readonly file: string;
  readonly missed: readonly string[];
}

/** The path from the current folder, or the name of a file that is elsewhere. */
function nameFile(path: string): string {
  const name = toSlashes(relative(process.cwd(), path));
  return name.startsWith("../") || /^\w:\//.test(name) ? path.slice(path.lastIndexOf("/") + 1) : name;
}

function toFields(report: ApkReport, { file, missed, getTrackerName }: Context): object {
  const { manifest, permissions, certificates, trackers, hints, refused: _refused, notes, ...rest } = report;
  return {
    file,
    app: manifest?.packageName ?? null,
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

function toSarif(report: ApkReport, { file, missed, getTrackerName }: Context): object {
  return toSarifLog({
    getTrackerName,
    trackerPage: (id) => trackerPage(OFFICIAL, id),
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

const HINT_NAMES: Readonly<Record<HintKind, string>> = {
  component: "component",
  metaData: "meta-data",
  library: "file",
  nativeLibrary: "native library",
};

function describeClasses({ count, names: [first = ""], isOnlyMentioned }: FoundInApk): string {
  if (isOnlyMentioned) return `${first} is mentioned and belongs`;
  return count === 1 ? `${first} belongs` : `${first} and ${count - 1} more classes belong`;
}

function toText(report: ApkReport, { file, getTrackerName }: Context): string {
  const { manifest, trackers, hints, classes, obfuscated } = report;
  const percent = classes === 0 ? 0 : Math.round((100 * obfuscated) / classes);
  const lines = [
    ...trackers.map(({ tracker, count, names: [first = ""], isOnlyMentioned }) => {
      const more = count === 1 ? "" : ` and ${count - 1} more`;
      return `${file}: ${getTrackerName(tracker)}: ${first}${more}${isOnlyMentioned ? " (only mentioned)" : ""}`;
    }),
    ...hints.map(
      ({ tracker, kind, text }) => `${file}: ${getTrackerName(tracker)}: ${text} (${HINT_NAMES[kind]}, only a hint)`,
    ),
    [
      trackers.length === 1 ? "1 tracker" : `${trackers.length} trackers`,
      `in ${manifest?.packageName ?? file}`,
      ...(manifest?.versionName === undefined ? [] : [manifest.versionName]),
      `with ${classes === 1 ? "1 class" : `${classes} classes`}, ${percent}% of them obfuscated`,
    ].join(" "),
  ];
  return lines.map(toLine).join("");
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
    case "manifest":
      return "The app has no manifest that can be read";
    case "duplicate":
      return `There is more than one file of this name: ${path}`;
    case "overlap":
      return `The file overlaps another one: ${path}`;
  }
}
