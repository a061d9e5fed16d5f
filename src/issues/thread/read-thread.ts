// Loads a whole thread from several lists, because each list leaves something out.
import { asProblem, Problem } from "../../base/problem.ts";
import type { Forge } from "../api/forge.ts";
import type { Listed } from "../api/caller.ts";
import type { Comment, Issue, TimelineRecord } from "../model/entities.ts";
import type { ThreadAddress } from "../model/address.ts";
import { NO_REVIEWS, type Reviews } from "../model/review.ts";
import { threadItems } from "../model/timeline.ts";
import { readReviews } from "./read-reviews.ts";
import { markAfterLoad, mergeById, formatRfc3339, countMissingComments, type Mark, type Thread } from "./thread.ts";

interface Records {
  readonly values: readonly TimelineRecord[];
  readonly skipped: number;
  readonly cut: boolean;
}

/** A timeline with more pages than this is cut. */
const MAX_PAGES = 200;
const PAGE_SIZE = 50;
/** An empty page isn't always the last: servers remove what the user can't see after dividing the list into pages. */
export const MAX_EMPTY_PAGES = 3;
/** The limit while expected comments are still missing. They may have been deleted since they were listed. */
const MAX_EMPTY_PAGES_INCOMPLETE = 20;

export interface ThreadReadOptions {
  /** Whether the server pages its timelines. */
  readonly paged: () => Promise<boolean>;
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
  /** How far the thread was known before. */
  readonly mark?: Mark | undefined;
  /** The reviews that were known before. */
  readonly reviews?: Reviews | undefined;
  /** Called with the start of an unknown thread, to show it while the rest loads. */
  readonly onBeginning?: (beginning: Thread) => void;
}

/** Loads the issue, its comments, its timeline and its reviews, and combines them. */
export async function readThread(
  api: Forge,
  address: ThreadAddress,
  { paged, now, signal, mark, reviews: knownReviews, onBeginning }: ThreadReadOptions,
): Promise<Thread> {
  const started = now();
  const beginning = onBeginning === undefined ? undefined : await readBeginning(api, address, now, signal);
  if (beginning !== undefined) {
    onBeginning?.(beginning.thread);
    // Gives the panel time to show the start before the rest, which may take long.
    await new Promise((resolve) => setImmediate(resolve));
  }
  const listing = readComments(api, address, signal);
  const loadingIssue: Promise<Issue> =
    beginning === undefined ? api.issue(address, address.number, { signal }) : Promise.resolve(beginning.thread.issue);
  const [issue, comments, timeline, reviewed] = await Promise.allSettled([
    loadingIssue,
    listing,
    readTimeline(api, address, { paged, listing, first: beginning?.page, signal }),
    loadingIssue.then((loaded) => readReviews(api, address, loaded, { known: knownReviews, signal })),
  ]);
  if (issue.status === "rejected") throw asProblem(issue.reason);
  // A token with access to pull requests only gets an issue's timeline, but not its comments.
  if (comments.status === "rejected" && timeline.status === "rejected") throw asProblem(comments.reason);
  const listed = comments.status === "fulfilled" ? comments.value : undefined;
  const records = timeline.status === "fulfilled" ? timeline.value : undefined;
  const read = { comments: listed?.values ?? [], records: records?.values ?? [] };
  if (reviewed.status === "rejected") throw asProblem(reviewed.reason);
  const known = { comments: listed?.values, skippedComments: listed?.skipped ?? 0, records: read.records };
  return {
    issue: issue.value,
    whole: true,
    comments: listed?.values,
    records: read.records,
    mark: markAfterLoad(mark, read, { startedAt: started, now: now(), servedAt: listed?.servedAt }),
    turn: 0,
    uncounted: countMissingComments(issue.value, known),
    items: threadItems(listed?.values, records?.values ?? [], reviewed.value.reviews),
    ...reviewed.value,
    skipped: (listed?.skipped ?? 0) + (records?.skipped ?? 0),
    skippedComments: listed?.skipped ?? 0,
    withoutEvents: timeline.status === "rejected" ? asProblem(timeline.reason) : undefined,
    cut: records?.cut === true,
    readAt: now(),
  };
}

/** Loads the issue and the first page of its timeline, which is fast even for a long thread. */
async function readBeginning(
  api: Forge,
  address: ThreadAddress,
  now: () => number,
  signal: AbortSignal | undefined,
): Promise<{ readonly thread: Thread; readonly page: Listed<TimelineRecord> } | undefined> {
  const [issue, page] = await Promise.allSettled([
    api.issue(address, address.number, { signal }),
    api.timelineOfIssue(address, address.number, { page: 1, limit: PAGE_SIZE, signal }),
  ]);
  // A failure repeats when the rest loads, and is reported then.
  if (issue.status === "rejected" || page.status === "rejected") return undefined;
  const read = { comments: [], records: [] };
  const thread: Thread = {
    issue: issue.value,
    whole: false,
    comments: undefined,
    records: page.value.values,
    mark: markAfterLoad(undefined, read, { startedAt: now(), now: now(), servedAt: undefined }),
    items: threadItems(undefined, page.value.values),
    reviews: NO_REVIEWS,
    withoutReviews: undefined,
    withoutEvents: undefined,
    turn: 0,
    uncounted: 0,
    skipped: 0,
    skippedComments: 0,
    cut: false,
    readAt: now(),
  };
  return { thread, page: page.value };
}

