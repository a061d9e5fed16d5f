// Interprets the timeline of an issue, sorts comments and events into one list, and folds events that belong together.
import type { Comment, Id, Label, LinkedIssue, Milestone, Person, TimelineRecord } from "./entities.ts";
import { NO_REVIEWS, type FullReview, type Reviews } from "./review.ts";

/** What happened: the type of an event and what it is about. */
export type Meaning =
  | { readonly what: "commented"; readonly body: string }
  /** Without `review`, the decision could not be loaded. */
  | { readonly what: "reviewed"; readonly body: string; readonly review: FullReview | undefined }
  | { readonly what: Plain }
  | { readonly what: "labeled"; readonly label: Label; readonly added: boolean }
  | { readonly what: "milestoned"; readonly from: Milestone | undefined; readonly to: Milestone | undefined }
  | { readonly what: "assigned"; readonly person: Person | undefined; readonly added: boolean }
  | { readonly what: "reviewAsked"; readonly whom: string | undefined; readonly added: boolean }
  /** `by` wrote the review that was dismissed. */
  | { readonly what: "reviewDismissed"; readonly reason: string; readonly by: Person | undefined }
  | { readonly what: "retitled"; readonly from: string; readonly to: string }
  | { readonly what: "mentioned"; readonly in: LinkedIssue | undefined; readonly effect: "closes" | "reopens" | "none" }
  | { readonly what: "committed"; readonly commit: string; readonly subject: string }
  | { readonly what: "pushed"; readonly commits: number; readonly forced: boolean }
  | { readonly what: "branchDeleted"; readonly branch: string }
  | { readonly what: "retargeted" | "refChanged"; readonly from: string; readonly to: string }
  | { readonly what: "timeAdded" | "timeStopped"; readonly seconds: number | undefined; readonly text: string }
  | { readonly what: "timeDeleted" | "estimated"; readonly text: string }
  | { readonly what: "deadline"; readonly from: string | undefined; readonly to: string | undefined }
  | { readonly what: "depends"; readonly on: LinkedIssue | undefined; readonly added: boolean }
  | { readonly what: "locked"; readonly reason: string }
  | { readonly what: "unknown"; readonly type: string };

type Plain = (typeof PLAIN)[keyof typeof PLAIN];

/** Types with no data but who and when. */
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
  project: "projectChanged",
  project_board: "projectMoved",
} as const;

export function readMeaning(record: TimelineRecord, reviews: Reviews = NO_REVIEWS): Meaning {
  const { type, body } = record;
  if (isPlain(type)) return { what: PLAIN[type] };
  switch (type) {
    case "comment":
      return { what: "commented", body };
    case "review":
      return { what: "reviewed", body, review: findReview(record, reviews) };
    case "label":
      // The wire has "1" for a label that was added and "" for one that was removed.
      return record.label === undefined ? unknown(type) : { what: "labeled", label: record.label, added: body === "1" };
    case "milestone":
      return { what: "milestoned", from: record.oldMilestone, to: record.milestone };
    case "assignees":
      return { what: "assigned", person: record.assignee, added: !record.removedAssignee };
    case "review_request":
      return {
        what: "reviewAsked",
        whom: record.assignee?.login ?? record.assigneeTeam,
        added: !record.removedAssignee,
      };
    case "dismiss_review":
      return { what: "reviewDismissed", reason: body, by: findReview(record, reviews)?.review.author };
    case "change_title":
      return { what: "retitled", from: record.oldTitle ?? "", to: record.newTitle ?? "" };
    case "issue_ref":
    case "comment_ref":
    case "pull_ref":
      return { what: "mentioned", in: record.refIssue, effect: readEffect(record.refAction) };
    case "commit_ref":
      return { what: "committed", commit: record.refCommit ?? "", subject: textOfHtml(body) };
    case "pull_push":
      return parsePush(body);
    case "delete_branch":
      return { what: "branchDeleted", branch: record.oldRef ?? "" };
    case "change_target_branch":
      return { what: "retargeted", from: record.oldRef ?? "", to: record.newRef ?? "" };
    case "change_issue_ref":
      return { what: "refChanged", from: record.oldRef ?? "", to: record.newRef ?? "" };
    case "stop_tracking":
      return { what: "timeStopped", seconds: record.trackedSeconds, text: body };
    case "add_time_manual":
      return { what: "timeAdded", seconds: record.trackedSeconds, text: body };
    case "delete_time_manual":
      return { what: "timeDeleted", text: body };
    case "change_time_estimate":
      return { what: "estimated", text: body };
    case "added_deadline":
      return { what: "deadline", from: undefined, to: body };
    case "modified_deadline": {
      const [to, from] = body.split("|");
      return { what: "deadline", from, to };
    }
    case "removed_deadline":
      return { what: "deadline", from: body, to: undefined };
    case "add_dependency":
    case "remove_dependency":
      return { what: "depends", on: record.dependentIssue, added: type === "add_dependency" };
    case "lock":
      return { what: "locked", reason: body };
    default:
      return unknown(type);
  }
}

