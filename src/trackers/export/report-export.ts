// A report as Markdown, CSV and JSON.
import { toMilliseconds } from "../../base/time.ts";
import type { Cell } from "../../workbench/export/csv.ts";
import { blocks, code, link, text } from "../../workbench/export/export-markdown.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import type { Side } from "../model/changes.ts";
import { pages } from "../model/exodus-urls.ts";
import { alternatives, byLevel, shortPermissionName } from "../../scan/index.ts";
import { isUnfinished, knownPermissions, type Version } from "../model/report.ts";
import { describeLevel, describePermission } from "../wording/permission-labels.ts";
import { versionName } from "../report-content/versions.ts";
import { sourceName } from "../wording/source-names.ts";
import { byTrackerName } from "../wording/tracker-names.ts";
import {
  attribution,
  attributionJson,
  exportFileName,
  permissionJson,
  section,
  trackerJson,
  trackerLink,
  versionJson,
  type ExportContext,
  type TrackersExport,
} from "./common-sections.ts";

export function reportExport({ app, version }: Side, context: ExportContext): TrackersExport {
  // "Tramway 8.4 from Google Play".
  const title = l10n.t("{0} {1} from {2}", app.name ?? app.handle, versionName(version), sourceName(version.source));
  const trackers = byTrackerName(version.trackers, context.list);
  const permissions = knownPermissions(version, context.now);
  return {
    title,
    fileName: exportFileName(app, version),
    markdown: () =>
      blocks(
        `## ${text(title)}`,
        [
          `${code(app.handle)} · ${text(sourceName(version.source))}`,
          version.created === undefined
            ? ""
            : l10n.t("analyzed on {0}", format.longDay(toMilliseconds(version.created))),
          link(l10n.t("report {0}", version.id), pages(context.base).report(version.id)),
        ]
          .filter((each) => each !== "")
          .join(" · "),
        ...trackersSection(version, trackers, context),
        ...permissionsSection(version, permissions),
        attribution(context),
      ),
    table: () => ({ columns: COLUMNS, rows: rows({ app, version }, trackers, context) }),
    json: () => ({
      ...versionJson(app, version, context),
      // Null if unknown, which differs from none.
      trackers: isUnfinished(version, context.now) ? null : trackers.map((id) => trackerJson(id, context)),
      permissions: permissions?.map(permissionJson) ?? null,
      attribution: attributionJson(context),
    }),
  };
}

function trackersSection(version: Version, trackers: readonly number[], context: ExportContext) {
  const none = isUnfinished(version, context.now)
    ? l10n.t("No trackers found yet. The report is less than a day old, and trackers are added last.")
    : l10n.t("No known trackers found.");
  return section(
    `${l10n.t("Trackers")} (${format.count(trackers.length)})`,
    trackers.length === 0 ? none : l10n.t("Found in the app's code. Presence in the code does not mean it is active."),
    [l10n.t("Tracker"), l10n.t("Categories"), l10n.t("Code signature")],
    trackers.map((id) => {
      const { categories = [], codeSignature = "" } = context.list?.trackers.get(id) ?? {};
      return [trackerLink(id, context), text(categories.join(", ")), alternatives(codeSignature).map(code).join(", ")];
    }),
  );
}

function permissionsSection({ details }: Version, permissions: readonly string[] | undefined) {
  const heading = l10n.t("Permissions");
  if (details === undefined)
    return section(heading, l10n.t("Unknown: the details of this report could not be loaded."), []);
  if (permissions === undefined)
    return section(heading, l10n.t("Not known yet: the analysis may still be running."), []);
  return section(
    `${heading} (${format.count(permissions.length)})`,
    permissions.length === 0 ? l10n.t("None") : "",
    [l10n.t("Permission"), l10n.t("Level"), l10n.t("What it allows")],
    byLevel(permissions).flatMap(({ level, permissions: named }) =>
      named.map(({ name }) => [
        code(shortPermissionName(name)),
        describeLevel(level).name,
        describePermission(name) ?? "",
      ]),
    ),
  );
}

const COLUMNS = [
  ...["handle", "app", "source", "version", "version_code", "report", "created"],
  ...["kind", "id", "name", "categories", "code_signature", "network_signature", "level", "group"],
];

/** A row per tracker and permission, or rows that say which of the two are unknown. */
function rows({ app, version }: Side, trackers: readonly number[], context: ExportContext) {
  const { created, versionCode, version: name, report } = versionJson(app, version, context);
  const start: readonly Cell[] = [app.handle, app.name, version.source, name, versionCode, report, created];
  const trackerRows = trackers.map((id): readonly Cell[] => {
    const { name: trackerName, categories, codeSignature, networkSignature } = context.list?.trackers.get(id) ?? {};
    return ["tracker", id, trackerName, categories?.join("; "), codeSignature, networkSignature, null, null];
  });
  const permissionRows = knownPermissions(version, context.now)
    ?.map(permissionJson)
    .map((each) => ["permission", null, each.name, null, null, null, each.level, each.group]);
  const unknownRow = (what: string): readonly Cell[] => [`${what} unknown`, null, null, null, null, null, null, null];
  return [
    ...(isUnfinished(version, context.now) ? [unknownRow("trackers")] : trackerRows),
    ...(permissionRows ?? [unknownRow("permissions")]),
  ].map((end) => start.concat(end));
}
