import { on } from "../commands.ts";
import type { Command } from "../commands.ts";
import { remediesOf } from "../problems.ts";
import { BusyRow, MoreRow, ProblemRow } from "./rows.ts";

export const loadMore = on(asMore, ({ branch }) => branch.more());

export const loadAll = on(asMore, ({ branch }) => branch.all());

/** What a click on a problem row does: its first remedy. */
export const remedy = on(asProblemRow, async ({ problem, ways }) => {
  const [first] = remediesOf(problem, ways);
  if (first !== undefined) await ways[first]?.();
});

export const retry = on(asProblemRow, async ({ ways }) => {
  await ways.retry?.();
});

export const cancel: Command<[BusyRow], void> = on(
  (given) => (given instanceof BusyRow ? given : undefined),
  ({ branch }) => {
    branch.cancel();
  },
);

function asMore(given: unknown): MoreRow | undefined {
  return given instanceof MoreRow ? given : undefined;
}

function asProblemRow(given: unknown): ProblemRow | undefined {
  return given instanceof ProblemRow ? given : undefined;
}
