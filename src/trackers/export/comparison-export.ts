import { fromMilliseconds } from "../../base/time.ts";
import type { Cell } from "../../workbench/export/csv.ts";
import type { Exportable } from "../../workbench/export/exports.ts";
import { blocks, code, link, table, text } from "../../workbench/export/markdown.ts";
import type { Parcel } from "../../workbench/share/shares.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { changes } from "../model/changes.ts";
import type { Changes, Difference, Side } from "../model/changes.ts";
import { pages } from "../model/exodus-urls.ts";
import { byLevel, permission, shortName } from "../model/permissions.ts";
import { verdict } from "../model/report.ts";
import { levelWords } from "../reports/permission-labels.ts";
import { versionLabel, versionName } from "../reports/versions.ts";
import { sourceName } from "../source-names.ts";
import { sums } from "../timeline/change-summary.ts";
import {
  attribution,
  attributionJson,
  byTrackerName,
  known,
  permissionJson,
  trackerJson,
  trackerName,
  versionJson,
} from "./export-parts.ts";
import type { Given } from "./export-parts.ts";

export interface Between {
  readonly from: Side;
  readonly to: Side;
}

export function comparisonExport(between: Between, given: Given): Exportable {
  const { from, to } = between;
  const side = ({ app, source, version }: Side): string =>
    [app.handle, source, version.version ?? version.id].filter((each) => each !== "").join("-");
  return {
    title: comparisonTitle(between),
    fileName: `${side(from)}-to-${side(to)}`,
    markdown: () => markdown(between, given),
    table: () => ({ columns: ["kind", "change", "id", "name", "categories", "level"], rows: rows(between, given) }),
    json: () => json(between, given),
  };
}

export function comparisonParcel(between: Between, given: Given): Parcel {
  return { title: comparisonTitle(between), markdown: markdown(between, given) };
}

/** "Tramway: 8.2 to 8.4"; two sources and two applications are named. */
function comparisonTitle({ from, to }: Between): string {
  const name = ({ app }: Side): string => app.name ?? app.handle;
  const version = (side: Side): string =>
    from.source === to.source
      ? versionName(side.version)
      : l10n.t("{0} from {1}", versionName(side.version), sourceName(side.source));
  return isForeign({ from, to })
    ? l10n.t("{0} {1} beside {2} {3}", name(from), version(from), name(to), version(to))
    : l10n.t("{0}: {1} to {2}", name(to), version(from), version(to));
}

function isForeign({ from, to }: Between): boolean {
  return from.app.handle !== to.app.handle;
}

function markdown(between: Between, given: Given): string {
  const { from, to } = between;
  const { trackers, permissions } = changes(from.version, to.version);
  const foreign = isForeign(between);
  const page = pages(given.base);
  const sign = (change: keyof Difference<unknown>): string => changeWord(change, foreign);
  return blocks(
    `## ${text(comparisonTitle(between))}`,
    table(
      ["", l10n.t("App"), l10n.t("Version"), l10n.t("Source"), l10n.t("Report")],
      [sideRow("A", from, given), sideRow("B", to, given)],
    ),
    `### ${l10n.t("Trackers")}`,
    unfinished(between, given) ? l10n.t("One of the two analyses may not be finished: its trackers come last.") : "",
    `${sums(trackers, foreign)}.`,
    changed(trackers) === 0
      ? undefined
      : table(
          [l10n.t("Change"), l10n.t("Tracker"), l10n.t("Categories")],
          PARTS.flatMap((change) =>
            byTrackerName(trackers[change], given).map((id) => [
              sign(change),
              link(trackerName(id, given), page.tracker(id)),
              text(known(id, given.list)?.categories.join(", ") ?? ""),
            ]),
          ),
        ),
    `### ${l10n.t("Permissions")}`,
    permissions === undefined
      ? l10n.t("Not known, as the details of one of the two reports could not be read.")
      : `${sums(permissions, foreign)}.`,
    permissions === undefined || changed(permissions) === 0
      ? undefined
      : table(
          [l10n.t("Change"), l10n.t("Permission"), l10n.t("Level")],
          PARTS.flatMap((change) =>
            byLevel(permissions[change]).flatMap(({ level, permissions: names }) =>
              names.map(({ name }) => [sign(change), code(shortName(name)), levelWords(level).name]),
            ),
          ),
        ),
    attribution(given),
  );
}

/** What stayed the same is counted, and only listed for machines. */
const PARTS = ["added", "removed"] as const;

function changed({ added, removed }: Difference<unknown>): number {
  return added.length + removed.length;
}

function sideRow(letter: string, { app, source, version }: Side, { base }: Given): readonly string[] {
  return [
    letter,
    `${text(app.name ?? "")} ${code(app.handle)}`.trim(),
    text(versionLabel(version)),
    text(sourceName(source)),
    link(String(version.id), pages(base).report(version.id)),
  ];
}

function changeWord(change: keyof Difference<unknown>, foreign: boolean): string {
  switch (change) {
    case "added":
      return foreign ? l10n.t("only in B") : l10n.t("added");
    case "removed":
      return foreign ? l10n.t("only in A") : l10n.t("removed");
    case "same":
      return foreign ? l10n.t("in both") : l10n.t("the same");
  }
}

function unfinished({ from, to }: Between, { now }: Given): boolean {
  return [from, to].some(({ version }) => verdict(version, fromMilliseconds(now)) === "provisional");
}

const ALL = ["added", "removed", "same"] as const;

function rows({ from, to }: Between, given: Given): readonly (readonly Cell[])[] {
  const { trackers, permissions } = changes(from.version, to.version);
  return [
    ...ALL.flatMap((change) =>
      byTrackerName(trackers[change], given).map((id) => {
        const tracker = known(id, given.list);
        return ["tracker", change, id, tracker?.name, tracker?.categories.join("; "), null];
      }),
    ),
    ...(permissions === undefined
      ? [["permissions not known", null, null, null, null, null]]
      : ALL.flatMap((change) =>
          permissions[change]
            .toSorted()
            .map((name) => ["permission", change, null, name, null, permission(name).level]),
        )),
  ];
}

function json(between: Between, given: Given) {
  const { from, to } = between;
  const found: Changes = changes(from.version, to.version);
  const side = ({ app, source, version }: Side) => ({
    handle: app.handle,
    name: app.name ?? null,
    ...versionJson(version, source, given),
  });
  return {
    from: side(from),
    to: side(to),
    trackers: mapped(found.trackers, (ids) => byTrackerName(ids, given).map((id) => trackerJson(id, given))),
    // Null where they are not known, which is not the same as no change.
    permissions:
      found.permissions === undefined
        ? null
        : mapped(found.permissions, (names) => names.toSorted().map(permissionJson)),
    attribution: attributionJson(given),
  };
}

function mapped<Thing, Told>(
  { added, removed, same }: Difference<Thing>,
  tell: (things: readonly Thing[]) => readonly Told[],
): Record<keyof Difference<Thing>, readonly Told[]> {
  return { added: tell(added), removed: tell(removed), same: tell(same) };
}
