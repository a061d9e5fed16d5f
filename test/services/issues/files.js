// The files that pull requests change, and those of the commits at both ends.
import { createHash } from "node:crypto";

/**
 * @typedef {import("./types.js").Pull} Pull
 * @typedef {import("./types.js").Change} Change
 * @typedef {import("./types.js").Content} Content
 * @typedef {import("./store.js").Repository} Repository
 */

/** Returns the changes of a pull request. One without any in the seed adds a file. @param {Pull} pull @returns {readonly Change[]} */
export function changesOf({ changes, head }) {
  return changes ?? [{ path: `${head}-f.txt`, after: `line1\nline2 ${head}\nline3\n` }];
}

/** @param {Content | undefined} content */
const isText = (content) => typeof content === "string";

/** @param {string} text */
const linesOf = (text) => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

/** Counts the lines that a change adds and removes. Binary files and submodules count like on the servers. @param {Change} change */
export function countLines({ before, after }) {
  const lines = (/** @type {Content | undefined} */ content) =>
    content === undefined || Buffer.isBuffer(content) ? [] : isText(content) ? linesOf(content) : [content.submodule];
  const [old, fresh] = [lines(before), lines(after)];
  const common = longestCommon(old, fresh);
  return { additions: fresh.length - common, deletions: old.length - common };
}

/** Returns the length of the longest common subsequence. @param {readonly string[]} one @param {readonly string[]} other */
function longestCommon(one, other) {
  let row = Array.from({ length: other.length + 1 }, () => 0);
  for (const line of one) {
    const next = [0];
    for (const [place, each] of other.entries()) {
      const [diagonal = 0, above = 0] = row.slice(place, place + 2);
      next.push(line === each ? diagonal + 1 : Math.max(above, next[place] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** @param {Change} change */
export function statusOf({ path, from = path, before, after }) {
  if (from !== path) return "renamed";
  if (before === undefined) return "added";
  if (after === undefined) return "deleted";
  // Both servers say this of binary files.
  return Buffer.isBuffer(after) ? "unchanged" : "changed";
}

/** @param {readonly Change[]} changes */
export function countAll(changes) {
  const counts = changes.map(countLines);
  return {
    additions: counts.reduce((sum, { additions }) => sum + additions, 0),
    deletions: counts.reduce((sum, { deletions }) => sum + deletions, 0),
    files: changes.length,
  };
}

/** Returns a file at a full commit ID. Undefined if it isn't there. @param {Repository} repo @param {string} commit @param {string} path @returns {Content | undefined} */
export function contentAt(repo, commit, path) {
  for (const { pull } of repo.issues.values()) {
    if (pull === null) continue;
    const heads = [{ sha: pull.headSha, changes: changesOf(pull) }, ...(pull.earlier ?? [])];
    const head = heads.find(({ sha }) => sha === commit)?.changes;
    const change = head?.find((each) => each.path === path);
    if (change !== undefined) return change.after;
    // A head has the other files as the base has them, except those that it renames.
    if (head === undefined ? pull.mergeBase !== commit : head.some(({ from }) => from === path)) continue;
    const base = heads.flatMap(({ changes }) => changes).find((each) => (each.from ?? each.path) === path);
    if (base?.before !== undefined) return base.before;
  }
  return undefined;
}

/** Whether a review can be about this commit, whose ID may be short. @param {Pull} pull @param {string} id */
export function isCommitOf({ headSha, baseSha, mergeBase, earlier = [] }, id) {
  return [headSha, baseSha, mergeBase, ...earlier.map(({ sha }) => sha)].some((each) => each.startsWith(id));
}

/** The lines that the hunk of a comment shows, its own last. */
const HUNK_LINES = 4;

/**
 * Returns the beginning of a hunk, down to a line. Empty if the pull request doesn't change the file, or there is no such
 * line. The real servers return one only around changes.
 *
 * @param {Pull} pull @param {{ path: string, line: number, old: boolean }} where
 */
export function hunkAt(pull, { path, line, old }) {
  const change = changesOf(pull).find((each) => each.path === path || (old && each.from === path));
  const [shown, other] = old ? [change?.before, change?.after] : [change?.after, change?.before];
  if (typeof shown !== "string") return "";
  const lines = linesOf(shown);
  if (line < 1 || line > lines.length) return "";
  const others = new Set(typeof other === "string" ? linesOf(other) : []);
  const from = Math.max(1, line - HUNK_LINES + 1);
  const text = lines.slice(from - 1, line).map((each) => `${others.has(each) ? " " : old ? "-" : "+"}${each}`);
  const range = `${from},${line - from + 1}`;
  return [`@@ -${range} +${range} @@`, ...text].join("\n");
}

/** Returns the ID of a blob, as Git computes it. @param {Buffer} content */
export function blobId(content) {
  return createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
}
