// Loads pull requests, their changed files and checks, and what merging requires, and merges them.
import * as v from "valibot";
import { fields, from, int64, listOf, optional, optionalText, whole, type Schema } from "../../base/decode.ts";
import { path } from "../../base/origin.ts";
import { asProblem } from "../../base/problem.ts";
import {
  isCommitId,
  MERGE_STYLES,
  type BranchRules,
  type ChangedFile,
  type Check,
  type CheckState,
  type Comparison,
  type FileContent,
  type FileStatus,
  type ListedPull,
  type MergeSettings,
  type MergeStyle,
  type PullCommit,
  type PullDetails,
  type PullEnd,
} from "../model/pull.ts";
import { UNPAGED_LIMITS, under, type Caller } from "./caller.ts";
import { amount, flag, issue, mapped, person, plainName, text, time } from "./decoders.ts";
import type { PullRoutes } from "./forge-pulls.ts";

const MEBIBYTE = 1024 * 1024;
/** Servers leave out the content of files over 10 MiB. In Base64, the rest is a third longer. */
const MAX_CONTENT_BYTES = 16 * MEBIBYTE;

const commitId = v.pipe(v.string(), v.check(isCommitId, "a commit ID"));

const pullEnd: Schema<PullEnd> = mapped(
  v.object({
    label: text,
    ref: text,
    sha: commitId,
    repo: optional(fields({ owner: from("owner.login", plainName), name: plainName })),
  }),
  ({ label, ref, sha, repo }) => ({
    branch: label === "" ? ref : label,
    commit: sha,
    repository: repo,
    isGone: repo === undefined || ref.startsWith("refs/"),
  }),
);

/** A team, of which only the name counts. */
export const teamName: Schema<string> = mapped(v.object({ name: v.string() }), ({ name }) => name);

export const pullDetails: Schema<PullDetails> = fields({
  number: int64,
  title: v.string(),
  author: from("user", optional(person)),
  closed: from(
    "state",
    mapped(text, (state) => state === "closed"),
  ),
  merged: flag,
  draft: flag,
  mergeable: flag,
  head: pullEnd,
  base: pullEnd,
  mergeBase: from("merge_base", commitId),
  additions: optional(whole),
  deletions: optional(whole),
  files: from("changed_files", optional(whole)),
  requested: from("requested_reviewers", listOf(person)),
  requestedTeams: from("requested_reviewers_teams", listOf(teamName)),
});

/** These routes return a pull request with the fields of an issue. */
export const listedPull: Schema<ListedPull> = mapped(
  fields({
    issue: from("", issue),
    state: from("", v.object({ merged: flag, draft: flag })),
    repository: from(
      "base.repo",
      optional(fields({ id: int64, owner: from("owner.login", plainName), name: plainName })),
    ),
    base: from("base.ref", v.string()),
    head: from("head", v.object({ label: text, ref: text })),
    owner: from("head.repo.owner.login", optionalText),
  }),
  ({ base, head, issue: shared, owner, repository, state }) => ({
    issue: { ...shared, pull: state, repository },
    base,
    head: { owner, branch: head.label === "" ? head.ref : head.label },
  }),
);

export const branch: Schema<{ readonly name: string }> = v.object({ name: v.string() });

export const comparison: Schema<Comparison> = mapped(
  v.object({
    total_commits: whole,
    commits: listOf(fields({ files: listOf(fields({ filename: v.string() })) })),
  }),
  ({ commits, total_commits }) => ({
    commits: total_commits,
    paths: [...new Set(commits.flatMap(({ files }) => files.map(({ filename }) => filename)))],
  }),
);

const STATUSES: ReadonlyMap<string, FileStatus> = new Map(
  (["added", "deleted", "changed", "renamed", "unchanged"] as const).map((status) => [status, status]),
);

export const changedFile: Schema<ChangedFile> = fields({
  path: from("filename", v.string()),
  from: from("previous_filename", optionalText),
  status: mapped(text, (status) => STATUSES.get(status) ?? "changed"),
  additions: amount,
  deletions: amount,
});

export const pullCommit: Schema<PullCommit> = fields({
  id: from("sha", commitId),
  message: from("commit.message", text),
  author: from("commit.author.name", text),
  at: from("commit.author.date", optional(time)),
});

export const fileContent: Schema<FileContent> = mapped(
  v.object({
    type: v.picklist(["file", "symlink", "submodule"]),
    sha: v.string(),
    size: amount,
    content: optional(v.string()),
    target: text,
    submodule_git_url: text,
  }),
  ({ type, sha, size, content = "", target, submodule_git_url: url }): FileContent => {
    if (type === "submodule") return { kind: "submodule", blob: sha, url };
    if (type === "symlink") return { kind: "link", blob: sha, target };
    const bytes = content === "" && size > 0 ? undefined : Buffer.from(content, "base64");
    return { kind: "file", blob: sha, size, bytes };
  },
);

/** Servers store any text as the state of a check. */
const CHECK_STATES: ReadonlyMap<string, CheckState> = new Map([
  ["success", "success"],
  ["warning", "success"],
  ["failure", "failure"],
  ["error", "failure"],
  ["pending", "running"],
  ["running", "running"],
  ["skipped", "skipped"],
]);

