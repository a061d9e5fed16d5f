// A comparison as Markdown, CSV and JSON.
import { blocks, code, link, table, text } from "../../workbench/export/export-markdown.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { areDifferentApps, versionChanges, type Between, type Difference, type Side } from "../model/changes.ts";
import { pages } from "../model/exodus-urls.ts";
import { byLevel, permission, shortPermissionName } from "../../scan/index.ts";
import { isUnfinished } from "../model/report.ts";
import { describeLevel } from "../wording/permission-labels.ts";
import { versionLabel, versionName } from "../report-content/versions.ts";
import { sourceName } from "../wording/source-names.ts";
import { describeTotals } from "../wording/change-summary.ts";
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

type Kind = keyof Difference<unknown>;

const KINDS = ["added", "removed", "same"] as const satisfies readonly Kind[];
/** Unchanged items are only counted in Markdown. */
const LISTED = ["added", "removed"] as const satisfies readonly Kind[];

export function comparisonExport(between: Between<Side>, context: ExportContext): TrackersExport {
  const { from, to } = between;
  const title = comparisonTitle(between);
  const { trackers, permissions } = versionChanges(from.version, to.version);
  const isOpen = [from, to].some(({ version }) => isUnfinished(version, context.now));
  const sorted = (kind: Kind): readonly number[] => byTrackerName(trackers[kind], context.list);
  return {
    title,
    fileName: `${exportFileName(from.app, from.version)}-to-${exportFileName(to.app, to.version)}`,
    markdown: () => {
      const areDifferent = areDifferentApps(between);
      return blocks(
        `## ${text(title)}`,
        table(
          ["", l10n.t("App"), l10n.t("Version"), l10n.t("Source"), l10n.t("Report")],
          [sideRow("A", from, context), sideRow("B", to, context)],
        ),
        ...section(
          l10n.t("Trackers"),
          [
            ...(isOpen ? [l10n.t("One of the two analyses may still be running. Trackers are added last.")] : []),
            `${describeTotals(trackers, areDifferent)}.`,
          ].join("\n\n"),
          [l10n.t("Change"), l10n.t("Tracker"), l10n.t("Categories")],
          LISTED.flatMap((kind) =>
            sorted(kind).map((id) => [
              changeLabel(kind, areDifferent),
              trackerLink(id, context),
              text(context.list?.trackers.get(id)?.categories.join(", ") ?? ""),
            ]),
          ),
        ),
        ...section(
          l10n.t("Permissions"),
          permissions === undefined
            ? l10n.t("Unknown: the details of one of the two reports could not be loaded.")
            : `${describeTotals(permissions, areDifferent)}.`,
          [l10n.t("Change"), l10n.t("Permission"), l10n.t("Level")],
          LISTED.flatMap((kind) =>
            byLevel(permissions?.[kind] ?? []).flatMap(({ level, permissions: named }) =>
              named.map(({ name }) => [
                changeLabel(kind, areDifferent),
                code(shortPermissionName(name)),
                describeLevel(level).name,
              ]),
            ),
          ),
        ),
        attribution(context),
      );
    },
    table: () => ({
      columns: ["kind", "change", "id", "name", "categories", "level"],
      rows: [
        ...(isOpen
          ? [["trackers unknown", null, null, null, null, null]]
          : KINDS.flatMap((kind) =>
              sorted(kind).map((id) => {
                const tracker = context.list?.trackers.get(id);
                return ["tracker", kind, id, tracker?.name, tracker?.categories.join("; "), null];
              }),
            )),
        ...(permissions === undefined
          ? [["permissions unknown", null, null, null, null, null]]
          : KINDS.flatMap((kind) =>
              permissions[kind]
                .toSorted()
                .map((name) => ["permission", kind, null, name, null, permission(name).level]),
            )),
      ],
    }),
    json: () => ({
      from: versionJson(from.app, from.version, context),
      to: versionJson(to.app, to.version, context),
      // Null if unknown, which differs from no changes.
      trackers: isOpen ? null : byKind((kind) => sorted(kind).map((id) => trackerJson(id, context))),
      permissions:
        permissions === undefined ? null : byKind((kind) => permissions[kind].toSorted().map(permissionJson)),
      attribution: attributionJson(context),
    }),
  };
}

/** "Tramway: 8.2 to 8.4"; names both sources and apps if they differ. */
function comparisonTitle({ from, to }: Between<Side>): string {
  const name = ({ app }: Side): string => app.name ?? app.handle;
  const version = (side: Side): string =>
    from.version.source === to.version.source
      ? versionName(side.version)
      : l10n.t("{0} from {1}", versionName(side.version), sourceName(side.version.source));
  return areDifferentApps({ from, to })
    ? l10n.t("{0} {1} compared with {2} {3}", name(from), version(from), name(to), version(to))
    : l10n.t("{0}: {1} to {2}", name(to), version(from), version(to));
}

function sideRow(letter: string, { app, version }: Side, { base }: ExportContext): readonly string[] {
  return [
    letter,
    `${text(app.name ?? "")} ${code(app.handle)}`.trim(),
    text(versionLabel(version)),
    text(sourceName(version.source)),
    link(String(version.id), pages(base).report(version.id)),
  ];
}

function changeLabel(kind: Kind, areDifferent: boolean): string {
  switch (kind) {
    case "added":
      return areDifferent ? l10n.t("only in B") : l10n.t("added");
    case "removed":
      return areDifferent ? l10n.t("only in A") : l10n.t("removed");
    case "same":
      return areDifferent ? l10n.t("in both") : l10n.t("unchanged");
  }
}

function byKind<Value>(value: (kind: Kind) => Value): Record<Kind, Value> {
  return { added: value("added"), removed: value("removed"), same: value("same") };
}
