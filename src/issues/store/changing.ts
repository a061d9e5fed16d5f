import { asProblem } from "../../base/problem.ts";
import type { Forge as Api } from "../api/forge.ts";
import type { Comment, Id } from "../model/entities.ts";
import type { ThreadAddress } from "../model/address.ts";

/** Changes a comment. Old servers know only the route below the issue, which is found out by asking for the other. */
export function changeComment(api: Api, thread: ThreadAddress, id: Id, body: string): Promise<Comment | undefined> {
  return byEitherRoute(
    () => api.editComment(thread, id, body),
    () => api.editCommentOfIssue(thread, thread.number, id, body),
  );
}

/** Deletes a comment, by whichever route the server has. */
export function deleteComment(api: Api, thread: ThreadAddress, id: Id): Promise<void> {
  return byEitherRoute(
    () => api.deleteComment(thread, id),
    () => api.deleteCommentOfIssue(thread, thread.number, id),
  );
}

/** A server without the route has changed nothing, so the other way can be taken. */
async function byEitherRoute<Result>(usual: () => Promise<Result>, old: () => Promise<Result>): Promise<Result> {
  try {
    return await usual();
  } catch (error) {
    const problem = asProblem(error);
    if (problem.facts.noRoute !== true) throw problem;
    return await old();
  }
}
