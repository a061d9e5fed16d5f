// Reviews of pull requests, and their comments on lines.
import type { Comment, Id, Person } from "./entities.ts";
import type { CommitId } from "./pull.ts";

/** `unknown` is any state that Triptych doesn't know yet. */
export type ReviewState = "approved" | "changesRequested" | "commented" | "pending" | "requested" | "unknown";

/** The states that a review can be submitted with. */
export const VERDICTS = ["commented", "approved", "changesRequested"] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface Review {
  readonly id: Id;
  readonly author: Person | undefined;
  readonly state: ReviewState;
  readonly body: string;
  /** Whether an administrator of the repository dismissed the review. Its state stays. */
  readonly dismissed: boolean;
  /** Whether the branch has changed since the review. */
  readonly stale: boolean;
  /** Whether the review counts for merging. An approval by someone without write access doesn't. */
  readonly official: boolean;
  /** The head that was reviewed, if the server returns it. */
  readonly commit: CommitId | undefined;
  /** The number of comments on lines. */
  readonly comments: number;
  readonly updatedAt: number;
}

/** A line of a file before or after the change. */
export interface ReviewedLine {
  readonly side: "old" | "new";
  readonly number: number;
}

export interface ReviewComment extends Omit<Comment, "attachments"> {
  readonly path: string;
  /** Undefined if the comment isn't on a line. */
  readonly line: ReviewedLine | undefined;
  /** How many lines after `line` the comment is on as well. */
  readonly extraLines: number;
  /**
   * The commit that last changed the line, or the reviewed one. Forgejo counts lines in this commit, and Gitea in the
   * reviewed one.
   */
  readonly commit: CommitId | undefined;
  /** Empty if the pull request doesn't change anything around the line. */
  readonly hunk: string;
  /** The person who marked the conversation as resolved. */
  readonly resolvedBy: Person | undefined;
}

/** A comment that is sent with a review. */
export interface NewReviewComment {
  readonly path: string;
  /** Undefined for a comment on the file as a whole. */
  readonly line: ReviewedLine | undefined;
  readonly text: string;
}

export interface NewReview {
  readonly verdict: Verdict;
  readonly body: string;
  /** The commit that the lines are of. */
  readonly commit: CommitId;
  readonly comments: readonly NewReviewComment[];
}

/** A review with its comments on lines. */
export interface FullReview {
  readonly review: Review;
  readonly comments: readonly ReviewComment[];
  /** The number of comments that could not be loaded or decoded. */
  readonly missing: number;
}

/** The loaded reviews of a pull request. */
export interface Reviews {
  readonly byId: ReadonlyMap<Id, FullReview>;
  /** The number of reviews that could not be decoded, or are on pages that aren't loaded. */
  readonly skipped: number;
  /** Whether these are all reviews that the user may see. */
  readonly whole: boolean;
}

export const NO_REVIEWS: Reviews = { byId: new Map(), skipped: 0, whole: false };

/** Counts the comments on lines that can't be shown. */
export function missingReviewComments({ byId }: Reviews): number {
  return [...byId.values()].reduce((sum, { missing }) => sum + missing, 0);
}

/** Counts the user's comments on lines in reviews that aren't submitted yet. Only the user sees them. */
export function pendingComments({ byId }: Reviews): number {
  const pending = [...byId.values()].filter(({ review }) => review.state === "pending");
  return pending.reduce((sum, { review }) => sum + Math.max(review.comments, 1), 0);
}
