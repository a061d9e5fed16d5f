// Interprets the timeline of an issue, merges comments and events into one list, and folds related events.
import { decodeEntities } from "../../base/html-entities.ts";
import {
  isGhost,
  type Comment,
  type Id,
  type Label,
  type LinkedIssue,
  type Milestone,
  type Person,
  type TimelineRecord,
} from "./entities.ts";
import { NO_REVIEWS, type FullReview, type Reviews } from "./review.ts";

/** The meaning of a timeline entry. */
export type Meaning =
  | { readonly kind: "commented"; readonly body: string }
  /** `review` is undefined if it could not be loaded. A pending review of someone else is never listed. */
  | {
      readonly kind: "reviewed";
      readonly body: string;
      readonly review: FullReview | undefined;
      readonly isPending: boolean;
    }
  | { readonly kind: PlainMeaning }
  | { readonly kind: "labeled"; readonly label: Label; readonly added: boolean }
  | { readonly kind: "milestoned"; readonly from: Milestone | undefined; readonly to: Milestone | undefined }
  | { readonly kind: "assigned"; readonly person: Person | undefined; readonly added: boolean }
  | { readonly kind: "reviewAsked"; readonly whom: string | undefined; readonly added: boolean }
  /** `by` is the author of the dismissed review. */
  | { readonly kind: "reviewDismissed"; readonly reason: string; readonly by: Person | undefined }
  | { readonly kind: "retitled"; readonly from: string; readonly to: string }
  /** `comment` is undefined if the description mentions the issue. */
  | {
      readonly kind: "mentioned";
      readonly in: LinkedIssue | undefined;
      readonly comment: Id | undefined;
      readonly effect: "closes" | "reopens" | "none";
    }
  /** `repository` is `owner/name`, if the server returns it. */
  | {
      readonly kind: "committed";
      readonly commit: string;
      readonly repository: string | undefined;
      readonly subject: string;
    }
  | { readonly kind: "pushed"; readonly commits: number; readonly forced: boolean }
  | { readonly kind: "branchDeleted"; readonly branch: string }
  | { readonly kind: "retargeted" | "refChanged"; readonly from: string; readonly to: string }
  | { readonly kind: "timeAdded" | "timeStopped"; readonly seconds: number | undefined; readonly text: string }
  | { readonly kind: "timeDeleted" | "estimated"; readonly text: string }
  | { readonly kind: "deadline"; readonly from: string | undefined; readonly to: string | undefined }
  | { readonly kind: "depends"; readonly on: LinkedIssue | undefined; readonly added: boolean }
  | { readonly kind: "locked"; readonly reason: string }
  | { readonly kind: "projectChanged"; readonly from: Id; readonly to: Id }
  | { readonly kind: "unknown"; readonly type: string };

type PlainMeaning = (typeof PLAIN)[keyof typeof PLAIN];

/** Event types that have no data besides author and time. */
const PLAIN = {
  reopen: "reopened",
  close: "closed",
  unlock: "unlocked",
  pin: "pinned",
  unpin: "unpinned",
  start_tracking: "timeStarted",
  cancel_tracking: "timeCanceled",
  merge_pull: "merged",
  pull_scheduled_merge: "mergeScheduled",
  pull_cancel_scheduled_merge: "mergeUnscheduled",
  project_board: "projectMoved",
} as const;

type Reader = (record: TimelineRecord, reviews: Reviews) => Meaning;

