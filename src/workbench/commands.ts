// Commands: what they accept, what they do, and how their failures reach the user. The manifest lists their ids; each
// wing has one table that says what they do, which is loaded with the wing.
import { asProblem, Problem } from "../base/problem.ts";

/** An id of the manifest. `npm run lint` checks every id in the sources against it. */
export type CommandId = `triptych.${string}`;

/** Anyone may run a command with anything, so it validates its arguments first. */
export interface Command<Given extends readonly unknown[], Result> {
  /** The arguments, typed, or undefined if the command doesn't work on them. */
  accepts(given: readonly unknown[]): Given | undefined;
  run(...given: Given): Result | Promise<Result>;
}

/** What the commands of a wing do, by id. */
export type CommandTable = Readonly<Record<CommandId, Command<readonly unknown[], unknown>>>;

/** A command that ignores its arguments. */
export function plain<Result>(run: () => Result | Promise<Result>): Command<[], Result> {
  return { accepts: () => [], run };
}

/** A command on one thing, which `kept` finds in the first argument. */
export function on<Thing, Result>(
  kept: (given: unknown) => Thing | undefined,
  run: (thing: Thing) => Result | Promise<Result>,
): Command<[Thing], Result> {
  return {
    accepts: ([first]) => {
      const thing = kept(first);
      return thing === undefined ? undefined : [thing];
    },
    run,
  };
}

/** A command on one thing or, from a view, on every selected row that it works on, one after the other. */
export function onEach<Thing>(
  kept: (given: unknown) => Thing | undefined,
  run: (thing: Thing) => unknown,
): Command<[readonly Thing[]], void> {
  return onAll(kept, async (things) => {
    for (const thing of things) await run(thing);
  });
}

/** As `onEach`, on all of them at once. */
export function onAll<Thing, Result>(
  kept: (given: unknown) => Thing | undefined,
  run: (things: readonly Thing[]) => Result | Promise<Result>,
): Command<[readonly Thing[]], Result> {
  return {
    accepts: ([first, selected]) => {
      if (kept(first) === undefined) return undefined;
      return [selectedRows(first, selected).flatMap((each) => kept(each) ?? [])];
    },
    run,
  };
}

/** What a command from a view is about: VS Code passes the row that was clicked, and the selection if that is part of it. */
export function selectedRows(first: unknown, selected: unknown): readonly unknown[] {
  const rows: readonly unknown[] = Array.isArray(selected) ? selected : [];
  return rows.includes(first) ? rows : [first];
}

/** Runs a command of the table; `tell` shows a failure with a way to retry, and the caller gets undefined. */
export async function runCommand(
  id: string,
  given: readonly unknown[],
  load: () => Promise<CommandTable> | CommandTable,
  tell: (problem: Problem, retry: () => unknown) => void,
): Promise<unknown> {
  try {
    const command = commandIn(await load(), id);
    if (command === undefined) throw new Error(`Nothing handles the command ${id}`);
    const accepted = command.accepts(given);
    if (accepted === undefined)
      throw new Problem("invalid", {}, { cause: new Error(`${id} does not work on what it was given`) });
    return await command.run(...accepted);
  } catch (error) {
    const problem = asProblem(error);
    if (problem.kind !== "canceled") tell(problem, () => runCommand(id, given, load, tell));
    return undefined;
  }
}

function commandIn(table: CommandTable, id: string): CommandTable[CommandId] | undefined {
  return Object.entries(table).find(([each]) => each === id)?.[1];
}
