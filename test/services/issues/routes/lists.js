// Routes that list the issues of one repository or of all.
import { mayRead } from "../access.js";
import { countTotal, json, linkPages, pageOf, refuse, refuseAsMissing } from "../replies.js";
import { repoRoute, route } from "../router.js";
import { issueShape } from "../shapes/issues.js";
import { inState, splitList, mentions, ofType, requestedOrder, parseQuery, requestedUser } from "./filters.js";
import { limitsIn, numberIn, within } from "./finding.js";

/**
 * @typedef {import("../types.js").Call} Call
 * @typedef {import("../types.js").RepoCall} RepoCall
 * @typedef {import("../types.js").User} User
 * @typedef {import("../store.js").Issue} Issue
 * @typedef {import("./filters.js").Filter} Filter
 */

export const LIST_ROUTES = [
  route("GET", "/repos/issues/search", { scopes: ["issue"] }, search),
  repoRoute("GET", "/issues", { scopes: ["issue"], issues: true }, ofRepository),
];

/** @param {RepoCall} call */
function ofRepository(call) {
  const { repo } = call;
  const { params } = call.request;
  const type = params.get("type");
  // Requesting only issues or only pull requests is an error if that unit is turned off. Requesting both is not.
  if (type === "issues" && !mayRead(call, repo, "issues")) refuseAsMissing(call);
  if (type === "pulls" && !mayRead(call, repo, "pulls")) refuseAsMissing(call);
  const { filters, order, states } = parseQuery(call);
  // Unknown names are ignored. If only unknown names are given, nothing is filtered.
  const labels = splitList(params.get("labels")).flatMap((name) => repo.labels.filter((label) => label.name === name));
  const milestones = splitList(params.get("milestones")).flatMap((name) =>
    repo.milestones.filter(({ id, title }) => title === name || id === numberIn(name)),
  );
  const [author, assignee, mentioned] = ["created_by", "assigned_by", "mentioned_by"].map((name) =>
    requestedUser(call, name),
  );
  filters.unshift(
    ofType(type),
    within(limitsIn(call)),
    (issue) => mayRead(call, repo, issue.unit),
    (issue) => labels.every((label) => issue.labels.includes(label)),
    (issue) => milestones.length === 0 || milestones.some((milestone) => issue.milestone === milestone),
    (issue) => author === undefined || issue.poster === author,
    (issue) => assignee === undefined || issue.assignees.includes(assignee),
    mentioned === undefined ? () => true : mentions(mentioned),
  );
  if (!states) filters.unshift(inState(params.get("state")));
  return listAnswer(call, [...repo.issues.values()], filters, order, 30);
}

/** @param {Call} call */
function search(call) {
  const { store, personality } = call.world;
  const { params } = call.request;
  const { doer } = call;
  const owner = params.get("owner") ?? "";
  if (owner !== "" && store.user(owner) === undefined) {
    return refuse(call, 400, `user does not exist [uid: 0, name: ${owner}]`);
  }
  if ((params.get("team") ?? "") !== "")
    return refuse(call, 400, `team does not exist [org_id: 0, name: ${params.get("team")}]`);
  const { filters, order, states } = parseQuery(call);
  const labels = splitList(params.get("labels"));
  const milestones = splitList(params.get("milestones"));
  const known = [...store.repositories.values()];
  const anyLabelExists = known.some((repo) => repo.labels.some(({ name }) => labels.includes(name)));
  filters.unshift(
    ofType(params.get("type")),
    within(limitsIn(call)),
    (issue) => mayRead(call, issue.repo, issue.unit),
    (issue) => owner === "" || issue.repo.owner === store.user(owner),
    (issue) => !anyLabelExists || issue.labels.some(({ name }) => labels.includes(name)),
    (issue) => milestones.length === 0 || milestones.includes(issue.milestone?.title ?? ""),
  );
  if (personality.searchesByAuthor) {
    const author = requestedUser(call, "created_by");
    filters.unshift((issue) => author === undefined || issue.poster === author);
  }
  if (doer !== undefined) {
    for (const [name, holds] of Object.entries(ABOUT_ME)) if (params.get(name) === "true") filters.unshift(holds(doer));
  }
  if (!states) filters.unshift(inState(params.get("state")));
  return listAnswer(
    call,
    known.flatMap((repo) => Array.from(repo.issues.values())),
    filters,
    order,
    personality.searchLimit,
  );
}

/** @type {Record<string, (me: User) => Filter>} */
const ABOUT_ME = {
  assigned: (me) => (issue) => issue.assignees.includes(me),
  created: (me) => (issue) => issue.poster === me,
  mentioned: mentions,
  review_requested: (me) => (issue) => issue.pull?.requested.includes(me) === true,
  reviewed: (me) => (issue) => issue.pull?.reviews.some(({ user }) => user === me) === true,
};

/** @param {Call} call @param {Issue[]} all @param {Filter[]} filters @param {import("./filters.js").Order | undefined} order @param {number} usual */
function listAnswer(call, all, filters, order, usual) {
  const found = all.filter((issue) => filters.every((holds) => holds(issue))).sort(requestedOrder(call, order));
  linkPages(call, found.length, usual);
  countTotal(call, found.length);
  return json(
    call,
    200,
    pageOf(call, found, usual).map((issue) => issueShape(call, issue)),
  );
}
