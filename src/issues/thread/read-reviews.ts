// Loads the reviews of a pull request, with their comments on lines.
import { Semaphore } from "../../base/tasks/semaphore.ts";
import { asProblem, type Problem } from "../../base/problem.ts";
import type { Forge } from "../api/forge.ts";
import type { ThreadAddress } from "../model/address.ts";
import type { Id, Issue } from "../model/entities.ts";
import { NO_REVIEWS, type FullReview, type Review, type ReviewComment, type Reviews } from "../model/review.ts";

const PAGE_SIZE = 50;
const MAX_PAGES = 20;
const MAX_PARALLEL_REQUESTS = 4;

/** The reviews that could be loaded, and the problem if some could not. */
export interface ReviewsRead {
  readonly reviews: Reviews;
  readonly withoutReviews: Problem | undefined;
}

export interface ReviewReadOptions {
  readonly known?: Reviews | undefined;
  /** Keeps the comments of reviews with the same count and time. This misses edits of comments, except in these. */
  readonly onlyNew?: { readonly except: readonly Id[] };
  readonly signal?: AbortSignal | undefined;
}

/** Loads all reviews. After a failure the earlier ones stay, because the thread is readable without reviews. */
export async function readReviews(
  api: Forge,
  address: ThreadAddress,
  issue: Issue,
  { known = NO_REVIEWS, onlyNew, signal }: ReviewReadOptions,
): Promise<ReviewsRead> {
  if (issue.pull === undefined) return { reviews: NO_REVIEWS, withoutReviews: undefined };
  try {
    const { values, skipped } = await listReviews(api, address, signal);
    const parallel = new Semaphore(MAX_PARALLEL_REQUESTS);
    const full = await Promise.all(
      values.map((review) =>
        parallel.run(async () => {
          const before = known.byId.get(review.id);
          const isKept = onlyNew !== undefined && !onlyNew.except.includes(review.id);
          if (isKept && before !== undefined && isSame(before, review)) return { ...before, review };
          return await readComments(api, address, review, before, signal);
        }, signal),
      ),
    );
    const byId = new Map(full.map((each) => [each.review.id, each]));
    return { reviews: { byId, skipped, whole: skipped === 0 }, withoutReviews: undefined };
  } catch (error) {
    const problem = asProblem(error);
    if (problem.kind === "canceled") throw problem;
    return { reviews: known, withoutReviews: problem };
  }
}

/** Lists all reviews. Of pending ones, servers show only the user's own. */
export async function listReviews(
  api: Forge,
  address: ThreadAddress,
  signal?: AbortSignal,
): Promise<{ readonly values: readonly Review[]; readonly skipped: number }> {
  const values = new Map<bigint, Review>();
  let skipped = 0;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const list = await api.reviews.list(address, address.number, { page, limit: PAGE_SIZE, signal });
    const before = values.size;
    for (const review of list.values) values.set(review.id, review);
    skipped += list.skipped;
    // The total may never be reached, because it includes other people's pending reviews, which aren't listed. A server
    // may return smaller pages than requested. One that ignores the page returns the same reviews again.
    const isLast = values.size === before || (list.total !== undefined && values.size + skipped >= list.total);
    if (isLast) return { values: [...values.values()], skipped };
  }
  return { values: [...values.values()], skipped: skipped + 1 };
}

/** A comment on a line, with the ID of its review. */
export interface FoundLineComment {
  readonly comment: ReviewComment;
  readonly review: Id;
}

/**
 * Finds a comment on a line, which servers list only with its review. Looks into the review with the ID `hint` first.
 * Undefined if the ID isn't that of a comment on a line.
 */
export async function findLineComment(
  api: Forge,
  address: ThreadAddress,
  id: Id,
  hint: Id | undefined,
): Promise<FoundLineComment | undefined> {
  const lookInto = async (review: Id): Promise<FoundLineComment | undefined> => {
    const { values } = await api.reviews.comments(address, address.number, review);
    const comment = values.find((each) => each.id === id);
    return comment && { comment, review };
  };
  const hinted = hint === undefined ? undefined : await lookInto(hint).catch(() => undefined);
  if (hinted !== undefined) return hinted;
  const { values: reviews } = await listReviews(api, address).catch((error: unknown) => {
    // Issues have no reviews.
    const problem = asProblem(error);
    if (problem.kind !== "notFound") throw problem;
    return { values: [] };
  });
  for (const { comments, id: review } of reviews) {
    const found = comments === 0 ? undefined : await lookInto(review);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isSame({ review: known, missing }: FullReview, { comments, updatedAt }: Review): boolean {
  return known.comments === comments && known.updatedAt === updatedAt && missing === 0;
}

async function readComments(
  api: Forge,
  address: ThreadAddress,
  review: Review,
  known: FullReview | undefined,
  signal: AbortSignal | undefined,
): Promise<FullReview> {
  if (review.comments === 0) return { review, comments: [], missing: 0 };
  try {
    const { values, skipped } = await api.reviews.comments(address, address.number, review.id, { signal });
    return { review, comments: values, missing: skipped };
  } catch (error) {
    const problem = asProblem(error);
    if (problem.kind === "canceled") throw problem;
    if (known !== undefined && isSame(known, review)) return { ...known, review };
    const comments = known?.comments ?? [];
    return { review, comments, missing: Math.max(review.comments - comments.length, 1) };
  }
}
