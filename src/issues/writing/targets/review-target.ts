// The target for reviews of pull requests: how they are sent, with their comments, and found on the server. A single
// comment is a review without anything else.
import { asProblem } from "../../../base/problem.ts";
import type { Forge } from "../../api/forge.ts";
import type { ThreadAddress } from "../../model/address.ts";
import { sameLogin, sameText } from "../../model/entities.ts";
import { VERDICTS, type NewReviewComment, type Review } from "../../model/review.ts";
import type { RepositoryIdentity } from "../../repositories/repository-identity.ts";
import { listReviews } from "../../thread/read-reviews.ts";
import type { Attempts } from "../drafts/attempts.ts";
import { getText, type Attempt, type Draft } from "../drafts/draft.ts";
import type { Drafts } from "../drafts/drafts.ts";
import { isReview, sameParent, threadAt } from "../drafts/place.ts";
import { readReview, writeReview, type SentReview } from "../drafts/review-text.ts";
import {
  findCopies,
  findCreated,
  isBy,
  isThere,
  toSearchResult,
  type Entry,
  type Part,
  type Target,
} from "./target.ts";
import { refuse } from "../drafts/outcome.ts";

export function sentReview(identity: RepositoryIdentity, attempts: Attempts, drafts: Pick<Drafts, "getById">): Target {
  return {
    listParts,
    prepare: async ({ api, draft, login, text }) => {
      const sent = readReview(text);
      const address = threadAt(draft.place);
      if (await isSentElsewhere(attempts, draft, sent)) return refuse("underWay");
      if (draft.place.kind === "review" && !(await areUnchanged(drafts, sent))) return refuse("otherComments");
      const loading = Promise.all([listReviews(api, address), api.pulls.details(address, address.number)]);
      const found = await identity.issueWith(api, address, draft.repository, loading);
      if (found === undefined) return refuse("otherRepository");
      const { issue, thread, other } = found;
      const [{ values: reviews }, { head }] = other;
      if (head.commit !== sent.commit) return refuse("moved");
      const pending = findPending(reviews);
      if (pending !== undefined && pending.id !== sent.published) {
        if (!(await isLeftover(api, thread, pending, sent))) return refuse("pendingReview");
        await api.reviews.remove(thread, thread.number, pending.id);
      }
      const after = findNewest(reviews);
      const send = async () => {
        try {
          const { author, id, state, updatedAt } = await api.reviews.create(thread, thread.number, sent);
          const isOwn = isBy({ author, createdAt: updatedAt }, { login, servedAt: undefined });
          const isNew = id > after || id === sent.published;
          if (state === sent.verdict && isNew && isOwn) return { id };
          // A proxy may have returned another review, or the server may have done nothing.
          const { entries } = await listSince(api, { after, by: login, place: draft.place, text });
          return await findCreated({ api, login }, id, entries);
        } catch (error) {
          const problem = asProblem(error);
          // The server itself has answered, so it has ended its work. What it stored of the review would be published
          // with the next one.
          if (problem.facts.json === true) await removeLeftover(api, thread, sent).catch(() => undefined);
          throw problem;
        }
      };
      return { repository: thread, repositoryId: issue.repository?.id, issue, after, since: undefined, send };
    },
    find: async (api, attempt) =>
      await toSearchResult(api, attempt, await listSince(api, attempt), await attempts.listOthers(attempt)),
    check: async (api, attempt, { id }) => {
      const { place, repository } = attempt;
      const { absent, entries, hasMark } = await listSince(api, attempt);
      // Only the intended repository has the review before this one.
      const isDoubtful = repository !== undefined && !hasMark;
      if (isDoubtful && (await identity.issue(api, threadAt(place), repository)) === undefined)
        return { refused: refuse("strayed") };
      if (!(await isThere({ ...attempt, id }, entries, () => Promise.resolve(undefined))))
        return { refused: refuse("unsure") };
      return { copies: findCopies({ ...attempt, id }, entries, await attempts.listOthers(attempt)), absent };
    },
    // Text typed since the send becomes another review or comment.
    toRemainder: () => ({ opened: undefined, submission: undefined }),
  };
}

/** Returns the comments of a review as texts of their own drafts. */
function listParts(text: string): readonly Part[] {
  const review = readReview(text);
  return review.comments.map((comment) => ({
    draft: comment.draft,
    text: writeReview({ ...review, body: "", comments: [comment] }),
  }));
}

/** Returns the user's pending review: servers show no one else's. */
export function findPending(reviews: readonly Review[]): Review | undefined {
  return reviews.find(({ state }) => state === "pending");
}

