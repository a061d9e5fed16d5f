// The grid of a timeline: which version of an app has which tracker.
import { toMilliseconds } from "../../base/time.ts";
import type { GridPart } from "../../panels/kit/content/chart-model.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import type { TrackerList } from "../store/tracker-list.ts";
import { isUnfinished, type Version } from "../model/report.ts";
import { compareText } from "../model/search-text.ts";
import type { ReportAct } from "../report-content/protocol.ts";
import { byTrackerName, trackerName } from "../wording/tracker-names.ts";

type Run = readonly [first: number, last: number];

/** The trackers of all versions, by category. A tracker with several categories is under its first. */
export function presenceGrid(
  oldestFirst: readonly Version[],
  list: TrackerList | undefined,
  now: number,
): GridPart<ReportAct> {
  const unknown = oldestFirst.flatMap((version, at) => (isUnfinished(version, now) ? [at] : []));
  const runs = findRuns(oldestFirst, new Set(unknown));
  const groups = new Map<string, number[]>();
  for (const id of byTrackerName([...runs.keys()], list)) {
    const [category = l10n.t("Uncategorized")] = list?.trackers.get(id)?.categories ?? [];
    groups.set(category, [...(groups.get(category) ?? []), id]);
  }
  return {
    groups: [...groups]
      .sort(([a], [b]) => compareText(a, b))
      .map(([name, ids]) => ({
        name,
        rows: ids.map((id) => ({
          name: trackerName(id, list),
          act: { type: "openTracker", tracker: id } as const,
          runs: runs.get(id) ?? [],
        })),
      })),
    lines: [
      { name: l10n.t("All permissions"), line: 2 },
      { name: l10n.t("Dangerous"), icon: "warning", line: 1 },
    ],
    times: oldestFirst.map(({ created }) => (created === undefined ? null : toMilliseconds(created))),
    end: now,
    unknown,
    changes: oldestFirst.map((_, at) => describeChange(runs, at, unknown.includes(at), list)),
    words: {
      added: l10n.t("added in {0}"),
      removed: l10n.t("removed in {0}"),
      absent: l10n.t("Not in these versions: {0}"),
      lines: l10n.t("Permissions"),
    },
  };
}

/** For each tracker of a version, the version that added it; none if the first report has it already. */
export function findAddedIn(
  newestFirst: readonly Version[],
  version: Version,
  now: number,
): ReadonlyMap<number, Version> {
  const oldestFirst = newestFirst.toReversed();
  const unknown = oldestFirst.flatMap((each, at) => (isUnfinished(each, now) ? [at] : []));
  const shown = oldestFirst.indexOf(version);
  const added = new Map<number, Version>();
  for (const [id, runs] of findRuns(oldestFirst, new Set(unknown))) {
    const first = runs.find((run) => run[0] <= shown && shown <= run[1])?.[0];
    const from = first === undefined || first === 0 ? undefined : oldestFirst[first];
    if (from !== undefined && !unknown.includes((first ?? 0) - 1)) added.set(id, from);
  }
  return added;
}

/** The stretches of versions that contain each tracker. An unknown version says nothing, so it changes nothing. */
function findRuns(versions: readonly Version[], unknown: ReadonlySet<number>): ReadonlyMap<number, readonly Run[]> {
  const runs = new Map<number, [first: number, last: number][]>();
  let before = -1;
  for (const [at, { trackers }] of versions.entries()) {
    if (unknown.has(at)) continue;
    for (const id of new Set(trackers)) {
      const own = runs.get(id) ?? [];
      const last = own.at(-1);
      if (last !== undefined && last[1] === before) last[1] = at;
      else own.push([at, at]);
      runs.set(id, own);
    }
    before = at;
  }
  for (const run of [...runs.values()].flat()) while (unknown.has(run[1] + 1)) run[1] += 1;
  return runs;
}

/** "Added: Google AdMob. Removed: HockeyApp." */
function describeChange(
  runs: ReadonlyMap<number, readonly Run[]>,
  at: number,
  isUnknown: boolean,
  list: TrackerList | undefined,
): string {
  if (isUnknown) return l10n.t("Not known yet: the analysis may still be running.");
  if (at === 0) return l10n.t("First report");
  const names = (isOf: (run: Run) => boolean): string =>
    format.list(
      byTrackerName(
        [...runs].filter(([, own]) => own.some(isOf)).map(([id]) => id),
        list,
      ).map((id) => trackerName(id, list)),
    );
  const added = names(([first]) => first === at);
  const removed = names(([, last]) => last + 1 === at);
  const parts = [
    ...(added === "" ? [] : [l10n.t("Added: {0}.", added)]),
    ...(removed === "" ? [] : [l10n.t("Removed: {0}.", removed)]),
  ];
  return parts.length === 0 ? l10n.t("No tracker added or removed") : parts.join(" ");
}
