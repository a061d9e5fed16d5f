// Routes of reviews: they list, create, submit and delete reviews and their comments on lines.
import { mayRead, mayWrite } from "../access.js";
import { bodyOf } from "../bodies.js";
import { addReview, addReviewComment, removeReview, submitReview } from "../changes.js";
import { hunkAt, isCommitOf } from "../files.js";
import { bare, countTotal, json, pageOf, refuse, refuseAsMissing, refuseBarely, requireLogin } from "../replies.js";
import { repoRoute } from "../router.js";
import { codeCommentsOf, reviewCommentShape, reviewShape } from "../shapes/pulls.js";
import { commentAt, numberIn } from "./finding.js";
import { pullAt } from "./pulls.js";

/**
 * @typedef {import("../types.js").RepoCall} RepoCall
 * @typedef {import("../types.js").Review} Review
 * @typedef {import("../types.js").Pull} Pull
 * @typedef {import("../types.js").User} User
 * @typedef {import("../store.js").Issue} Issue
 */

const READ = { scopes: ["repository"] };
const WRITE = { ...READ, login: true };

export const REVIEW_ROUTES = [
  repoRoute("GET", "/pulls/:index/reviews", READ, list),
  repoRoute("POST", "/pulls/:index/reviews", WRITE, create),
  repoRoute("GET", "/pulls/:index/reviews/:review", READ, (call) => {
    const { issue, review } = reviewAt(call);
    return json(call, 200, reviewShape(call, issue, review));
  }),
  repoRoute("POST", "/pulls/:index/reviews/:review", WRITE, submit),
  repoRoute("DELETE", "/pulls/:index/reviews/:review", WRITE, remove),
  repoRoute("GET", "/pulls/:index/reviews/:review/comments", READ, comments),
  repoRoute("POST", "/pulls/:index/reviews/:review/comments", { ...WRITE, only: "reviewComment" }, addComment),
  repoRoute(
    "DELETE",
    "/pulls/:index/reviews/:review/comments/:id",
    { ...WRITE, only: "reviewComment" },
    removeReviewComment,
  ),
  repoRoute("POST", "/pulls/comments/:id/resolve", { ...WRITE, only: "resolve" }, (call) => resolve(call, true)),
  repoRoute("POST", "/pulls/comments/:id/unresolve", { ...WRITE, only: "resolve" }, (call) => resolve(call, false)),
];

/** Events that submit a review. Any other one is ignored, and the review stays pending. */
const EVENTS = new Set(["APPROVED", "COMMENT", "REQUEST_CHANGES"]);
/** A newer server stores lines in 32 bits. */
const MAX_LINE = 2 ** 31 - 1;

/** Returns the pull request in the path. @param {RepoCall} call */
function pullOfReviewAt(call) {
  const pull = call.repo.issues.get(numberIn(call.at["index"]))?.pull;
  if (pull) return pullAt(call);
  const branches = `base_repo_id: ${call.repo.id}, head_branch: , base_branch: `;
  const errors = [`pull request does not exist [id: 0, issue_id: 0, head_repo_id: 0, ${branches}]`];
  return refuseAsMissing(call, { text: "GetPullRequestByIndex", errors });
}

/** @param {RepoCall} call */
function reviewAt(call) {
  const { issue, pull } = pullOfReviewAt(call);
  const id = numberIn(call.at["review"]);
  const review = pull.reviews.find((each) => each.id === id);
  if (review !== undefined && isShown(call, review)) return { issue, pull, review };
  const errors = review === undefined ? [`review does not exist [id: ${id}]`] : [];
  return refuseAsMissing(call, { text: "GetReviewByID", errors });
}

/** Only its author sees a pending review. @param {RepoCall} call @param {Review} review */
const isShown = (call, review) => review.state !== "PENDING" || review.user === call.doer;

/** Lists reviews. Pending reviews of other users are omitted but counted. @param {RepoCall} call */
function list(call) {
  const { issue, pull } = pullOfReviewAt(call);
  countTotal(call, pull.reviews.length);
  return json(
    call,
    200,
    pageOf(call, pull.reviews)
      .filter((review) => isShown(call, review))
      .map((review) => reviewShape(call, issue, review)),
  );
}

