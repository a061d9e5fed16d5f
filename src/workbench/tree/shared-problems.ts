// Builds the rows on top of a view for problems of several levels: one per cause, whose Retry loads all of them again.
import type { Problem } from "../../base/problem.ts";
import type { RemedyActions } from "../problems.ts";
import type { ChildLoader } from "./child-loader.ts";
import { NodeRow, ProblemRow, type RangeRow } from "./level-rows.ts";

type Level = ReadonlyMap<string, NodeRow | RangeRow>;

/**
 * Builds one row for all unreachable servers, and one for each other server problem that several levels have. The
 * problem of a single level stays on that level. A problem that a row of the wing explains has no row.
 */
export function sharedProblems(root: ChildLoader, under: Level, actions: RemedyActions): readonly ProblemRow[] {
  const failed = new Map<string, ChildLoader[]>();
  for (const loader of [root, ...shownLoaders(under)]) {
    const cause = loader.state.problem?.sharedCause;
    if (cause !== undefined) failed.set(cause, [...(failed.get(cause) ?? []), loader]);
  }
  const explained = explainedCauses(root);
  return [...failed].flatMap(([cause, loaders]) =>
    !explained.has(cause) && (loaders.length > 1 || cause === "offline") ? (toRow(loaders, actions) ?? []) : [],
  );
}

/** True if one of these rows, or a row of the wing on the first level, already explains the problem. */
export function isCovered(problem: Problem, root: ChildLoader, rows: readonly ProblemRow[]): boolean {
  const { sharedCause } = problem;
  if (sharedCause === undefined) return false;
  return explainedCauses(root).has(sharedCause) || rows.some((row) => row.problem.sharedCause === sharedCause);
}

function explainedCauses(root: ChildLoader): ReadonlySet<string | undefined> {
  return new Set(root.state.nodes.map(({ explains }) => explains?.sharedCause));
}

function toRow(failed: readonly ChildLoader[], actions: RemedyActions): ProblemRow | undefined {
  const problems = new Map<string, Problem>();
  for (const { state } of failed) {
    if (state.problem !== undefined) problems.set(state.problem.facts.origin ?? "", state.problem);
  }
  const [problem, ...others] = problems.values();
  if (problem === undefined) return undefined;
  const times = failed
    .map(({ state }) => (state.isStale ? state.readAt : undefined))
    .filter((each) => each !== undefined);
  const retry = (): void => {
    for (const loader of failed) loader.retry();
  };
  // The time of the oldest shown rows.
  const readAt = times.length === 0 ? undefined : Math.min(...times);
  return new ProblemRow("view", { problem, others, readAt, actions: { ...actions, retry } });
}

/** Yields the loaders of all rows that are expanded and whose parents are expanded. */
function* shownLoaders(level: Level): Generator<ChildLoader> {
  for (const row of level.values()) {
    if (!(row instanceof NodeRow) || !row.isExpanded || row.loader === undefined) continue;
    yield row.loader;
    yield* shownLoaders(row.under);
  }
}

/** True if both lists look the same. */
export function areSame(some: readonly ProblemRow[], others: readonly ProblemRow[]): boolean {
  return some.length === others.length && some.every((row, place) => isSame(row, others[place]));
}

function isSame(one: ProblemRow, other: ProblemRow | undefined): boolean {
  return (
    one.id === other?.id &&
    one.readAt === other.readAt &&
    one.problem.facts.retryAt === other.problem.facts.retryAt &&
    originsIn(one) === originsIn(other)
  );
}

function originsIn({ problem, others }: ProblemRow): string {
  return [problem, ...others].map(({ facts }) => facts.origin ?? "").join(" ");
}
