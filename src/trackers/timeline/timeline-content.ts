// Content of an app's timeline.
import { fromMilliseconds, toMilliseconds } from "../../base/time.ts";
import type { Timeline, TimelineVersion } from "../../panels/report/timeline-messages.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count, formatDay, formatShortDay } from "../../workbench/words.ts";
import { trackerCount, versionCount } from "../counts.ts";
import { versionChanges } from "../model/changes.ts";
import { permission } from "../model/permissions.ts";
import { verdict } from "../model/report.ts";
import type { SourceVersions, Version } from "../model/report.ts";
import { versionName } from "../reports/versions.ts";
import { sourceName } from "../source-names.ts";
import { describeChanges } from "./change-summary.ts";

const TRACKERS_HEIGHT = 96;
const PERMISSIONS_HEIGHT = 136;

/** The versions of one source over time. */
export function timeline(
  { source, versions }: SourceVersions,
  sides: { readonly from: Version | undefined; readonly to: Version | undefined },
  now: number,
): Timeline {
  const oldestFirst = versions.toReversed();
  const newest = versions[0];
  const found = oldestFirst.map((each) => (isOpen(each, now) ? null : each.trackers.length));
  const asked = oldestFirst.map(({ details }) => details?.permissions.length ?? null);
  const dangerous = oldestFirst.map(dangerousIn);
  const at = (version: Version | undefined): number => (version === undefined ? -1 : oldestFirst.indexOf(version));
  const ending = (values: readonly (number | null)[], words: (value: number) => string): string => {
    const last = values.at(-1) ?? null;
    return last === null ? "" : words(last);
  };
  return {
    heading: l10n.t("Trackers and permissions by version"),
    count: l10n.t("{0}, {1}", sourceName(source), versionCount(versions.length)),
    axis: l10n.t("Version"),
    versions: oldestFirst.map((each, place) => versionAt(each, oldestFirst[place - 1], now)),
    plots: [
      {
        name: l10n.t("Trackers"),
        height: TRACKERS_HEIGHT,
        lines: [
          { name: l10n.t("trackers"), heading: l10n.t("Trackers"), values: found, ending: ending(found, trackerCount) },
        ],
      },
      {
        name: l10n.t("Permissions"),
        height: PERMISSIONS_HEIGHT,
        lines: [
          {
            name: l10n.t("dangerous"),
            heading: l10n.t("Dangerous"),
            values: dangerous,
            ending: ending(dangerous, (value) => l10n.t("{0} dangerous", count(value))),
          },
          {
            name: l10n.t("permissions"),
            heading: l10n.t("Permissions"),
            values: asked,
            ending: ending(asked, (value) => l10n.t("{0} in total", count(value))),
          },
        ],
      },
    ],
    marks: [
      { at: at(sides.from), word: "A" },
      { at: at(sides.to), word: "B" },
    ].filter((mark) => mark.at >= 0 && sides.from !== sides.to),
    columns: { reported: l10n.t("Analyzed"), change: l10n.t("Changes since the previous version") },
    keys: l10n.t("compare"),
    ...(newest !== undefined && isOpen(newest, now)
      ? { note: l10n.t("The latest analysis may still be running, so its trackers are not shown yet.") }
      : {}),
  };
}

function versionAt(version: Version, older: Version | undefined, now: number): TimelineVersion {
  const at = version.created === undefined ? undefined : toMilliseconds(version.created);
  return {
    report: version.id,
    name: versionName(version),
    under: at === undefined ? l10n.t("no date") : formatShortDay(at, now),
    reported: at === undefined ? null : formatDay(at),
    change:
      older === undefined
        ? l10n.t("First report")
        : describeChanges(versionChanges(older, version), isOpen(version, now)),
  };
}

function dangerousIn({ details }: Version): number | null {
  return details === undefined
    ? null
    : details.permissions.filter((name) => permission(name).level === "dangerous").length;
}

/** Whether the analysis may still be running. */
function isOpen(version: Version, now: number): boolean {
  return verdict(version, fromMilliseconds(now)) === "provisional";
}
