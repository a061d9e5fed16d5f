// Lists the reviews of pull requests, and their comments on lines.
import * as v from "valibot";
import { fields, from, int64, optional, type Schema } from "../../base/decode.ts";
import { path } from "../../base/origin.ts";
import type { Id, RepositoryName } from "../model/entities.ts";
import type { Review, ReviewComment, ReviewedLine, ReviewState } from "../model/review.ts";
import { under, type RequestOptions, type Caller, type Paged } from "./caller.ts";
import { amount, commentFields, flag, mapped, person, text, time } from "./decoders.ts";

const STATES: ReadonlyMap<string, ReviewState> = new Map([
  ["APPROVED", "approved"],
  ["REQUEST_CHANGES", "changesRequested"],
  ["COMMENT", "commented"],
  ["PENDING", "pending"],
  ["REQUEST_REVIEW", "requested"],
]);

export const review: Schema<Review> = fields({
  id: int64,
  author: from("user", optional(person)),
  state: mapped(text, (state) => STATES.get(state) ?? "unknown"),
  dismissed: flag,
  stale: flag,
  official: flag,
  comments: from("comments_count", amount),
  updatedAt: from(
    "",
    mapped(
      v.object({ submitted_at: time, updated_at: optional(time) }),
      (wire) => wire.updated_at ?? wire.submitted_at,
    ),
  ),
});

export const reviewComment: Schema<ReviewComment> = fields({
  ...commentFields,
  path: text,
  line: from(
    "",
    mapped(v.object({ position: amount, original_position: amount }), (wire) =>
      toLine(wire.position, wire.original_position),
    ),
  ),
  hunk: from("diff_hunk", text),
  resolvedBy: from("resolver", optional(person)),
});

/** The routes need the scope `read:repository`, not `read:issue`. */
export function reviewRoutes(caller: Caller) {
  return {
    /** The total includes other people's pending reviews, which the list leaves out. */
    list: async (repo: RepositoryName, number: Id, { signal, ...paged }: Paged = {}) => {
      const call = { path: under(repo, path`/pulls/${number}/reviews`), query: paged, signal };
      return caller.list(call, review, "review list");
    },
    /** Returns all comments of a review: this list isn't paged. */
    comments: async (repo: RepositoryName, number: Id, id: Id, { signal }: RequestOptions = {}) => {
      const call = { path: under(repo, path`/pulls/${number}/reviews/${id}/comments`), signal };
      return caller.list(call, reviewComment, "review comments");
    },
  };
}

/** Servers return 0 for the side that the comment isn't on; older ones return a huge number. */
function toLine(position: number, original: number): ReviewedLine | undefined {
  if (isLine(position)) return { side: "new", number: position };
  return isLine(original) ? { side: "old", number: original } : undefined;
}

function isLine(position: number): boolean {
  return position > 0 && position < 2 ** 31;
}
