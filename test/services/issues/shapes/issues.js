// Issues, labels, milestones and the other parts of issues as the API returns them.
import { moment, momentOrNull, root } from "../replies.js";
import { repositoryUrl } from "./repositories.js";
import { posterShape, userShape } from "./users.js";

/**
 * @typedef {import("../types.js").Call} Call
 * @typedef {import("../types.js").Label} Label
 * @typedef {import("../types.js").User} User
 * @typedef {import("../types.js").Milestone} Milestone
 * @typedef {import("../types.js").Attachment} Attachment
 * @typedef {import("../types.js").Reaction} Reaction
 * @typedef {import("../types.js").TrackedTime} TrackedTime
 * @typedef {import("../store.js").Issue} Issue
 * @typedef {import("../store.js").Repository} Repository
 */

/** @param {Call} call @param {Issue} issue */
export const issuePage = (call, { repo, pull, number }) =>
  `${root(call)}/${repo.fullName}/${pull === null ? "issues" : "pulls"}/${number}`;

/** @param {Call} call @param {Attachment} attachment */
export const attachmentShape = (call, { id, name, size, downloads, created, uuid }) => ({
  id,
  name,
  size,
  download_count: downloads,
  created_at: moment(call, created),
  uuid,
  browser_download_url: `${root(call)}/attachments/${uuid}`,
  ...(call.world.personality.fields.includes("attachment.type") ? { type: "attachment" } : {}),
});

/** @param {Call} call @param {Repository | User} holder the repository or organization that has the label @param {Label} label */
export const labelShape = (call, holder, { id, name, exclusive, archived = false, color, description }) => ({
  id,
  name,
  exclusive,
  is_archived: archived,
  color,
  description,
  url: `${"login" in holder ? `${root(call)}/api/v1/orgs/${holder.login}` : repositoryUrl(call, holder)}/labels/${id}`,
});

/** @param {Call} call @param {Repository} repo @param {Milestone} milestone */
export function milestoneShape(call, repo, milestone) {
  const held = [...repo.issues.values()].filter((issue) => issue.milestone === milestone);
  const open = held.filter(({ closed }) => closed === 0).length;
  return {
    id: milestone.id,
    title: milestone.title,
    description: milestone.description,
    state: milestone.closed === 0 ? "open" : "closed",
    open_issues: open,
    closed_issues: held.length - open,
    created_at: moment(call, milestone.created),
    updated_at: momentOrNull(call, milestone.updated),
    closed_at: momentOrNull(call, milestone.closed),
    due_on: momentOrNull(call, milestone.due),
  };
}

/** @param {Call} call @param {Reaction} reaction */
export const reactionShape = (call, { user, content, created }) => ({
  user: userShape(call, user),
  content,
  created_at: moment(call, created),
});

/** @param {Call} call @param {Issue} issue */
export function issueShape(call, issue) {
  const { repo } = issue;
  const { fields } = call.world.personality;
  const assignees = issue.assignees.map((user) => posterShape(call, user));
  return {
    id: issue.id,
    url: `${repositoryUrl(call, repo)}/issues/${issue.number}`,
    html_url: issuePage(call, issue),
    number: issue.number,
    user: userShape(call, issue.poster),
    original_author: "",
    original_author_id: 0,
    title: issue.title,
    body: issue.body,
    ref: issue.ref,
    assets: issue.attachments.map((each) => attachmentShape(call, each)),
    labels: issue.labels.map((label) => labelShape(call, repo, label)),
    milestone: issue.milestone && milestoneShape(call, repo, issue.milestone),
    assignee: assignees[0] ?? null,
    assignees: assignees.length === 0 ? null : assignees,
    state: issue.closed === 0 ? "open" : "closed",
    is_locked: issue.locked,
    comments: issue.commentCount,
    created_at: moment(call, issue.created),
    updated_at: moment(call, issue.updated),
    closed_at: momentOrNull(call, issue.closed),
    due_date: momentOrNull(call, issue.due),
    ...(fields.includes("issue.time_estimate") ? { time_estimate: issue.timeEstimate } : {}),
    pull_request: issue.pull && {
      merged: issue.pull.merged !== 0,
      merged_at: momentOrNull(call, issue.pull.merged),
      draft: issue.pull.draft,
      html_url: issuePage(call, issue),
    },
    repository: { id: repo.id, name: repo.name, owner: repo.owner.login, full_name: repo.fullName },
    pin_order: repo.pinned.indexOf(issue) + 1,
    ...(fields.includes("issue.content_version") ? { content_version: issue.contentVersion } : {}),
    ...(fields.includes("issue.projects") ? { projects: null } : {}),
  };
}

/** Stands in for an issue that the requester can't read. @param {Call} call */
export const hiddenIssueShape = (call) => ({
  id: 0,
  url: "",
  html_url: "",
  number: 0,
  user: null,
  original_author: "",
  original_author_id: 0,
  title: "HIDDEN",
  body: "",
  ref: "",
  assets: [],
  labels: null,
  milestone: null,
  assignee: null,
  assignees: null,
  state: "open",
  is_locked: false,
  comments: 0,
  created_at: moment(call, 0),
  updated_at: moment(call, 0),
  closed_at: null,
  due_date: null,
  ...(call.world.personality.fields.includes("issue.time_estimate") ? { time_estimate: 0 } : {}),
  pull_request: null,
  repository: null,
  pin_order: 0,
  ...(call.world.personality.fields.includes("issue.content_version") ? { content_version: 0 } : {}),
  ...(call.world.personality.fields.includes("issue.projects") ? { projects: null } : {}),
});

/** @param {Call} call @param {Issue} issue @param {TrackedTime} time */
export const timeShape = (call, issue, { id, created, seconds, user }) => ({
  id,
  created: moment(call, created),
  time: seconds,
  user_id: user.id,
  user_name: user.login,
  issue_id: issue.id,
  issue: issueShape(call, issue),
});
