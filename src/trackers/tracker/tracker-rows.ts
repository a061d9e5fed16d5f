// Rows of trackers, their groups and the apps that contain them.
import { l10n } from "../../workbench/text/l10n.ts";
import { code, fill, md, paragraphs, type Markdown } from "../../workbench/text/markdown.ts";
import type { RowPage } from "../../workbench/tree/node.ts";
import { format } from "../../workbench/text/format.ts";
import { appCount, trackerCount } from "../wording/counts.ts";
import {
  trackerGroups,
  groupNames,
  matchingTrackers,
  sortedTrackers,
  type Arrangement,
  type Group,
} from "../model/arrangement.ts";
import { applicationKey, type ShortApplication } from "../model/report.ts";
import type { Tracker } from "../model/tracker.ts";
import { alternatives } from "../../scan/index.ts";
import {
  appIcon,
  appTooltip,
  buildPage,
  hint,
  keyRow,
  openReport,
  openTracker,
  type Row,
} from "../parts/row-builders.ts";
import { shortSourceName } from "../wording/source-names.ts";
import type { Store } from "../store/store.ts";
import { describeCategories } from "../wording/tracker-names.ts";
import type { TrackerList } from "../store/tracker-list.ts";

const DAY_MS = 86_400_000;
const ROOT = "trackers";

/** The row of all trackers, grouped and sorted as chosen. */
export function trackersRow(store: Store, arrangement: () => Arrangement, now: () => number): Row {
  const list = store.knownTrackers;
  return {
    id: ROOT,
    subject: { kind: "trackers" },
    label: l10n.t("Trackers"),
    ...(list === undefined
      ? {}
      : {
          description: describeList(list, arrangement(), now()),
          tooltip: () =>
            l10n.t(
              "{0} from {1}, updated {2}",
              trackerCount(list.trackers.size),
              store.host,
              format.exactTime(list.readAt),
            ),
        }),
    icon: { name: "bug" },
    contextValue: arrangement().filter === "" ? "trackers" : "trackers.filtered",
    expanded: true,
    children: async (signal) => {
      const { trackers, skipped } = await store.trackers(signal);
      return { ...arrangedPage(store, [...trackers.values()], arrangement()), skipped };
    },
  };
}

function describeList(
  { trackers, readAt }: TrackerList,
  { grouping, order, filter }: Arrangement,
  now: number,
): string {
  if (filter !== "") {
    const found = matchingTrackers(trackers.values(), filter).length;
    return l10n.t("{0} of {1} · “{2}”", format.count(found), format.count(trackers.size), filter);
  }
  const size = format.count(trackers.size);
  if (now - readAt > DAY_MS) return l10n.t("{0} · updated {1}", size, format.clockTime(readAt, now));
  const groupings = { category: l10n.t("by category"), letter: l10n.t("by letter"), none: "" };
  const orders = {
    name: grouping === "none" ? l10n.t("by name") : "",
    date: l10n.t("newest first"),
    apps: l10n.t("most apps first"),
  };
  return [size, groupings[grouping], orders[order]].filter((each) => each !== "").join(" · ");
}

function arrangedPage(store: Store, trackers: readonly Tracker[], arrangement: Arrangement): RowPage {
  const { grouping, order, filter } = arrangement;
  const appCount = (tracker: number): number | undefined => store.knownAppCount(tracker);
  const row = (tracker: Tracker): Row => trackerRow(store, tracker, undefined, arrangement);
  if (filter !== "") {
    const found = sortedTrackers(matchingTrackers(trackers, filter), order, appCount);
    if (found.length > 0) return buildPage(found, row);
    const none = hint("trackers none", l10n.t("No matching trackers"), l10n.t("Clear Filter"), "filter");
    const all: Row["subject"] = { kind: "trackers" };
    const click = { command: "triptych.clearFilter", title: l10n.t("Clear Filter"), args: [all] } as const;
    return { nodes: [{ ...none, click }] };
  }
  if (grouping === "none") return buildPage(sortedTrackers(trackers, order, appCount), row);
  return { nodes: trackerGroups(trackers, arrangement).map((each) => groupRow(store, each, arrangement)) };
}