/** Event types with more data. */
const READERS: Readonly<Record<string, Reader>> = {
  comment: ({ body }) => ({ kind: "commented", body }),
  review: (record, reviews) => {
    const review = findReview(record, reviews);
    const isHidden = record.review !== undefined && review === undefined && reviews.whole;
    const isPending = isHidden || review?.review.state === "pending";
    return { kind: "reviewed", body: record.body, review, isPending };
  },
  // The body is "1" if the label was added, and empty if it was removed.
  label: ({ body, label, type }) =>
    label === undefined ? { kind: "unknown", type } : { kind: "labeled", label, added: body === "1" },
  milestone: ({ milestone, oldMilestone }) => ({ kind: "milestoned", from: oldMilestone, to: milestone }),
  assignees: ({ assignee, removedAssignee }) => ({ kind: "assigned", person: assignee, added: !removedAssignee }),
  review_request: ({ assignee, assigneeTeam, removedAssignee }) => ({
    kind: "reviewAsked",
    whom: isGhost(assignee) ? assigneeTeam : (assignee?.login ?? assigneeTeam),
    added: !removedAssignee,
  }),
  dismiss_review: (record, reviews) => ({
    kind: "reviewDismissed",
    reason: record.body,
    by: findReview(record, reviews)?.review.author,
  }),
  change_title: ({ oldTitle = "", newTitle = "" }) => ({ kind: "retitled", from: oldTitle, to: newTitle }),
  issue_ref: readReference,
  comment_ref: readReference,
  pull_ref: readReference,
  commit_ref: ({ body, refCommit = "" }) => ({
    kind: "committed",
    commit: refCommit,
    repository: findCommitRepository(body),
    subject: textOfHtml(body),
  }),
  pull_push: ({ body }) => parsePush(body),
  delete_branch: ({ oldRef = "" }) => ({ kind: "branchDeleted", branch: oldRef }),
  change_target_branch: ({ oldRef = "", newRef = "" }) => ({ kind: "retargeted", from: oldRef, to: newRef }),
  change_issue_ref: ({ oldRef = "", newRef = "" }) => ({
    kind: "refChanged",
    from: shortenRef(oldRef),
    to: shortenRef(newRef),
  }),
  stop_tracking: ({ body, trackedSeconds }) => ({ kind: "timeStopped", seconds: trackedSeconds, text: body }),
  add_time_manual: ({ body, trackedSeconds }) => ({ kind: "timeAdded", seconds: trackedSeconds, text: body }),
  delete_time_manual: ({ body }) => ({ kind: "timeDeleted", text: body }),
  change_time_estimate: ({ body }) => ({ kind: "estimated", text: body }),
  added_deadline: ({ body }) => ({ kind: "deadline", from: undefined, to: body }),
  modified_deadline: ({ body }) => {
    const [to, from] = body.split("|");
    return { kind: "deadline", from, to };
  },
  removed_deadline: ({ body }) => ({ kind: "deadline", from: body, to: undefined }),
  add_dependency: ({ dependentIssue }) => ({ kind: "depends", on: dependentIssue, added: true }),
  remove_dependency: ({ dependentIssue }) => ({ kind: "depends", on: dependentIssue, added: false }),
  lock: ({ body }) => ({ kind: "locked", reason: body }),
  project: ({ oldProject = 0n, project = 0n }) => ({ kind: "projectChanged", from: oldProject, to: project }),
};

export function readMeaning(record: TimelineRecord, reviews: Reviews = NO_REVIEWS): Meaning {
  const { type } = record;
  if (isPlain(type)) return { kind: PLAIN[type] };
  const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  return read?.(record, reviews) ?? { kind: "unknown", type };
}

function findReview({ review }: TimelineRecord, { byId }: Reviews): FullReview | undefined {
  return review === undefined ? undefined : byId.get(review);
}

/** A comment or an event of a thread. */
export type ThreadItem =
  | { readonly kind: "comment"; readonly comment: Comment }
  | { readonly kind: "event"; readonly event: ThreadEvent };

export interface ThreadEvent {
  readonly id: Id;
  readonly author: Person | undefined;
  readonly at: number;
  readonly meaning: Meaning;
}

/**
 * Merges comments and events by time. Comments come from their own list, which is complete and includes attachments, or
 * from the timeline if that list couldn't be loaded.
 */
export function threadItems(
  comments: readonly Comment[] | undefined,
  records: readonly TimelineRecord[],
  reviews: Reviews = NO_REVIEWS,
): readonly ThreadItem[] {
  const items = new Map<Id, ThreadItem>();
  for (const record of records) {
    const meaning = readMeaning(record, reviews);
    if (meaning.kind !== "commented") {
      const { id, author, createdAt: at } = record;
      items.set(id, { kind: "event", event: { id, author, at, meaning } });
    } else if (comments === undefined) {
      const { id, author, body, createdAt, updatedAt } = record;
      items.set(id, { kind: "comment", comment: { id, author, body, createdAt, updatedAt, attachments: [] } });
    }
  }
  for (const comment of comments ?? []) items.set(comment.id, { kind: "comment", comment });
  return [...items.values()].sort(byTime);
}

