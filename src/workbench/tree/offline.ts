// The row on top of a view while a server can't be reached: one for all levels, whose Retry loads all of them.
import type { Problem } from "../../base/problem.ts";
import type { Ways } from "../problems.ts";
import type { Branch } from "./branch.ts";
import { NodeRow, ProblemRow, type RangeRow } from "./rows.ts";

type Level = ReadonlyMap<string, NodeRow | RangeRow>;

/** Undefined if no level that is shown failed because its server can't be reached. */
export function offlineRow(root: Branch, under: Level, ways: Ways): ProblemRow | undefined {
  const failed = [root, ...shownBranches(under)].filter(({ state }) => state.problem?.kind === "offline");
  const problems = new Map<string, Problem>();
  for (const { state } of failed) {
    if (state.problem !== undefined) problems.set(state.problem.facts.origin ?? "", state.problem);
  }
  const [problem, ...others] = problems.values();
  if (problem === undefined) return undefined;
  const times = failed.map(({ state }) => state.readAt).filter((each) => each !== undefined);
  const retry = (): void => {
    for (const branch of failed) branch.retry();
  };
  // Some of what is shown is as old as this, so nothing claims to be newer than it is.
  const readAt = times.length === 0 ? undefined : Math.min(...times);
  return new ProblemRow("view", { problem, others, readAt, ways: { ...ways, retry } });
}

/** The branches of all rows that are expanded, and whose parents are. */
function* shownBranches(level: Level): Generator<Branch> {
  for (const row of level.values()) {
    if (!(row instanceof NodeRow) || !row.isExpanded || row.branch === undefined) continue;
    yield row.branch;
    yield* shownBranches(row.under);
  }
}

/** Whether both rows read the same. */
export function isSameRow(one: ProblemRow | undefined, other: ProblemRow | undefined): boolean {
  return originsIn(one) === originsIn(other) && one?.readAt === other?.readAt;
}

function originsIn(row: ProblemRow | undefined): string | undefined {
  return row === undefined ? undefined : [row.problem, ...row.others].map(({ facts }) => facts.origin ?? "").join(" ");
}
