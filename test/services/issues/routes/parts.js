// Routes of the parts of an issue: labels, lock, pin, assignees, subscriptions, dependencies and times.
import { isAdminOf, mayRead, mayWrite } from "../access.js";
import { bodyOf } from "../bodies.js";
import { addEvent, setAssignees, setLabels, setLocked, setPinned } from "../changes.js";
import { bare, countTotal, json, moment, pageOf, refuse, refuseAsMissing, requireLogin } from "../replies.js";
import { repoRoute } from "../router.js";
import { hiddenIssueShape, issueShape, labelShape, timeShape } from "../shapes/issues.js";
import { repositoryUrl } from "../shapes/repositories.js";
import { userShape } from "../shapes/users.js";
import { issueAt, numberIn, requireUnarchived } from "./finding.js";

/**
 * @typedef {import("../types.js").RepoCall} RepoCall
 * @typedef {import("../types.js").Label} Label
 * @typedef {import("../types.js").Answer} Answer
 * @typedef {import("../store.js").Issue} Issue
 */

const READ = { scopes: ["issue"], issues: true };
const WRITE = { ...READ, login: true };

export const PART_ROUTES = [
  repoRoute("GET", "/issues/:index/labels", READ, (call) => labelsShown(call, issueAt(call))),
  repoRoute("POST", "/issues/:index/labels", WRITE, (call) => changeLabels(call, (held, given) => [...held, ...given])),
  repoRoute("PUT", "/issues/:index/labels", WRITE, (call) => changeLabels(call, (_held, given) => given)),
  repoRoute("DELETE", "/issues/:index/labels", WRITE, clearLabels),
  repoRoute("DELETE", "/issues/:index/labels/:label", WRITE, removeLabel),
  repoRoute("PUT", "/issues/:index/lock", { ...WRITE, only: "lock" }, (call) => lock(call, true)),
  repoRoute("DELETE", "/issues/:index/lock", { ...WRITE, only: "lock" }, (call) => lock(call, false)),
  repoRoute("POST", "/issues/:index/pin", WRITE, (call) => pin(call, true)),
  repoRoute("DELETE", "/issues/:index/pin", WRITE, (call) => pin(call, false)),
  repoRoute("POST", "/issues/:index/assignees", { ...WRITE, only: "assignees" }, (call) => assign(call, true)),
  repoRoute("DELETE", "/issues/:index/assignees", { ...WRITE, only: "assignees" }, (call) => assign(call, false)),
  repoRoute("GET", "/issues/:index/subscriptions", READ, subscribers),
  repoRoute("GET", "/issues/:index/subscriptions/check", WRITE, subscription),
  repoRoute("PUT", "/issues/:index/subscriptions/:user", WRITE, (call) => subscribe(call, true)),
  repoRoute("DELETE", "/issues/:index/subscriptions/:user", WRITE, (call) => subscribe(call, false)),
  repoRoute("GET", "/issues/:index/dependencies", READ, dependencies),
  repoRoute("POST", "/issues/:index/dependencies", WRITE, (call) => depend(call, true)),
  repoRoute("DELETE", "/issues/:index/dependencies", WRITE, (call) => depend(call, false)),
  repoRoute("GET", "/issues/:index/times", WRITE, times),
];

/** @param {RepoCall} call @param {Issue} issue */
const labelsShown = (call, issue) =>
  json(
    call,
    200,
    issue.labels.map((label) => labelShape(call, issue.repo, label)),
  );

/** @param {RepoCall} call @param {Issue} issue */
function requireWriter(call, issue) {
  if (!mayWrite(call, call.repo, issue.unit)) refuse(call, 403, "write permission is required");
}

/** @param {RepoCall} call @param {unknown} name an ID or a name */
const labelNamed = (call, name) => call.repo.labels.find((label) => label.id === name || label.name === name);

/** @param {RepoCall} call @param {(held: Label[], given: Label[]) => Label[]} combine */
function changeLabels(call, combine) {
  const doer = requireLogin(call);
  const { labels = [] } = bodyOf(call, { labels: "list" });
  const issue = issueAt(call);
  requireWriter(call, issue);
  const given = labels.flatMap((name) => labelNamed(call, name) ?? []);
  setLabels(call.world.store, issue, doer, combine(issue.labels, given));
  return labelsShown(call, issue);
}

/** @param {RepoCall} call */
function clearLabels(call) {
  const issue = issueAt(call);
  requireWriter(call, issue);
  setLabels(call.world.store, issue, requireLogin(call), []);
  return bare(call, 204);
}

/** @param {RepoCall} call */
function removeLabel(call) {
  const issue = issueAt(call);
  requireWriter(call, issue);
  const name = call.at["label"] ?? "";
  const { labelByName } = call.world.personality;
  const label = labelNamed(call, numberIn(name)) ?? (labelByName ? labelNamed(call, name) : undefined);
  if (label === undefined) return refuse(call, 422, `label does not exist [label_id: ${numberIn(name)}]`);
  setLabels(
    call.world.store,
    issue,
    requireLogin(call),
    issue.labels.filter((each) => each !== label),
  );
  const wantsLabels = (call.request.headers["accept"] ?? "").includes("application/vnd.github+json");
  return labelByName && wantsLabels ? labelsShown(call, issue) : bare(call, 204);
}

