// Schemas of what Forgejo and Gitea return, and its conversion to the model.
import * as v from "valibot";
import { fields, from, int64, isoTime, listOf, optional, optionalText, whole, type Schema } from "../../base/decode.ts";
import { parseIso, toMilliseconds } from "../../base/time.ts";
import type {
  Attachment,
  AttachmentRules,
  Comment,
  Issue,
  Label,
  LinkedIssue,
  Milestone,
  Notification,
  Person,
  Pull,
  Reaction,
  Repository,
  RepositoryComment,
  ServerEmoji,
  TimelineRecord,
} from "../model/entities.ts";

/** Decodes a value with the schema, then converts it. */
export function mapped<Wire, Value>(schema: Schema<Wire>, convert: (wire: Wire) => Value) {
  return v.pipe(schema, v.transform(convert));
}

export const time = mapped(isoTime, toMilliseconds);
/** The calendar day of a time as the server shows it: in the server's time zone, whose offset the time contains. */
const day = mapped(
  v.pipe(
    v.string(),
    v.check((text) => parseIso(text) !== undefined, "expected an ISO time"),
  ),
  (text) => text.slice(0, "2027-01-31".length),
);
export const flag = mapped(optional(v.boolean()), (value) => value ?? false);
export const text = mapped(v.nullish(v.string(), ""), (value) => value ?? "");
export const amount = mapped(optional(whole), (value) => value ?? 0);
const isClosed = mapped(text, (state) => state === "closed");

/** Leaves out the email address that servers may return. */
export const person: Schema<Person> = v.object({ id: int64, login: v.string() });

