// Scans an app, and says what is in it as text, JSON or SARIF.
import { relative } from "node:path";
import { apkToJson, apkToSarif, describeMissed, HINT_NAMES, type ApkOutputContext } from "../apk-output.ts";
import type { ApkReport } from "../apk/apk-report.ts";
import { readApk } from "../apk/read-apk.ts";
import { toSlashes } from "../files/folder-files.ts";
import { toJson, toLine, type ScanInput, type ScanOutcome } from "./output.ts";

export function scanApp({ path, splits, format, trackers, getTrackerName, trackerPage }: ScanInput): ScanOutcome {
  const report = readApk(path, trackers, { splits });
  const missed = describeMissed(report, getTrackerName);
  const context = { file: nameFile(path), missed, getTrackerName, trackerPage };
  const inApp = new Set(report.trackers.map(({ tracker }) => tracker));
  switch (format) {
    case "json":
      return { text: toJson(apkToJson(report, context)), inApp, missed };
    case "sarif":
      return { text: toJson(apkToSarif(report, context)), inApp, missed };
    case "text":
      return { text: toText(report, context), inApp, missed };
  }
}

/** The path from the current folder, or the name of a file that is elsewhere. */
function nameFile(path: string): string {
  const name = toSlashes(relative(process.cwd(), path));
  return name.startsWith("../") || /^\w:\//.test(name) ? path.slice(path.lastIndexOf("/") + 1) : name;
}

function toText(
  report: ApkReport,
  { file, getTrackerName }: Pick<ApkOutputContext, "file" | "getTrackerName">,
): string {
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
