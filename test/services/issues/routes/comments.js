// The nine routes for comments and timelines in the contract.
import { isAdminOf, isBlocked, mayRead, mayWrite } from "../access.js";
import { bodyOf } from "../bodies.js";
import { addComment, editComment } from "../changes.js";
import {
  bare,
  countTotal,
  json,
  numberAsked,
  pageOf,
  Refusal,
  refuse,
  refuseAsMissing,
  refuseBarely,
  refuseTranslated,
  requireLogin,
} from "../replies.js";
import { repoRoute } from "../router.js";
import { commentShape, timelineShape } from "../shapes/comments.js";
import { parseMoment } from "../times.js";
import { commentAt, issueOfThread, limitsIn, requireOwnComment, requireUnarchived, within } from "./finding.js";

/**
 * @typedef {import("../types.js").RepoCall} RepoCall
 * @typedef {import("../types.js").Comment} Comment
 * @typedef {import("../types.js").Answer} Answer
 * @typedef {import("../store.js").Issue} Issue
 * @typedef {import("../personalities.js").Check} Check
 * @typedef {import("../personalities.js").CreateCheck} CreateCheck
 */

const RULES = { scopes: ["issue"], issues: true };
/** Rules for routes that take only the comment's ID, which servers added later. */
const BY_ID = { ...RULES, newer: true };

export const COMMENT_ROUTES = [
  repoRoute("GET", "/issues/comments", RULES, ofRepository),
  repoRoute("GET", "/issues/comments/:id", BY_ID, one),
  repoRoute("PATCH", "/issues/comments/:id", BY_ID, (call) => edit(call, "edit")),
  repoRoute("DELETE", "/issues/comments/:id", BY_ID, (call) => remove(call, "remove")),
  repoRoute("GET", "/issues/:index/comments", RULES, ofIssue),
  repoRoute("POST", "/issues/:index/comments", RULES, create),
  repoRoute("PATCH", "/issues/:index/comments/:id", RULES, (call) => edit(call, "editOld")),
  repoRoute("DELETE", "/issues/:index/comments/:id", RULES, (call) => remove(call, "removeOld")),
  repoRoute("GET", "/issues/:index/timeline", RULES, timeline),
];

/** @param {RepoCall} call */
function ofIssue(call) {
  const limits = limitsIn(call);
  const issue = issueOfThread(call);
  if (!mayRead(call, call.repo, issue.unit)) refuseAsMissing(call);
  const found = issue.comments.filter(({ type }) => type === "comment").filter(within(limits));
  countTotal(call, found.length);
  return json(
    call,
    200,
    found.map((comment) => commentShape(call, comment)),
  );
}

/** @param {RepoCall} call */
function ofRepository(call) {
  const limits = limitsIn(call);
  const found = [...call.repo.issues.values()]
    .filter(({ unit }) => mayRead(call, call.repo, unit))
    .flatMap(({ comments }) => comments.filter(({ type }) => type === "comment").filter(within(limits)))
    .sort((one, other) => one.created - other.created || one.id - other.id);
  countTotal(call, found.length);
  return json(
    call,
    200,
    pageOrAll(call, found).map((comment) => commentShape(call, comment)),
  );
}

/**
 * Returns a page or everything. Without `page`, most servers return everything, and some ignore `limit`.
 * @template T
 * @param {RepoCall} call
 * @param {T[]} all
 */
function pageOrAll(call, all) {
  const { withoutPage } = call.world.personality;
  const limited = withoutPage === "first" || (withoutPage === "limit" && numberAsked(call, "limit") > 0);
  const everything = !limited && numberAsked(call, "page") <= 0;
  return everything ? all : pageOf(call, all);
}

/** @param {RepoCall} call */
function timeline(call) {
  const limits = limitsIn(call);
  const issue = issueOfThread(call);
  const { nulls } = call.world.personality;
  // Items that the requester can't see are removed from the page afterwards.
  const shown = pageOrAll(call, issue.comments.filter(within(limits)))
    .filter(({ type }) => type !== "code")
    .filter((comment) => mayReadReference(call, comment))
    .map((comment) => timelineShape(call, comment));
  countTotal(call, shown.length);
  return json(call, 200, nulls && shown.length === 0 ? null : shown);
}

/**
 * A reference from another repository is visible to those who can read that repository.
 * @param {RepoCall} call
 * @param {Comment} comment
 */
function mayReadReference(call, { issue, payload }) {
  const source = payload.refIssue;
  if (source === undefined || source.repo === issue.repo) return true;
  return !source.repo.deleted && mayRead(call, source.repo, source.unit);
}

