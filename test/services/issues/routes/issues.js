// Routes that read, create and change an issue or pull request.
import { isBlocked, mayRead, mayWrite } from "../access.js";
import { bodyOf } from "../bodies.js";
import { addIssue, setAssignees, setBody, setClosed, setDue, setLabels, setMilestone, setTitle } from "../changes.js";
import { json, refuse, refuseAsMissing, refuseBarely, requireLogin } from "../replies.js";
import { repoRoute } from "../router.js";
import { issueShape } from "../shapes/issues.js";
import { parseMoment } from "../times.js";
import { dateGiven } from "./comments.js";
import { issueAt, requireUnarchived } from "./finding.js";

/**
 * @typedef {import("../types.js").RepoCall} RepoCall
 * @typedef {import("../types.js").User} User
 * @typedef {import("../store.js").Issue} Issue
 */

const RULES = { scopes: ["issue"], issues: true };

export const ISSUE_ROUTES = [
  repoRoute("GET", "/issues/:index", RULES, (call) => json(call, 200, issueShape(call, issueAt(call)))),
  repoRoute("POST", "/issues", { ...RULES, login: true }, create),
  repoRoute("PATCH", "/issues/:index", { ...RULES, login: true }, change),
];

const OPTIONS = /** @type {const} */ ({
  title: "string",
  body: "string",
  ref: "string",
  assignees: "list",
  due_date: "string",
  updated_at: "string",
});

/** @param {RepoCall} call @param {unknown[]} logins @returns {User[]} */
export function usersNamed(call, logins) {
  return logins.map((login) => {
    const errors = `user does not exist [uid: 0, name: ${String(login)}]`;
    return call.world.store.user(String(login)) ?? refuse(call, 422, `Assignee does not exist: [name: ${errors}]`);
  });
}

/** @param {RepoCall} call @param {string} text */
function parseDue(call, text) {
  const found = parseMoment(text);
  if ("problem" in found) return refuse(call, 422, `[]: ${found.problem}`);
  // Something is due at the end of the day.
  return Math.floor(found.seconds / 86400) * 86400 + 86399;
}

/** @param {RepoCall} call */
function create(call) {
  const { repo, world } = call;
  const { store, personality } = world;
  const doer = requireLogin(call);
  requireUnarchived(call);
  const options = bodyOf(call, { ...OPTIONS, labels: "list", milestone: "number", closed: "boolean" }, ["title"]);
  if (!mayRead(call, repo, "issues")) refuseAsMissing(call);
  if (repo.owner.blocked.has(doer)) refuse(call, 403, personality.texts.blocked);
  const writer = mayWrite(call, repo, "issues");
  const assignees = writer ? usersNamed(call, options.assignees ?? []) : [];
  const due = options.due_date === undefined ? 0 : parseDue(call, options.due_date);
  const title = personality.cutTitle(options.title ?? "");
  const issue = addIssue(store, repo, doer, { title, body: options.body ?? "" });
  issue.ref = options.ref ?? "";
  // The servers silently ignore fields that the requester can't set.
  if (writer) {
    setLabels(
      store,
      issue,
      doer,
      repo.labels.filter(({ id }) => options.labels?.includes(id)),
    );
    const milestone = repo.milestones.find(({ id }) => id === options.milestone);
    if (milestone !== undefined) setMilestone(store, issue, doer, milestone);
    setAssignees(store, issue, doer, assignees);
    if (due !== 0) setDue(store, issue, doer, due);
  }
  if (options.closed === true) setClosed(store, issue, doer, true);
  return json(call, 201, issueShape(call, issue));
}

/**
 * Changes an issue, even in an archived repository. If the state is rejected, all other changes are already saved.
 * @param {RepoCall} call
 */
function change(call) {
  const { repo, world } = call;
  const { store, personality } = world;
  const doer = requireLogin(call);
  const options = bodyOf(call, {
    ...OPTIONS,
    milestone: "number",
    state: "string",
    unset_due_date: "boolean",
    content_version: "number",
  });
  const issue = issueAt(call);
  const writer = mayWrite(call, repo, issue.unit);
  if (issue.poster !== doer && !writer) refuseBarely(call, 403);
  if (personality.blockedMayNotEdit && isBlocked(issue, doer)) refuse(call, 403, personality.texts.blocked);
  if (personality.contentVersion && options.content_version !== undefined) {
    if (options.content_version !== issue.contentVersion) refuse(call, 409, "content version mismatch");
  }
  const date = dateGiven(call, issue, options.updated_at ?? "");
  const assignees = writer && options.assignees !== undefined ? usersNamed(call, options.assignees) : undefined;
  if (options.title !== undefined && options.title !== "") {
    setTitle(store, issue, doer, personality.cutTitle(options.title));
  }
  if (options.body !== undefined) setBody(store, issue, doer, options.body);
  if (options.ref !== undefined) issue.ref = options.ref;
  if (writer) {
    if (options.due_date !== undefined) setDue(store, issue, doer, parseDue(call, options.due_date));
    if (options.unset_due_date === true) setDue(store, issue, doer, 0);
    if (assignees !== undefined) setAssignees(store, issue, doer, assignees);
    if (options.milestone !== undefined) {
      setMilestone(store, issue, doer, repo.milestones.find(({ id }) => id === options.milestone) ?? null);
    }
  }
  if (options.state !== undefined) changeState(call, issue, doer, options.state);
  if (date !== undefined) issue.updated = date;
  return json(call, 201, issueShape(call, issue));
}

/** @param {RepoCall} call @param {Issue} issue @param {User} doer @param {string} state */
function changeState(call, issue, doer, state) {
  const { store, personality } = call.world;
  if (issue.pull !== null && issue.pull.merged !== 0) {
    refuse(call, 412, "cannot change state of this pull request, it was already merged");
  }
  if (state !== "open" && state !== "closed" && personality.unknownState === 412) {
    refuse(call, 412, `unknown state: ${state}`);
  }
  const closes = state === "closed";
  if (closes && issue.dependencies.some(({ closed }) => closed === 0)) {
    refuse(call, 412, "cannot close this issue because it still has open dependencies");
  }
  setClosed(store, issue, doer, closes);
}
