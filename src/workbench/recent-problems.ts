// Tells a new problem from one that was just logged, as one cause fails several requests.
import type { Problem, ProblemFacts, ProblemKind } from "../base/problem.ts";

/** A load sends its requests within this time. A failure that comes later is worth a line of its own. */
const SAME_LOAD_MS = 10_000;

/** These are about the server, whatever was requested. */
const SERVER_WIDE: ReadonlySet<ProblemKind> = new Set(["offline", "timeout", "rateLimited"]);

/** The facts that tell causes apart. What was requested and when to try again say nothing about the cause. */
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

  /** Records the problem, and returns whether it says something new. */
  record(problem: Problem): boolean {
    const now = this.#now();
    // A clock that was set back makes the age negative.
    const recent = this.#recent.filter(({ at }) => Math.abs(now - at) < SAME_LOAD_MS);
    const same = recent.find((each) => saysSame(each.problem, problem));
    this.#recent = [...recent, { problem, at: same?.at ?? now }];
    return same === undefined;
  }
}

/** Whether a server failed in the same way for the same thing, for what belongs to it, or for everything. */
function saysSame({ kind, facts: one }: Problem, { kind: otherKind, facts: other }: Problem): boolean {
  const isSameWay = kind === otherKind && CAUSE.every((fact) => one[fact] === other[fact]);
  return isSameWay && (SERVER_WIDE.has(kind) || isWithin(one.path, other.path) || isWithin(other.path, one.path));
}

function isWithin(path = "", folder = ""): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
