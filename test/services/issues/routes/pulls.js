// Routes of pull requests.
import { mayRead } from "../access.js";
import { countTotal, json, linkPages, pageOf, refuseAsMissing } from "../replies.js";
import { repoRoute } from "../router.js";
import { pullShape } from "../shapes/pulls.js";
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
