// Routes that merge pull requests and delete branches.
import { mayWrite } from "../access.js";
import { bodyOf } from "../bodies.js";
import { branchesOf } from "../branches.js";
import { addEvent } from "../changes.js";
import { bare, json, refuse, refuseAsMissing } from "../replies.js";
import { repoRoute } from "../router.js";
import { digits } from "../seed/writer.js";
import { repositoryShape } from "../shapes/repositories.js";
import { requireUnarchived } from "./finding.js";
import { pullAt } from "./pulls.js";

/**
 * @typedef {import("../types.js").RepoCall} RepoCall
 * @typedef {import("../types.js").Pull} Pull
 */

const READ = { scopes: ["repository"] };
const WRITE = { ...READ, login: true };

/** The setting that allows each style. @type {ReadonlyMap<string, string>} */
const STYLES = new Map([
  ["merge", "allow_merge_commits"],
  ["rebase", "allow_rebase"],
  ["rebase-merge", "allow_rebase_explicit"],
  ["squash", "allow_squash_merge"],
  ["fast-forward-only", "allow_fast_forward_only_merge"],
]);

export const MERGE_ROUTES = [
  repoRoute("GET", "/pulls/:index/merge", READ, (call) => {
    const { pull } = pullAt(call);
    return pull.merged === 0 ? refuseAsMissing(call) : bare(call, 204);
  }),
  repoRoute("POST", "/pulls/:index/merge", WRITE, merge),
  repoRoute("POST", "/pulls/:index/update", WRITE, update),
  repoRoute("GET", "/branches/(?<branch>.+)", READ, branch),
];

/** @param {RepoCall} call */
function merge(call) {
  const { doer, repo, world } = call;
  const { store, personality } = world;
  const body = bodyOf(
    call,
    {
      Do: "string",
      MergeTitleField: "string",
      MergeMessageField: "string",
      head_commit_id: "string",
      delete_branch_after_merge: "boolean",
    },
    ["Do"],
  );
  requireUnarchived(call);
  const { issue, pull } = pullAt(call);
  if (doer === undefined || !mayWrite(call, repo, "code")) return refuse(call, 405, "User not allowed to merge PR");
  if (pull.merged !== 0) {
    return refuse(call, 405, personality.product === "Forgejo" ? "" : "The PR is already merged");
  }
  if (issue.closed !== 0) return refuseAsMissing(call);
  if (pull.draft) return refuse(call, 405, "Work in progress PRs cannot be merged");
  const { Do: style = "" } = body;
  const settings = repositoryShape(call, repo);
  const allowed = STYLES.get(style);
  if (allowed === undefined || Object.entries(settings).every(([name, value]) => name !== allowed || value !== true)) {
    return refuse(call, 405, `merge is not an allowed merge style for this repository`);
  }
  // The server doesn't say whether there is a conflict or it is still checking.
  if (pull.conflicts === true) return refuse(call, 405, "Please try again later");
  if (body.head_commit_id !== undefined && body.head_commit_id !== pull.headSha) {
    return refuse(call, 409, "head out of date");
  }
  const now = store.now();
  issue.closed = now;
  Object.assign(pull, { merged: now, mergedBy: doer, mergeSha: digits(`merge ${issue.number} ${pull.headSha}`) });
  pull.message = { style, title: body.MergeTitleField ?? "", text: body.MergeMessageField ?? "" };
  addEvent(store, issue, doer, "merge_pull");
  if (body.delete_branch_after_merge === true) {
    pull.headDeleted = true;
    addEvent(store, issue, doer, "delete_branch", { payload: { oldRef: pull.head } });
  }
  return bare(call, 200);
}

/** Puts the commits of the base branch into the head branch. @param {RepoCall} call */
function update(call) {
  const { doer, repo, world } = call;
  const { issue, pull } = pullAt(call);
  if (issue.closed !== 0) return refuse(call, 422, "pull request is closed");
  if (doer === undefined || !mayWrite(call, repo, "code")) return bare(call, 403);
  if (pull.headDeleted === true) return refuse(call, 422, "head branch is gone");
  if (pull.conflicts === true) return refuse(call, 409, "merge failed because of conflict");
  // Only administrators of the server see the reason.
  if (pull.mergeBase === pull.baseSha) return refuse(call, 500, "");
  const style = call.request.params.get("style") === "rebase" ? "rebase" : "merge";
  const before = pull.headSha;
  pull.headSha = digits(`${style} of ${pull.baseSha} into ${before}`);
  pull.mergeBase = pull.baseSha;
  if (pull.changes !== undefined) pull.earlier = [...(pull.earlier ?? []), { sha: before, changes: pull.changes }];
  issue.updated = world.store.now();
  return bare(call, 200);
}

/** Shows a branch and its protection. @param {RepoCall} call */
function branch(call) {
  const { repo } = call;
  const name = call.at["branch"] ?? "";
  const found = branchesOf(repo).get(name);
  if (found === undefined) return refuseAsMissing(call);
  const protection = repo.protections.get(name);
  const may = mayWrite(call, repo, "code");
  return json(call, 200, {
    name,
    commit: { id: found.sha },
    protected: protection !== undefined,
    required_approvals: protection?.approvals ?? 0,
    enable_status_check: (protection?.checks.length ?? 0) > 0,
    status_check_contexts: protection?.checks ?? [],
    user_can_push: may && protection === undefined,
    user_can_merge: may,
    effective_branch_protection_name: protection === undefined ? "" : name,
  });
}
