// Finds what keeps a pull request from being merged, and who has reviewed it.
import { sameLogin, type Id, type Person } from "../../model/entities.ts";
import type { PullDetails } from "../../model/pull.ts";
import type { FullReview, Review, Reviews } from "../../model/review.ts";
import type { PullHead } from "./pull-heads.ts";

/** Servers give no reason why they can't merge, so these are what can be known from outside. */
export type Obstacle =
  | { readonly kind: "draft" | "forkGone" | "branchGone" }
  /** Or the server is still checking. */
  | { readonly kind: "conflicts" }
  | { readonly kind: "approvals"; readonly given: number; readonly required: number }
  /** Required checks that have not succeeded. */
  | { readonly kind: "checks"; readonly names: readonly string[] };

export function findObstacles({ details, checks, rules }: PullHead, reviews: Reviews): readonly Obstacle[] {
  const { draft, head, mergeable } = details;
  if (draft) return [{ kind: "draft" }];
  if (head.repository === undefined) return [{ kind: "forkGone" }];
  if (head.isGone) return [{ kind: "branchGone" }];
  const found: Obstacle[] = mergeable ? [] : [{ kind: "conflicts" }];
  if (rules === undefined) return found;
  const given = findReviewers(details, reviews).decided.filter(
    ({ state, official }) => official && state === "approved",
  );
  if (given.length < rules.approvals) {
    found.push({ kind: "approvals", given: given.length, required: rules.approvals });
  }
  const names = rules.checks.filter((glob) => {
    const matching = checks.filter(({ name }) => matchesGlob(name, glob));
    return matching.length === 0 || matching.some(({ state }) => state !== "success" && state !== "skipped");
  });
  if (names.length > 0) found.push({ kind: "checks", names });
  return found;
}

interface Reviewers {
  /** The latest decision of each person. */
  readonly decided: readonly Review[];
  readonly waitingFor: readonly Person[];
}

/**
 * Finds the latest decision of each reviewer. Comments don't change an earlier decision, but a new request does. A
 * dismissed decision doesn't count, but its author is no longer asked.
 */
export function findReviewers(
  { author, requested }: PullDetails,
  { byId }: { readonly byId: ReadonlyMap<Id, Pick<FullReview, "review">> },
): Reviewers {
  const latest = new Map<string, Review>();
  for (const { review } of byId.values()) {
    const login = review.author?.login.toLowerCase();
    if (login === undefined || sameLogin(login, author?.login)) continue;
    const decides = review.state === "approved" || review.state === "changesRequested" || review.state === "requested";
    if (decides) latest.set(login, review);
  }
  const reviews = [...latest.values()];
  // Servers list those who have already reviewed as requested, too.
  const others = requested.filter(({ login }) => !latest.has(login.toLowerCase()));
  return {
    decided: reviews.filter(({ dismissed, state }) => state !== "requested" && !dismissed),
    waitingFor: [
      ...reviews.filter(({ state }) => state === "requested").flatMap(({ author: who }) => who ?? []),
      ...others,
    ],
  };
}

/** In the names of required checks, `*` stands for any text. The base branch's settings may contain any number of them. */
function matchesGlob(name: string, glob: string): boolean {
  const [first = "", ...rest] = glob.split("*");
  const last = rest.pop();
  if (last === undefined) return name === glob;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}
