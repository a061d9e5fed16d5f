// Routes that create pull requests, and list and compare the branches for them.
import { mayRead, mayWrite } from "../access.js";
import { bodyOf } from "../bodies.js";
import { changesOf } from "../files.js";
import { branchesOf, findHead } from "../branches.js";
import { addIssue, setAssignees, setLabels, setMilestone } from "../changes.js";
import { countTotal, json, linkPages, pageOf, refuse, refuseAsMissing, requireLogin } from "../replies.js";
import { repoRoute } from "../router.js";
import { digits } from "../seed/writer.js";
import { pullShape } from "../shapes/pulls.js";
import { requireUnarchived } from "./finding.js";
import { usersNamed } from "./issues.js";

/**
 * @typedef {import("../types.js").RepoCall} RepoCall
 * @typedef {import("../store.js").Repository} Repository
 */

const READ = { scopes: ["repository"] };
const WRITE = { ...READ, login: true };

export const PULL_CREATION_ROUTES = [
  repoRoute("POST", "/pulls", WRITE, create),
  repoRoute("GET", "/branches", READ, list),
  repoRoute("GET", "/compare/(?<range>.+)", READ, compare),
];

/** @param {RepoCall} call */
function create(call) {
  const { repo, world } = call;
  const { store, personality } = world;
  const doer = requireLogin(call);
  requireUnarchived(call);
  const options = bodyOf(
    call,
    {
      title: "string",
      body: "string",
      head: "string",
      base: "string",
      labels: "list",
      milestone: "number",
      assignees: "list",
    },
    ["title"],
  );
  if (!mayRead(call, repo, "pulls")) return refuseAsMissing(call);
  const { head = "", base = "" } = options;
  const isForgejo = personality.product === "Forgejo";
  const found = findHead(world, repo, head);
  const { source, name, branch } = found;
  if (source === undefined) {
    const owner = head.slice(0, head.indexOf(":"));
    if (!isForgejo) return refuse(call, 400, `the owner ${owner} does not have a fork`);
    return refuseAsMissing(call, { errors: [`the owner ${owner} does not exist`] });
  }
  if (source === repo && name === base) {
    return refuse(call, 422, "Invalid PullRequest: There are no changes between the head and the base");
  }
  const target = branchesOf(repo).get(base);
  if (branch === undefined) return refuseAsUnknown(call, name, "head", source);
  if (target === undefined) return refuseAsUnknown(call, base, "base", repo);
  if (!isForgejo && source === repo && !mayWrite(call, repo, "code")) {
    return refuse(call, 403, "user must be a collaborator");
  }
  const open = [...repo.issues.values()].find(
    ({ closed, pull }) =>
      pull && closed === 0 && pull.base === base && pull.head === name && (pull.fork ?? repo) === source,
  );
  if (open !== undefined) {
    const ids = `id: ${open.pull?.id}, issue_id: ${open.number}, head_repo_id: ${source.id}, base_repo_id: ${repo.id}`;
    const targets = `[${ids}, head_branch: ${name}, base_branch: ${base}]`;
    return refuse(call, 409, `pull request already exists for these targets ${targets}`);
  }
  const assignees = usersNamed(call, options.assignees ?? []);
  const title = personality.cutTitle(options.title ?? "");
  const issue = addIssue(store, repo, doer, { title, body: options.body ?? "" });
  issue.pull = {
    id: store.nextId("pull"),
    base,
    head: name,
    baseSha: target.sha,
    headSha: branch.sha,
    mergeBase: digits(`fork ${repo.id} ${issue.number}`),
    draft: /^(?:wip:|\[wip\])/i.test(title),
    merged: 0,
    mergedBy: null,
    mergeSha: "",
    additions: branch.ahead,
    deletions: 0,
    files: Math.min(1, branch.ahead),
    reviews: [],
    requested: [],
    ...(source === repo ? {} : { fork: source }),
  };
  setLabels(
    store,
    issue,
    doer,
    repo.labels.filter(({ id }) => options.labels?.includes(id)),
  );
  const milestone = repo.milestones.find(({ id }) => id === options.milestone);
  if (milestone !== undefined) setMilestone(store, issue, doer, milestone);
  setAssignees(store, issue, doer, assignees);
  return json(call, 201, pullShape(call, issue, issue.pull));
}

/** @param {RepoCall} call @param {string} name @param {"base" | "head"} side @param {Repository} repo */
function refuseAsUnknown(call, name, side, repo) {
  const where = `in the ${side} repository ${repo.fullName}`;
  return refuseAsMissing(call, { errors: [`could not find '${name}' to be a commit, branch or tag ${where}`] });
}

/** @param {RepoCall} call */
function list(call) {
  const { repo } = call;
  const all = [...branchesOf(repo)].sort(([one], [other]) => one.localeCompare(other));
  const may = mayWrite(call, repo, "code");
  linkPages(call, all.length);
  countTotal(call, all.length);
  return json(
    call,
    200,
    pageOf(call, all).map(([name, { sha }]) => ({
      name,
      commit: { id: sha },
      protected: repo.protections.has(name),
      user_can_push: may && !repo.protections.has(name),
      user_can_merge: may,
    })),
  );
}

/** Shows the commits of a branch that another one doesn't have, or those of a pull request. @param {RepoCall} call */
function compare(call) {
  const { repo, world } = call;
  const [base = "", head = ""] = (call.at["range"] ?? "").split("...");
  const pushed = pushedCommits(repo, base, head);
  if (pushed !== undefined) return json(call, 200, { total_commits: pushed.length, commits: pushed });
  const { branch } = findHead(world, repo, head);
  if (branch === undefined || !branchesOf(repo).has(base)) return refuseAsMissing(call);
  const commits = Array.from({ length: head === base ? 0 : branch.ahead }, (_each, place) => ({
    sha: digits(`commit ${place} of ${branch.sha}`),
    files: null,
  }));
  return json(call, 200, { total_commits: commits.length, commits });
}

/** Returns the commits of a pull request up to one of them, newest first, with the files of each. @param {Repository} repo @param {string} base @param {string} head */
function pushedCommits(repo, base, head) {
  for (const { pull } of repo.issues.values()) {
    if (pull?.mergeBase !== base) continue;
    const commits = [{ sha: pull.headSha, changes: changesOf(pull) }, ...(pull.earlier ?? [])];
    const place = commits.findIndex(({ sha }) => sha === head);
    if (place === -1) continue;
    return commits.slice(place).map(({ changes, sha }, index) => {
      const before = commits[place + index + 1]?.changes ?? [];
      const files = changes.filter(
        (each) => !before.some(({ after, path }) => path === each.path && after === each.after),
      );
      return { sha, files: files.map((each) => ({ filename: each.path, status: statusInCommit(each) })) };
    });
  }
  return undefined;
}

/** @param {import("../types.js").Change} change */
function statusInCommit({ after, before }) {
  if (before === undefined) return "added";
  return after === undefined ? "removed" : "modified";
}