export const check: Schema<Check> = fields({
  name: from("context", text),
  state: from(
    "status",
    mapped(text, (status) => CHECK_STATES.get(status) ?? "unknown"),
  ),
  description: text,
  // Anyone who may write statuses chooses the target.
  link: from(
    "target_url",
    mapped(text, (url) => (/^https?:\/\//i.test(url) || /^\/(?![/\\])/.test(url) ? url : undefined)),
  ),
});

export const branchRules: Schema<BranchRules> = mapped(
  v.object({
    required_approvals: amount,
    enable_status_check: flag,
    status_check_contexts: listOf(v.string()),
    user_can_merge: flag,
  }),
  (wire) => ({
    approvals: wire.required_approvals,
    checks: wire.enable_status_check ? wire.status_check_contexts : [],
    mayMerge: wire.user_can_merge,
  }),
);

const STYLE_SETTINGS: Readonly<Record<MergeStyle, string>> = {
  merge: "allow_merge_commits",
  rebase: "allow_rebase",
  "rebase-merge": "allow_rebase_explicit",
  squash: "allow_squash_merge",
  "fast-forward-only": "allow_fast_forward_only_merge",
};

export const mergeSettings: Schema<MergeSettings> = mapped(
  v.looseObject({ default_merge_style: text, default_delete_branch_after_merge: flag, default_branch: text }),
  (wire) => {
    const allowed = MERGE_STYLES.filter((style) => wire[STYLE_SETTINGS[style]] === true);
    const isDefault = (style: MergeStyle): boolean => style === wire.default_merge_style;
    return {
      styles: [...allowed.filter(isDefault), ...allowed.filter((style) => !isDefault(style))],
      // Only some servers can turn off the merge.
      updateStyles: [
        ...(wire["allow_merge_update"] === false ? [] : (["merge"] as const)),
        ...(wire["allow_rebase_update"] === true ? (["rebase"] as const) : []),
      ],
      deletesBranch: wire.default_delete_branch_after_merge,
      defaultBranch: wire.default_branch,
    };
  },
);

/** The routes need the scopes `read:repository` and, to merge, `write:repository`. */
export function pullRoutes(caller: Caller): PullRoutes {
  return {
    list: async (repo, { signal, ...query }) =>
      caller.list({ path: under(repo, "/pulls"), query, signal }, listedPull, "pull requests"),
    create: async (repo, pull, { signal } = {}) => {
      const call = { method: "POST", path: under(repo, "/pulls"), json: pull, signal } as const;
      return caller.requestOne(call, listedPull, "pull request");
    },
    branches: async (repo, { signal, ...paged } = {}) =>
      caller.list({ path: under(repo, "/branches"), query: paged, signal }, branch, "branches"),
    compare: async (repo, base, head, { signal } = {}) => {
      const route = under(repo, `/compare${encodeSegments(`${base}...${head}`)}`);
      return caller.requestOne({ path: route, signal }, comparison, "comparison");
    },
    details: async (repo, number, { signal } = {}) =>
      caller.requestOne({ path: under(repo, path`/pulls/${number}`), signal }, pullDetails, "pull request"),
    files: async (repo, number, { signal, ...paged } = {}) => {
      const call = { path: under(repo, path`/pulls/${number}/files`), query: paged, signal };
      return caller.list(call, changedFile, "changed files");
    },
    commits: async (repo, number, { signal, ...paged } = {}) => {
      const query = { ...paged, verification: false, files: false };
      const call = { path: under(repo, path`/pulls/${number}/commits`), query, signal };
      return caller.list(call, pullCommit, "commits");
    },
    content: async (repo, file, commit, { signal } = {}) => {
      const call = {
        path: under(repo, `/contents${encodeSegments(file)}`),
        query: { ref: commit },
        maxBytes: MAX_CONTENT_BYTES,
        signal,
      };
      try {
        return await caller.requestOne(call, fileContent, "file");
      } catch (error) {
        const problem = asProblem(error);
        if (problem.kind === "notFound" && problem.facts.noRoute !== true) return undefined;
        throw problem;
      }
    },
    /** The state that the server combines is only that of the page. */
    checks: async (repo, commit, { signal, ...paged } = {}) => {
      const call = { path: under(repo, path`/commits/${commit}/status`), query: paged, signal };
      return caller.list(call, check, "checks", { listKey: "statuses", limits: UNPAGED_LIMITS });
    },
    branchRules: async (repo, branch, { signal } = {}) => {
      const route = under(repo, `/branches${encodeSegments(branch)}`);
      return caller.requestOne({ path: route, signal }, branchRules, "branch");
    },
    mergeSettings: async (repo, { signal } = {}) =>
      caller.requestOne({ path: under(repo, ""), signal }, mergeSettings, "repository"),
    merge: async (repo, number, request, { signal } = {}) => {
      const { style, message, head, deletesBranch } = request;
      const json = {
        Do: style,
        ...(message === undefined ? {} : { MergeTitleField: message.title, MergeMessageField: message.body }),
        head_commit_id: head,
        // Some servers use the repository's setting without the key, and some don't.
        delete_branch_after_merge: deletesBranch,
      };
      await caller.send({ method: "POST", path: under(repo, path`/pulls/${number}/merge`), json, signal });
    },
    update: async (repo, number, style, { signal } = {}) => {
      await caller.send({
        method: "POST",
        path: under(repo, path`/pulls/${number}/update`),
        query: { style },
        signal,
      });
    },
  };
}

/** Encodes a path within the repository. Throws if a segment would lead out of it. */
function encodeSegments(file: string): string {
  return file
    .split("/")
    .map((segment) => path`/${segment}`)
    .join("");
}
