// Routes that request reviews from people and teams, withdraw the requests, and list who can be asked.
import { mayRead, mayWrite } from "../access.js";
import { bodyOf } from "../bodies.js";
import { addEvent } from "../changes.js";
import { bare, json, refuse, refuseAsMissing, requireLogin } from "../replies.js";
import { repoRoute } from "../router.js";
import { reviewShape, teamShape } from "../shapes/pulls.js";
import { userShape } from "../shapes/users.js";
import { pullAt } from "./pulls.js";

/**
 * @typedef {import("../types.js").RepoCall} RepoCall
 * @typedef {import("../types.js").Pull} Pull
 * @typedef {import("../types.js").Review} Review
 * @typedef {import("../types.js").User} User
 */

const READ = { scopes: ["repository"] };
const WRITE = { ...READ, login: true };
const FIELDS = /** @type {const} */ ({ reviewers: "list", team_reviewers: "list" });

export const REQUEST_ROUTES = [
  repoRoute("GET", "/reviewers", WRITE, candidates),
  repoRoute("GET", "/teams", WRITE, (call) => {
    const { teams } = call.repo;
    return teams === undefined
      ? refuse(call, 405, "repo is not owned by an organization")
      : json(call, 200, teams.map(teamShape));
  }),
  repoRoute("POST", "/pulls/:index/requested_reviewers", WRITE, request),
  repoRoute("DELETE", "/pulls/:index/requested_reviewers", WRITE, withdraw),
];

/** Lists who may write. @param {RepoCall} call */
function candidates(call) {
  const { repo, world } = call;
  if (world.personality.product !== "Forgejo" && !mayWrite(call, repo, "pulls")) {
    return refuse(call, 403, "doer has no permission to get reviewers");
  }
  const people = [repo.owner, ...repo.collaborators.keys()];
  const writers = people.filter((doer) => mayWrite({ doer, token: undefined }, repo, "code"));
  return json(
    call,
    200,
    writers.map((user) => userShape(call, user)),
  );
}

/** @param {Pull} pull @param {User} user */
const latestOf = (pull, user) => pull.reviews.findLast((review) => review.user === user && review.state !== "COMMENT");

/** @param {RepoCall} call */
function askedFor(call) {
  const { issue, pull } = pullAt(call);
  const doer = requireLogin(call);
  const options = bodyOf(call, FIELDS);
  const { store } = call.world;
  const users = (options.reviewers ?? []).map(
    (login) => store.user(String(login)) ?? refuseAsMissing(call, { text: `user doesn't exist: ${String(login)}` }),
  );
  const wanted = (options.team_reviewers ?? []).map(String);
  for (const name of call.repo.teams === undefined ? [] : wanted) {
    if (call.repo.teams?.includes(name) !== true) refuseAsMissing(call, { text: `Team '${name}' not exist` });
  }
  return { issue, pull, doer, users, teams: call.repo.teams === undefined ? [] : wanted };
}

/** @param {RepoCall} call */
function request(call) {
  const { repo, world } = call;
  const { store, personality } = world;
  const { doer, issue, pull, teams, users } = askedFor(call);
  if (pull.merged !== 0 && personality.product === "Forgejo") {
    return refuse(call, 403, "cannot request a re-review on a closed or merged PR");
  }
  const ids = `[user_id: ${doer.id}, repo_id: ${repo.id}]`;
  if (users.includes(issue.poster)) return refuse(call, 422, `poster of pr can't be reviewer ${ids}`);
  const mayAsk = issue.poster === doer || mayWrite(call, repo, "pulls");
  if (!mayAsk && users.length + teams.length > 0) return refuse(call, 422, `Doer can't choose reviewer ${ids}`);
  /** @type {Review[]} */
  const made = [];
  for (const user of users.filter((each) => latestOf(pull, each)?.state !== "REQUEST_REVIEW")) {
    const now = store.now();
    /** @type {Review} */
    const review = {
      id: store.nextId("review"),
      user,
      state: "REQUEST_REVIEW",
      body: "",
      commit: "",
      stale: false,
      official: mayWrite({ doer: user, token: undefined }, repo, "code"),
      dismissed: false,
      submitted: now,
      updated: now,
    };
    pull.reviews.push(review);
    made.push(review);
    if (!pull.requested.includes(user)) pull.requested.push(user);
    addEvent(store, issue, doer, "review_request", { payload: { assignee: user } });
  }
  pull.requestedTeams = [...new Set([...(pull.requestedTeams ?? []), ...teams])];
  return json(
    call,
    201,
    made.map((review) => reviewShape(call, issue, review)),
  );
}

/** Succeeds even if someone wasn't asked. @param {RepoCall} call */
function withdraw(call) {
  const { store } = call.world;
  const { doer, issue, pull, teams, users } = askedFor(call);
  if (!mayRead(call, call.repo, "pulls")) return refuseAsMissing(call);
  for (const user of users.filter((each) => pull.requested.includes(each))) {
    pull.requested = pull.requested.filter((each) => each !== user);
    pull.reviews = pull.reviews.filter((review) => review.user !== user || review.state !== "REQUEST_REVIEW");
    addEvent(store, issue, doer, "review_request", { payload: { assignee: user, removed: true } });
  }
  pull.requestedTeams = (pull.requestedTeams ?? []).filter((name) => !teams.includes(name));
  return bare(call, 204);
}
