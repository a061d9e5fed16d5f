// The schemas for what Forgejo and Gitea return, and their conversion to the model.
import * as v from "valibot";
import { int64, isoTime, listOf, optional, optionalText, whole } from "../../base/decode.ts";
import { toMilliseconds } from "../../base/time.ts";
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

const time = v.pipe(isoTime, v.transform(toMilliseconds));
export const flag = v.pipe(
  optional(v.boolean()),
  v.transform((value) => value ?? false),
);
export const text = v.pipe(
  v.nullish(v.string(), ""),
  v.transform((value) => value ?? ""),
);
const amount = v.pipe(
  optional(whole),
  v.transform((value) => value ?? 0),
);

/** Leaves out the email address that servers may return. */
export const person = v.pipe(
  v.object({ id: int64, login: v.string() }),
  v.transform((wire): Person => wire),
);

export const label = v.pipe(
  v.object({ id: int64, name: v.string(), color: text, description: optionalText, is_archived: flag }),
  v.transform(({ id, name, color, description, is_archived }): Label => ({
    id,
    name,
    color: color.replace(/^#/, ""),
    description,
    archived: is_archived,
  })),
);

export const milestone = v.pipe(
  v.object({ id: int64, title: v.string(), state: text, due_on: optional(time) }),
  v.transform(({ id, title, state, due_on }): Milestone => ({ id, title, closed: state === "closed", dueAt: due_on })),
);

export const attachmentRules = v.pipe(
  v.object({ enabled: flag, allowed_types: text, max_size: amount, max_files: amount }),
  v.transform(({ enabled, allowed_types, max_size, max_files }): AttachmentRules => ({
    enabled,
    types: allowed_types
      .toLowerCase()
      .split(/[,|]/)
      .map((each) => each.trim())
      .filter((each) => each !== ""),
    megabytes: max_size,
    files: max_files,
  })),
);

export const attachment = v.pipe(
  v.object({ id: int64, name: v.string(), size: amount, uuid: text }),
  v.transform((wire): Attachment => wire),
);

/** Names of owners and repositories. Anything else could change where a path leads. */
const plainName = v.pipe(
  v.string(),
  v.regex(/^[\w.-]{1,255}$/, "a name"),
  v.check((name) => name !== "." && name !== "..", "a name"),
);

const pull = v.pipe(
  v.object({ merged: flag, draft: flag }),
  v.transform((wire): Pull => wire),
);

export const issue = v.pipe(
  v.object({
    number: int64,
    title: v.string(),
    body: text,
    state: v.picklist(["open", "closed"]),
    is_locked: flag,
    user: optional(person),
    labels: listOf(label),
    milestone: optional(milestone),
    assignees: listOf(person),
    comments: amount,
    created_at: time,
    updated_at: time,
    due_date: optional(time),
    pull_request: optional(pull),
    assets: listOf(attachment),
    content_version: optional(int64),
    repository: optional(v.object({ id: int64, name: plainName, owner: plainName })),
  }),
  v.transform((wire): Issue => ({
    number: wire.number,
    title: wire.title,
    body: wire.body,
    closed: wire.state === "closed",
    locked: wire.is_locked,
    author: wire.user,
    labels: wire.labels,
    milestone: wire.milestone,
    assignees: wire.assignees,
    comments: wire.comments,
    createdAt: wire.created_at,
    updatedAt: wire.updated_at,
    dueAt: wire.due_date,
    pull: wire.pull_request,
    attachments: wire.assets,
    version: wire.content_version,
    repository: wire.repository,
  })),
);

export const comment = v.pipe(
  v.object({
    id: int64,
    user: optional(person),
    body: text,
    created_at: time,
    updated_at: time,
    assets: listOf(attachment),
  }),
  v.transform(({ id, user, body, created_at, updated_at, assets }): Comment => ({
    id,
    author: user,
    body,
    createdAt: created_at,
    updatedAt: updated_at,
    attachments: assets,
  })),
);

/** Its URLs lead to pages, and start with what the server believes to be its URL. Only their ends are reliable. */
export const repositoryComment = v.pipe(
  v.intersect([comment, v.object({ issue_url: optionalText, pull_request_url: optionalText })]),
  v.transform(({ issue_url, pull_request_url, ...rest }): RepositoryComment => {
    const [, kind, number] = /\/(issues|pulls)\/(\d{1,19})$/.exec(issue_url || pull_request_url || "") ?? [];
    return { ...rest, pull: kind === "pulls", number: number === undefined ? undefined : BigInt(number) };
  }),
);

export const reaction = v.pipe(
  v.object({ user: optional(person), content: v.string() }),
  v.transform(({ user, content }): Reaction => ({ author: user, name: content })),
);

const linkedIssue = v.pipe(
  v.object({
    number: int64,
    title: text,
    state: text,
    pull_request: optional(pull),
    repository: optional(v.object({ full_name: optionalText })),
  }),
  v.transform(({ number, title, state, pull_request, repository }): LinkedIssue => ({
    number,
    title,
    closed: state === "closed",
    pull: pull_request,
    repository: repository?.full_name,
  })),
);

export const timelineRecord = v.pipe(
  v.object({
    id: int64,
    type: v.string(),
    user: optional(person),
    body: text,
    created_at: time,
    updated_at: time,
    old_title: optionalText,
    new_title: optionalText,
    old_ref: optionalText,
    new_ref: optionalText,
    old_milestone: optional(milestone),
    milestone: optional(milestone),
    tracked_time: optional(v.object({ time: amount })),
    ref_issue: optional(linkedIssue),
    ref_action: optionalText,
    ref_commit_sha: optionalText,
    label: optional(label),
    assignee: optional(person),
    assignee_team: optional(v.object({ name: text })),
    removed_assignee: flag,
    dependent_issue: optional(linkedIssue),
    review_id: optional(int64),
  }),
  v.transform((wire): TimelineRecord => ({
    id: wire.id,
    type: wire.type,
    author: wire.user,
    body: wire.body,
    createdAt: wire.created_at,
    updatedAt: wire.updated_at,
    oldTitle: wire.old_title,
    newTitle: wire.new_title,
    oldRef: wire.old_ref,
    newRef: wire.new_ref,
    oldMilestone: wire.old_milestone,
    milestone: wire.milestone,
    trackedSeconds: wire.tracked_time?.time,
    refIssue: wire.ref_issue,
    refAction: wire.ref_action,
    refCommit: wire.ref_commit_sha,
    label: wire.label,
    assignee: wire.assignee,
    assigneeTeam: wire.assignee_team?.name,
    removedAssignee: wire.removed_assignee,
    dependentIssue: wire.dependent_issue,
    // 0 means none.
    review: wire.review_id === 0n ? undefined : wire.review_id,
  })),
);

export const repository = v.pipe(
  v.object({
    id: int64,
    owner: v.object({ login: plainName }),
    name: plainName,
    description: text,
    private: flag,
    html_url: text,
    clone_url: text,
    ssh_url: text,
    archived: flag,
    has_issues: flag,
    has_pull_requests: flag,
    external_tracker: optional(
      v.object({
        external_tracker_url: optionalText,
        external_tracker_format: optionalText,
        external_tracker_style: optionalText,
      }),
    ),
    open_issues_count: amount,
    open_pr_counter: amount,
    permissions: optional(v.object({ admin: flag, push: flag })),
  }),
  v.transform((wire): Repository => ({
    id: wire.id,
    owner: wire.owner.login,
    name: wire.name,
    description: wire.description,
    isPrivate: wire.private,
    webUrl: wire.html_url,
    cloneUrls: [wire.clone_url, wire.ssh_url].filter((url) => url !== ""),
    archived: wire.archived,
    hasIssues: wire.has_issues,
    hasPulls: wire.has_pull_requests,
    externalTracker: wire.external_tracker?.external_tracker_url,
    numbering: readNumbering(wire.external_tracker),
    openIssues: wire.open_issues_count,
    openPulls: wire.open_pr_counter,
    mayPush: wire.permissions === undefined ? undefined : wire.permissions.push || wire.permissions.admin,
  })),
);

/** The style with a regular expression of the owner's is ignored: a text could make it take very long. */
function readNumbering(
  tracker:
    | { readonly external_tracker_format: string | undefined; readonly external_tracker_style: string | undefined }
    | undefined,
): Repository["numbering"] {
  const { external_tracker_format: format, external_tracker_style: style = "numeric" } = tracker ?? {};
  return format !== undefined && (style === "numeric" || style === "alphanumeric") ? { format, style } : undefined;
}

export const server = v.object({ version: v.string() });

/** The server's own emoji, and the reactions that it allows. */
export const serverEmoji = v.pipe(
  v.object({ allowed_reactions: listOf(v.string()), custom_emojis: listOf(v.string()) }),
  v.transform(({ allowed_reactions, custom_emojis }): ServerEmoji => ({
    reactions: allowed_reactions,
    custom: custom_emojis,
  })),
);

export const serverLimits = v.pipe(
  v.object({ max_response_items: v.pipe(whole, v.minValue(1)) }),
  v.transform(({ max_response_items }) => ({ itemsPerPage: max_response_items })),
);

export const newCount = v.object({ new: whole });

/** If the user has lost access, the notification has neither a repository nor a subject. */
export const notification = v.pipe(
  v.object({
    id: int64,
    unread: flag,
    pinned: flag,
    updated_at: time,
    repository: optional(v.object({ owner: v.object({ login: plainName }), name: plainName })),
    subject: optional(v.object({ title: text, url: text, latest_comment_url: text, type: text, state: text })),
  }),
  v.transform(({ id, unread, pinned, updated_at, repository, subject }): Notification => ({
    id,
    unread,
    pinned,
    updatedAt: updated_at,
    repository: repository === undefined ? undefined : { owner: repository.owner.login, name: repository.name },
    title: subject?.title ?? "",
    pull: subject?.type === "Pull",
    state: subject?.state ?? "",
    number: numberAtEnd(subject?.url, /\/(?:issues|pulls)\/(\d{1,19})$/),
    comment: numberAtEnd(subject?.latest_comment_url, /\/comments\/(\d{1,19})$/),
  })),
);

function numberAtEnd(url: string | undefined, pattern: RegExp): bigint | undefined {
  const digits = pattern.exec(url ?? "")?.[1];
  return digits === undefined ? undefined : BigInt(digits);
}