/** True for texts that someone wrote: comments, and reviews with a text or with comments on lines. */
export function isWritten(item: ThreadItem): boolean {
  if (item.kind === "comment") return true;
  const { meaning } = item.event;
  if (meaning.kind !== "reviewed") return false;
  const { comments = [], missing = 0 } = meaning.review ?? {};
  return meaning.body !== "" || comments.length > 0 || missing > 0;
}

/** Events at most this far apart are folded into one line. */
const MAX_FOLD_GAP_MS = 10 * 60_000;

/** A line of the panel: an item, or several events by one person at about the same time. */
export type Line = ThreadItem | { readonly kind: "events"; readonly events: readonly ThreadEvent[] };

/** Folds events by the same person at about the same time. Reviews are never folded. */
export function foldEvents(items: readonly ThreadItem[]): readonly Line[] {
  const groups: [ThreadItem, ...ThreadEvent[]][] = [];
  for (const item of items) {
    const group = groups.at(-1);
    if (group !== undefined && item.kind === "event" && belongsToGroup(item.event, group[0])) group.push(item.event);
    else groups.push([item]);
  }
  return groups.map(([first, ...others]) =>
    first.kind === "event" && others.length > 0 ? { kind: "events", events: [first.event, ...others] } : first,
  );
}

function belongsToGroup(event: ThreadEvent, first: ThreadItem): boolean {
  if (first.kind !== "event" || event.author === undefined) return false;
  const { author, at, meaning } = first.event;
  const areReviews = event.meaning.kind === "reviewed" || meaning.kind === "reviewed";
  return !areReviews && event.author.id === author?.id && event.at - at <= MAX_FOLD_GAP_MS;
}

function byTime(one: ThreadItem, other: ThreadItem): number {
  const [first, second] = [getSortKey(one), getSortKey(other)];
  return first.at - second.at || Number(first.id - second.id);
}

function getSortKey(item: ThreadItem): { readonly at: number; readonly id: Id } {
  return item.kind === "event" ? item.event : { at: item.comment.createdAt, id: item.comment.id };
}

function isPlain(type: string): type is keyof typeof PLAIN {
  return Object.hasOwn(PLAIN, type);
}

/** Web pages store the branch or tag of an issue under its full name, and scripts under any name. */
function shortenRef(ref: string): string {
  return ref.replace(/^refs\/(?:heads|tags)\//, "");
}

/** The action "neutered" has no effect: its author isn't allowed to close the issue. */
function readReference({ refAction, refComment, refIssue }: TimelineRecord): Meaning {
  const effect = refAction === "closes" || refAction === "reopens" ? refAction : "none";
  return { kind: "mentioned", in: refIssue, comment: refComment, effect };
}

function parsePush(body: string): Meaning {
  try {
    const push: unknown = JSON.parse(body);
    if (typeof push === "object" && push !== null && "commit_ids" in push && Array.isArray(push.commit_ids)) {
      const forced = "is_force_push" in push && push.is_force_push === true;
      return { kind: "pushed", commits: push.commit_ids.length, forced };
    }
  } catch {
    // If the body isn't JSON, the number of commits is unknown.
  }
  return { kind: "pushed", commits: 0, forced: false };
}

/** Enough for a link to a commit: its URL and the first line of its message. */
const MAX_HTML_CHARS = 10_000;

/** Returns the repository in the server's HTML link to a commit. */
function findCommitRepository(html: string): string | undefined {
  return /^<a href="[^"]{0,2000}\/([\w.-]+\/[\w.-]+)\/commit\//.exec(html)?.[1];
}

/** Returns the text of the server's HTML link to a commit. It is shown as plain text, never as HTML. */
function textOfHtml(html: string): string {
  return decodeEntities(html.slice(0, MAX_HTML_CHARS).replaceAll(/<[^<>]*>/g, "")).trim();
}
