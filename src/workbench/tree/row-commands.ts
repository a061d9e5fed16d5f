// The commands on rows that all views share.
import { commands } from "vscode";
import { on, onAll, type Command } from "../commands.ts";
import type { Dialogs } from "../dialogs/dialogs.ts";
import { withPlacement, type Placement } from "../placement.ts";
import { listRemedies } from "../problems.ts";
import type { RowClick } from "./node.ts";
import { shiftRows } from "./reorder.ts";
import { BusyRow, MoreRow, NodeRow, ProblemRow } from "./level-rows.ts";

/** A second click on a row within this time is part of a double click. */
const DOUBLE_CLICK_MS = 500;

/**
 * What a click on a row does: opens its panel as a preview, loads more rows, or runs the first remedy of a problem. A
 * double click, which arrives as two clicks, keeps the panel.
 */
export function openRow(now: () => number): Command<[NodeRow | MoreRow | ProblemRow], unknown> {
  let last = { id: "", at: Number.NEGATIVE_INFINITY };
  return on(asOpening, (row) => {
    if (row instanceof MoreRow) return row.branch.more();
    if (row instanceof ProblemRow) return remedy(row);
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

/** Cancels the load of a row's level or, without a row, the check of a text that the user has entered. */
export function cancel(dialogs: Pick<Dialogs, "cancelCheck">): Command<[BusyRow | undefined], void> {
  return {
    accepts: ([given]) => (given === undefined || given instanceof BusyRow ? [given] : undefined),
    run: (row) => (row === undefined ? dialogs.cancelCheck() : row.branch.cancel()),
  };
}

export const moveUp = onAll(asMovable, (rows) => shiftRows(rows, "up"));

export const moveDown = onAll(asMovable, (rows) => shiftRows(rows, "down"));

async function remedy({ problem, actions }: ProblemRow): Promise<void> {
  const [first] = listRemedies(problem, actions);
  if (first !== undefined) await actions[first]?.(problem);
}

function click({ node }: NodeRow, placement?: Placement): unknown {
  if (node.click === undefined) return undefined;
  const { click: opens } = node;
  return placement === undefined ? run(opens) : withPlacement(placement, () => run(opens));
}

function run({ command, args }: RowClick): unknown {
  return commands.executeCommand(command, ...args);
}

function asOpening(given: unknown): NodeRow | MoreRow | ProblemRow | undefined {
  if (given instanceof MoreRow || given instanceof ProblemRow) return given;
  return given instanceof NodeRow && given.node.click !== undefined ? given : undefined;
}

function asMovable(given: unknown): NodeRow | undefined {
  return given instanceof NodeRow && given.node.order !== undefined ? given : undefined;
}
