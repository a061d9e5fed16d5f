/**
 * Permissions: the rights of users in a repository, and the scopes of tokens.
 *
 * @typedef {import("./types.js").User} User
 * @typedef {import("./types.js").Token} Token
 * @typedef {import("./types.js").Level} Level
 * @typedef {import("./types.js").Unit} Unit
 * @typedef {import("./store.js").Repository} Repository
 * @typedef {import("./store.js").Issue} Issue
 * @typedef {{ doer: User | undefined, token: Token | undefined }} Requester
 */

/** @type {readonly Level[]} */
const LEVELS = ["none", "read", "write", "admin", "owner"];

/** @param {Level} held @param {Level} needed */
const reaches = (held, needed) => LEVELS.indexOf(held) >= LEVELS.indexOf(needed);

/** @param {Repository} repo @param {Unit} unit */
function isOn({ units }, unit) {
  if (unit === "issues") return units.issues === "internal";
  return unit === "pulls" ? units.pulls : true;
}

/** @param {Requester} requester @param {Repository} repo @param {Unit} unit @returns {Level} */
function levelOf({ doer, token }, repo, unit) {
  if (!isOn(repo, unit)) return "none";
  // A repository-specific token hides only other private repositories.
  if (repo.isPrivate && token !== undefined && token.repositories !== null && !token.repositories.includes(repo)) {
    return "none";
  }
  if (repo.isPrivate && token?.scopes.includes("public-only") === true) return "none";
  if (doer !== undefined && (doer.isAdmin || repo.owner === doer)) return "owner";
  const given = doer === undefined ? undefined : repo.collaborators.get(doer)?.[unit];
  if (given !== undefined && (given !== "none" || repo.isPrivate)) return given;
  return repo.isPrivate ? "none" : "read";
}

/** @param {Requester} requester @param {Repository} repo @param {Unit} unit */
export const mayRead = (requester, repo, unit) => reaches(levelOf(requester, repo, unit), "read");

/** @param {Requester} requester @param {Repository} repo @param {Unit} unit */
export const mayWrite = (requester, repo, unit) => reaches(levelOf(requester, repo, unit), "write");

/** @param {Requester} requester @param {Repository} repo */
export const isAdminOf = (requester, repo) => reaches(levelOf(requester, repo, "code"), "admin");

/** @param {Requester} requester @param {Repository} repo */
export const maySee = (requester, repo) =>
  /** @type {const} */ (["code", "issues", "pulls"]).some((unit) => mayRead(requester, repo, unit));

/** @param {Requester} requester @param {Repository} repo */
export const permissionsIn = (requester, repo) => ({
  admin: isAdminOf(requester, repo),
  push: mayWrite(requester, repo, "code"),
  pull: mayRead(requester, repo, "code"),
});

/** @param {Issue} issue @param {User} user */
export const isBlocked = ({ repo, poster }, user) => repo.owner.blocked.has(user) || poster.blocked.has(user);

/**
 * Returns the first of a route's scopes that a token lacks, if any.
 * @param {Token} token
 * @param {readonly string[]} categories
 * @param {boolean} writes
 */
export function missingScope(token, categories, writes) {
  for (const category of categories) {
    const needed = `${writes ? "write" : "read"}:${category}`;
    const enough = new Set(["all", `write:${category}`, ...(writes ? [] : [needed])]);
    if (!token.scopes.some((scope) => enough.has(scope))) return [needed];
  }
  return undefined;
}
