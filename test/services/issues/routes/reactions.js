// Routes for reactions to issues and comments.
import { isBlocked, mayRead, mayWrite } from "../access.js";
import { bodyOf } from "../bodies.js";
import { bare, countTotal, json, pageOf, refuse, refuseAsMissing, requireLogin } from "../replies.js";
import { repoRoute } from "../router.js";
import { reactionShape } from "../shapes/issues.js";
import { REACTIONS } from "../types.js";
import { commentAt, issueAt, numberIn, requireOwnComment } from "./finding.js";

/**
 * @typedef {import("../types.js").RepoCall} RepoCall
 * @typedef {import("../types.js").Reaction} Reaction
 * @typedef {import("../store.js").Issue} Issue
 * @typedef {{ reactions: Reaction[], issue: Issue }} Target
 */

const READ = { scopes: ["issue"], issues: true };
const WRITE = { ...READ, login: true };

export const REACTION_ROUTES = [
  repoRoute("GET", "/issues/comments/:id/reactions", READ, (call) => list(call, commentTarget(call).reactions)),
  repoRoute("POST", "/issues/comments/:id/reactions", WRITE, (call) => add(call, commentTarget(call))),
  repoRoute("DELETE", "/issues/comments/:id/reactions", WRITE, (call) => remove(call, commentTarget(call))),
  repoRoute("GET", "/issues/:index/reactions", READ, ofIssue),
  repoRoute("POST", "/issues/:index/reactions", WRITE, (call) => add(call, issueTarget(call))),
  repoRoute("DELETE", "/issues/:index/reactions", WRITE, (call) => remove(call, issueTarget(call))),
];

/** @param {RepoCall} call @returns {Target} */
function commentTarget(call) {
  const comment = commentAt(call);
  requireOwnComment(call, comment);
  const readable = mayRead(call, call.repo, comment.issue.unit);
  if (!readable && call.world.personality.reactionsUnreadable === 403)
    refuse(call, 403, "no permission to get reactions");
  if (!readable) refuseAsMissing(call);
  return comment;
}

/** @param {RepoCall} call @returns {Target} */
function issueTarget(call) {
  const issue = call.repo.issues.get(numberIn(call.at["index"]));
  if (issue === undefined) return refuseAsMissing(call);
  if (!mayRead(call, call.repo, issue.unit)) refuse(call, 403, "no permission to get reactions");
  return { reactions: issue.reactions, issue };
}

/** Lists reactions. An empty list is null. @param {RepoCall} call @param {Reaction[]} reactions */
const list = (call, reactions) =>
  json(call, 200, reactions.length === 0 ? null : reactions.map((each) => reactionShape(call, each)));

/** @param {RepoCall} call */
function ofIssue(call) {
  issueAt(call);
  const { reactions } = issueTarget(call);
  countTotal(call, reactions.length);
  return list(call, pageOf(call, reactions));
}

/** @param {RepoCall} call @param {Issue} issue */
function requireOpen(call, issue) {
  if (issue.locked && !mayWrite(call, call.repo, issue.unit)) refuse(call, 403, "no permission to change reaction");
}

/** @param {RepoCall} call @param {Target} target */
function add(call, { reactions, issue }) {
  const doer = requireLogin(call);
  const { content = "" } = bodyOf(call, { content: "string" });
  requireOpen(call, issue);
  if (isBlocked(issue, doer)) refuse(call, 403, call.world.personality.texts.blocked);
  if (!REACTIONS.has(content)) refuse(call, 403, `'${content}' is not an allowed reaction`);
  const known = reactions.find((each) => each.user === doer && each.content === content);
  if (known !== undefined) return json(call, 200, reactionShape(call, known));
  const reaction = { user: doer, content, created: call.world.store.now() };
  reactions.push(reaction);
  return json(call, 201, reactionShape(call, reaction));
}

/** @param {RepoCall} call @param {Target} target */
function remove(call, { reactions, issue }) {
  const doer = requireLogin(call);
  const { content = "" } = bodyOf(call, { content: "string" });
  requireOpen(call, issue);
  const place = reactions.findIndex((each) => each.user === doer && each.content === content);
  if (place >= 0) reactions.splice(place, 1);
  return bare(call, call.world.personality.deleteReaction);
}
