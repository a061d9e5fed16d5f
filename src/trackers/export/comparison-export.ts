// A comparison as Markdown, CSV and JSON.
import { fromMilliseconds } from "../../base/time.ts";
import type { Cell } from "../../workbench/export/csv.ts";
import type { Exportable } from "../../workbench/export/exports.ts";
import { blocks, code, link, table, text } from "../../workbench/export/markdown.ts";
import type { Parcel } from "../../workbench/share/shares.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { versionChanges, type Changes, type Difference, type Side } from "../model/changes.ts";
import { pages } from "../model/exodus-urls.ts";
import { byLevel, permission, shortName } from "../model/permissions.ts";
import { verdict } from "../model/report.ts";
import { describeLevel } from "../reports/permission-labels.ts";
import { versionLabel, versionName } from "../reports/versions.ts";
import { sourceName } from "../source-names.ts";
import { describeTotals } from "../timeline/change-summary.ts";
import {
  attribution,
  attributionJson,
  byTrackerName,
  findTracker,
  permissionJson,
  trackerJson,
  trackerName,
  versionJson,
  type ExportContext,
} from "./export-parts.ts";

export interface ComparedSides {
  readonly from: Side;
  readonly to: Side;
}

export function comparisonExport(between: ComparedSides, context: ExportContext): Exportable {
  const { from, to } = between;
  const side = ({ app, source, version }: Side): string =>
    [app.handle, source, version.version ?? version.id].filter((each) => each !== "").join("-");
  return {
    title: comparisonTitle(between),
    fileName: `${side(from)}-to-${side(to)}`,
    markdown: () => markdown(between, context),
    table: () => ({ columns: ["kind", "change", "id", "name", "categories", "level"], rows: rows(between, context) }),
    json: () => json(between, context),
  };
}

export function comparisonParcel(between: ComparedSides, context: ExportContext): Parcel {
  return { title: comparisonTitle(between), markdown: markdown(between, context) };
}

/** "Tramway: 8.2 to 8.4"; names both sources and apps if they differ. */
function comparisonTitle({ from, to }: ComparedSides): string {
  const name = ({ app }: Side): string => app.name ?? app.handle;
  const version = (side: Side): string =>
    from.source === to.source
      ? versionName(side.version)
      : l10n.t("{0} from {1}", versionName(side.version), sourceName(side.source));
  return isForeign({ from, to })
    ? l10n.t("{0} {1} compared with {2} {3}", name(from), version(from), name(to), version(to))
    : l10n.t("{0}: {1} to {2}", name(to), version(from), version(to));
}

function isForeign({ from, to }: ComparedSides): boolean {
  return from.app.handle !== to.app.handle;
}

function markdown(between: ComparedSides, context: ExportContext): string {
  const { from, to } = between;
  const { trackers, permissions } = versionChanges(from.version, to.version);
  const foreign = isForeign(between);
  const page = pages(context.base);
  const sign = (change: keyof Difference<unknown>): string => changeLabel(change, foreign);
  return blocks(
    `## ${text(comparisonTitle(between))}`,
    table(
      ["", l10n.t("App"), l10n.t("Version"), l10n.t("Source"), l10n.t("Report")],
      [sideRow("A", from, context), sideRow("B", to, context)],
    ),
    `### ${l10n.t("Trackers")}`,
    isUnfinished(between, context)
      ? l10n.t("One of the two analyses may still be running. Trackers are added last.")
      : "",
    `${describeTotals(trackers, foreign)}.`,
    changeCount(trackers) === 0
      ? undefined
      : table(
          [l10n.t("Change"), l10n.t("Tracker"), l10n.t("Categories")],
          LISTED_CHANGES.flatMap((change) =>
            byTrackerName(trackers[change], context).map((id) => [
              sign(change),
              link(trackerName(id, context), page.tracker(id)),
              text(findTracker(id, context.list)?.categories.join(", ") ?? ""),
            ]),
          ),
        ),
    `### ${l10n.t("Permissions")}`,
    permissions === undefined
      ? l10n.t("Unknown: the details of one of the two reports could not be loaded.")
      : `${describeTotals(permissions, foreign)}.`,
    permissions === undefined || changeCount(permissions) === 0
      ? undefined
      : table(
          [l10n.t("Change"), l10n.t("Permission"), l10n.t("Level")],
          LISTED_CHANGES.flatMap((change) =>
            byLevel(permissions[change]).flatMap(({ level, permissions: names }) =>
              names.map(({ name }) => [sign(change), code(shortName(name)), describeLevel(level).name]),
            ),
          ),
        ),
    attribution(context),
  );
}

/** Unchanged items are counted here, and listed only in CSV and JSON. */
const LISTED_CHANGES = ["added", "removed"] as const;

function changeCount({ added, removed }: Difference<unknown>): number {
  return added.length + removed.length;
}

function sideRow(letter: string, { app, source, version }: Side, { base }: ExportContext): readonly string[] {
  return [
    letter,
    `${text(app.name ?? "")} ${code(app.handle)}`.trim(),
    text(versionLabel(version)),
    text(sourceName(source)),
    link(String(version.id), pages(base).report(version.id)),
  ];
}

function changeLabel(change: keyof Difference<unknown>, foreign: boolean): string {
  switch (change) {
    case "added":
      return foreign ? l10n.t("only in B") : l10n.t("added");
    case "removed":
      return foreign ? l10n.t("only in A") : l10n.t("removed");
    case "same":
      return foreign ? l10n.t("in both") : l10n.t("unchanged");
  }
}

function isUnfinished({ from, to }: ComparedSides, { now }: ExportContext): boolean {
  return [from, to].some(({ version }) => verdict(version, fromMilliseconds(now)) === "provisional");
}

const ALL_CHANGES = ["added", "removed", "same"] as const;

function rows({ from, to }: ComparedSides, context: ExportContext): readonly (readonly Cell[])[] {
  const { trackers, permissions } = versionChanges(from.version, to.version);
  return [
    ...ALL_CHANGES.flatMap((change) =>
      byTrackerName(trackers[change], context).map((id) => {
        const tracker = findTracker(id, context.list);
        return ["tracker", change, id, tracker?.name, tracker?.categories.join("; "), null];
      }),
    ),
    ...(permissions === undefined
      ? [["permissions unknown", null, null, null, null, null]]
      : ALL_CHANGES.flatMap((change) =>
          permissions[change]
            .toSorted()
            .map((name) => ["permission", change, null, name, null, permission(name).level]),
        )),
  ];
}

function json(between: ComparedSides, context: ExportContext) {
  const { from, to } = between;
  const found: Changes = versionChanges(from.version, to.version);
  const side = ({ app, source, version }: Side) => ({
    handle: app.handle,
    name: app.name ?? null,
    ...versionJson(version, source, context),
  });
  return {
    from: side(from),
    to: side(to),
    trackers: mapDifference(found.trackers, (ids) => byTrackerName(ids, context).map((id) => trackerJson(id, context))),
    // Null if unknown, which differs from no changes.
    permissions:
      found.permissions === undefined
        ? null
        : mapDifference(found.permissions, (names) => names.toSorted().map(permissionJson)),
    attribution: attributionJson(context),
  };
}

function mapDifference<Thing, Told>(
  { added, removed, same }: Difference<Thing>,
  tell: (things: readonly Thing[]) => readonly Told[],
): Record<keyof Difference<Thing>, readonly Told[]> {
  return { added: tell(added), removed: tell(removed), same: tell(same) };
}
