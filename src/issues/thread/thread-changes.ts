// Loads what changed in a thread since it was last loaded.
import { isDeepStrictEqual } from "node:util";
import type { Forge } from "../api/forge.ts";
import type { Comment, TimelineRecord } from "../model/entities.ts";
import type { ThreadAddress } from "../model/address.ts";
import { threadItems } from "../model/timeline.ts";
import { markAfterLoad, mergeById, formatRfc3339, countMissingComments, type Thread } from "./thread.ts";
import { readReviews } from "./read-reviews.ts";

/** The updated thread, or `unclear` if only loading the whole thread can show the changes. */
export type ThreadNews = { readonly thread: Thread; readonly changed: boolean } | "unclear";

const SECOND_MS = 1000;

const PAGE_SIZE = 50;
/** If there are more pages of changes than this, the whole thread is loaded again. */
const MAX_PAGES = 10;

/**
 * Loads what changed since the newest known change. If nothing did, the answer is small. `thorough` also loads the
 * issue, because only its comment count shows deletions.
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
  const seen = await readSince(api, address, since, signal);
  if (seen === undefined) return "unclear";
  const known = { comments: byId(comments), records: byId(records) };
  const changed = seen.records.filter(
    (record) => !isSame(record, (record.type === "comment" ? known.comments : known.records).get(record.id)),
  );
  const issue = changed.length > 0 || thorough ? await api.issue(address, address.number, { signal }) : thread.issue;
  const written = changed.some(({ type }) => type === "comment")
    ? (await api.commentsOfIssue(address, address.number, { since, signal })).values
    : [];
  const reviewed =
    issue !== thread.issue
      ? await readReviews(api, address, issue, { known: thread.reviews, onlyNew: true, signal })
      : thread;
  const { reviews, withoutReviews } = reviewed;
  const merged = {
    comments: mergeById(comments, written),
    records: mergeById(records, changed),
  };
  const kept = { ...thread, ...merged, issue, reviews, withoutReviews };
  if (issue !== thread.issue && countMissingComments(issue, kept) !== thread.uncounted) return "unclear";
  const next = {
    ...kept,
    mark: markAfterLoad(mark, merged, { startedAt, now: now(), servedAt: seen.servedAt }),
    readAt: now(),
  };
  const same =
    changed.length === 0 && isDeepStrictEqual(issue, thread.issue) && isDeepStrictEqual(reviews, thread.reviews);
  if (same) return { thread: { ...next, issue: thread.issue, items: thread.items }, changed: false };
  return { thread: { ...next, items: threadItems(merged.comments, merged.records, reviews) }, changed: true };
}

async function readSince(
  api: Forge,
  address: ThreadAddress,
  since: string,
  signal: AbortSignal | undefined,
): Promise<{ readonly records: readonly TimelineRecord[]; readonly servedAt: number | undefined } | undefined> {
  const records = new Map<bigint, TimelineRecord>();
  let servedAt: number | undefined;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const list = await api.timelineOfIssue(address, address.number, { since, page, limit: PAGE_SIZE, signal });
    servedAt ??= list.servedAt;
    const before = records.size;
    for (const record of list.values) records.set(record.id, record);
    // A server that ignores the page returns the same records again. Undecodable ones were already reported when the
    // whole thread was loaded.
    if (records.size === before) return { records: [...records.values()], servedAt };
  }
  return undefined;
}

function byId<Value extends { readonly id: bigint }>(values: readonly Value[]): ReadonlyMap<bigint, Value> {
  return new Map(values.map((value) => [value.id, value]));
}

/** Whether the record is unchanged. Times aren't enough, because edits within one second have the same time. */
function isSame(record: TimelineRecord, known: Comment | TimelineRecord | undefined): boolean {
  return known !== undefined && known.body === record.body && known.updatedAt === record.updatedAt;
}
