// The commands on rows that all views share.
import { commands } from "vscode";
import { callCommand, on, onAll, type Command, type CommandTable } from "../commands.ts";
import type { Dialogs } from "../dialogs/dialogs.ts";
import type { Placement } from "../placement.ts";
import { listRemedies, runRemedy } from "../problems.ts";
import { markDone } from "../walkthrough-steps.ts";
import type { RowClick } from "./node.ts";
import { shiftRows } from "./reorder.ts";
import { BusyRow, MoreRow, NodeRow, ProblemRow } from "./level-rows.ts";

/** A built wing, as far as clicks on its rows go. */
export interface RowWing {
  readonly view: string;
  readonly commands: CommandTable;
}

/** Returns the wings that are built. */
type BuiltWings = () => readonly RowWing[];

/** A second click on a row within this time is part of a double click. */
const DOUBLE_CLICK_MS = 500;

/**
 * What a click on a row does: opens its panel as a preview, loads more rows, or runs the first remedy of a problem. A
 * double click, which arrives as two clicks, keeps the panel.
 */
export function openRow(now: () => number, wings: BuiltWings): Command<[NodeRow | MoreRow | ProblemRow], unknown> {
  let last = { id: "", at: Number.NEGATIVE_INFINITY };
  return on(asOpening, (row) => {
    if (row instanceof MoreRow) return row.loader.more();
    if (row instanceof ProblemRow) return remedy(row);
    const isDouble = row.id === last.id && now() - last.at <= DOUBLE_CLICK_MS;
    last = { id: row.id, at: isDouble ? Number.NEGATIVE_INFINITY : now() };
    return click(row, wings, ({ view }) => (isDouble ? undefined : { kind: "preview", view }));
  });
}

export function openToSide(wings: BuiltWings): Command<[RowClick], unknown> {
  return on(
    (given) => (given instanceof NodeRow ? (given.node.side ?? given.node.click) : undefined),
    (opens) => run(opens, wings, () => ({ kind: "side" })),
  );
}

/** Cancels the load of a row's level or, without a row, the check of a text that the user has entered. */
export function cancel(dialogs: Pick<Dialogs, "cancelCheck">): Command<[BusyRow | undefined], void> {
  return {
    accepts: ([given]) => (given === undefined || given instanceof BusyRow ? [given] : undefined),
    run: (row) => (row === undefined ? dialogs.cancelCheck() : row.loader.cancel()),
  };
}

export const moveUp = onAll(asMovable, (rows) => shiftRows(rows, "up"));

export const moveDown = onAll(asMovable, (rows) => shiftRows(rows, "down"));

async function remedy({ problem, actions }: ProblemRow): Promise<void> {
  const [first] = listRemedies(problem, actions);
  if (first !== undefined) await runRemedy(first, actions, problem);
}

/** Where the panel of a row of this wing opens. */
type Place = (wing: RowWing) => Placement | undefined;

function click({ node }: NodeRow, wings: BuiltWings, place: Place): unknown {
  return node.click === undefined ? undefined : run(node.click, wings, place);
}

/** Calls what the row's wing has for the command, which VS Code runs only if it is its own, such as `vscode.open`. */
async function run({ command, args }: RowClick, wings: BuiltWings, place: Place): Promise<unknown> {
  const wing = wings().find((each) => Object.hasOwn(each.commands, command));
  if (wing === undefined) return await commands.executeCommand(command, ...args);
  markDone(command);
  return await callCommand(wing.commands, command, args, place(wing));
}

function asOpening(given: unknown): NodeRow | MoreRow | ProblemRow | undefined {
  if (given instanceof MoreRow || given instanceof ProblemRow) return given;
  return given instanceof NodeRow && given.node.click !== undefined ? given : undefined;
}

function asMovable(given: unknown): NodeRow | undefined {
  return given instanceof NodeRow && given.node.order !== undefined ? given : undefined;
}
