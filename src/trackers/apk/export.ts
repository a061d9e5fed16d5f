// What is in an app's file, as Markdown, CSV, JSON and SARIF.
import type { Cell } from "../../workbench/export/csv.ts";
import { blocks, code, text } from "../../workbench/export/export-markdown.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import {
  apkToJson,
  apkToSarif,
  byLevel,
  isIncomplete,
  permission,
  shortPermissionName,
  trackerPage,
  type ApkReport,
  type FoundInApk,
} from "../../scan/index.ts";
import {
  attribution,
  attributionJson,
  section,
  trackerLink,
  type ExportContext,
  type TrackersExport,
} from "../export/common-sections.ts";
import { describeLevel } from "../wording/permission-labels.ts";
import { byTrackerName, trackerName } from "../wording/tracker-names.ts";
import { describeNote, listClasses, nameHint } from "./apk-wording.ts";

/** A scanned file. */
export interface ScannedApk {
  /** Its path in the workspace, or its name if it is elsewhere. */
  readonly file: string;
  readonly report: ApkReport;
  /** Whether trackers were looked for. */
  readonly hasList: boolean;
}

export function apkExport({ file, report, hasList }: ScannedApk, context: ExportContext): TrackersExport {
  const { manifest, sha256, size } = report;
  const app = manifest?.packageName ?? file;
  // "org.example.tramway 8.4".
  const title = [app, manifest?.versionName].filter((each) => each !== undefined).join(" ");
  const missed = [
    ...(hasList ? [] : [l10n.t("The tracker list could not be loaded, so the scan did not look for trackers.")]),
    ...report.notes
      .filter(isIncomplete)
      .map((note) => [describeNote(note), note.path].filter((each) => each !== "").join(": ")),
    ...report.refused.map(({ signature }) => l10n.t("This code signature can't be used: {0}", signature)),
  ];
  const output = {
    file,
    missed,
    getTrackerName: (id: number) => trackerName(id, context.list),
    trackerPage: (id: number) => trackerPage(context.base, id),
  };
  return {
    title,
    fileName: [app, manifest?.versionName ?? "", "apk"].filter((each) => each !== "").join("-"),
    markdown: () =>
      blocks(
        `## ${text(title)}`,
        [l10n.t("Scanned file"), format.bytes(size), `SHA-256 ${code(sha256)}`].join(" · "),
        missed.map((each) => `- ${text(each)}`).join("\n"),
        ...(hasList ? foundSection(report, context) : []),
        ...hintsSection(report, context),
        ...permissionsSection(report),
        attribution(context),
      ),
    table: () => ({ columns: COLUMNS, rows: rows(report, missed, context) }),
    json: () => ({ ...apkToJson(report, output), attribution: attributionJson(context) }),
    sarif: () => apkToSarif(report, output),
  };
}

type Lines = readonly (string | undefined)[];

function foundSection({ trackers }: ApkReport, context: ExportContext): Lines {
  const found = new Map(trackers.map((each) => [each.tracker, each]));
  return section(
    `${l10n.t("Trackers")} (${format.count(trackers.length)})`,
    trackers.length === 0
      ? l10n.t("No known trackers found.")
      : l10n.t("Found in the app's code. Presence in the code does not mean it is active."),
    [l10n.t("Tracker"), l10n.t("Categories"), l10n.t("Classes")],
    byTrackerName([...found.keys()], context.list).map((id) => [
      trackerLink(id, context),
      text(context.list?.trackers.get(id)?.categories.join(", ") ?? ""),
      describeClasses(found.get(id)),
    ]),
  );
}

function describeClasses(found: FoundInApk | undefined): string {
  const { names, notes } = listClasses(found);
  return [...names.map(code), ...notes].join(", ");
}

function hintsSection({ hints }: ApkReport, context: ExportContext): Lines {
  if (hints.length === 0) return [];
  return section(
    `${l10n.t("Hints")} (${format.count(hints.length)})`,
    l10n.t("εxodus doesn't count these: the manifest or a file names the tracker, but no class does."),
    [l10n.t("Tracker"), l10n.t("Found in"), l10n.t("Name")],
    hints.map(({ tracker, kind, text: name }) => [trackerLink(tracker, context), nameHint(kind), code(name)]),
  );
}

function permissionsSection({ permissions }: ApkReport): Lines {
  return section(
    `${l10n.t("Permissions")} (${format.count(permissions.length)})`,
    permissions.length === 0 ? l10n.t("None") : "",
    [l10n.t("Permission"), l10n.t("Level")],
    byLevel(permissions.map(({ name }) => name)).flatMap(({ level, permissions: named }) =>
      named.map(({ name }) => [code(shortPermissionName(name)), describeLevel(level).name]),
    ),
  );
}

const COLUMNS = ["kind", "id", "name", "found in", "classes", "evidence", "signature", "level"];

function rows(
  { trackers, hints, permissions }: ApkReport,
  missed: readonly string[],
  { list }: ExportContext,
): readonly (readonly Cell[])[] {
  return [
    ...trackers.map(({ tracker, count, names, signature, isOnlyMentioned }) => [
      ...["tracker", tracker, trackerName(tracker, list), isOnlyMentioned ? "mentioned" : "code"],
      ...[count, names.join("; "), signature, null],
    ]),
    ...hints.map(({ tracker, kind, text: name }) => [
      ...["hint", tracker, trackerName(tracker, list), kind, null, name, null, null],
    ]),
    ...permissions.map(({ name }) => ["permission", null, name, null, null, null, null, permission(name).level]),
    ...missed.map((each) => ["missed", null, each, null, null, null, null, null]),
  ];
}