/** @param {RepoCall} call */
function requireAdmin(call) {
  if (!isAdminOf(call, call.repo)) {
    refuse(call, 403, "user should be an owner or a collaborator with admin write of a repository");
  }
}

/** @param {RepoCall} call @param {boolean} locked */
function lock(call, locked) {
  const doer = requireLogin(call);
  requireAdmin(call);
  const reason =
    locked && call.request.body.length > 0 ? (bodyOf(call, { lock_reason: "string" }).lock_reason ?? "") : "";
  setLocked(call.world.store, issueAt(call), doer, locked, reason);
  return bare(call, 204);
}

/** @param {RepoCall} call @param {boolean} pinned */
function pin(call, pinned) {
  requireAdmin(call);
  setPinned(call.world.store, issueAt(call), requireLogin(call), pinned);
  return bare(call, 204);
}

/** @param {RepoCall} call @param {boolean} added */
function assign(call, added) {
  const doer = requireLogin(call);
  const { assignees = [] } = bodyOf(call, { assignees: "list" });
  const issue = issueAt(call);
  requireWriter(call, issue);
  const { store } = call.world;
  const named = assignees.map((login) => {
    const text = `user does not exist [uid: 0, name: ${String(login)}]`;
    return store.user(String(login)) ?? refuse(call, 422, text);
  });
  const others = issue.assignees.filter((user) => !named.includes(user));
  setAssignees(store, issue, doer, added ? [...others, ...named] : others);
  return json(call, added ? 201 : 200, issueShape(call, issue));
}

/** Returns the subscribed users: poster, assignees, commenters and others who subscribed, unless they unsubscribed. @param {Issue} issue */
function subscribedUsers(issue) {
  const writers = issue.comments.filter(({ type }) => type === "comment").map(({ poster }) => poster);
  return [...new Set([issue.poster, ...issue.assignees, ...writers, ...issue.subscriptions.keys()])].filter(
    (user) => !user.deleted && issue.subscriptions.get(user) !== false,
  );
}

/** @param {RepoCall} call */
function subscribers(call) {
  const found = subscribedUsers(issueAt(call));
  countTotal(call, found.length);
  return json(
    call,
    200,
    pageOf(call, found).map((user) => userShape(call, user)),
  );
}

/** @param {RepoCall} call */
function subscription(call) {
  const issue = issueAt(call);
  const subscribed = subscribedUsers(issue).includes(requireLogin(call));
  return json(call, 200, {
    subscribed,
    ignored: !subscribed,
    reason: null,
    created_at: moment(call, issue.created),
    url: `${repositoryUrl(call, call.repo)}/issues/${issue.number}/subscriptions`,
    repository_url: repositoryUrl(call, call.repo),
  });
}

/** @param {RepoCall} call @param {boolean} wanted */
function subscribe(call, wanted) {
  const doer = requireLogin(call);
  const issue = issueAt(call);
  const user = call.world.store.user(call.at["user"] ?? "") ?? refuseAsMissing(call);
  if (user !== doer && !doer.isAdmin) refuse(call, 403, `user id: ${doer.id} is not allowed to change others`);
  if (subscribedUsers(issue).includes(user) === wanted) return bare(call, 200);
  issue.subscriptions.set(user, wanted);
  return bare(call, 201);
}

/** @param {RepoCall} call */
function dependencies(call) {
  const shapes = issueAt(call).dependencies.map((each) =>
    mayRead(call, each.repo, each.unit) ? issueShape(call, each) : hiddenIssueShape(call),
  );
  return json(call, 200, pageOf(call, shapes));
}

/** @param {RepoCall} call @param {boolean} added */
function depend(call, added) {
  const doer = requireLogin(call);
  requireUnarchived(call);
  const options = bodyOf(call, { owner: "string", repo: "string", index: "number" });
  const issue = issueAt(call);
  const { store } = call.world;
  const repo = store.repository(options.owner || call.repo.owner.login, options.repo || call.repo.name);
  const other = repo?.issues.get(options.index ?? 0);
  if (other === undefined || !mayRead(call, other.repo, other.unit)) return refuseAsMissing(call);
  requireWriter(call, issue);
  issue.dependencies = issue.dependencies.filter((each) => each !== other);
  if (added) issue.dependencies.push(other);
  addEvent(store, issue, doer, added ? "add_dependency" : "remove_dependency", { payload: { dependent: other } });
  return json(call, added ? 201 : 200, issueShape(call, issue));
}

/** @param {RepoCall} call */
function times(call) {
  const issue = issueAt(call);
  countTotal(call, issue.times.length);
  return json(
    call,
    200,
    pageOf(call, issue.times).map((time) => timeShape(call, issue, time)),
  );
}