/** @param {RepoCall} call */
function one(call) {
  const comment = commentAt(call);
  requireOwnComment(call, comment);
  if (!mayRead(call, call.repo, comment.issue.unit)) refuseAsMissing(call);
  if (comment.type !== "comment") return bare(call, 204);
  const { ghostComment, assetsOfOne } = call.world.personality;
  if (comment.poster.deleted && ghostComment === 500) refuse(call, 500, "");
  return json(call, 200, commentShape(call, comment, { assets: assetsOfOne }));
}

/** The checks before a comment is created. @type {Record<CreateCheck, (call: RepoCall) => void>} */
const CREATE_CHECKS = {
  login: requireLogin,
  archived: requireUnarchived,
  body: (call) => void textOf(call),
  issue: (call) => void issueOfThread(call),
  readable: (call) => {
    if (!mayRead(call, call.repo, issueOfThread(call).unit)) refuseAsMissing(call);
  },
  lock: (call) => {
    const { locked, unit } = issueOfThread(call);
    if (locked && !mayWrite(call, call.repo, unit)) refuseTranslated(call, 403, "locked");
  },
  blocked: (call) => {
    if (isBlocked(issueOfThread(call), requireLogin(call))) refuse(call, 403, call.world.personality.texts.blocked);
  },
};

/** @param {RepoCall} call */
function create(call) {
  const { store, personality } = call.world;
  for (const check of personality.checks.create) CREATE_CHECKS[check](call);
  const doer = requireLogin(call);
  const issue = issueOfThread(call);
  const { body, updated } = textOf(call);
  const at = dateGiven(call, issue, updated);
  const comment = addComment(store, issue, doer, body, at);
  return json(call, 201, commentShape(call, comment, { assets: false }));
}

/** The checks before a comment is changed. @type {Record<Exclude<Check, "type">, (call: RepoCall) => void>} */
const CHANGE_CHECKS = {
  exists: (call) => void commentAt(call),
  repository: (call) => requireOwnComment(call, commentAt(call)),
  readable: (call) => {
    if (!mayRead(call, call.repo, commentAt(call).issue.unit)) refuseAsMissing(call);
  },
  archived: requireUnarchived,
  login: requireLogin,
  body: (call) => void textOf(call),
  right: (call) => {
    const { poster, issue } = commentAt(call);
    const { editor } = call.world.personality;
    const trusted = editor === "admin" ? isAdminOf(call, call.repo) : mayWrite(call, call.repo, issue.unit);
    if (call.doer === undefined || (call.doer !== poster && !trusted)) refuseBarely(call, 403);
  },
};

/** @param {RepoCall} call @param {"edit" | "editOld"} route */
function edit(call, route) {
  const { personality, store } = call.world;
  for (const check of personality.checks[route]) {
    if (check !== "type") CHANGE_CHECKS[check](call);
    else if (!personality.editable.includes(commentAt(call).type)) throw new Refusal(bare(call, 204));
  }
  const doer = requireLogin(call);
  const comment = commentAt(call);
  if (personality.blockedMayNotEdit && isBlocked(comment.issue, doer)) refuse(call, 403, personality.texts.blocked);
  const { body, updated } = textOf(call);
  const at = dateGiven(call, comment.issue, updated);
  if (personality.sameBodyMoves || body !== comment.body) editComment(store, comment, doer, body);
  if (at !== undefined) comment.updated = at;
  return json(call, 200, commentShape(call, comment, { assets: false }));
}

/** @param {RepoCall} call @param {"remove" | "removeOld"} route */
function remove(call, route) {
  const { personality, store } = call.world;
  for (const check of personality.checks[route]) {
    if (check !== "type") CHANGE_CHECKS[check](call);
    else if (!personality.deletable.includes(commentAt(call).type)) {
      // A request to delete a review or code comment is silently ignored; for an event it may be an error.
      const isText = ["comment", "review", "code"].includes(commentAt(call).type);
      throw new Refusal(bare(call, isText ? 204 : personality.deleteEvent));
    }
  }
  store.erase(commentAt(call));
  return bare(call, 204);
}

/** @param {RepoCall} call */
function textOf(call) {
  const { body = "", updated_at: updated = "" } = bodyOf(call, { body: "string", updated_at: "string" }, ["body"]);
  return { body, updated };
}

/**
 * Returns the date that the request sets, which only owners and administrators of the repository can do.
 * @param {RepoCall} call
 * @param {Issue} issue
 * @param {string} given
 */
export function dateGiven(call, issue, given) {
  if (!call.world.personality.updatedAtOption || given === "") return undefined;
  const found = parseMoment(given);
  if ("problem" in found) return refuse(call, 422, `[]: ${found.problem}`);
  if (!isAdminOf(call, call.repo)) return refuse(call, 403, "user needs to have admin or owner right");
  if (found.seconds < issue.created || found.seconds > call.world.store.now()) {
    return refuse(call, 403, "updated_at must lie between the issue's creation and now");
  }
  return found.seconds;
}