/** IDs of the rows that contain a tracker. */
export function parentRows(store: Store, tracker: number, { grouping, filter }: Arrangement): readonly string[] {
  const known = store.knownTrackers?.trackers.get(tracker);
  if (filter !== "" || grouping === "none" || known === undefined) return [ROOT];
  const names = groupNames(known, grouping);
  return names.length === 0 ? [groupId(undefined, grouping)] : names.map((name) => groupId(name, grouping));
}

function groupId(name: string | undefined, grouping: Arrangement["grouping"]): string {
  return `${grouping} ${name ?? ""}`;
}

function groupRow(store: Store, { name, trackers }: Group, arrangement: Arrangement): Row {
  const { grouping, order } = arrangement;
  return {
    id: groupId(name, grouping),
    subject: { kind: "group" },
    label: name ?? (grouping === "letter" ? l10n.t("Other") : l10n.t("Uncategorized")),
    description: format.count(trackers.length),
    icon: { name: "folder" },
    contextValue: "group",
    children: () => {
      const sorted = sortedTrackers(trackers, order, (tracker) => store.knownAppCount(tracker));
      return Promise.resolve(buildPage(sorted, (each) => trackerRow(store, each, name ?? "", arrangement)));
    },
  };
}

/** A tracker with several categories has a row under each. */
function trackerRow(store: Store, tracker: Tracker, group: string | undefined, { order }: Arrangement): Row {
  const apps = store.knownAppCount(tracker.id);
  const [first, ...more] = tracker.codeSignature === undefined ? [] : alternatives(tracker.codeSignature);
  const signature =
    first === undefined
      ? l10n.t("no code signature")
      : more.length === 0
        ? first
        : l10n.t("{0} and {1} more", first, format.count(more.length));
  const summary = apps === undefined ? signature : appCount(apps);
  const id = `tracker ${group ?? ""} ${tracker.id}`;
  return {
    id,
    subject: { kind: "tracker", tracker },
    label: tracker.name,
    description: order === "date" ? [tracker.created ?? l10n.t("no date"), summary].join(" · ") : summary,
    icon: { name: "circle-outline" },
    contextValue: "tracker",
    tooltip: () => trackerTooltip(tracker, apps),
    click: openTracker(tracker.id),
    children: store.hasKey
      ? (signal) => appRows(store, tracker, id, signal)
      : () => Promise.resolve({ nodes: [keyRow(id)] }),
  };
}

async function appRows(store: Store, tracker: Tracker, parentId: string, signal: AbortSignal): Promise<RowPage> {
  const { values, skipped } = await store.appsWith(tracker.id, signal);
  if (values.length === 0 && skipped === 0) {
    return { nodes: [hint(`${parentId} none`, l10n.t("Not found in any app"), "", "check")] };
  }
  return { ...buildPage(values, (each) => appRow(store, each, tracker, parentId)), skipped };
}

function appRow(store: Store, app: ShortApplication, tracker: Tracker, parentId: string): Row {
  return {
    id: `${parentId} ${applicationKey(app)}`,
    subject: { kind: "app", handle: app.handle, source: app.source },
    label: app.handle,
    description: shortSourceName(app.source),
    icon: appIcon(store, app.handle),
    contextValue: "app",
    tooltip: () =>
      appTooltip(app, l10n.t("{0} was found in at least one version, not necessarily the latest.", tracker.name)),
    click: openReport({ handle: app.handle, source: app.source }),
  };
}

function trackerTooltip(tracker: Tracker, apps: number | undefined): Markdown {
  const none = l10n.t("none");
  return paragraphs(
    md`**${tracker.name}**`,
    describeCategories(tracker),
    fill(l10n.t("Code: {0}"), tracker.codeSignature === undefined ? none : code(tracker.codeSignature)),
    fill(l10n.t("Network: {0}"), tracker.networkSignature === undefined ? none : code(tracker.networkSignature)),
    tracker.created === undefined ? "" : l10n.t("Added {0}", tracker.created),
    apps === undefined ? "" : l10n.t("Found in {0}, in any version", appCount(apps)),
  );
}
