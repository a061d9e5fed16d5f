// Parses the when clauses of the manifest.

/**
 * @typedef {object} Term a comparison in a clause
 * @property {string} key
 * @property {string | undefined} value the value that the key is compared with, if any
 * @property {RegExp | undefined} pattern the pattern that the key must match, if any
 */

const TERM = /^!?\s*([\w.:-]+)(?:\s*(==|!=|=~|in|not in|<|<=|>|>=)\s*(.+))?$/s;

/** @param {string} clause @returns {Term[]} */
export function termsOf(clause) {
  /** @type {Term[]} */
  const terms = [];
  for (const part of partsOf(clause)) {
    const [, key, operator, given] = TERM.exec(part) ?? [];
    if (key === undefined) throw new Error(`invalid when clause: ${clause}`);
    const value = given?.trim().replace(/^'(.*)'$/s, "$1");
    const [, source, flags] = /^\/(.*)\/(\w*)$/s.exec(value ?? "") ?? [];
    terms.push({
      key,
      value: operator === "=~" ? undefined : value,
      pattern: operator === "=~" ? new RegExp(source ?? "", flags) : undefined,
    });
  }
  return terms;
}

/** Splits a clause at its operators, but not inside a regular expression. @param {string} clause */
function partsOf(clause) {
  const parts = [""];
  for (const [piece] of clause.matchAll(/\/(?:\\.|[^\\/])*\/\w*|&&|\|\||[()]|[^]/g)) {
    if (piece === "&&" || piece === "||" || piece === "(" || piece === ")") parts.push("");
    else parts.push(`${parts.pop() ?? ""}${piece}`);
  }
  return parts.map((each) => each.trim()).filter((each) => each !== "" && each !== "!");
}
