// Content of an app's timeline.
import { toMilliseconds } from "../../base/time.ts";
import type { ChartPart, ChartPlace, Plot } from "../../panels/kit/content/chart-model.ts";
import type { Part } from "../../panels/kit/content/content-model.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import { trackerCount, versionCount } from "../wording/counts.ts";
import { versionChanges, type Between, type Side } from "../model/changes.ts";
import { permission } from "../../scan/index.ts";
import type { TrackerList } from "../store/tracker-list.ts";
import { isUnfinished, knownPermissions, type SourceVersions, type Version } from "../model/report.ts";
import type { ReportAct } from "../report-content/protocol.ts";
import { versionName } from "../report-content/versions.ts";
import { sourceName } from "../wording/source-names.ts";
import { describeChanges } from "../wording/change-summary.ts";
import { presenceGrid } from "./presence-grid.ts";

const TRACKERS_HEIGHT_PX = 96;
const PERMISSIONS_HEIGHT_PX = 136;

/** The versions of one source over time. */
export function timeline(
  handle: string,
  { source, versions }: SourceVersions,
  sides: Between<Side> | undefined,
  list: TrackerList | undefined,
  now: number,
): readonly Part<ReportAct>[] {
  const oldestFirst = versions.toReversed();
  const newest = versions[0];
  const places = oldestFirst.map((each, at) => versionPlace(handle, each, oldestFirst[at - 1], now));
  const chart: ChartPart<ReportAct> = {
    kind: "chart",
    heading: l10n.t("Trackers by version"),
    count: l10n.t("{0}, {1}", sourceName(source), versionCount(versions.length)),
    axis: l10n.t("Version"),
    plots: plots(newest, now),
    places,
    marks:
      sides === undefined || sides.from.version === sides.to.version
        ? []
        : [
            { at: oldestFirst.indexOf(sides.from.version), word: "A" },
            { at: oldestFirst.indexOf(sides.to.version), word: "B" },
          ].filter(({ at }) => at >= 0),
    columns: [
      { name: l10n.t("Analyzed"), short: true },
      { name: l10n.t("Changes since the previous version"), width: "minmax(0, 3fr)" },
    ],
    newestFirst: true,
    keys: { names: ["A", "B"], words: l10n.t("compare") },
    grid: presenceGrid(oldestFirst, list, now),
  };
  if (newest === undefined || !isUnfinished(newest, now)) return [chart];
  const text = l10n.t("The latest analysis may still be running, so its trackers are not shown yet.");
  return [chart, { kind: "text", text, quiet: true }];
}

/** Plots for the values of `versionPlace`, in the same order. Each line ends with its latest value. */
function plots(newest: Version | undefined, now: number): readonly Plot[] {
  const [trackers, dangerous, permissions] = newest === undefined ? [null, null, null] : getFigures(newest, now);
  const withEnding = (value: number | null | undefined, words: (value: number) => string) =>
    typeof value === "number" ? { ending: words(value) } : {};
  return [
    {
      name: l10n.t("Trackers"),
      height: TRACKERS_HEIGHT_PX,
      stepped: true,
      shown: "whole",
      lines: [{ name: l10n.t("trackers"), heading: l10n.t("Trackers"), ...withEnding(trackers, trackerCount) }],
    },
    {
      name: l10n.t("Permissions"),
      height: PERMISSIONS_HEIGHT_PX,
      stepped: true,
      shown: "whole",
      lines: [
        {
          name: l10n.t("dangerous"),
          heading: l10n.t("Dangerous"),
          ...withEnding(dangerous, (value) => l10n.t("{0} dangerous", format.count(value))),
        },
        {
          name: l10n.t("permissions"),
          heading: l10n.t("Permissions"),
          ...withEnding(permissions, (value) => l10n.t("{0} in total", format.count(value))),
        },
      ],
    },
  ];
}

/** Numbers of trackers, dangerous permissions and all permissions; null if unknown. */
function getFigures(version: Version, now: number): readonly (number | null)[] {
  const permissions = knownPermissions(version, now);
  const dangerous = permissions?.filter((name) => permission(name).level === "dangerous").length;
  const trackers = isUnfinished(version, now) ? null : version.trackers.length;
  return [trackers, dangerous ?? null, permissions?.length ?? null];
}

function versionPlace(
  handle: string,
  version: Version,
  older: Version | undefined,
  now: number,
): ChartPlace<ReportAct> {
  const at = version.created === undefined ? undefined : toMilliseconds(version.created);
  const choose = (side: "from" | "to"): ReportAct => ({ type: "chooseSide", side, handle, report: version.id });
  return {
    name: versionName(version),
    under: at === undefined ? l10n.t("no date") : format.shortDay(at, now),
    values: getFigures(version, now).map((value) => (value === null ? null : String(value))),
    cells: [
      at === undefined ? null : format.day(at),
      older === undefined
        ? l10n.t("First report")
        : describeChanges(
            versionChanges(older, version),
            [older, version].some((each) => isUnfinished(each, now)),
          ),
    ],
    keys: { A: choose("from"), B: choose("to") },
  };
}
