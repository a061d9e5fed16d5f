import { l10n } from "vscode";
import type { Children, Node, Page } from "../workbench/tree/node.ts";
import { clock, count, exact } from "../workbench/words.ts";
import { alternatives, applicationKey, categories } from "./model.ts";
import type { Category, ShortApplication, Tracker } from "./model.ts";
import type { Store } from "./store.ts";
import { appTooltip, code, plain, shortSourceName } from "./words.ts";

/** What the rows of the view are about, for the commands in their menus. */
export type Subject =
  | { readonly kind: "trackers" | "applications" | "category" | "hint" }
  | { readonly kind: "tracker"; readonly tracker: Tracker }
  | { readonly kind: "app"; readonly handle: string; readonly source: string };

const KINDS: ReadonlySet<unknown> = new Set<Subject["kind"]>([
  "trackers",
  "applications",
  "category",
  "hint",
  "tracker",
  "app",
]);

/** Whether this is what one of the rows is about: commands may be called with anything. */
export function isSubject(value: unknown): value is Subject {
  return typeof value === "object" && value !== null && "kind" in value && KINDS.has(value.kind);
}

type Row = Node<Subject>;

/** Rows of one page, with the page after it. */
const PAGE = 50;
const DAY = 86_400_000;

/** The rows of the view. Nothing is asked for here: each level asks the store when it is unfolded. */
export function roots(store: Store, now: () => number): Children {
  return () => Promise.resolve({ nodes: [trackersRow(store, now), applicationsRow(store)] });
}

function trackersRow(store: Store, now: () => number): Row {
  const list = store.knownTrackers;
  const old = list !== undefined && now() - list.readAt > DAY;
  return {
    id: "trackers",
    subject: { kind: "trackers" },
    label: l10n.t("Trackers"),
    ...(list === undefined
      ? {}
      : {
          description: [
            count(list.trackers.size),
            old ? l10n.t("read {0}", clock(list.readAt, now())) : l10n.t("by category"),
          ].join(" · "),
          tooltip: () =>
            l10n.t("{0} trackers of {1}, read {2}", count(list.trackers.size), store.host, exact(list.readAt)),
        }),
    icon: { name: "bug" },
    contextValue: "trackers",
    unfolded: true,
    children: async () => {
      const { trackers, skipped } = await store.trackers();
      return { nodes: categories(trackers.values()).map((each) => categoryRow(store, each)), skipped };
    },
  };
}

/** The rows under which a tracker stands. */
export function rowsAbove(store: Store, tracker: number): readonly string[] {
  const names = store.knownTrackers?.trackers.get(tracker)?.categories ?? [];
  return names.length === 0 ? [categoryId(undefined)] : names.map(categoryId);
}

function categoryId(name: string | undefined): string {
  return `category ${name ?? ""}`;
}

function categoryRow(store: Store, { name, trackers }: Category): Row {
  return {
    id: categoryId(name),
    subject: { kind: "category" },
    label: name ?? l10n.t("Uncategorised"),
    description: count(trackers.length),
    icon: { name: "folder" },
    contextValue: "category",
    children: () => Promise.resolve(pageOf(trackers, (each) => trackerRow(store, each, name))),
  };
}

/** A tracker of several categories has a row under each. */
function trackerRow(store: Store, tracker: Tracker, category: string | undefined): Row {
  const carriers = store.knownCarriers(tracker.id);
  const [first, ...more] = tracker.codeSignature === undefined ? [] : alternatives(tracker.codeSignature);
  const signature =
    first === undefined
      ? l10n.t("no code signature")
      : more.length === 0
        ? first
        : l10n.t("{0} and {1} more", first, count(more.length));
  return {
    id: `tracker ${category ?? ""} ${tracker.id}`,
    subject: { kind: "tracker", tracker },
    label: tracker.name,
    description: carriers === undefined ? signature : l10n.t("ever in {0} apps", count(carriers)),
    icon: { name: "circle-outline" },
    contextValue: first === undefined ? "tracker" : "tracker.signed",
    tooltip: () => trackerTooltip(tracker, carriers),
    children: store.hasKey
      ? (signal) => carrierRows(store, tracker, category, signal)
      : () => keyRows("tracker", tracker.id, category),
  };
}

