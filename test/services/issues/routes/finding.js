// Resolves the path and query of a request: an issue, a comment, time limits.
import { mayRead } from "../access.js";
import { bare, Refusal, refuse, refuseAsMissing } from "../replies.js";
import { parseMoment } from "../times.js";

/**
 * @typedef {import("../types.js").Call} Call
 * @typedef {import("../types.js").RepoCall} RepoCall
 * @typedef {import("../types.js").Comment} Comment
 */

/** Parses a whole number with an optional sign, as Go does. Anything else is 0. @param {string | undefined} text */
export const numberIn = (text) => (text !== undefined && /^[+-]?\d+$/.test(text) ? Number(text) : 0);

/** Returns the issue in the path. @param {RepoCall} call */
export function issueAt(call) {
  const issue = call.repo.issues.get(numberIn(call.at["index"]));
  if (issue === undefined || !mayRead(call, call.repo, issue.unit)) return refuseAsMissing(call);
  return issue;
}

/**
 * Returns the issue of a route that lists or creates comments. Servers respond differently if it is missing.
 * @param {RepoCall} call
 */
export function issueOfThread(call) {
  const number = numberIn(call.at["index"]);
  const issue = call.repo.issues.get(number);
  if (issue !== undefined) return issue;
  if (call.world.personality.missingIssue === 500) return refuse(call, 500, "");
  return refuseAsMissing(call, {
    text: "IsErrIssueNotExist",
    errors: [`issue does not exist [id: 0, repo_id: ${call.repo.id}, index: ${number}]`],
  });
}

/** Returns the comment in the path, of any type and repository. @param {Call} call */
export function commentAt(call) {
  const id = numberIn(call.at["id"]);
  const comment = call.world.store.comment(id);
  if (comment !== undefined) return comment;
  return refuseAsMissing(call, { errors: [`comment does not exist [id: ${id}, issue_id: 0]`] });
}

/** @param {RepoCall} call @param {Comment} comment */
export function requireOwnComment(call, comment) {
  if (comment.issue.repo === call.repo) return;
  if (call.world.personality.otherRepositoryIsBare) throw new Refusal(bare(call, 404));
  refuseAsMissing(call);
}

/** Returns `since` and `before` in seconds. 0 or any time before 1970 sets no limit. @param {Call} call */
export function limitsIn(call) {
  const [since, before] = ["since", "before"].map((name) => {
    const text = decodeAgain(call.request.params.get(name) ?? "").trim();
    if (text === "") return 0;
    const found = parseMoment(text);
    if ("problem" in found) return refuse(call, 422, found.problem);
    return Math.max(0, found.seconds);
  });
  return { since: since ?? 0, before: before ?? 0 };
}

/** The servers decode these parameters twice. @param {string} text */
function decodeAgain(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {{ since: number, before: number }} limits @returns {(thing: { updated: number }) => boolean} */
export const within =
  ({ since, before }) =>
  ({ updated }) =>
    (since === 0 || updated >= since) && (before === 0 || updated <= before);

/** @param {RepoCall} call */
export function requireUnarchived(call) {
  const { id, owner, name, archived } = call.repo;
  if (archived !== 0) refuse(call, 423, call.world.personality.texts.archived(owner.login, name, id));
}
