// A report as Markdown, CSV and JSON.
import { fromMilliseconds, toMilliseconds } from "../../base/time.ts";
import type { Cell } from "../../workbench/export/csv.ts";
import type { Exportable } from "../../workbench/export/exports.ts";
import { blocks, code, link, table, text } from "../../workbench/export/markdown.ts";
import type { Parcel } from "../../workbench/share/shares.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count, formatLongDay } from "../../workbench/format.ts";
import { pages } from "../model/exodus-urls.ts";
import { byLevel, shortName } from "../model/permissions.ts";
import { verdict, type App, type Version } from "../model/report.ts";
import { alternatives } from "../model/tracker.ts";
import { describeLevel, describePermission } from "../reports/permission-labels.ts";
import { versionName, type PickedVersion } from "../reports/versions.ts";
import { sourceName } from "../source-names.ts";
import {
  attribution,
  attributionJson,
  byTrackerName,
  findTracker,
  permissionJson,
  sourceMarkdown,
  trackerJson,
  trackerName,
  versionJson,
  type ExportContext,
} from "./export-parts.ts";

/** The sentence above the trackers of a version. */
function trackersNote(version: Version, now: number): string {
  switch (verdict(version, fromMilliseconds(now))) {
    case "found":
      return l10n.t("Found in the app's code. Presence in the code does not mean it is active.");
    case "none":
      return l10n.t("No known trackers found.");
    case "provisional":
      return l10n.t("No trackers found yet. The report is less than a day old, and trackers are added last.");
  }
}

/** The version to export. */
export interface ExportedReport extends PickedVersion {
  readonly app: App;
}

export function reportExport(report: ExportedReport, context: ExportContext): Exportable {
  const { app, version, versions } = report;
  return {
    title: reportTitle(report),
    fileName: [app.handle, versions.source, version.version ?? version.id].filter((each) => each !== "").join("-"),
    markdown: () => reportMarkdown(report, context),
    table: () => ({ columns: [...COLUMNS], rows: rows(report, context) }),
    json: () => reportJson(report, context),
  };
}

export function reportParcel(report: ExportedReport, context: ExportContext): Parcel {
  return { title: reportTitle(report), markdown: reportMarkdown(report, context) };
}

/** "Tramway 8.4 from Google Play". */
function reportTitle({ app, version, versions }: ExportedReport): string {
  return l10n.t("{0} {1} from {2}", app.name ?? app.handle, versionName(version), sourceName(versions.source));
}

function reportMarkdown(report: ExportedReport, context: ExportContext): string {
  const { app, version, versions } = report;
  const { details } = version;
  const { list, base } = context;
  const trackers = byTrackerName(version.trackers, context);
  const page = pages(base);
  return blocks(
    `## ${text(reportTitle(report))}`,
    [
      `${code(app.handle)} · ${sourceMarkdown(versions.source)}`,
      version.created === undefined ? "" : l10n.t("analyzed on {0}", formatLongDay(toMilliseconds(version.created))),
      link(l10n.t("report {0}", version.id), page.report(version.id)),
    ]
      .filter((each) => each !== "")
      .join(" · "),
    `### ${l10n.t("Trackers")} (${count(trackers.length)})`,
    trackersNote(version, context.now),
    trackers.length === 0
      ? undefined
      : table(
          [l10n.t("Tracker"), l10n.t("Categories"), l10n.t("Code signature")],
          trackers.map((id) => {
            const tracker = findTracker(id, list);
            const signatures = tracker?.codeSignature === undefined ? [] : alternatives(tracker.codeSignature);
            return [
              link(trackerName(id, context), page.tracker(id)),
              text(tracker?.categories.join(", ") ?? ""),
              signatures.map(code).join(", "),
            ];
          }),
        ),
    details === undefined
      ? `### ${l10n.t("Permissions")}`
      : `### ${l10n.t("Permissions")} (${count(details.permissions.length)})`,
    details === undefined
      ? l10n.t("Unknown: the details of this report could not be loaded.")
      : details.permissions.length === 0
        ? l10n.t("None")
        : table(
            [l10n.t("Permission"), l10n.t("Level"), l10n.t("What it allows")],
            byLevel(details.permissions).flatMap(({ level, permissions }) =>
              permissions.map(({ name }) => [
                code(shortName(name)),
                describeLevel(level).name,
                describePermission(name) ?? "",
              ]),
            ),
          ),
    attribution(context),
  );
}

const COLUMNS = [
  "handle",
  "app",
  "source",
  "version",
  "version_code",
  "report",
  "created",
  "kind",
  "id",
  "name",
  "categories",
  "code_signature",
  "network_signature",
  "level",
  "group",
] as const;

/** A row per tracker and permission, or a row that says permissions are unknown. */
function rows(report: ExportedReport, context: ExportContext): readonly (readonly Cell[])[] {
  const { app, version, versions } = report;
  const { created, versionCode, version: name, report: id } = versionJson(version, versions.source, context);
  const start: readonly Cell[] = [app.handle, app.name, versions.source, name, versionCode, id, created];
  const permissions = version.details?.permissions.map(permissionJson);
  const trackers = byTrackerName(version.trackers, context).map((id) => {
    const { name: called, categories, codeSignature, networkSignature } = findTracker(id, context.list) ?? {};
    return ["tracker", id, called, categories?.join("; "), codeSignature, networkSignature, null, null];
  });
  const asked = permissions?.map((each) => ["permission", null, each.name, null, null, null, each.level, each.group]);
  const notKnown = [["permissions unknown", null, null, null, null, null, null, null]];
  return [...trackers, ...(asked ?? notKnown)].map((end) => start.concat(end));
}

function reportJson(report: ExportedReport, context: ExportContext) {
  const { app, version, versions } = report;
  return {
    handle: app.handle,
    name: app.name ?? null,
    ...versionJson(version, versions.source, context),
    trackers: byTrackerName(version.trackers, context).map((id) => trackerJson(id, context)),
    // Null if unknown, which differs from none.
    permissions: version.details?.permissions.map(permissionJson) ?? null,
    attribution: attributionJson(context),
  };
}
