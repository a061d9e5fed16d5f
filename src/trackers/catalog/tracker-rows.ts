import { l10n } from "../../workbench/text/l10n.ts";
import { code, fill, md, paragraphs } from "../../workbench/text/markdown.ts";
import type { Markdown } from "../../workbench/text/markdown.ts";
import type { Page } from "../../workbench/tree/node.ts";
import { clock, count, exact } from "../../workbench/words.ts";
import { grouped, groupsOf, matching, sorted } from "../model/arrangement.ts";
import type { Arrangement, Group } from "../model/arrangement.ts";
import { applicationKey } from "../model/report.ts";
import type { ShortApplication } from "../model/report.ts";
import { alternatives } from "../model/tracker.ts";
import type { Tracker } from "../model/tracker.ts";
import { appTooltip, hint, keyRow, pageOf } from "../rows.ts";
import type { Row } from "../rows.ts";
import { shortSourceName } from "../source-names.ts";
import type { Store } from "../store.ts";
import type { TrackerList } from "./tracker-catalog.ts";

const DAY = 86_400_000;
const ROOT = "trackers";

/** The trackers, arranged as the reader wants them. */
export function trackersRow(store: Store, arrangement: () => Arrangement, now: () => number): Row {
  const list = store.knownTrackers;
  return {
    id: ROOT,
    subject: { kind: "trackers" },
    label: l10n.t("Trackers"),
    ...(list === undefined
      ? {}
      : {
          description: described(list, arrangement(), now()),
          tooltip: () =>
            l10n.t("{0} trackers of {1}, read {2}", count(list.trackers.size), store.host, exact(list.readAt)),
        }),
    icon: { name: "bug" },
    contextValue: arrangement().filter === "" ? "trackers" : "trackers.filtered",
    unfolded: true,
    children: async (signal) => {
      const { trackers, skipped } = await store.trackers(signal);
      return { ...arranged(store, [...trackers.values()], arrangement()), skipped };
    },
  };
}

function described({ trackers, readAt }: TrackerList, { grouping, order, filter }: Arrangement, now: number): string {
  if (filter !== "") {
    const found = matching(trackers.values(), filter).length;
    return l10n.t("{0} of {1} · “{2}”", count(found), count(trackers.size), filter);
  }
  const size = count(trackers.size);
  if (now - readAt > DAY) return l10n.t("{0} · read {1}", size, clock(readAt, now));
  const byDate = order === "date";
  switch (grouping) {
    case "category":
      return byDate ? l10n.t("{0} · by category, newest first", size) : l10n.t("{0} · by category", size);
    case "letter":
      return byDate ? l10n.t("{0} · by letter, newest first", size) : l10n.t("{0} · by letter", size);
    case "none":
      return byDate ? l10n.t("{0} · newest first", size) : l10n.t("{0} · by name", size);
  }
}

function arranged(store: Store, trackers: readonly Tracker[], arrangement: Arrangement): Page {
  const { grouping, order, filter } = arrangement;
  const row = (tracker: Tracker): Row => trackerRow(store, tracker, undefined, arrangement);
  if (filter !== "") {
    const found = sorted(matching(trackers, filter), order);
    if (found.length > 0) return pageOf(found, row);
    const none = hint("trackers none", l10n.t("No tracker matches"), l10n.t("Clear Filter"), "filter");
    const click = { command: "triptych.trackers.clearFilter", title: l10n.t("Clear Filter"), given: [] } as const;
    return { nodes: [{ ...none, click }] };
  }
  if (grouping === "none") return pageOf(sorted(trackers, order), row);
  return { nodes: grouped(trackers, arrangement).map((each) => groupRow(store, each, arrangement)) };
}

/** The rows under which a tracker stands. */
export function rowsAbove(store: Store, tracker: number, { grouping, filter }: Arrangement): readonly string[] {
  const known = store.knownTrackers?.trackers.get(tracker);
  if (filter !== "" || grouping === "none" || known === undefined) return [ROOT];
  const names = groupsOf(known, grouping);
  return names.length === 0 ? [groupId(undefined, grouping)] : names.map((name) => groupId(name, grouping));
}