/** Throws the failure of a thread's list. For a missing issue some servers return 500; the issue itself is a 404. */
export async function explainMissing(
  error: unknown,
  api: Forge,
  address: ThreadAddress,
  signal?: AbortSignal,
): Promise<never> {
  const problem = asProblem(error);
  if (problem.facts.status === 500) await api.issue(address, address.number, { signal });
  throw problem;
}

/** Loads the comments. */
export async function readComments(
  api: Forge,
  address: ThreadAddress,
  signal?: AbortSignal,
  since?: string,
): Promise<Listed<Comment>> {
  return await api
    .commentsOfIssue(address, address.number, { since, signal })
    .catch(async (error: unknown) => await explainMissing(error, api, address, signal));
}

/**
 * Loads the timeline, or what comes after the first page. If comments are missing although the server's version doesn't
 * page timelines, loads it page by page.
 */
async function readTimeline(
  api: Forge,
  address: ThreadAddress,
  {
    paged,
    listing,
    first,
    signal,
  }: Pick<ThreadReadOptions, "paged" | "signal"> & {
    readonly listing: Promise<Pick<Listed<Comment>, "values">>;
    readonly first: Listed<TimelineRecord> | undefined;
  },
): Promise<Records> {
  const listed = listing.then(
    ({ values }) => values.map(({ id }) => id),
    () => [],
  );
  if (await paged()) return await readPages(api, address, listed, { first, signal });
  // Without the times of elements that could not be decoded, the first page can't be continued and is loaded again.
  const last = first === undefined || first.skipped > 0 ? undefined : first.values.at(-1);
  const since = last === undefined ? undefined : formatRfc3339(last.createdAt);
  const rest = await api.timelineOfIssue(address, address.number, { since, signal });
  const { skipped } = rest;
  const values = last === undefined ? rest.values : mergeById(first?.values ?? [], rest.values);
  const ids = new Set(values.map(({ id }) => id));
  if (skipped > 0 || (await listed).every((id) => ids.has(id))) return { values, skipped, cut: false };
  const pages = await readPages(api, address, listed, { signal });
  return pages.values.length > values.length ? pages : { values, skipped, cut: false };
}

/** Loads pages until all listed comments were seen and several pages were empty. No other sign of the end is safe. */
async function readPages(
  api: Forge,
  address: ThreadAddress,
  comments: Promise<readonly bigint[]>,
  { first, signal }: { readonly first?: Listed<TimelineRecord> | undefined } & Pick<ThreadReadOptions, "signal">,
): Promise<Records> {
  const seen = new Map<bigint, TimelineRecord>();
  let skipped = 0;
  let empty = 0;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const known = page === 1 ? first : undefined;
    const list = known ?? (await api.timelineOfIssue(address, address.number, { page, limit: PAGE_SIZE, signal }));
    const before = seen.size;
    for (const record of list.values) seen.set(record.id, record);
    skipped += list.skipped;
    empty = list.values.length === 0 && list.skipped === 0 ? empty + 1 : 0;
    // A server that ignores the page returns the same records again and again.
    let isLast = empty >= MAX_EMPTY_PAGES_INCOMPLETE || (list.values.length > 0 && seen.size === before);
    if (!isLast && empty >= MAX_EMPTY_PAGES) isLast = skipped > 0 || (await comments).every((id) => seen.has(id));
    if (isLast) return { values: [...seen.values()], skipped, cut: false };
  }
  return { values: [...seen.values()], skipped, cut: true };
}

/** Loads the current version of a comment. Undefined if the ID isn't that of a plain comment. */
export async function readComment(
  api: Forge,
  address: ThreadAddress,
  id: bigint,
  signal?: AbortSignal,
): Promise<Comment | undefined> {
  try {
    return await api.comment(address, id, { signal });
  } catch (error) {
    const problem = asProblem(error);
    if (problem.facts.status !== 500 && problem.facts.noRoute !== true) throw problem;
    // Some servers can't return a single comment of a deleted user, and old ones no single comment at all. Lists can.
    const { values } = await readComments(api, address, signal);
    const comment = values.find((each) => each.id === id);
    if (comment === undefined) throw new Problem("notFound", { ...problem.facts, status: 404 });
    return comment;
  }
}
