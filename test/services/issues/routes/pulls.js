// Routes of pull requests and their reviews.
import { mayRead } from "../access.js";
import { countTotal, json, linkPages, pageOf, refuseAsMissing } from "../replies.js";
import { repoRoute } from "../router.js";
import { pullShape, reviewCommentShapes, reviewShape } from "../shapes/pulls.js";
import { inState } from "./filters.js";
import { numberIn } from "./finding.js";

/**
 * @typedef {import("../types.js").RepoCall} RepoCall
 */

const RULES = { scopes: ["repository"] };

export const PULL_ROUTES = [
  repoRoute("GET", "/pulls", RULES, list),
  repoRoute("GET", "/pulls/:index", RULES, (call) => {
    const { issue, pull } = pullAt(call);
    return json(call, 200, pullShape(call, issue, pull));
  }),
  repoRoute("GET", "/pulls/:index/reviews", RULES, reviews),
  repoRoute("GET", "/pulls/:index/reviews/:review", RULES, (call) => {
    const { issue, review } = reviewAt(call);
    return json(call, 200, reviewShape(call, issue, review));
  }),
  repoRoute("GET", "/pulls/:index/reviews/:review/comments", RULES, (call) => {
    const { issue, review } = reviewAt(call);
    return json(call, 200, reviewCommentShapes(call, issue, review));
  }),
  // Finds a pull request by its two branches, whose names can contain slashes, so this matches all other paths.
  repoRoute("GET", "/pulls/:base/.+", RULES, (call) => refuseAsMissing(call)),
];

/** @param {RepoCall} call */
function list(call) {
  if (!mayRead(call, call.repo, "pulls")) refuseAsMissing(call);
  const found = [...call.repo.issues.values()]
    .filter(({ pull }) => pull !== null)
    .filter(inState(call.request.params.get("state")))
    .sort((one, other) => other.number - one.number);
  linkPages(call, found.length);
  countTotal(call, found.length);
  return json(
    call,
    200,
    pageOf(call, found).flatMap((issue) => (issue.pull === null ? [] : pullShape(call, issue, issue.pull))),
  );
}

/** Returns the pull request in the path. @param {RepoCall} call */
export function pullAt(call) {
  const issue = call.repo.issues.get(numberIn(call.at["index"]));
  const pull = issue?.pull;
  if (issue === undefined || !pull || !mayRead(call, call.repo, "pulls")) return refuseAsMissing(call);
  return { issue, pull };
}

/** Returns the pull request in the path of a review route. @param {RepoCall} call */
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
  if (review !== undefined && isShown(call, review)) return { issue, review };
  const errors = review === undefined ? [`review does not exist [id: ${id}]`] : [];
  return refuseAsMissing(call, { text: "GetReviewByID", errors });
}

/** Only its author sees a pending review. @param {RepoCall} call @param {import("../types.js").Review} review */
const isShown = (call, review) => review.state !== "PENDING" || review.user === call.doer;

/** Lists reviews. Pending reviews of other users are omitted but counted. @param {RepoCall} call */
function reviews(call) {
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
