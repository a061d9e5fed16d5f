// The commands on rows that all views share.
import { commands } from "vscode";
import { on, onAll, type Command } from "../commands.ts";
import { withPlacement, type Placement } from "../placement.ts";
import { listRemedies } from "../problems.ts";
import type { RowClick } from "./node.ts";
import { shiftRows } from "./reorder.ts";
import { BusyRow, MoreRow, NodeRow, ProblemRow, subjectAs } from "./rows.ts";

/** A second click on a row within this time is part of a double click. */
const DOUBLE_CLICK_MS = 500;

/** What a click on a row does: opens its panel as a preview. A double click, which arrives as two clicks, keeps it. */
export function openRow(now: () => number): Command<[NodeRow], unknown> {
  let last = { id: "", at: Number.NEGATIVE_INFINITY };
  return on(asOpening, (row) => {
    const isDouble = row.id === last.id && now() - last.at <= DOUBLE_CLICK_MS;
    last = { id: row.id, at: isDouble ? Number.NEGATIVE_INFINITY : now() };
    if (isDouble) return click(row);
    const [, wing = ""] = row.node.click?.command.split(".") ?? [];
    return click(row, { as: "preview", wing });
  });
}

export const openToSide = on(
  (given) => (given instanceof NodeRow ? (given.node.side ?? given.node.click) : undefined),
  (opens) => withPlacement({ as: "side" }, () => run(opens)),
);

export const loadMore = on(subjectAs(MoreRow), ({ branch }) => branch.more());

export const loadAll = on(subjectAs(MoreRow), ({ branch }) => branch.all());

/** What a click on a problem row does: its first remedy. */
export const remedy = on(subjectAs(ProblemRow), async ({ problem, actions }) => {
  const [first] = listRemedies(problem, actions);
  if (first !== undefined) await actions[first]?.(problem);
});

export const retry = on(subjectAs(ProblemRow), async ({ actions }) => {
  await actions.retry?.();
});

export const cancel = on(subjectAs(BusyRow), ({ branch }) => branch.cancel());

export const moveUp = onAll(asMovable, (rows) => shiftRows(rows, "up"));

export const moveDown = onAll(asMovable, (rows) => shiftRows(rows, "down"));

function click({ node }: NodeRow, placement?: Placement): unknown {
  if (node.click === undefined) return undefined;
  const { click: opens } = node;
  return placement === undefined ? run(opens) : withPlacement(placement, () => run(opens));
}

function run({ command, args }: RowClick): unknown {
  return commands.executeCommand(command, ...args);
}

function asOpening(given: unknown): NodeRow | undefined {
  return given instanceof NodeRow && given.node.click !== undefined ? given : undefined;
}

function asMovable(given: unknown): NodeRow | undefined {
  return given instanceof NodeRow && given.node.order !== undefined ? given : undefined;
}