function findReview({ review }: TimelineRecord, { byId }: Reviews): FullReview | undefined {
  return review === undefined ? undefined : byId.get(review);
}

/** A comment or an event of a thread. */
export type ThreadItem =
  { readonly kind: "comment"; readonly comment: Comment } | { readonly kind: "event"; readonly event: ThreadEvent };

export interface ThreadEvent {
  readonly id: Id;
  readonly author: Person | undefined;
  readonly at: number;
  readonly meaning: Meaning;
}

/**
 * Comments and events in order. The list of comments is complete and has attachments, so comments come from there. The
 * timeline provides everything else, and the comments too if their own list couldn't be loaded.
 */
export function threadItems(
  comments: readonly Comment[] | undefined,
  records: readonly TimelineRecord[],
  reviews: Reviews = NO_REVIEWS,
): readonly ThreadItem[] {
  const items = new Map<Id, ThreadItem>();
  for (const record of records) {
    const meaning = readMeaning(record, reviews);
    if (meaning.what !== "commented") {
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

/** Whether someone wrote it: a comment, or a review with a text or comments on lines. */
export function isWritten(item: ThreadItem): boolean {
  if (item.kind === "comment") return true;
  const { meaning } = item.event;
  if (meaning.what !== "reviewed") return false;
  const { comments = [], missing = 0 } = meaning.review ?? {};
  return meaning.body !== "" || comments.length > 0 || missing > 0;
}

/** Events this close together are folded into one line. */
const MAX_FOLD_GAP_MS = 10 * 60_000;

/** An item, or several events by one person at about the same time, which are folded into one line. */
export type Line = ThreadItem | { readonly kind: "events"; readonly events: readonly ThreadEvent[] };

/** Reviews have a text of their own and are never folded. */
export function foldEvents(items: readonly ThreadItem[]): readonly Line[] {
  const lines: Line[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    const before = last?.kind === "event" ? [last.event] : last?.kind === "events" ? last.events : [];
    if (item.kind === "event" && before.length > 0 && joinsGroup(item.event, before)) {
      lines[lines.length - 1] = { kind: "events", events: [...before, item.event] };
    } else {
      lines.push(item);
    }
  }
  return lines;
}

function joinsGroup(event: ThreadEvent, before: readonly ThreadEvent[]): boolean {
  const [first] = before;
  if (first === undefined || event.author?.id !== first.author?.id || event.author === undefined) return false;
  return (
    [event, ...before].every(({ meaning }) => meaning.what !== "reviewed") && event.at - first.at <= MAX_FOLD_GAP_MS
  );
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

function unknown(type: string): Meaning {
  return { what: "unknown", type };
}

/** "neutered" marks a reference that would close the issue, by someone who isn't allowed to. */
function readEffect(action: string | undefined): "closes" | "reopens" | "none" {
  return action === "closes" || action === "reopens" ? action : "none";
}

function parsePush(body: string): Meaning {
  try {
    const said: unknown = JSON.parse(body);
    if (typeof said === "object" && said !== null && "commit_ids" in said && Array.isArray(said.commit_ids)) {
      const forced = "is_force_push" in said && said.is_force_push === true;
      return { what: "pushed", commits: said.commit_ids.length, forced };
    }
  } catch {
    // Without JSON the number of commits isn't known.
  }
  return { what: "pushed", commits: 0, forced: false };
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
  ["#39", "'"],
  ["#34", '"'],
]);

/** A server writes a link to one commit here: its URL and the first line of its message. */
const MAX_HTML_CHARS = 10_000;

/** The text of the HTML link that the server writes for a commit. It is shown as text, never as HTML. */
function textOfHtml(html: string): string {
  return html
    .slice(0, MAX_HTML_CHARS)
    .replaceAll(/<[^<>]*>/g, "")
    .replaceAll(/&(#?\w+);/g, (entity, name: string) => ENTITIES.get(name) ?? entity)
    .trim();
}
