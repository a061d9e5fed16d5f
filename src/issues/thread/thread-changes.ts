// Loads what changed in a thread since it was last loaded.
import { isDeepStrictEqual } from "node:util";
import type { Forge } from "../api/forge.ts";
import type { Attachment, Comment, Issue, TimelineRecord } from "../model/entities.ts";
import type { ThreadAddress } from "../model/address.ts";
import { threadItems } from "../model/timeline.ts";
import { explainMissing, MAX_EMPTY_PAGES } from "./read-thread.ts";
import {
  countMissingComments,
  formatRfc3339,
  isReached,
  ISSUE_DELAY_MS,
  markAfterLoad,
  mergeById,
  type Thread,
} from "./thread.ts";
import { readReviews } from "./read-reviews.ts";

/** The updated thread, or `unclear` if only loading the whole thread can show the changes. */
export type ThreadNews = { readonly thread: Thread; readonly changed: boolean } | "unclear";

const SECOND_MS = 1000;

const PAGE_SIZE = 50;
/** If there are more pages of changes than this, the whole thread is loaded again. */
const MAX_PAGES = 10;
/** How many reviews and comments with files a thorough check loads again. */
const MAX_LOADED_AGAIN = 6;

/**
 * Loads what changed since the newest known change. If nothing did, the answer is small. `thorough` also loads what no
 * list of changes shows: the issue, whose comment count shows deletions, and some of the comments on lines and of the
 * comments with files, those first that weren't loaded for longest.
 */
export async function readNews(
  api: Forge,
  address: ThreadAddress,
  thread: Thread,
  { now, thorough, signal }: { readonly now: () => number; readonly thorough: boolean; readonly signal?: AbortSignal },
): Promise<ThreadNews> {
  const startedAt = now();
  const { mark, comments = [], records } = thread;
  const since = formatRfc3339(mark.settled ? mark.at + SECOND_MS : mark.at);
  const isWhole = thorough || isUnexplained(thread.issue, mark.at, startedAt);
  const first = isWhole ? await api.issue(address, address.number, { signal }) : thread.issue;
  // What changed the issue may come after pages of references that the user can't see.
  const emptyPages = isUnexplained(first, mark.at, startedAt) ? MAX_EMPTY_PAGES : 1;
  const seen = await readSince(api, address, since, { emptyPages, signal });
  if (seen === undefined) return "unclear";
  const again = thorough ? chooseAgain(thread) : { reviews: [], comments: [] };
  const known = { comments: byId(comments), records: byId(records) };
  const changed = seen.records.filter(
    (record) => !isSame(record, (record.type === "comment" ? known.comments : known.records).get(record.id)),
  );
  const issue = changed.length > 0 ? await api.issue(address, address.number, { signal }) : first;
  const written = changed.some(({ type }) => type === "comment")
    ? (await api.commentsOfIssue(address, address.number, { since, signal })).values
    : [];
  const reviewed =
    issue !== thread.issue
      ? await readReviews(api, address, issue, { known: thread.reviews, onlyNew: { except: again.reviews }, signal })
      : thread;
  const filed = await readFiles(api, address, again.comments, signal);
  const { reviews, withoutReviews } = reviewed;
  const merged = {
    comments: mergeById(mergeById(comments, filed), written),
    records: mergeById(records, changed),
  };
  const kept = { ...thread, ...merged, issue, reviews, withoutReviews, turn: thread.turn + (thorough ? 1 : 0) };
  if (issue !== thread.issue && countMissingComments(issue, kept) !== thread.uncounted) return "unclear";
  const next = {
    ...kept,
    mark: markAfterLoad(mark, merged, { startedAt, now: now(), servedAt: seen.servedAt, until: first.updatedAt }),
    readAt: now(),
  };
  const same =
    changed.length === 0 &&
    isDeepStrictEqual(issue, thread.issue) &&
    isDeepStrictEqual(reviews, thread.reviews) &&
    filed.length === 0;
  if (same) return { thread: { ...next, issue: thread.issue, items: thread.items }, changed: false };
  return { thread: { ...next, items: threadItems(merged.comments, merged.records, reviews) }, changed: true };
}

async function readSince(
  api: Forge,
  address: ThreadAddress,
  since: string,
  { emptyPages, signal }: { readonly emptyPages: number; readonly signal: AbortSignal | undefined },
): Promise<{ readonly records: readonly TimelineRecord[]; readonly servedAt: number | undefined } | undefined> {
  const records = new Map<bigint, TimelineRecord>();
  let servedAt: number | undefined;
  let empty = 0;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const list = await api
      .timelineOfIssue(address, address.number, { since, page, limit: PAGE_SIZE, signal })
      .catch(async (error: unknown) => await explainMissing(error, api, address, signal));
    servedAt ??= list.servedAt;
    const before = records.size;
    for (const record of list.values) records.set(record.id, record);
    // A server that ignores the page returns the same records again. Undecodable ones were already reported when the
    // whole thread was loaded.
    empty = list.values.length === 0 ? empty + 1 : 0;
    const isRepeated = list.values.length > 0 && records.size === before;
    if (isRepeated || empty >= emptyPages) return { records: [...records.values()], servedAt };
  }
  return undefined;
}

/** Whether the issue changed after everything that is known, unless the server's clock was ahead then. */
function isUnexplained({ updatedAt }: Issue, knownUntil: number, now: number): boolean {
  return updatedAt - ISSUE_DELAY_MS > knownUntil && isReached(updatedAt, now);
}

/** Chooses the reviews and comments whose turn it is to be loaded again, because no time shows all of their changes. */
function chooseAgain({ comments = [], reviews, turn }: Thread) {
  const noted = [...reviews.byId.values()].filter(({ review }) => review.comments > 0);
  return {
    reviews: takeTurn(noted, turn).map(({ review }) => review.id),
    comments: takeTurn(
      comments.filter(({ attachments }) => attachments.length > 0),
      turn,
    ),
  };
}

function takeTurn<Value>(values: readonly Value[], turn: number): readonly Value[] {
  const turns = Math.ceil(values.length / MAX_LOADED_AGAIN);
  const from = turns === 0 ? 0 : (turn % turns) * MAX_LOADED_AGAIN;
  return values.slice(from, from + MAX_LOADED_AGAIN);
}

/** Loads the files of comments, and returns the comments that have other files now. Those that fail stay as they are. */
async function readFiles(
  api: Forge,
  address: ThreadAddress,
  comments: readonly Comment[],
  signal: AbortSignal | undefined,
): Promise<readonly Comment[]> {
  const loaded = await Promise.all(
    comments.map(async (comment) => {
      const attachments = await api.attachments.ofComment(address, comment.id, { signal }).catch(() => undefined);
      const isChanged = attachments !== undefined && !haveSameFiles(attachments, comment.attachments);
      return isChanged ? [{ ...comment, attachments }] : [];
    }),
  );
  return loaded.flat();
}

function haveSameFiles(files: readonly Attachment[], others: readonly Attachment[]): boolean {
  const uuids = new Set(files.map(({ uuid }) => uuid));
  return files.length === others.length && others.every(({ uuid }) => uuids.has(uuid));
}

function byId<Value extends { readonly id: bigint }>(values: readonly Value[]): ReadonlyMap<bigint, Value> {
  return new Map(values.map((value) => [value.id, value]));
}

/** Whether the record is unchanged. Times aren't enough, because edits within one second have the same time. */
function isSame(record: TimelineRecord, known: Comment | TimelineRecord | undefined): boolean {
  return known !== undefined && known.body === record.body && known.updatedAt === record.updatedAt;
}
