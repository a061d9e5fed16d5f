import { fromMilliseconds, toMilliseconds } from "../../base/time.ts";
import type { Cell } from "../../workbench/export/csv.ts";
import type { Exportable } from "../../workbench/export/exports.ts";
import { blocks, code, link, table, text } from "../../workbench/export/markdown.ts";
import type { Parcel } from "../../workbench/share/shares.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count, longDay } from "../../workbench/words.ts";
import { pages } from "../model/exodus-urls.ts";
import { byLevel, shortName } from "../model/permissions.ts";
import { verdict } from "../model/report.ts";
import type { App, Version } from "../model/report.ts";
import { alternatives } from "../model/tracker.ts";
import { levelWords, permissionWords } from "../reports/permission-labels.ts";
import { versionName } from "../reports/versions.ts";
import type { Picked } from "../reports/versions.ts";
import { sourceName } from "../source-names.ts";
import {
  attribution,
  attributionJson,
  byTrackerName,
  known,
  permissionJson,
  sourceWords,
  trackerJson,
  trackerName,
  versionJson,
} from "./export-parts.ts";
import type { Given } from "./export-parts.ts";

/** What is to be said of the trackers of a version beside their names. */
function trackersNote(version: Version, now: number): string {
  switch (verdict(version, fromMilliseconds(now))) {
    case "found":
      return l10n.t("Found in the code of the app. That a tracker is there does not say that it is active.");
    case "none":
      return l10n.t("No known trackers found.");
    case "provisional":
      return l10n.t("No trackers found so far: the report is less than a day old, and trackers come last.");
  }
}

/** The version of an application that is given away. */
export interface Told extends Picked {
  readonly app: App;
}

export function reportExport(told: Told, given: Given): Exportable {
  const { app, version, versions } = told;
  return {
    title: reportTitle(told),
    fileName: [app.handle, versions.source, version.version ?? version.id].filter((each) => each !== "").join("-"),
    markdown: () => reportMarkdown(told, given),
    table: () => ({ columns: [...COLUMNS], rows: rows(told, given) }),
    json: () => reportJson(told, given),
  };
}

export function reportParcel(told: Told, given: Given): Parcel {
  return { title: reportTitle(told), markdown: reportMarkdown(told, given) };
}

/** "Tramway 8.4 from Google Play". */
function reportTitle({ app, version, versions }: Told): string {
  return l10n.t("{0} {1} from {2}", app.name ?? app.handle, versionName(version), sourceName(versions.source));
}

function reportMarkdown(told: Told, given: Given): string {
  const { app, version, versions } = told;
  const { details } = version;
  const { list, base } = given;
  const trackers = byTrackerName(version.trackers, given);
  const page = pages(base);
  return blocks(
    `## ${text(reportTitle(told))}`,
    [
      `${code(app.handle)} · ${sourceWords(versions.source)}`,
      version.created === undefined ? "" : l10n.t("analysed on {0}", longDay(toMilliseconds(version.created))),
      link(l10n.t("report {0}", version.id), page.report(version.id)),
    ]
      .filter((each) => each !== "")
      .join(" · "),
    `### ${l10n.t("Trackers")} (${count(trackers.length)})`,
    trackersNote(version, given.now),
    trackers.length === 0
      ? undefined
      : table(
          [l10n.t("Tracker"), l10n.t("Categories"), l10n.t("Code signature")],
          trackers.map((id) => {
            const tracker = known(id, list);
            const signatures = tracker?.codeSignature === undefined ? [] : alternatives(tracker.codeSignature);
            return [
              link(trackerName(id, given), page.tracker(id)),
              text(tracker?.categories.join(", ") ?? ""),
              signatures.map(code).join(", "),
            ];
          }),
        ),
    details === undefined
      ? `### ${l10n.t("Permissions")}`
      : `### ${l10n.t("Permissions")} (${count(details.permissions.length)})`,
    details === undefined
      ? l10n.t("Not known, as the details of this report could not be read.")
      : details.permissions.length === 0
        ? l10n.t("It asks for none.")
        : table(
            [l10n.t("Permission"), l10n.t("Level"), l10n.t("What it allows")],
            byLevel(details.permissions).flatMap(({ level, permissions }) =>
              permissions.map(({ name }) => [
                code(shortName(name)),
                levelWords(level).name,
                permissionWords(name) ?? "",
              ]),
            ),
          ),
    attribution(given),
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

/** A row for each tracker and each permission; one that says so where permissions are not known. */
function rows(told: Told, given: Given): readonly (readonly Cell[])[] {
  const { app, version, versions } = told;
  const { created, versionCode, version: name, report } = versionJson(version, versions.source, given);
  const start: readonly Cell[] = [app.handle, app.name, versions.source, name, versionCode, report, created];
  const permissions = version.details?.permissions.map(permissionJson);
  const trackers = byTrackerName(version.trackers, given).map((id) => {
    const { name: called, categories, codeSignature, networkSignature } = known(id, given.list) ?? {};
    return ["tracker", id, called, categories?.join("; "), codeSignature, networkSignature, null, null];
  });
  const asked = permissions?.map((each) => ["permission", null, each.name, null, null, null, each.level, each.group]);
  const notKnown = [["permissions not known", null, null, null, null, null, null, null]];
  return [...trackers, ...(asked ?? notKnown)].map((end) => start.concat(end));
}

function reportJson(told: Told, given: Given) {
  const { app, version, versions } = told;
  return {
    handle: app.handle,
    name: app.name ?? null,
    ...versionJson(version, versions.source, given),
    trackers: byTrackerName(version.trackers, given).map((id) => trackerJson(id, given)),
    // Null where they are not known, which is not the same as none.
    permissions: version.details?.permissions.map(permissionJson) ?? null,
    attribution: attributionJson(given),
  };
}