/** Lists the comments of a review, in another order each time. @param {RepoCall} call */
function comments(call) {
  const { issue, review } = reviewAt(call);
  const found = codeCommentsOf(issue, review);
  const { store } = call.world;
  const start = found.length === 0 ? 0 : store.nextId("order of comments") % found.length;
  const turned = [...found.slice(start), ...found.slice(0, start)];
  return json(
    call,
    200,
    turned.map((comment) => reviewCommentShape(call, issue, review, comment)),
  );
}

/**
 * Creates a review, or adds to the pending one of its author and submits that.
 * @param {RepoCall} call
 */
function create(call) {
  const doer = requireLogin(call);
  const fields = /** @type {const} */ ({ event: "string", body: "string", commit_id: "string", comments: "list" });
  const { event, body = "", commit_id: asked = "", comments: given = [] } = bodyOf(call, fields);
  const { issue, pull } = pullOfReviewAt(call);
  const state = stateOf(call, issue, event, body, given.length > 0);
  const { personality, store } = call.world;
  const before = pull.reviews.find((each) => each.state === "PENDING" && each.user === doer);
  const review = before ?? addReview(store, issue, doer, { state: "PENDING", official: false });
  if (review === undefined) return refuseAsMissing(call);
  const isKnown = asked === "" || isCommitOf(pull, asked);
  // A rejected review stays behind as a pending one, with the comments that could be placed.
  if (!isKnown && (before === undefined || personality.product === "Forgejo")) return refuse(call, 500, "");
  const commit = asked === "" || !isKnown ? pull.headSha : asked;
  const parsed = given.map(commentIn);
  for (const each of parsed) {
    if (each.line > MAX_LINE && personality.product !== "Forgejo") return refuse(call, 500, "");
    addReviewComment(store, issue, review, { ...each, commit, hunk: hunkAt(pull, each) });
  }
  if (body !== "") review.body = body;
  review.commit = commit;
  if (state === "PENDING") {
    announce(call, issue, review);
    return json(call, 200, reviewShape(call, issue, review));
  }
  if (pull.mixesReviews === true) return mix(call, issue, review, state);
  submitReview(store, issue, review, state, { official: isOfficial(call, state) });
  return json(call, 200, reviewShape(call, issue, review));
}

/**
 * Two clients of one person have posted at the same time: the comments are in the other review.
 * @param {RepoCall} call @param {Issue} issue @param {Review} review @param {Review["state"]} state
 */
function mix(call, issue, review, state) {
  const { store } = call.world;
  if (issue.pull !== null) issue.pull.mixesReviews = false;
  const { body } = review;
  review.body = "";
  submitReview(store, issue, review, "COMMENT", { official: false });
  const empty = addReview(store, issue, review.user, { state: "PENDING", commit: review.commit });
  if (empty === undefined) return refuseAsMissing(call);
  empty.body = body;
  submitReview(store, issue, empty, state, { official: isOfficial(call, state) });
  return json(call, 200, reviewShape(call, issue, empty));
}

/** The text of a pending review is in everyone's timeline. @param {RepoCall} call @param {Issue} issue @param {Review} review */
function announce(call, issue, review) {
  const isKnown = issue.comments.some(({ payload, type }) => type === "review" && payload.review === review);
  if (isKnown || review.body === "") return;
  const record = { type: "review", poster: review.user, body: review.body, created: call.world.store.now() };
  call.world.store.record(issue, { ...record, payload: { review } });
}

/**
 * Returns the state that a review gets, unless its author may not give it.
 * @param {RepoCall} call @param {Issue} issue @param {string | undefined} event @param {string} body @param {boolean} hasComments
 * @returns {Review["state"]}
 */
