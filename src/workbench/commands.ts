// Commands: the arguments that they accept, what they do, and how users learn of failures. The manifest lists their
// IDs. Each wing has one table with its commands, which is loaded with the wing.
import { asProblem, Problem } from "../base/problem.ts";
import type { ShowProblem } from "./dialogs/dialogs.ts";
import type { Placement } from "./placement.ts";

/** A command ID of the manifest. `npm run lint` checks every ID in the sources against the manifest. */
export type CommandId = `triptych.${string}`;

/** Anyone can run a command with any arguments, so it validates them first. */
export interface Command<Given extends readonly unknown[], Result> {
  /** Returns the typed arguments, or undefined if the command doesn't work on them. */
  accepts(given: readonly unknown[]): Given | undefined;
  run(...given: Given): Result | Promise<Result>;
  /** Like `run`, for a command that opens a panel: opens it where the placement says. */
  runAt?(placement: Placement, ...given: Given): Result | Promise<Result>;
}

/** The commands of a wing by ID. */
export type CommandTable = Readonly<Record<CommandId, Command<readonly unknown[], unknown>>>;

/** A command that ignores its arguments. */
export function plain<Result>(run: () => Result | Promise<Result>): Command<[], Result> {
  return { accepts: () => [], run };
}

/** A command on one thing, which `find` gets from the first argument. */
export function on<Thing, Result>(
  find: (given: unknown) => Thing | undefined,
  run: (thing: Thing) => Result | Promise<Result>,
): Command<[Thing], Result> {
  return {
    accepts: ([first]) => {
      const thing = find(first);
      return thing === undefined ? undefined : [thing];
    },
    run,
  };
}

/** A command that opens the panel of one thing, which `find` gets from the first argument. */
export function opening<Thing, Result>(
  find: (given: unknown) => Thing | undefined,
  open: (thing: Thing, placement?: Placement) => Result | Promise<Result>,
): Command<[Thing], Result> {
  return { ...on(find, open), runAt: (placement, thing) => open(thing, placement) };
}

/** A command on one thing. From a view, it runs on every selected row that it works on, one after the other. */
export function onEach<Thing>(
  find: (given: unknown) => Thing | undefined,
  run: (thing: Thing) => unknown,
): Command<[readonly Thing[]], void> {
  return onAll(find, async (things) => {
    for (const thing of things) await run(thing);
  });
}

/** Like `onEach`, but runs once with all things. */
export function onAll<Thing, Result>(
  find: (given: unknown) => Thing | undefined,
  run: (things: readonly Thing[]) => Result | Promise<Result>,
): Command<[readonly Thing[]], Result> {
  return {
    accepts: ([first, selected]) => {
      if (find(first) === undefined) return undefined;
      return [selectedRows(first, selected).flatMap((each) => find(each) ?? [])];
    },
    run,
  };
}

/** Returns the rows that a command from a view works on: the selection, if the clicked row is part of it. */
export function selectedRows(first: unknown, selected: unknown): readonly unknown[] {
  const rows: readonly unknown[] = Array.isArray(selected) ? selected : [];
  return rows.includes(first) ? rows : [first];
}

/** A command on several kinds of things: runs the first of these commands that works on what it was given. */
export function oneOf(
  ...commands: readonly CommandTable[CommandId][]
): Command<[(placement?: Placement) => unknown], unknown> {
  return {
    accepts: (given) => {
      for (const command of commands) {
        const accepted = command.accepts(given);
        if (accepted !== undefined) return [(placement) => runAt(command, accepted, placement)];
      }
      return undefined;
    },
    run: (run) => run(),
    runAt: (placement, run) => run(placement),
  };
}

function runAt<Given extends readonly unknown[], Result>(
  command: Command<Given, Result>,
  accepted: Given,
  placement: Placement | undefined,
): Result | Promise<Result> {
  return placement === undefined || command.runAt === undefined
    ? command.run(...accepted)
    : command.runAt(placement, ...accepted);
}

/** Joins tables. A command of several tables is run by the first one that works on what it was given. */
export function joinTables(tables: readonly CommandTable[]): CommandTable {
  const joined = new Map<string, CommandTable[CommandId]>();
  for (const [id, command] of tables.flatMap((table) => Object.entries(table))) {
    const other = joined.get(id);
    joined.set(id, other === undefined ? command : oneOf(other, command));
  }
  return Object.fromEntries(joined);
}

/** Calls what a table has for a command. Throws a problem if that doesn't work on what it is given. */
export async function callCommand(
  table: CommandTable,
  id: string,
  given: readonly unknown[],
  placement?: Placement,
): Promise<unknown> {
  const [, command] = Object.entries(table).find(([each]) => each === id) ?? [];
  if (command === undefined) throw new Error(`Nothing handles the command ${id}`);
  const accepted = command.accepts(given);
  if (accepted === undefined)
    throw new Problem("invalid", {}, { cause: new Error(`${id} does not work on what it was given`) });
  return await runAt(command, accepted, placement);
}

/** Runs a command of the table. After a failure, returns undefined, and `showProblem` offers to retry. */
export async function runCommand(
  id: string,
  given: readonly unknown[],
  load: () => Promise<CommandTable> | CommandTable,
  showProblem: ShowProblem,
): Promise<unknown> {
  try {
    return await callCommand(await load(), id, given);
  } catch (error) {
    const problem = asProblem(error);
    if (problem.kind !== "canceled") showProblem(problem, () => runCommand(id, given, load, showProblem));
    return undefined;
  }
}
