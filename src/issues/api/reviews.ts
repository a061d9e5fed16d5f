// Reviews of pull requests: what was decided, and the comments on lines.
import * as v from "valibot";
import { int64, isoTime, optional, whole } from "../../base/decode.ts";
import { path } from "../../base/origin.ts";
import { toMilliseconds } from "../../base/time.ts";
import type { Id, RepositoryName } from "../model/entities.ts";
import type { Review, ReviewComment, ReviewedLine, ReviewState } from "../model/review.ts";
import { under } from "./caller.ts";
import type { Asked, Caller, Listed, Paged } from "./caller.ts";
import { flag, person, text } from "./decoders.ts";

const STATES: ReadonlyMap<string, ReviewState> = new Map([
  ["APPROVED", "approved"],
  ["REQUEST_CHANGES", "changesRequested"],
  ["COMMENT", "commented"],
  ["PENDING", "pending"],
  ["REQUEST_REVIEW", "requested"],
]);

const time = v.pipe(isoTime, v.transform(toMilliseconds));
const amount = v.pipe(
  optional(whole),
  v.transform((value) => value ?? 0),
);

export const review = v.pipe(
  v.object({
    id: int64,
    user: optional(person),
    state: text,
    dismissed: flag,
    stale: flag,
    official: flag,
    comments_count: amount,
    submitted_at: time,
    updated_at: optional(time),
  }),
  v.transform(({ id, user, state, dismissed, stale, official, comments_count, submitted_at, updated_at }): Review => ({
    id,
    author: user,
    state: STATES.get(state) ?? "unknown",
    dismissed,
    stale,
    official,
    comments: comments_count,
    updatedAt: updated_at ?? submitted_at,
  })),
);

export const reviewComment = v.pipe(
  v.object({
    id: int64,
    user: optional(person),
    body: text,
    created_at: time,
    updated_at: time,
    path: text,
    position: amount,
    original_position: amount,
    diff_hunk: text,
    resolver: optional(person),
  }),
  v.transform((wire): ReviewComment => ({
    id: wire.id,
    author: wire.user,
    body: wire.body,
    createdAt: wire.created_at,
    updatedAt: wire.updated_at,
    path: wire.path,
    line: toLine(wire.position, wire.original_position),
    hunk: wire.diff_hunk,
    resolvedBy: wire.resolver,
  })),
);

/** The routes of reviews. Reading them takes the scope of repositories, not that of issues. */
export class ReviewRoutes {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** The total counts pending reviews of other people, which are not in the list. */
  async list(repo: RepositoryName, number: Id, { signal, ...paged }: Paged = {}): Promise<Listed<Review>> {
    const call = { path: under(repo, path`/pulls/${number}/reviews`), query: paged, signal };
    return this.#caller.list(call, review, "review list");
  }

  /** All of them: this list is not paged. */
  async comments(repo: RepositoryName, number: Id, id: Id, { signal }: Asked = {}): Promise<Listed<ReviewComment>> {
    const call = { path: under(repo, path`/pulls/${number}/reviews/${id}/comments`), signal };
    return this.#caller.list(call, reviewComment, "review comments");
  }
}

/** A server has 0 for the side that a comment is not on; older ones send a huge number instead. */
function toLine(position: number, original: number): ReviewedLine | undefined {
  if (isLine(position)) return { side: "new", number: position };
  return isLine(original) ? { side: "old", number: original } : undefined;
}

function isLine(position: number): boolean {
  return position > 0 && position < 2 ** 31;
}