function stateOf(call, issue, event = "", body, hasComments) {
  const { doer, world } = call;
  const state = EVENTS.has(event) ? /** @type {Review["state"]} */ (event) : "PENDING";
  const isOwn = issue.poster === doer;
  if (state === "APPROVED" && isOwn) refuse(call, 422, "approve your own pull is not allowed");
  if (state === "REQUEST_CHANGES" && isOwn) refuse(call, 422, "reject your own pull is not allowed");
  const isDecision = state === "APPROVED" || state === "REQUEST_CHANGES";
  if (isDecision && issue.closed !== 0 && world.personality.product !== "Forgejo") {
    refuse(call, 422, "pull request is closed");
  }
  if (state === "COMMENT" && body === "" && !hasComments) {
    refuse(call, 422, "review event COMMENT requires a body or a comment");
  }
  const needsBody = state === "PENDING" || state === "REQUEST_CHANGES";
  if (needsBody && body === "") refuse(call, 422, `review event ${event} requires a body`);
  return state;
}

/** Only a verdict of someone with write access counts. @param {RepoCall} call @param {Review["state"]} state */
const isOfficial = (call, state) => state !== "COMMENT" && mayWrite(call, call.repo, "code");

/** Submits the requester's pending review. @param {RepoCall} call */
function submit(call) {
  const { event, body = "" } = bodyOf(call, { event: "string", body: "string" });
  const { issue, pull, review } = reviewAt(call);
  if (review.state !== "PENDING") return refuse(call, 422, "only a pending review can be submitted");
  // Unlike in a new review, its comments don't replace the text.
  const state = stateOf(call, issue, event, body, false);
  if (body !== "") review.body = body;
  review.commit = pull.headSha;
  if (state !== "PENDING") {
    submitReview(call.world.store, issue, review, state, { official: isOfficial(call, state) });
  }
  return json(call, 200, reviewShape(call, issue, review));
}

/** @param {RepoCall} call */
function remove(call) {
  const { issue, review } = reviewAt(call);
  if (review.user !== call.doer) return refuse(call, 403, "%!s(<nil>)");
  removeReview(call.world.store, issue, review);
  return bare(call, 204);
}

/** Adds a comment to a review of anyone. @param {RepoCall} call */
function addComment(call) {
  const doer = requireLogin(call);
  const { issue, pull, review } = reviewAt(call);
  if (!mayRead(call, call.repo, "pulls")) return refuseBarely(call, 403);
  const fields = /** @type {const} */ ({
    path: "string",
    body: "string",
    new_position: "number",
    old_position: "number",
  });
  const each = commentIn(bodyOf(call, fields));
  const commit = review.commit === "" ? pull.headSha : review.commit;
  const code = { ...each, commit, hunk: hunkAt(pull, each) };
  const comment = addReviewComment(call.world.store, issue, review, code, doer);
  return json(call, 200, reviewCommentShape(call, issue, review, comment));
}

/** Unlike the route of plain comments, this one deletes comments on lines. @param {RepoCall} call */
function removeReviewComment(call) {
  const { issue, review } = reviewAt(call);
  const comment = commentAt(call);
  if (!codeCommentsOf(issue, review).includes(comment)) return refuseAsMissing(call);
  if (call.doer !== comment.poster && !mayWrite(call, call.repo, "pulls")) return refuseBarely(call, 403);
  call.world.store.erase(comment);
  return bare(call, 204);
}

/** Marks this comment alone, of which only the first one of a conversation counts. @param {RepoCall} call @param {boolean} isResolved */
function resolve(call, isResolved) {
  const doer = requireLogin(call);
  const { issue, payload } = commentAt(call);
  if (issue.poster !== doer && !mayWrite(call, call.repo, "pulls"))
    return refuse(call, 403, "user should have permission to resolve comment");
  if (payload.code === undefined) return refuseBarely(call, 400);
  if (isResolved) payload.code.resolver = doer;
  else delete payload.code.resolver;
  return bare(call, 204);
}

/** Reads a comment as the servers do: a line before the change counts only without one after it. @param {unknown} given */
function commentIn(given) {
  const { path, body, new_position: fresh, old_position: old } = Object(given);
  const [after, before] = [Number(fresh ?? 0), Number(old ?? 0)];
  const line = after !== 0 ? after : -before;
  return { path: String(path ?? ""), text: String(body ?? ""), line: Math.abs(line), old: line < 0 };
}
