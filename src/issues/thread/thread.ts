// The data of a thread, its age, and how newer data is merged into it.
import type { Problem } from "../../base/problem.ts";
import type { Comment, Issue, RepositoryName, TimelineRecord } from "../model/entities.ts";
import type { Reviews } from "../model/review.ts";
import type { ThreadItem } from "../model/timeline.ts";

/** Everything of an issue. */
export interface Thread {
  readonly issue: Issue;
  /** False while only its beginning was read. */
  readonly whole: boolean;
  /** Undefined if the timeline could be loaded, but not the list. */
  readonly comments: readonly Comment[] | undefined;
  /** The timeline as loaded, without the comments that come from their own list. */
  readonly records: readonly TimelineRecord[];
  readonly items: readonly ThreadItem[];
  /** Of a pull request, as far as they could be loaded. */
  readonly reviews: Reviews;
  /** Why reviews are missing, if they are. */
  readonly withoutReviews: Problem | undefined;
  /** How far the thread is known. */
  readonly mark: Mark;
  /** How many comments and reviews the server counts that were not seen. */
  readonly uncounted: number;
  /** How many comments and events could not be understood. */
  readonly skipped: number;
  readonly skippedComments: number;
  /** Why events are missing, if they are. */
  readonly withoutEvents: Problem | undefined;
  /** Whether the timeline has more pages than were loaded. */
  readonly cut: boolean;
  readonly readAt: number;
}

/** How far a thread is known, by the times that the server returned. */
export interface Mark {
  /** The newest change that was seen. Servers count whole seconds, so there may be more in this one. */
  readonly at: number;
  /** When it was seen first, by this machine. */
  readonly seenAt: number;
  /** All of that second was seen: it was over, on the server, when the thread was read. */
  readonly settled: boolean;
}

const SECOND_MS = 1000;
/** This long after the end of a second, the server can't add anything to it. */
const LATE_EVENT_MS = 2_000;
/** The clock in an answer's head may be another than the one of the times in it; by less than this. */
export const CLOCK_TOLERANCE_MS = 60_000;

/**
 * Whether the server's clock has reached a time. The clock may have been ahead once: what was changed then has a time in
 * the future, and nothing else would count as newer until that time.
 */
export function isReached(time: number, servedAt: number | undefined): boolean {
  return servedAt === undefined || time <= servedAt + CLOCK_TOLERANCE_MS;
}

/**
 * How many of the comments and reviews that the server counts were not loaded. What the server hides stays hidden and
 * isn't new.
 */
export function countMissingComments(
  issue: Issue,
  { comments, skippedComments, records }: Pick<Thread, "comments" | "skippedComments" | "records">,
): number {
  const reviews = records.filter(({ type }) => type === "review").length;
  return issue.comments - (comments?.length ?? 0) - skippedComments - reviews;
}

/** The mark after a load. It is settled if nothing newer came and its second is over. */
export function markAfterLoad(
  before: Mark | undefined,
  read: { readonly comments: readonly Comment[]; readonly records: readonly TimelineRecord[] },
  {
    startedAt,
    now,
    servedAt,
  }: { readonly startedAt: number; readonly now: number; readonly servedAt: number | undefined },
): Mark {
  const times = [...read.comments, ...read.records].map(({ updatedAt }) => updatedAt);
  const at = [before?.at ?? 0, ...times]
    .filter((time) => isReached(time, servedAt))
    .reduce((newest, time) => Math.max(newest, time), 0);
  const seenAt = before?.at === at ? before.seenAt : now;
  const over = startedAt - seenAt >= LATE_EVENT_MS || (servedAt !== undefined && servedAt - at >= CLOCK_TOLERANCE_MS);
  return { at, seenAt, settled: over || (before?.at === at && before.settled) };
}

/** Newer values replace known ones with the same id; new ones come last. */
export function mergedById<Value extends { readonly id: bigint }>(
  known: readonly Value[],
  newer: readonly Value[],
): readonly Value[] {
  if (newer.length === 0) return known;
  const values = new Map(known.map((each) => [each.id, each]));
  for (const each of newer) values.set(each.id, each);
  return [...values.values()];
}

/** With a Z, as a plus would have to be escaped. */
export function rfc3339(at: number): string {
  return new Date(Math.floor(at / SECOND_MS) * SECOND_MS).toISOString().replace(".000Z", "Z");
}

/** An issue names its repository, and would report the old name as a rename back to it. */
export function withRepository(thread: Thread, { owner, name }: RepositoryName): Thread {
  const { issue } = thread;
  return issue.repository === undefined
    ? thread
    : { ...thread, issue: { ...issue, repository: { ...issue.repository, owner, name } } };
}
