// Rows of the Trackers view: subjects, pages, hints.
import { l10n } from "../../workbench/text/l10n.ts";
import { md, paragraphs, type Markdown } from "../../workbench/text/markdown.ts";
import type { Node, RowPage, RowClick } from "../../workbench/tree/node.ts";
import type { AppTarget, ShortApplication } from "../model/report.ts";
import type { Tracker } from "../model/tracker.ts";
import { sourceName } from "../wording/source-names.ts";
import type { Store } from "../store/store.ts";

/** The subject of a row, for the commands in its menu. */
export type Subject =
  | { readonly kind: "watched" | "trackers" | "applications" | "group" | "hint" }
  | { readonly kind: "tracker"; readonly tracker: Tracker }
  | { readonly kind: "app"; readonly handle: string; readonly source: string }
  | { readonly kind: "version"; readonly handle: string; readonly source: string; readonly report: number };

const KINDS: ReadonlySet<unknown> = new Set<Subject["kind"]>([
  "watched",
  "trackers",
  "applications",
  "group",
  "hint",
  "tracker",
  "app",
  "version",
]);

/** Whether a value is the subject of a row. Commands can be called with any argument. */
export function isSubject(value: unknown): value is Subject {
  return typeof value === "object" && value !== null && "kind" in value && KINDS.has(value.kind);
}

export type Row = Node<Subject>;

/** Rows per page. */
const PAGE_SIZE = 50;

/** Builds a page of rows that loads the next page on demand. */
export function buildPage<Thing>(
  things: readonly Thing[],
  row: (thing: Thing) => Node,
  size = PAGE_SIZE,
  from = 0,
): RowPage {
  const to = from + size;
  return {
    nodes: things.slice(from, to).map(row),
    total: things.length,
    ...(to < things.length ? { next: () => Promise.resolve(buildPage(things, row, size, to)) } : {}),
  };
}

export function hint(id: string, label: string, description: string, icon: string): Row {
  return { id, subject: { kind: "hint" }, label, description, icon: { name: icon }, contextValue: "hint" };
}

export function openReport(app: AppTarget): RowClick {
  return { command: "triptych.trackers.findApp", title: l10n.t("Open Report"), args: [app] };
}

export function openTracker(tracker: number): RowClick {
  return { command: "triptych.trackers.openTracker", title: l10n.t("Open Tracker"), args: [{ tracker }] };
}

/** Shown instead of apps if no key is set. */
export function keyRow(id: string): Row {
  return {
    ...hint(`${id} key`, l10n.t("Set API Key…"), l10n.t("to list apps"), "key"),
    contextValue: "key",
    tooltip: () => l10n.t("App lists and reports need an API key. Request one from εxodus by email."),
    click: { command: "triptych.trackers.setKey", title: l10n.t("Set API Key…"), args: [] },
  };
}

/** The icon of an app, if it is loaded. */
export function appIcon(store: Store, handle: string): NonNullable<Row["icon"]> {
  const picture = store.icons.getLoaded(handle);
  return { name: "device-mobile", ...(picture === undefined ? {} : { picture }) };
}

export function appTooltip({ handle, source }: Pick<ShortApplication, "handle" | "source">, more: string): Markdown {
  return paragraphs(md`**${handle}**`, sourceName(source), more);
}