export const label: Schema<Label> = fields({
  id: int64,
  name: v.string(),
  color: mapped(text, (color) => color.replace(/^#/, "")),
  description: optionalText,
  archived: from("is_archived", flag),
});

export const milestone: Schema<Milestone> = fields({
  id: int64,
  title: v.string(),
  closed: from("state", isClosed),
  due: from("due_on", optional(day)),
});

export const attachmentRules: Schema<AttachmentRules> = fields({
  enabled: flag,
  types: from(
    "allowed_types",
    mapped(text, (types) =>
      types
        .toLowerCase()
        .split(/[,|]/)
        .map((each) => each.trim())
        .filter((each) => each !== ""),
    ),
  ),
  megabytes: from("max_size", amount),
  files: from("max_files", amount),
});

export const attachment: Schema<Attachment> = v.object({ id: int64, name: v.string(), size: amount, uuid: text });

/** The name of an owner or a repository. Other characters could change where a path leads. */
export const plainName = v.pipe(
  v.string(),
  v.regex(/^[\w.-]{1,255}$/, "a name"),
  v.check((name) => name !== "." && name !== "..", "a name"),
);

const pull: Schema<Pull> = v.object({ merged: flag, draft: flag });

export const issue: Schema<Issue> = fields({
  number: int64,
  title: v.string(),
  body: text,
  closed: from(
    "state",
    mapped(v.picklist(["open", "closed"]), (state) => state === "closed"),
  ),
  locked: from("is_locked", flag),
  author: from("user", optional(person)),
  labels: listOf(label),
  milestone: optional(milestone),
  assignees: listOf(person),
  comments: amount,
  createdAt: from("created_at", time),
  updatedAt: from("updated_at", time),
  due: from("due_date", optional(day)),
  pull: from("pull_request", optional(pull)),
  attachments: from("assets", listOf(attachment)),
  version: from("content_version", optional(int64)),
  repository: optional(v.object({ id: int64, name: plainName, owner: plainName })),
});

export const commentFields = {
  id: int64,
  author: from("user", optional(person)),
  body: text,
  createdAt: from("created_at", time),
  updatedAt: from("updated_at", time),
};

export const comment: Schema<Comment> = fields({
  ...commentFields,
  attachments: from("assets", listOf(attachment)),
});

/** The URLs lead to web pages, and start with what the server believes its own URL is. Only their ends are reliable. */
export const repositoryComment: Schema<RepositoryComment> = mapped(
  fields({
    ...commentFields,
    attachments: from("assets", listOf(attachment)),
    issue_url: text,
    pull_request_url: text,
  }),
  ({ issue_url, pull_request_url, ...comment }) => {
    const [, kind, number] = /\/(issues|pulls)\/(\d{1,19})$/.exec(issue_url || pull_request_url) ?? [];
    return { ...comment, pull: kind === "pulls", number: number === undefined ? undefined : BigInt(number) };
  },
);

export const reaction: Schema<Reaction> = fields({
  author: from("user", optional(person)),
  name: from("content", v.string()),
});

const linkedIssue: Schema<LinkedIssue> = fields({
  number: int64,
  title: text,
  closed: from("state", isClosed),
  pull: from("pull_request", optional(pull)),
  repository: from("repository.full_name", optionalText),
});

export const timelineRecord: Schema<TimelineRecord> = fields({
  ...commentFields,
  type: v.string(),
  oldTitle: from("old_title", optionalText),
  newTitle: from("new_title", optionalText),
  oldRef: from("old_ref", optionalText),
  newRef: from("new_ref", optionalText),
  oldMilestone: from("old_milestone", optional(milestone)),
  milestone: optional(milestone),
  trackedSeconds: from("tracked_time.time", optional(whole)),
  oldProject: from("old_project_id", optional(int64)),
  project: from("project_id", optional(int64)),
  refIssue: from("ref_issue", optional(linkedIssue)),
  refComment: from("ref_comment.id", optional(int64)),
  refAction: from("ref_action", optionalText),
  refCommit: from("ref_commit_sha", optionalText),
  label: optional(label),
  assignee: optional(person),
  assigneeTeam: from("assignee_team.name", optional(v.string())),
  removedAssignee: from("removed_assignee", flag),
  dependentIssue: from("dependent_issue", optional(linkedIssue)),
  // 0 means none.
  review: from(
    "review_id",
    mapped(optional(int64), (id) => (id === 0n ? undefined : id)),
  ),
});

/** Ignores the style with a regular expression: the owner could choose one that takes very long to match. */
const numbering = mapped(
  optional(v.object({ external_tracker_format: optionalText, external_tracker_style: optionalText })),
  (tracker): Repository["numbering"] => {
    const { external_tracker_format: format, external_tracker_style: style = "numeric" } = tracker ?? {};
    return format !== undefined && (style === "numeric" || style === "alphanumeric") ? { format, style } : undefined;
  },
);

export const repository: Schema<Repository> = fields({
  id: int64,
  owner: from("owner.login", plainName),
  name: plainName,
  description: text,
  cloneUrls: from(
    "",
    mapped(v.object({ clone_url: text, ssh_url: text }), (wire) =>
      [wire.clone_url, wire.ssh_url].filter((url) => url !== ""),
    ),
  ),
  archived: flag,
  hasIssues: from("has_issues", flag),
  hasPulls: from("has_pull_requests", flag),
  externalTracker: from("external_tracker.external_tracker_url", optionalText),
  numbering: from("external_tracker", numbering),
  mayPush: from(
    "permissions",
    mapped(optional(v.object({ admin: flag, push: flag })), (may) => may && (may.push || may.admin)),
  ),
  parent: optional(fields({ owner: from("owner.login", plainName), name: plainName })),
});

export const server = v.object({ version: v.string() });

/** The server's own emoji, and the reactions that it allows. */
export const serverEmoji: Schema<ServerEmoji> = fields({
  reactions: from("allowed_reactions", listOf(v.string())),
  custom: from("custom_emojis", listOf(v.string())),
});

export const serverLimits = fields({
  itemsPerPage: from("max_response_items", v.pipe(whole, v.minValue(1))),
});

function numberAtEnd(pattern: RegExp) {
  return mapped(text, (url) => {
    const digits = pattern.exec(url)?.[1];
    return digits === undefined ? undefined : BigInt(digits);
  });
}

/** If the user has lost access, the notification has neither a repository nor a subject. */
export const notification: Schema<Notification> = fields({
  id: int64,
  unread: flag,
  pinned: flag,
  updatedAt: from("updated_at", time),
  repository: optional(fields({ owner: from("owner.login", plainName), name: plainName })),
  title: from("subject.title", text),
  pull: from(
    "subject.type",
    mapped(text, (type) => type === "Pull"),
  ),
  state: from("subject.state", text),
  number: from("subject.url", numberAtEnd(/\/(?:issues|pulls)\/(\d{1,19})$/)),
  comment: from("subject.latest_comment_url", numberAtEnd(/\/comments\/(\d{1,19})$/)),
});
