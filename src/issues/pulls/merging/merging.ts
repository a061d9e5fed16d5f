// Merges pull requests, and finds out what became of a merge whose answer is lost.
import { asProblem, type Problem } from "../../../base/problem.ts";
import type { Wait } from "../../../base/tasks/wait.ts";
import type { Forge } from "../../api/forge.ts";
import type { ThreadAddress } from "../../model/address.ts";
import type { MergeRequest, MergeStyle, PullDetails } from "../../model/pull.ts";

export type MergeOutcome =
  /** `problem` is why its branch was not deleted. */
  | { readonly kind: "merged"; readonly problem: Problem | undefined }
  /** The head is another one than the user has seen. */
  | { readonly kind: "moved" | "conflicts" }
  | { readonly kind: "rejected"; readonly problem: Problem }
  /** The server may still merge. */
  | { readonly kind: "lost"; readonly problem: Problem };

/** While servers check for conflicts, such as after a failed merge, they reject any merge. */
const CHECK_MS = 2_000;
/** A merge whose answer is lost may still be under way. */
const LOOK_UP_DELAYS_MS = [0, 1_000, 2_000, 4_000];

/** Sends a merge. It is repeated only once, and only after the server has certainly rejected it. */
export async function sendMerge(
  api: Forge,
  address: ThreadAddress,
  request: MergeRequest,
  wait: Wait,
): Promise<MergeOutcome> {
  const first = await tryMerge(api, address, request, wait);
  if (first.kind !== "conflicts") return first;
  await wait(CHECK_MS);
  return await tryMerge(api, address, request, wait);
}

async function tryMerge(api: Forge, address: ThreadAddress, request: MergeRequest, wait: Wait): Promise<MergeOutcome> {
  try {
    await api.pulls.merge(address, address.number, request);
    return { kind: "merged", problem: undefined };
  } catch (error) {
    const problem = asProblem(error);
    const { json, status, wrote } = problem.facts;
    const isUncertain = wrote !== "no";
    const details = await lookUp(api, address, isUncertain ? LOOK_UP_DELAYS_MS : [0], wait);
    if (details?.merged === true) return { kind: "merged", problem: isUncertain ? undefined : problem };
    // The server itself has answered, so it has ended its work.
    if (details === undefined || (isUncertain && json !== true)) return { kind: "lost", problem };
    if (details.head.commit !== request.head) return { kind: "moved" };
    const conflicts = status === 409 || (status === 405 && !details.draft && !details.closed && !details.mergeable);
    return conflicts ? { kind: "conflicts" } : { kind: "rejected", problem };
  }
}

/** Loads the pull request until it is merged, or there is no hope that it will be. */
async function lookUp(
  api: Forge,
  address: ThreadAddress,
  delays: readonly number[],
  wait: Wait,
): Promise<PullDetails | undefined> {
  let details: PullDetails | undefined;
  for (const delay of delays) {
    await wait(delay);
    details = await api.pulls.details(address, address.number).catch(() => details);
    if (details?.merged === true) break;
  }
  return details;
}

/** Styles that write a new commit, whose message the user can set. */
export function hasMessage(style: MergeStyle): boolean {
  return style === "merge" || style === "squash" || style === "rebase-merge";
}

/** Returns the message that the server would write itself. */
export function defaultMessage(style: MergeStyle, { title, number, head, base }: PullDetails): string {
  if (style === "squash") return `${title} (#${number})`;
  return `Merge pull request '${title}' (#${number}) from ${head.branch} into ${base.branch}`;
}
