import { l10n } from "../../workbench/text/l10n.ts";
import type { Node, Page } from "../../workbench/tree/node.ts";
import type { Subject } from "../subject.ts";

export type Row = Node<Subject>;

/** Rows of one page, with the page after it. */
const PAGE = 50;

/** The next page begins where this one ends. */
export function pageOf<Thing>(things: readonly Thing[], row: (thing: Thing) => Row, from = 0): Page {
  const to = from + PAGE;
  return {
    nodes: things.slice(from, to).map(row),
    total: things.length,
    ...(to < things.length ? { next: () => Promise.resolve(pageOf(things, row, to)) } : {}),
  };
}

export function hint(id: string, label: string, description: string, icon: string): Row {
  return { id, subject: { kind: "hint" }, label, description, icon: { name: icon }, contextValue: "hint" };
}

/** What stands where applications would, for one without a key. */
export function keyRow(id: string): Row {
  return {
    id: `${id} key`,
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
}
