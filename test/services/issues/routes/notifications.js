// Routes of notifications: list them, and mark them as read.
import { mayRead } from "../access.js";
import { countTotal, json, linkPages, moment, pageOf, refuse, refuseAsMissing, requireLogin } from "../replies.js";
import { repoRoute, route } from "../router.js";
import { issuePage } from "../shapes/issues.js";
import { repositoryShape, repositoryUrl } from "../shapes/repositories.js";
import { limitsIn, numberIn, within } from "./finding.js";

/**
 * @typedef {import("../types.js").Call} Call
 * @typedef {import("../types.js").Notification} Notification
 */

const RULES = { login: true, scopes: ["notification"] };

export const NOTIFICATION_ROUTES = [
  route("GET", "/notifications", RULES, (call) => list(call, () => true)),
  route("PUT", "/notifications", RULES, (call) => markAll(call, () => true)),
  route("GET", "/notifications/new", RULES, (call) =>
    json(call, 200, { new: mine(call).filter(({ status }) => status === "unread").length }),
  ),
  route("GET", "/notifications/threads/:id", RULES, (call) => json(call, 200, shape(call, threadAt(call)))),
  route("PATCH", "/notifications/threads/:id", RULES, mark),
  repoRoute("GET", "/notifications", RULES, (call) => list(call, ({ issue }) => issue.repo === call.repo)),
  repoRoute("PUT", "/notifications", RULES, (call) => markAll(call, ({ issue }) => issue.repo === call.repo)),
];

/** @param {Call} call */
const mine = (call) => {
  const doer = requireLogin(call);
  return call.world.store.notifications.filter(({ user }) => user === doer);
};

/** @param {Call} call @param {Notification} thread */
function shape(call, { id, issue, comment, status, updated }) {
  const lost = !mayRead(call, issue.repo, issue.unit);
  const state = issue.pull !== null && issue.pull.merged !== 0 ? "merged" : issue.closed === 0 ? "open" : "closed";
  const api = repositoryUrl(call, issue.repo);
  const page = issuePage(call, issue);
  const latest = comment === null || comment.deleted ? undefined : comment.id;
  return {
    id,
    repository: lost ? null : repositoryShape(call, issue.repo, { permissions: false }),
    subject: lost
      ? null
      : {
          title: issue.title,
          url: `${api}/issues/${issue.number}`,
          latest_comment_url: latest === undefined ? "" : `${api}/issues/comments/${latest}`,
          html_url: page,
          latest_comment_html_url: latest === undefined ? "" : `${page}#issuecomment-${latest}`,
          type: issue.pull === null ? "Issue" : "Pull",
          state,
        },
    unread: status === "unread",
    pinned: status === "pinned",
    updated_at: moment(call, updated),
    url: `${api.slice(0, api.indexOf("/repos/"))}/notifications/threads/${id}`,
  };
}

/** @param {Call} call @param {string} usual @returns {(thread: Notification) => boolean} */
function wantedStatus(call, usual) {
  const { params } = call.request;
  const given = params.getAll("status-types").flatMap((each) => each.split(","));
  if (params.get("all") === "true" && given.length === 0) return () => true;
  const statuses = given.length === 0 ? usual.split(",") : given;
  return ({ status }) => statuses.includes(status);
}

/** @param {Call} call @param {(thread: Notification) => boolean} among */
function list(call, among) {
  const subjects = call.request.params.getAll("subject-type").flatMap((each) => each.split(","));
  const found = mine(call)
    .filter(among)
    .filter(wantedStatus(call, "unread,pinned"))
    .filter(within(limitsIn(call)))
    .filter(({ issue }) => subjects.length === 0 || subjects.includes(issue.pull === null ? "issue" : "pull"))
    .sort((one, other) => other.updated - one.updated || other.id - one.id);
  if (call.world.personality.notificationLinks) linkPages(call, found.length);
  countTotal(call, found.length);
  return json(
    call,
    200,
    pageOf(call, found).map((thread) => shape(call, thread)),
  );
}

/** @param {Call} call */
function threadAt(call) {
  const id = numberIn(call.at["id"]);
  const thread = call.world.store.notifications.find((each) => each.id === id);
  if (thread === undefined) {
    return refuseAsMissing(call, { errors: [`notification does not exist [id: ${id}]`] });
  }
  if (thread.user !== requireLogin(call)) return refuse(call, 403, "only user itself and admin are allowed");
  return thread;
}

/** @param {Call} call @returns {Notification["status"]} */
function newStatus(call) {
  const wanted = call.request.params.get("to-status");
  return wanted === "unread" || wanted === "pinned" ? wanted : "read";
}

/** Returns 205, although with a body. @param {Call} call */
function mark(call) {
  const thread = threadAt(call);
  thread.status = newStatus(call);
  return json(call, 205, shape(call, thread));
}

/** @param {Call} call @param {(thread: Notification) => boolean} among */
function markAll(call, among) {
  const { params } = call.request;
  const last = params.get("last_read_at");
  if (last !== null) params.set("before", last);
  const { before } = limitsIn(call);
  const changed = mine(call)
    .filter(among)
    .filter(wantedStatus(call, "unread"))
    .filter(within({ since: 0, before }));
  for (const thread of changed) thread.status = newStatus(call);
  return json(
    call,
    205,
    changed.map((thread) => shape(call, thread)),
  );
}
