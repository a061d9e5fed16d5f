// Groups the comments on a file by their lines.
import type { Id } from "../../model/entities.ts";
import type { FullReview, Review, ReviewComment, Reviews } from "../../model/review.ts";
import type { LineFate } from "../../model/line-map.ts";

/** A comment with the review that it belongs to. */
export interface LineComment {
  readonly comment: ReviewComment;
  readonly review: Review;
}

/** The comments on one line, oldest first. */
export interface Conversation {
  /** The first comment, by which servers know the conversation. */
  readonly id: Id;
  /** Counted from 1. Undefined for comments on the file, and if the line has changed since. */
  readonly line: number | undefined;
  readonly isOutdated: boolean;
  readonly resolvedBy: ReviewComment["resolvedBy"];
  readonly comments: readonly LineComment[];
}

/** Returns the comments on a file, oldest first. */
export function findComments({ byId }: Reviews, paths: ReadonlySet<string>): readonly LineComment[] {
  return [...byId.values()]
    .flatMap(({ comments, review }: FullReview) => comments.map((comment) => ({ comment, review })))
    .filter(({ comment }) => paths.has(comment.path))
    .toSorted((one, other) => (one.comment.id < other.comment.id ? -1 : 1));
}

/** Groups comments, given with what became of their lines. Those whose lines aren't known are left out. */
export function toConversations(
  placed: readonly (LineComment & { readonly fate: LineFate | "file" })[],
): readonly Conversation[] {
  const groups = new Map<string, { readonly fate: LineFate | "file"; readonly comments: LineComment[] }>();
  for (const { fate, ...each } of placed) {
    if (fate === "unclear") continue;
    const { commit, line } = each.comment;
    const key = fate === "changed" ? `changed ${line?.number} ${commit}` : String(fate);
    const group = groups.get(key) ?? { fate, comments: [] };
    group.comments.push(each);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap(({ fate, comments }) => {
    const [first] = comments;
    if (first === undefined) return [];
    const { id, resolvedBy } = first.comment;
    return [
      {
        id,
        line: typeof fate === "number" ? fate : undefined,
        isOutdated: fate === "changed",
        resolvedBy,
        comments,
      },
    ];
  });
}