async function carrierRows(
  store: Store,
  tracker: Tracker,
  category: string | undefined,
  signal: AbortSignal,
): Promise<Page> {
  const { values, skipped } = await store.carriers(tracker.id, signal);
  if (values.length === 0 && skipped === 0) {
    const id = `tracker ${category ?? ""} ${tracker.id} none`;
    return { nodes: [hint(id, l10n.t("Found in no app"), l10n.t("in any version"), "check")] };
  }
  return { ...pageOf(values, (each) => carrierRow(each, tracker, category)), skipped };
}

function carrierRow(app: ShortApplication, tracker: Tracker, category: string | undefined): Row {
  return {
    id: `carrier ${category ?? ""} ${tracker.id} ${applicationKey(app)}`,
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

/** What stands where applications would, for one without a key. */
function keyRows(about: string, id: number | string = "", category = ""): Promise<Page> {
  const row: Row = {
    id: `${about} ${category} ${id} key`,
    subject: { kind: "hint" },
    label: l10n.t("Set API Key…"),
    description: l10n.t("to list applications"),
    icon: { name: "key" },
    contextValue: "key",
    tooltip: () =>
      l10n.t(
        "Lists of applications and their reports are for holders of a key, which the operators give out by e-mail.",
      ),
    click: { command: "triptych.trackers.setKey", title: l10n.t("Set API Key…"), given: [] },
  };
  return Promise.resolve({ nodes: [row] });
}

function applicationsRow(store: Store): Row {
  const counts = store.knownCounts;
  const description = store.hasKey
    ? counts === undefined
      ? undefined
      : l10n.t("{0} · {1} reports", count(counts.applications), count(counts.reports))
    : l10n.t("needs an API key");
  return {
    id: "applications",
    subject: { kind: "applications" },
    label: l10n.t("Applications"),
    ...(description === undefined ? {} : { description }),
    ...(counts === undefined
      ? {}
      : {
          tooltip: () =>
            l10n.t(
              "{0} applications and {1} reports of their versions, against {2} trackers",
              count(counts.applications),
              count(counts.reports),
              count(counts.trackers),
            ),
        }),
    icon: { name: "device-mobile" },
    contextValue: "applications",
    unfolded: true,
    children: async () => {
      const find = findRow();
      if (!store.hasKey) return { nodes: [find, ...(await keyRows("applications")).nodes] };
      await store.counts();
      return { nodes: [find] };
    },
  };
}

function findRow(): Row {
  return {
    id: "find",
    subject: { kind: "hint" },
    label: l10n.t("Find App…"),
    description: l10n.t("by its handle"),
    icon: { name: "search" },
    contextValue: "find",
    click: { command: "triptych.trackers.findApp", title: l10n.t("Find App…"), given: [] },
  };
}

function hint(id: string, label: string, description: string, icon: string): Row {
  return { id, subject: { kind: "hint" }, label, description, icon: { name: icon }, contextValue: "hint" };
}

function trackerTooltip(tracker: Tracker, carriers: number | undefined): string {
  const none = l10n.t("none");
  return [
    `**${plain(tracker.name)}**`,
    tracker.categories.length === 0 ? l10n.t("Uncategorised") : tracker.categories.map(plain).join(", "),
    l10n.t("In code: {0}", tracker.codeSignature === undefined ? none : code(tracker.codeSignature)),
    l10n.t("On the network: {0}", tracker.networkSignature === undefined ? none : code(tracker.networkSignature)),
    tracker.created === undefined ? "" : l10n.t("Known since {0}", plain(tracker.created)),
    carriers === undefined ? "" : l10n.t("Found in some version of {0} apps", count(carriers)),
  ]
    .filter((line) => line !== "")
    .join("\n\n");
}

/** The next page begins where this one ends. */
function pageOf<Thing>(things: readonly Thing[], row: (thing: Thing) => Row, from = 0): Page {
  const to = from + PAGE;
  return {
    nodes: things.slice(from, to).map(row),
    total: things.length,
    ...(to < things.length ? { next: () => Promise.resolve(pageOf(things, row, to)) } : {}),
  };
}
