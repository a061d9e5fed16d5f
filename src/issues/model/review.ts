// Reviews of pull requests and the comments that they make on lines.
import type { Comment, Id, Person } from "./entities.ts";

/** `unknown` is a state that no server had when this was written. */
export type ReviewState = "approved" | "changesRequested" | "commented" | "pending" | "requested" | "unknown";

export interface Review {
  readonly id: Id;
  readonly author: Person | undefined;
  readonly state: ReviewState;
  /** Taken back by an administrator of the repository; the state stays. */
  readonly dismissed: boolean;
  /** The branch has changed since. */
  readonly stale: boolean;
  /** Whether it counts for merging: an approval by someone without write access does not. */
  readonly official: boolean;
  /** How many comments on lines it has. */
  readonly comments: number;
  readonly updatedAt: number;
}

/** A line of the file before or after the change. */
export interface ReviewedLine {
  readonly side: "old" | "new";
  readonly number: number;
}

export interface ReviewComment extends Omit<Comment, "attachments"> {
  readonly path: string;
  /** Undefined if the comment isn't on a line. */
  readonly line: ReviewedLine | undefined;
  /** Empty if the pull request doesn't change anything around the line. */
  readonly hunk: string;
  /** Who marked the conversation as resolved. */
  readonly resolvedBy: Person | undefined;
}

/** A review with its comments on lines. */
export interface FullReview {
  readonly review: Review;
  readonly comments: readonly ReviewComment[];
  /** How many of its comments could not be loaded or decoded. */
  readonly missing: number;
}

/** The reviews of a pull request, by id. */
export interface Reviews {
  readonly byId: ReadonlyMap<Id, FullReview>;
  /** How many reviews could not be decoded, or come after the last page that is loaded. */
  readonly skipped: number;
}

export const NO_REVIEWS: Reviews = { byId: new Map(), skipped: 0 };

/** How many comments on lines the server counts that can't be shown. */
export function missingReviewComments({ byId }: Reviews): number {
  return [...byId.values()].reduce((sum, { missing }) => sum + missing, 0);
}

/** Comments that the reader has not submitted yet. No one else sees them, and the timeline leaves them out. */
export function pendingComments({ byId }: Reviews): number {
  const pending = [...byId.values()].filter(({ review }) => review.state === "pending");
  return pending.reduce((sum, { review }) => sum + Math.max(review.comments, 1), 0);
}
