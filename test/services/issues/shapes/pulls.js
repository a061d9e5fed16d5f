// Pull requests and reviews as the API returns them.
import { changesOf, countAll } from "../files.js";
import { moment, momentOrNull } from "../replies.js";
import { issuePage, labelShape, milestoneShape } from "./issues.js";
import { repositoryShape } from "./repositories.js";
import { posterShape, userShape } from "./users.js";

/**
 * @typedef {import("../types.js").Call} Call
 * @typedef {import("../types.js").Pull} Pull
 * @typedef {import("../types.js").Review} Review
 * @typedef {import("../types.js").Comment} Comment
 * @typedef {import("../store.js").Issue} Issue
 */

/** @param {Issue} issue @param {Review} review @param {string} type */
const recordsOf = (issue, review, type) =>
  issue.comments.filter((comment) => comment.payload.review === review && comment.type === type);

/** @param {Call} call @param {Issue} issue @param {Pull} pull */
export function pullShape(call, issue, pull) {
  const { repo } = issue;
  const page = issuePage(call, issue);
  const { fields, pullWithoutAssignees } = call.world.personality;
  const assignees = issue.assignees.map((user) => posterShape(call, user));
  const side = (/** @type {string} */ branch, /** @type {string} */ ref, /** @type {string} */ sha, of = repo) => ({
    label: branch,
    ref,
    sha,
    repo_id: of.id,
    repo: repositoryShape(call, of),
  });
  const merged = pull.merged !== 0;
  const counts = pull.changes === undefined ? pull : countAll(changesOf(pull));
  const isOpen = issue.closed === 0;
  const reviewComments = pull.reviews.filter(({ state }) => state !== "REQUEST_REVIEW").length;
  return {
    id: pull.id,
    url: page,
    number: issue.number,
    user: userShape(call, issue.poster),
    title: issue.title,
    body: issue.body,
    labels: issue.labels.map((label) => labelShape(call, repo, label)),
    milestone: issue.milestone && milestoneShape(call, repo, issue.milestone),
    assignee: assignees[0] ?? null,
    assignees: assignees.length === 0 ? pullWithoutAssignees : assignees,
    requested_reviewers: pull.requested.map((user) => posterShape(call, user)),
    requested_reviewers_teams: (pull.requestedTeams ?? []).map(teamShape),
    state: issue.closed === 0 ? "open" : "closed",
    draft: pull.draft,
    is_locked: issue.locked,
    comments: issue.commentCount,
    // Gitea omits a count of zero.
    ...(reviewComments > 0 || fields.includes("pull.review_comments") ? { review_comments: reviewComments } : {}),
    additions: counts.additions,
    deletions: counts.deletions,
    changed_files: counts.files,
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    mergeable: !isOpen || (!pull.draft && pull.conflicts !== true),
    merged,
    merged_at: momentOrNull(call, pull.merged),
    merge_commit_sha: merged ? pull.mergeSha : null,
    merged_by: pull.mergedBy && posterShape(call, pull.mergedBy),
    allow_maintainer_edit: false,
    base: side(pull.base, pull.base, pull.baseSha),
    head: side(
      pull.head,
      merged || pull.headDeleted === true ? `refs/pull/${issue.number}/head` : pull.head,
      pull.headSha,
      pull.fork,
    ),
    merge_base: pull.mergeBase,
    due_date: momentOrNull(call, issue.due),
    created_at: moment(call, issue.created),
    updated_at: moment(call, issue.updated),
    closed_at: momentOrNull(call, issue.closed),
    pin_order: repo.pinned.indexOf(issue) + 1,
    ...(fields.includes("pull.flow") ? { flow: 0 } : {}),
  };
}

/** @param {string} name */
export const teamShape = (name) => ({ id: 1, name, description: "", organization: null, permission: "write" });

/** @param {Call} call @param {Issue} issue @param {Review} review */
export function reviewShape(call, issue, review) {
  const page = issuePage(call, issue);
  const [record] = recordsOf(issue, review, "review");
  return {
    id: review.id,
    user: userShape(call, review.user),
    team: null,
    state: review.state,
    body: review.body,
    commit_id: review.commit,
    stale: review.stale,
    official: review.official,
    dismissed: review.dismissed,
    comments_count: codeCommentsOf(issue, review).length,
    submitted_at: moment(call, review.submitted),
    updated_at: moment(call, review.updated),
    html_url: record === undefined ? "" : `${page}#issuecomment-${record.id}`,
    pull_request_url: page,
  };
}

/** @param {Issue} issue @param {Review} review */
export const codeCommentsOf = (issue, review) => recordsOf(issue, review, "code");

/** @param {Call} call @param {Issue} issue @param {Review} review @param {Comment} comment */
export function reviewCommentShape(call, issue, review, comment) {
  const page = issuePage(call, issue);
  const { code } = comment.payload;
  return {
    id: comment.id,
    body: comment.body,
    user: userShape(call, comment.poster),
    resolver: code?.resolver === undefined ? null : userShape(call, code.resolver),
    pull_request_review_id: review.id,
    created_at: moment(call, comment.created),
    updated_at: moment(call, comment.updated),
    path: code?.path ?? "",
    commit_id: code?.commit ?? review.commit,
    original_commit_id: "",
    diff_hunk: code?.hunk ?? "",
    position: code?.old === true ? 0 : (code?.line ?? 0),
    original_position: code?.old === true ? code.line : 0,
    ...(code?.extra === undefined ? {} : { extra_lines_count: code.extra }),
    html_url: `${page}#issuecomment-${comment.id}`,
    pull_request_url: page,
  };
}
