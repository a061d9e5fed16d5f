// Repositories as the API returns them.
import { permissionsIn } from "../access.js";
import { moment, root } from "../replies.js";
import { NEVER } from "../times.js";
import { userShape } from "./users.js";

/**
 * @typedef {import("../types.js").Call} Call
 * @typedef {import("../store.js").Repository} Repository
 */

/** @param {Call} call @param {Repository} repo */
export const repositoryUrl = (call, repo) => `${root(call)}/api/v1/repos/${repo.fullName}`;

/** @param {Repository} repo @param {boolean} pulls */
const openCount = (repo, pulls) =>
  [...repo.issues.values()].filter(({ pull, closed }) => (pull !== null) === pulls && closed === 0).length;

/** @param {Call} call @param {Repository} repo @param {{ permissions?: boolean }} [how] @returns {Record<string, unknown>} */
export function repositoryShape(call, repo, { permissions = true } = {}) {
  const { personality } = call.world;
  const has = (/** @type {string} */ name) => personality.fields.includes(`repository.${name}`);
  const page = `${root(call)}/${repo.fullName}`;
  const { hostname } = new URL(root(call));
  const ssh = personality.ssh(hostname);
  return {
    id: repo.id,
    owner: userShape(call, repo.owner),
    name: repo.name,
    full_name: repo.fullName,
    description: repo.description,
    empty: false,
    private: repo.isPrivate,
    fork: repo.parent !== null,
    template: false,
    ...(repo.parent !== null || has("parent")
      ? { parent: repo.parent && repositoryShape(call, repo.parent, { permissions }) }
      : {}),
    mirror: false,
    size: 31,
    language: repo.language,
    languages_url: `${repositoryUrl(call, repo)}/languages`,
    html_url: page,
    url: repositoryUrl(call, repo),
    link: "",
    ssh_url: `${ssh}${repo.fullName}.git`,
    clone_url: `${page}.git`,
    original_url: "",
    website: "",
    stars_count: repo.stars,
    forks_count: 0,
    watchers_count: 1,
    ...(has("branch_count") ? { branch_count: 1 } : {}),
    open_issues_count: openCount(repo, false),
    open_pr_counter: openCount(repo, true),
    release_counter: 0,
    default_branch: "main",
    archived: repo.archived !== 0,
    created_at: moment(call, repo.created),
    updated_at: moment(call, repo.updated),
    archived_at: moment(call, repo.archived),
    ...(permissions ? { permissions: permissionsIn(call, repo) } : {}),
    ...(has("has_code") ? { has_code: true } : {}),
    has_issues: repo.units.issues !== "off",
    ...trackerShape(repo),
    has_wiki: true,
    ...(has("wiki")
      ? {
          has_wiki_contents: false,
          wiki_branch: "main",
          wiki_ssh_url: `${ssh}${repo.fullName}.wiki.git`,
          wiki_clone_url: `${page}.wiki.git`,
          globally_editable_wiki: false,
        }
      : {}),
    has_pull_requests: repo.units.pulls,
    has_projects: true,
    ...(has("projects_mode") ? { projects_mode: "all" } : {}),
    has_releases: true,
    has_packages: false,
    has_actions: false,
    ignore_whitespace_conflicts: false,
    allow_merge_commits: true,
    allow_rebase: true,
    allow_rebase_explicit: true,
    allow_squash_merge: true,
    allow_fast_forward_only_merge: true,
    ...(has("allow_merge_update") ? { allow_merge_update: true } : {}),
    allow_rebase_update: true,
    ...(has("manual_merge") ? { allow_manual_merge: false, autodetect_manual_merge: false } : {}),
    default_delete_branch_after_merge: false,
    default_merge_style: "merge",
    default_allow_maintainer_edit: false,
    ...(has("default_update_style") ? { default_update_style: "merge" } : {}),
    ...repo.merging,
    avatar_url: "",
    internal: false,
    mirror_interval: "",
    object_format_name: "sha1",
    mirror_updated: NEVER,
    ...(has("mirror_last_sync_at") ? { mirror_last_sync_at: NEVER } : {}),
    ...(has("repo_transfer") ? { repo_transfer: null } : {}),
    topics: [],
    ...(has("licenses") ? { licenses: [] } : {}),
  };
}

/** @param {Repository} repo */
function trackerShape({ units }) {
  switch (units.issues) {
    case "internal":
      return {
        internal_tracker: {
          enable_time_tracker: true,
          allow_only_contributors_to_track_time: true,
          enable_issue_dependencies: true,
        },
      };
    case "external":
      return {
        external_tracker: {
          external_tracker_url: "https://tracker.example/x",
          external_tracker_format: "https://tracker.example/x/{index}",
          external_tracker_style: "numeric",
          external_tracker_regexp_pattern: "",
        },
      };
    case "off":
      return {};
  }
}
