// The branches of a repository: its default branch, those of its pull requests, and those that an action has added.
import { digits } from "./seed/writer.js";

/**
 * @typedef {import("./types.js").Branch} Branch
 * @typedef {import("./store.js").Repository} Repository
 */

/** @param {Repository} repo @returns {Map<string, Branch>} */
export function branchesOf(repo) {
  /** @type {Map<string, Branch>} */
  const found = new Map([["main", { sha: digits(`main ${repo.id}`), ahead: 0 }]]);
  for (const { closed, pull } of repo.issues.values()) {
    if (!pull) continue;
    found.set(pull.base, { sha: pull.baseSha, ahead: pull.base === "main" ? 0 : 1 });
    if (closed === 0 && pull.headDeleted !== true && pull.fork === undefined) {
      found.set(pull.head, { sha: pull.headSha, ahead: 1 });
    }
  }
  for (const [name, branch] of repo.branches) found.set(name, branch);
  return found;
}

/**
 * Finds a branch by its name, or `owner:name` for one of a fork.
 *
 * @param {import("./types.js").World} world @param {Repository} repo @param {string} text
 * @returns {{ source: Repository | undefined, name: string, branch: Branch | undefined }}
 */
export function findHead({ store }, repo, text) {
  const [owner = "", name] = text.split(":");
  if (name === undefined) return { source: repo, name: text, branch: branchesOf(repo).get(text) };
  const isOwn = owner.toLowerCase() === repo.owner.login.toLowerCase();
  const source = isOwn
    ? repo
    : [...store.repositories.values()].find(
        (each) => each.parent === repo && each.owner.login.toLowerCase() === owner.toLowerCase(),
      );
  return { source, name, branch: source && branchesOf(source).get(name) };
}
