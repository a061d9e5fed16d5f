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
  /** `repository` is `owner/name`, if the server names it. */
  | {
      readonly what: "committed";
      readonly commit: string;
      readonly repository: string | undefined;
      readonly subject: string;
    }
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

type Reader = (record: TimelineRecord, reviews: Reviews) => Meaning;

/** Types whose records say more. */
const READERS: Readonly<Record<string, Reader>> = {
  comment: ({ body }) => ({ what: "commented", body }),
  review: (record, reviews) => ({ what: "reviewed", body: record.body, review: findReview(record, reviews) }),
  // The wire has "1" for a label that was added and "" for one that was removed.
  label: ({ body, label, type }) =>
    label === undefined ? { what: "unknown", type } : { what: "labeled", label, added: body === "1" },
  milestone: ({ milestone, oldMilestone }) => ({ what: "milestoned", from: oldMilestone, to: milestone }),
  assignees: ({ assignee, removedAssignee }) => ({ what: "assigned", person: assignee, added: !removedAssignee }),
  review_request: ({ assignee, assigneeTeam, removedAssignee }) => ({
    what: "reviewAsked",
    whom: assignee?.login ?? assigneeTeam,
    added: !removedAssignee,
  }),
  dismiss_review: (record, reviews) => ({
    what: "reviewDismissed",
    reason: record.body,
    by: findReview(record, reviews)?.review.author,
  }),
  change_title: ({ oldTitle = "", newTitle = "" }) => ({ what: "retitled", from: oldTitle, to: newTitle }),
  issue_ref: readReference,
  comment_ref: readReference,
  pull_ref: readReference,
  commit_ref: ({ body, refCommit = "" }) => ({
    what: "committed",
    commit: refCommit,
    repository: findCommitRepository(body),
    subject: textOfHtml(body),
  }),
  pull_push: ({ body }) => parsePush(body),
  delete_branch: ({ oldRef = "" }) => ({ what: "branchDeleted", branch: oldRef }),
  change_target_branch: ({ oldRef = "", newRef = "" }) => ({ what: "retargeted", from: oldRef, to: newRef }),
  change_issue_ref: ({ oldRef = "", newRef = "" }) => ({ what: "refChanged", from: oldRef, to: newRef }),
  stop_tracking: ({ body, trackedSeconds }) => ({ what: "timeStopped", seconds: trackedSeconds, text: body }),
  add_time_manual: ({ body, trackedSeconds }) => ({ what: "timeAdded", seconds: trackedSeconds, text: body }),
  delete_time_manual: ({ body }) => ({ what: "timeDeleted", text: body }),
  change_time_estimate: ({ body }) => ({ what: "estimated", text: body }),
  added_deadline: ({ body }) => ({ what: "deadline", from: undefined, to: body }),
  modified_deadline: ({ body }) => {
    const [to, from] = body.split("|");
    return { what: "deadline", from, to };
  },
  removed_deadline: ({ body }) => ({ what: "deadline", from: body, to: undefined }),
  add_dependency: ({ dependentIssue }) => ({ what: "depends", on: dependentIssue, added: true }),
  remove_dependency: ({ dependentIssue }) => ({ what: "depends", on: dependentIssue, added: false }),
  lock: ({ body }) => ({ what: "locked", reason: body }),
};

export function readMeaning(record: TimelineRecord, reviews: Reviews = NO_REVIEWS): Meaning {
  const { type } = record;
  if (isPlain(type)) return { what: PLAIN[type] };
  const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  return read?.(record, reviews) ?? { what: "unknown", type };
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
  const groups: [ThreadItem, ...ThreadEvent[]][] = [];
  for (const item of items) {
    const group = groups.at(-1);
    if (group !== undefined && item.kind === "event" && joinsGroup(item.event, group[0])) group.push(item.event);
    else groups.push([item]);
  }
  return groups.map(([first, ...others]) =>
    first.kind === "event" && others.length > 0 ? { kind: "events", events: [first.event, ...others] } : first,
  );
}

function joinsGroup(event: ThreadEvent, first: ThreadItem): boolean {
  if (first.kind !== "event" || event.author === undefined) return false;
  const { author, at, meaning } = first.event;
  const areReviews = event.meaning.what === "reviewed" || meaning.what === "reviewed";
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

/** "neutered" marks a reference that would close the issue, by someone who isn't allowed to. */
function readReference({ refAction, refIssue }: TimelineRecord): Meaning {
  const effect = refAction === "closes" || refAction === "reopens" ? refAction : "none";
  return { what: "mentioned", in: refIssue, effect };
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

/** The repository that the server's link to a commit leads to. */
function findCommitRepository(html: string): string | undefined {
  return /^<a href="[^"]{0,2000}\/([\w.-]+\/[\w.-]+)\/commit\//.exec(html)?.[1];
}

/** The text of the HTML link that the server writes for a commit. It is shown as text, never as HTML. */
function textOfHtml(html: string): string {
  return html
    .slice(0, MAX_HTML_CHARS)
    .replaceAll(/<[^<>]*>/g, "")
    .replaceAll(/&(#?\w+);/g, (entity, name: string) => ENTITIES.get(name) ?? entity)
    .trim();
}
