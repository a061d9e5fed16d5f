// Routes of what a pull request changes: its files and commits, their content at a commit, and the checks of its commits.
import { mayRead } from "../access.js";
import { blobId, changesOf, contentAt, countLines, statusOf } from "../files.js";
import { countTotal, json, linkPages, moment, numberAsked, pageOf, refuseAsMissing, root } from "../replies.js";
import { repoRoute } from "../router.js";
import { repositoryShape } from "../shapes/repositories.js";
import { pullAt } from "./pulls.js";

/**
 * @typedef {import("../types.js").RepoCall} RepoCall
 * @typedef {import("../types.js").CommitStatus} CommitStatus
 */

const RULES = { scopes: ["repository"] };
/** Larger files have no content here. */
const MAX_CONTENT_BYTES = 10 * 1024 * 1024;

export const PULL_FILE_ROUTES = [
  repoRoute("GET", "/pulls/:index/files", RULES, files),
  repoRoute("GET", "/pulls/:index/commits", RULES, commits),
  repoRoute("GET", "/contents/(?<path>.+)", RULES, contents),
  repoRoute("GET", "/commits/:ref/status", RULES, combinedStatus),
];

/** @param {RepoCall} call */
function files(call) {
  const { pull } = pullAt(call);
  const changes = changesOf(pull);
  const page = `${root(call)}/${call.repo.fullName}`;
  countTotal(call, changes.length);
  const size = Math.min(numberAsked(call, "limit") || 30, call.world.settings.pageCap);
  const pages = Math.ceil(changes.length / size);
  const current = Math.max(1, numberAsked(call, "page"));
  Object.assign(call.headers, {
    "access-control-expose-headers": "X-Total-Count, X-Page, X-PerPage, X-PageCount, X-HasMore",
    "x-page": String(current),
    "x-perpage": String(size),
    "x-pagecount": String(pages),
    "x-hasmore": String(current < pages),
  });
  const shapes = pageOf(call, changes).map((change) => {
    const { path } = change;
    const { additions, deletions } = countLines(change);
    const encoded = path.split("/").map(encodeURIComponent).join("/");
    return {
      filename: path,
      previous_filename: change.from,
      status: statusOf(change),
      additions,
      deletions,
      changes: additions + deletions,
      html_url: `${page}/src/commit/${pull.headSha}/${encoded}`,
      contents_url: `${root(call)}/api/v1/repos/${call.repo.fullName}/contents/${encoded}?ref=${pull.headSha}`,
      raw_url: `${page}/raw/commit/${pull.headSha}/${encoded}`,
    };
  });
  return json(call, 200, shapes);
}

/** One commit for the beginning and one for each push, newest first. @param {RepoCall} call */
function commits(call) {
  const { issue, pull } = pullAt(call);
  const ids = [pull.headSha, ...(pull.earlier ?? []).map(({ sha }) => sha)];
  countTotal(call, ids.length);
  linkPages(call, ids.length);
  const page = `${root(call)}/${call.repo.fullName}`;
  const { created, poster, title } = issue;
  const who = { name: poster.login, email: `${poster.login}@example.org`, date: moment(call, created) };
  const shapes = pageOf(call, ids).map((sha) => {
    const pushed = ids.length - 1 - ids.indexOf(sha);
    return {
      sha,
      created: moment(call, created),
      html_url: `${page}/commit/${sha}`,
      commit: { author: who, committer: who, message: pushed === 0 ? `${title}\n` : `Push ${pushed}\n` },
      author: null,
      committer: null,
      parents: [],
    };
  });
  return json(call, 200, shapes);
}

/** Answers for full commit IDs, the only refs that clients should send. @param {RepoCall} call */
function contents(call) {
  const { repo } = call;
  const path = call.at["path"] ?? "";
  const ref = call.request.params.get("ref") ?? "";
  if (!mayRead(call, repo, "code")) refuseAsMissing(call);
  const found = contentAt(repo, ref, path);
  if (found === undefined) {
    const errors = [`object does not exist [id: , rel_path: ${path}]`];
    return refuseAsMissing(call, { text: "GetContentsOrList", errors });
  }
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (typeof found === "object" && !Buffer.isBuffer(found)) {
    const { submodule, url } = found;
    const shape = { name, path, sha: submodule, type: "submodule", size: 0, encoding: null, content: null };
    return json(call, 200, { ...shape, target: null, submodule_git_url: url });
  }
  const bytes = Buffer.from(found);
  const isLarge = bytes.length > MAX_CONTENT_BYTES;
  return json(call, 200, {
    name,
    path,
    sha: blobId(bytes),
    type: "file",
    size: bytes.length,
    encoding: "base64",
    content: isLarge ? (call.world.personality.product === "Forgejo" ? "" : null) : bytes.toString("base64"),
    target: null,
    submodule_git_url: null,
  });
}

/** Both servers compute the state only from the statuses of the page. @param {RepoCall} call */
function combinedStatus(call) {
  const { repo } = call;
  if (!mayRead(call, repo, "code")) refuseAsMissing(call);
  const ref = call.at["ref"] ?? "";
  const newest = new Map((repo.statuses.get(ref) ?? []).map((each) => [each.context, each]));
  const all = [...newest.values()];
  const isForgejo = call.world.personality.product === "Forgejo";
  if (all.length === 0) {
    const shape = { total_count: 0, statuses: null };
    if (isForgejo) return json(call, 200, { state: "", sha: "", ...shape, repository: null, commit_url: "", url: "" });
    return json(call, 200, { state: "pending", sha: ref, ...shape, repository: repositoryShape(call, repo) });
  }
  countTotal(call, all.length);
  const page = pageOf(call, all);
  return json(call, 200, {
    state: worstOf(page),
    sha: ref,
    total_count: page.length,
    statuses: page.map((each) => statusShape(call, each)),
    repository: repositoryShape(call, repo),
  });
}

/** @param {readonly CommitStatus[]} statuses */
function worstOf(statuses) {
  const states = new Set(statuses.map(({ status }) => status));
  for (const each of ["error", "failure", "pending"]) if (states.has(each)) return each;
  return "success";
}

/** @param {RepoCall} call @param {CommitStatus} status */
const statusShape = (call, { id, status, context, description, target, created }) => ({
  id,
  status,
  target_url: target,
  description,
  context,
  creator: null,
  created_at: moment(call, created),
  updated_at: moment(call, created),
});
