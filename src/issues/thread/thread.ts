// The data of a thread, how far it is known, and how newer data is merged into it.
import type { Problem } from "../../base/problem.ts";
import type { Comment, Issue, RepositoryName, TimelineRecord } from "../model/entities.ts";
import type { Reviews } from "../model/review.ts";
import type { ThreadItem } from "../model/timeline.ts";

/** An issue with everything in its thread. */
export interface Thread {
  readonly issue: Issue;
  /** False while only the start is loaded. */
  readonly whole: boolean;
  /** Undefined if the list of comments could not be loaded, only the timeline. */
  readonly comments: readonly Comment[] | undefined;
  /** The timeline as loaded. Comments come from their own list. */
  readonly records: readonly TimelineRecord[];
  readonly items: readonly ThreadItem[];
  /** The reviews of a pull request that could be loaded. */
  readonly reviews: Reviews;
  /** Why reviews are missing, if they are. */
  readonly withoutReviews: Problem | undefined;
  readonly mark: Mark;
  /** Counts thorough checks, because each loads other reviews and comments again. */
  readonly turn: number;
  /** How many of the comments and reviews that the server counts were not loaded. */
  readonly uncounted: number;
  /** How many comments and events could not be decoded. */
  readonly skipped: number;
  readonly skippedComments: number;
  /** Why events are missing, if they are. */
  readonly withoutEvents: Problem | undefined;
  /** Whether the timeline has more pages than were loaded. */
  readonly cut: boolean;
  readonly readAt: number;
}

/** Up to which time a thread is known, by the times that the server returned. */
export interface Mark {
  /** The time of the newest known change. Servers round to seconds, so this second may have more changes. */
  readonly at: number;
  /** When that change was first loaded, by this machine's clock. */
  readonly seenAt: number;
  /** True if that second is fully known: it was over on the server when the thread was loaded. */
  readonly settled: boolean;
}

const SECOND_MS = 1000;
/** A server may date an issue up to this much later than the comment or event that changed it. */
export const ISSUE_DELAY_MS = 2_000;
/** This long after a second, the server no longer adds changes to it. */
const LATE_EVENT_MS = 2_000;
/** The clock behind the Date header and the one behind the times in the body may differ by less than this. */
export const CLOCK_TOLERANCE_MS = 60_000;

/**
 * Whether the server's clock has reached a time. If the clock was ahead once, changes from then have a time in the
 * future, and until then nothing else would count as newer.
 */
export function isReached(time: number, servedAt: number | undefined): boolean {
  return servedAt === undefined || time <= servedAt + CLOCK_TOLERANCE_MS;
}

/** Returns how many of the comments and reviews that the server counts were not loaded. Hidden ones stay missing. */
export function countMissingComments(
  issue: Issue,
  { comments, skippedComments, records }: Pick<Thread, "comments" | "skippedComments" | "records">,
): number {
  const reviews = records.filter(({ type }) => type === "review").length;
  return issue.comments - (comments?.length ?? 0) - skippedComments - reviews;
}

/** Returns the mark after a load. It is settled if its second is over. */
export function markAfterLoad(
  before: Mark | undefined,
  read: { readonly comments: readonly Comment[]; readonly records: readonly TimelineRecord[] },
  {
    startedAt,
    now,
    servedAt,
    until = 0,
  }: {
    readonly startedAt: number;
    readonly now: number;
    readonly servedAt: number | undefined;
    /** When the issue had changed last before the load. Pages of references that the user can't see have no times. */
    readonly until?: number;
  },
): Mark {
  const times = [...read.comments, ...read.records].map(({ updatedAt }) => updatedAt);
  const at = [before?.at ?? 0, until - ISSUE_DELAY_MS, ...times]
    .filter((time) => isReached(time, servedAt))
    .reduce((newest, time) => Math.max(newest, time), 0);
  const seenAt = before?.at === at ? before.seenAt : now;
  const isOver = startedAt - seenAt >= LATE_EVENT_MS || (servedAt !== undefined && servedAt - at >= CLOCK_TOLERANCE_MS);
  return { at, seenAt, settled: isOver || (before?.at === at && before.settled) };
}

/** Merges two lists. Newer values replace known ones with the same ID; new ones come last. */
export function mergeById<Value extends { readonly id: bigint }>(
  known: readonly Value[],
  newer: readonly Value[],
): readonly Value[] {
  if (newer.length === 0) return known;
  const values = new Map(known.map((each) => [each.id, each]));
  for (const each of newer) values.set(each.id, each);
  return [...values.values()];
}

/** Formats a time in whole seconds. Uses "Z" because "+" would have to be escaped in a URL. */
export function formatRfc3339(at: number): string {
  return new Date(Math.floor(at / SECOND_MS) * SECOND_MS).toISOString().replace(".000Z", "Z");
}

/** Renames the repository in the issue, which would otherwise look like a rename back to the old name. */
export function withRepository(thread: Thread, { owner, name }: RepositoryName): Thread {
  const { issue } = thread;
  return issue.repository === undefined
    ? thread
    : { ...thread, issue: { ...issue, repository: { ...issue.repository, owner, name } } };
}
