// Scans the open folders or an app's file for trackers.
import * as v from "valibot";
import { Problem } from "../../base/problem.ts";
import type { Answer } from "../../base/tools/answer.ts";
import { skipInput } from "../../base/tools/inputs.ts";
import { tool } from "../../base/tools/tool.ts";
import { isIncomplete as isIncompleteNote, permission, toSlashes, type ApkReport } from "../../scan/index.ts";
import type { Tracker } from "../model/tracker.ts";
import { isComplete, type WorkspaceFindings } from "../workspace/scan-result.ts";
import type { TrackersSource } from "./source.ts";

export const scanFiles = tool({
  name: "triptych_trackers_scan",
  reference: "scanTrackers",
  title: "Scan for Trackers",
  description:
    "Scans the open folders for trackers, permissions and application IDs: Gradle and npm dependencies, manifests and " +
    "source code. With a path, says what an app's file (.apk, .aab, .apks or .xapk) in the open folders contains. " +
    'Nothing is uploaded or built. Examples: {}, {"path": "app/release/app-release.apk"}.',
  asksServer: false,
  input: {
    path: v.optional(
      v.pipe(v.string(), v.description("The path of an app's file, from an open folder. Leave it out for a project.")),
    ),
    skip: skipInput,
  },
  answer: async ({ path, skip = 0 }, { store, files }: TrackersSource, answer, signal) => {
    const { folders } = files;
    if (folders.length === 0) throw new Problem("invalid", { detail: "No local folder is open." });
    if (path !== undefined) {
      const report = await files.readApp(path, signal);
      answer.fact("file", path);
      writeApp(answer, report, await namesOf(store, signal), skip);
      return "a file of the open folders";
    }
    const found = await files.scan(signal);
    writeFindings(answer, found, { folders, skip, trackers: await namesOf(store, signal) });
    return "the open folders";
  },
});

/** The names of trackers, if the list can be loaded: a scan without it says so. */
async function namesOf(store: TrackersSource["store"], signal: AbortSignal): Promise<ReadonlyMap<number, Tracker>> {
  return await store.anyTrackers(signal).then(
    ({ trackers }) => trackers,
    () => new Map<number, Tracker>(),
  );
}

interface Shown {
  readonly folders: readonly string[];
  readonly trackers: ReadonlyMap<number, Tracker>;
  readonly skip: number;
}

function writeFindings(answer: Answer, found: WorkspaceFindings, { folders, trackers, skip }: Shown): void {
  const { apps, trackers: places, permissions, inApp, unknownIds } = found.findings;
  const name = (id: number): string => trackers.get(id)?.name ?? `number ${id}`;
  answer.fact("files scanned", found.files);
  answer.fact("complete", isComplete(found));
  if (found.listProblem !== undefined) answer.fact("tracker list", "could not be loaded, so no tracker was looked for");
  if (found.failed.length > 0) answer.fact("files that could not be scanned", found.failed.length);
  answer.fact("application IDs", [...new Set(apps.map(({ handle }) => handle))].join(", ") || undefined);
  if (unknownIds.length > 0) answer.fact("application IDs that only the build computes", unknownIds.length);
  answer.fact("trackers in the app", inApp.map(name).join(", ") || "none");
  const entries = [
    ...places.flatMap((place) =>
      place.trackers.map(({ tracker }) => ({
        facts: { tracker: name(tracker), found: place.text, as: place.kind, scope: place.scope },
        place,
      })),
    ),
    ...permissions.map((place) => ({
      facts: { permission: place.name, level: permission(place.name).level, scope: place.scope },
      place,
    })),
  ];
  answer.heading(`Places (${entries.length})`);
  answer.page(entries, skip, "places", ({ facts, place }, entry) =>
    entry.line({ ...facts, at: `${shorten(place.file, folders)}:${place.spot.line + 1}` }),
  );
}

/** The path from the folder that contains the file, beginning with the folder's name. */
function shorten(file: string, folders: readonly string[]): string {
  const folder = folders.find((each) => file.startsWith(`${each}/`));
  return folder === undefined ? file : toSlashes(file.slice(folder.lastIndexOf("/") + 1));
}

function writeApp(answer: Answer, report: ApkReport, trackers: ReadonlyMap<number, Tracker>, skip: number): void {
  const { manifest, permissions, notes, certificates, hints } = report;
  const name = (id: number): string => trackers.get(id)?.name ?? `number ${id}`;
  answer.fact("package name", manifest?.packageName);
  answer.fact("version", manifest?.versionName);
  answer.fact("version code", manifest?.versionCode);
  answer.fact("bytes", report.size);
  answer.fact("SHA-256", report.sha256);
  answer.fact("classes", report.classes);
  answer.fact("classes with obfuscated names", report.obfuscated);
  answer.fact("complete", !notes.some(isIncompleteNote));
  if (trackers.size === 0) answer.fact("tracker list", "could not be loaded, so no tracker was looked for");
  for (const { subject, sha256 } of certificates) answer.fact("signed by", `${subject}, SHA-256 ${sha256}`);
  const entries = [
    ...report.trackers.map(({ tracker, count, names, isOnlyMentioned }) => ({
      tracker: name(tracker),
      classes: count,
      for_example: names[0],
      only_mentioned: isOnlyMentioned ? true : undefined,
    })),
    ...hints.map(({ tracker, kind, text }) => ({ hint_at: name(tracker), kind, text })),
    ...permissions.map((each) => ({ permission: each.name, level: permission(each.name).level })),
  ];
  answer.heading(`${report.trackers.length} trackers, ${hints.length} hints, ${permissions.length} permissions`);
  answer.page(entries, skip, "entries", (facts, entry) => entry.line(facts));
}