/** Pending reviews may be deleted, so they don't count. */
function findNewest(reviews: readonly Review[]): bigint {
  const ids = reviews.filter(({ state }) => state !== "pending").map(({ id }) => id);
  return ids.reduce((one, other) => (other > one ? other : one), 0n);
}

/** Whether an unfinished attempt of another draft may have sent one of these comments. */
async function isSentElsewhere(attempts: Attempts, { id, place }: Draft, { comments }: SentReview): Promise<boolean> {
  const own = new Set(comments.map(({ draft }) => draft));
  const others = await attempts.listOthers({ draft: id, place });
  return others.some(
    (other) =>
      !other.settled &&
      isReview(other.place) &&
      sameParent(other.place, place) &&
      listParts(other.text).some(({ draft }) => own.has(draft)),
  );
}

/** Whether the comments are still those that the user submitted. */
async function areUnchanged(drafts: Pick<Drafts, "getById">, { comments }: SentReview): Promise<boolean> {
  for (const { draft: id, text } of comments) {
    const draft = await drafts.getById(id);
    if (draft === undefined || getText(draft) !== text) return false;
  }
  return true;
}

/** Whether a failed attempt has left this pending review: it has nothing that the review to send doesn't have. */
export async function isLeftover(
  api: Forge,
  thread: ThreadAddress,
  pending: Review,
  sent: Pick<SentReview, "body" | "comments">,
): Promise<boolean> {
  if (pending.body.trim() !== "" && !sameText(pending.body, sent.body)) return false;
  if (pending.comments === 0) return true;
  const { skipped, values } = await api.reviews.comments(thread, thread.number, pending.id);
  const left = values.map(({ body, line, path }) => ({ path, line, text: body }));
  return skipped === 0 && without(left, sent.comments).length === 0;
}

async function removeLeftover(api: Forge, thread: ThreadAddress, sent: SentReview): Promise<void> {
  const pending = findPending((await listReviews(api, thread)).values);
  if (pending === undefined || pending.id === sent.published) return;
  if (await isLeftover(api, thread, pending, sent)) await api.reviews.remove(thread, thread.number, pending.id);
}

/** Returns the comments without those that others have too, each once. Servers may store another line. */
function without<Each extends NewReviewComment>(
  comments: readonly Each[],
  others: readonly NewReviewComment[],
): readonly Each[] {
  const left = [...others];
  return comments.filter(({ line, path, text }) => {
    const at = left.findIndex(
      (other) => other.path === path && other.line?.side === line?.side && sameText(other.text, text),
    );
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

interface Listing {
  /** The reviews with the attempt's verdict that were submitted since it began. */
  readonly entries: readonly Entry[];
  readonly isWhole: boolean;
  /** Whether the review before them is still there. */
  readonly hasMark: boolean;
  /** The drafts of comments that none of the reviews has. */
  readonly absent: readonly string[];
}

/** If two clients of one user sent reviews at the same time, the comments may be in the other one. */
async function listSince(
  api: Forge,
  { after, by, place, text }: Pick<Attempt, "after" | "by" | "place" | "text">,
): Promise<Listing> {
  const sent = readReview(text);
  const thread = threadAt(place);
  const { skipped, values } = await listReviews(api, thread);
  const verdicts: ReadonlySet<string> = new Set(VERDICTS);
  const newer = values.filter(({ id, state }) => (id > after || id === sent.published) && verdicts.has(state));
  const stored: NewReviewComment[] = [];
  let isReadable = skipped === 0;
  for (const { author, comments, id } of newer) {
    if (comments === 0 || sent.comments.length === 0 || (by !== undefined && !sameLogin(author?.login, by))) continue;
    const list = await api.reviews.comments(thread, thread.number, id);
    stored.push(...list.values.map(({ body, line, path }) => ({ path, line, text: body })));
    isReadable &&= list.skipped === 0;
  }
  const absent = without(sent.comments, stored).map(({ draft }) => draft);
  const entries = newer
    .filter(({ state }) => state === sent.verdict)
    .map(({ author, body, id, updatedAt }) => {
      // A pending review keeps its text if the one that publishes it has none.
      const hasText = sameText(body, sent.body) || (id === sent.published && sent.body === "");
      return { id, author, createdAt: updatedAt, matches: absent.length === 0 && hasText };
    });
  const hasMark = values.some(({ id }) => id === after);
  // If no review is as new as the mark, the server may have been restored from a backup and count from an older ID.
  const isRewound = after !== 0n && !values.some(({ id }) => id >= after);
  return { entries, isWhole: isReadable && !isRewound, hasMark, absent };
}
