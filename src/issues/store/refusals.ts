import { asProblem } from "../../base/problem.ts";
import type { Problem } from "../../base/problem.ts";
import type { Forge as Api } from "../api/forge.ts";
import type { Comment, Id } from "../model/entities.ts";
import type { ThreadAddress } from "../model/address.ts";
import type { Refusal } from "../model/draft.ts";
import { readComment } from "../thread/read-thread.ts";

/** What became of a text that was to be sent. */
export type Outcome =
  /** It is on the server. `more` was typed meanwhile, and is kept. */
  { readonly sent: true; readonly id: Id; readonly more: boolean } | Refused;

export interface Refused {
  readonly sent: false;
  readonly why: Refusal;
  readonly problem: Problem | undefined;
  /** Of a conflict: the comment as it stands there now. */
  readonly theirs?: Comment;
}

export function refused(why: Refusal, problem?: Problem): Refused {
  return { sent: false, why, problem };
}

/** A refusal's status has several reasons; which it was is seen in the issue, never in the text of the answer. */
export async function whyRefused(problem: Problem, api: Api, thread: ThreadAddress): Promise<Refusal> {
  if (problem.kind === "archived") return "archived";
  if (problem.kind === "notFound") return "missing";
  if (problem.kind !== "forbidden") return "problem";
  const issue = await api.issue(thread, thread.number).catch(() => undefined);
  return issue?.locked === true ? "locked" : "problem";
}

/** A missing issue is answered with 500 where a comment is posted to it. */
export async function isMissing(problem: Problem, api: Api, thread: ThreadAddress): Promise<boolean> {
  if (problem.facts.status !== 500) return false;
  return api.issue(thread, thread.number).then(
    () => false,
    (error: unknown) => asProblem(error).kind === "notFound",
  );
}

/** The comment that is to be changed, or why there is none. */
export async function standing(api: Api, thread: ThreadAddress, id: Id): Promise<Comment | Refused> {
  try {
    return (await readComment(api, thread, id)) ?? refused("notPlain");
  } catch (error) {
    const problem = asProblem(error);
    return refused(problem.kind === "notFound" ? "missing" : "problem", problem);
  }
}
