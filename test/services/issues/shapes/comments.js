// Comments and events as the API returns them.
import { moment } from "../replies.js";
import { attachmentShape, issuePage, issueShape, labelShape, milestoneShape, timeShape } from "./issues.js";
import { posterShape } from "./users.js";

/**
 * @typedef {import("../types.js").Call} Call
 * @typedef {import("../types.js").Comment} Comment
 */

/** Returns the URLs of a comment. Either the issue's or the pull request's URL is empty. @param {Call} call @param {Comment} comment */
function commentUrls(call, { id, issue }) {
  const page = issuePage(call, issue);
  return {
    html_url: `${page}#issuecomment-${id}`,
    pull_request_url: issue.pull === null ? "" : page,
    issue_url: issue.pull === null ? page : "",
  };
}

/** @param {Call} call @param {Comment} comment @param {{ assets?: boolean }} [how] */
export const commentShape = (call, comment, { assets = true } = {}) => ({
  id: comment.id,
  ...commentUrls(call, comment),
  user: posterShape(call, comment.poster),
  original_author: "",
  original_author_id: 0,
  body: comment.body,
  assets: assets ? comment.attachments.map((each) => attachmentShape(call, each)) : [],
  created_at: moment(call, comment.created),
  updated_at: moment(call, comment.updated),
});

/** Returns an event. Some servers return null if it refers to a deleted comment. @param {Call} call @param {Comment} comment */
export function timelineShape(call, comment) {
  const { issue, payload, type } = comment;
  const { repo } = issue;
  const { nulls } = call.world.personality;
  const lost = payload.refComment?.deleted === true;
  if (nulls && lost) return null;
  return {
    id: comment.id,
    type,
    ...commentUrls(call, comment),
    user: posterShape(call, comment.poster),
    body: comment.body,
    created_at: moment(call, comment.created),
    updated_at: moment(call, comment.updated),
    old_project_id: payload.oldProject ?? 0,
    project_id: payload.project ?? 0,
    old_milestone: payload.oldMilestone ? milestoneShape(call, repo, payload.oldMilestone) : null,
    milestone: payload.milestone ? milestoneShape(call, repo, payload.milestone) : null,
    tracked_time: payload.time === undefined ? null : timeShape(call, issue, payload.time),
    old_title: payload.oldTitle ?? "",
    new_title: payload.newTitle ?? "",
    old_ref: payload.oldRef ?? "",
    new_ref: payload.newRef ?? "",
    ref_issue: payload.refIssue === undefined ? null : issueShape(call, payload.refIssue),
    ref_comment:
      payload.refComment === undefined || lost ? null : commentShape(call, payload.refComment, { assets: false }),
    ref_action: payload.refAction ?? "none",
    ref_commit_sha: payload.commit ?? "",
    review_id: payload.review?.id ?? 0,
    label: payload.label === undefined ? null : labelShape(call, repo, payload.label),
    assignee: payload.assignee === undefined ? null : posterShape(call, payload.assignee),
    assignee_team: null,
    removed_assignee: payload.removed ?? false,
    resolve_doer: null,
    dependent_issue: payload.dependent === undefined ? null : issueShape(call, payload.dependent),
  };
}