function groupId(name: string | undefined, grouping: Arrangement["grouping"]): string {
  return `${grouping} ${name ?? ""}`;
}

function groupRow(store: Store, { name, trackers }: Group, arrangement: Arrangement): Row {
  const { grouping } = arrangement;
  return {
    id: groupId(name, grouping),
    subject: { kind: "group" },
    label: name ?? (grouping === "letter" ? l10n.t("Other") : l10n.t("Uncategorised")),
    description: count(trackers.length),
    icon: { name: "folder" },
    contextValue: "group",
    children: () => Promise.resolve(pageOf(trackers, (each) => trackerRow(store, each, name ?? "", arrangement))),
  };
}

/** A tracker of several categories has a row under each. */
function trackerRow(store: Store, tracker: Tracker, group: string | undefined, { order }: Arrangement): Row {
  const carriers = store.knownCarriers(tracker.id)?.handles;
  const [first, ...more] = tracker.codeSignature === undefined ? [] : alternatives(tracker.codeSignature);
  const signature =
    first === undefined
      ? l10n.t("no code signature")
      : more.length === 0
        ? first
        : l10n.t("{0} and {1} more", first, count(more.length));
  const described = carriers === undefined ? signature : l10n.t("ever in {0} apps", count(carriers));
  const id = `tracker ${group ?? ""} ${tracker.id}`;
  return {
    id,
    subject: { kind: "tracker", tracker },
    label: tracker.name,
    description: order === "date" ? [tracker.created ?? l10n.t("no date"), described].join(" · ") : described,
    icon: { name: "circle-outline" },
    contextValue: `tracker${first === undefined ? "" : ".code"}${tracker.networkSignature === undefined ? "" : ".network"}`,
    tooltip: () => trackerTooltip(tracker, carriers),
    click: {
      command: "triptych.trackers.openTracker",
      title: l10n.t("Open Tracker"),
      given: [{ tracker: tracker.id }],
    },
    children: store.hasKey
      ? (signal) => carrierRows(store, tracker, id, signal)
      : () => Promise.resolve({ nodes: [keyRow(id)] }),
  };
}

async function carrierRows(store: Store, tracker: Tracker, above: string, signal: AbortSignal): Promise<Page> {
  const { values, skipped } = await store.carriers(tracker.id, signal);
  if (values.length === 0 && skipped === 0) {
    return { nodes: [hint(`${above} none`, l10n.t("Found in no app"), l10n.t("in any version"), "check")] };
  }
  return { ...pageOf(values, (each) => carrierRow(each, tracker, above)), skipped };
}

function carrierRow(app: ShortApplication, tracker: Tracker, above: string): Row {
  return {
    id: `${above} ${applicationKey(app)}`,
    subject: { kind: "app", handle: app.handle, source: app.source },
    label: app.handle,
    description: shortSourceName(app.source),
    icon: { name: "device-mobile" },
    contextValue: "app",
    tooltip: () => appTooltip(app, l10n.t("{0} was found in some version, not always the newest.", tracker.name)),
    click: {
      command: "triptych.trackers.openReport",
      title: l10n.t("Open Report"),
      given: [{ handle: app.handle, source: app.source }],
    },
  };
}

function trackerTooltip(tracker: Tracker, carriers: number | undefined): Markdown {
  const none = l10n.t("none");
  return paragraphs(
    md`**${tracker.name}**`,
    tracker.categories.length === 0 ? l10n.t("Uncategorised") : tracker.categories.join(", "),
    fill(l10n.t("In code: {0}"), tracker.codeSignature === undefined ? none : code(tracker.codeSignature)),
    fill(l10n.t("On the network: {0}"), tracker.networkSignature === undefined ? none : code(tracker.networkSignature)),
    tracker.created === undefined ? "" : l10n.t("Known since {0}", tracker.created),
    carriers === undefined ? "" : l10n.t("Found in some version of {0} apps", count(carriers)),
  );
}
