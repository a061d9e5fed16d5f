// Recognizes problems that were just logged, because one cause often makes several requests fail.
import type { Problem, ProblemFacts, ProblemKind } from "../../base/problem.ts";

/** A load sends all its requests within this time. A later failure gets its own line in the log. */
const SAME_LOAD_MS = 10_000;

/** Problems of the whole server, whatever was requested. */
const SERVER_WIDE: ReadonlySet<ProblemKind> = new Set(["offline", "timeout", "rateLimited"]);

/** The facts that distinguish causes: not the path that was requested, nor the time to retry. */
const CAUSE: readonly (keyof ProblemFacts)[] = [
  ...(["origin", "method", "status", "code", "at", "detail"] as const),
  ...(["target", "noRoute", "signedIn", "webPage"] as const),
];

export class RecentProblems {
  readonly #now: () => number;
  #recent: readonly { readonly problem: Problem; readonly at: number }[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Records the problem. Returns true if no recent problem has the same cause. */
  record(problem: Problem): boolean {
    const now = this.#now();
    // A clock that was set back makes the age negative.
    const recent = this.#recent.filter(({ at }) => Math.abs(now - at) < SAME_LOAD_MS);
    const same = recent.find((each) => hasSameCause(each.problem, problem));
    this.#recent = [...recent, { problem, at: same?.at ?? now }];
    return same === undefined;
  }
}

/** True if a server failed in the same way for the same thing, for a part of it, or for everything. */
function hasSameCause({ kind, facts: one }: Problem, { kind: otherKind, facts: other }: Problem): boolean {
  const isSameFailure = kind === otherKind && CAUSE.every((fact) => one[fact] === other[fact]);
  return isSameFailure && (SERVER_WIDE.has(kind) || isWithin(one.path, other.path) || isWithin(other.path, one.path));
}

function isWithin(path = "", folder = ""): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
