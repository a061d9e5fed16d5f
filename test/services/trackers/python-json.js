// Parses JSON like Python, because the server returns Python's error messages.

/** A syntax error and its position. */
class JsonError extends Error {
  /** @param {string} words @param {string} text @param {number} at */
  constructor(words, text, at) {
    const lines = text.slice(0, at).split("\n");
    super(`${words}: line ${lines.length} column ${(lines.at(-1) ?? "").length + 1} (char ${at})`);
  }
}

/** The depth of nested lists and objects at which Python gives up. */
const MOST_DEPTH = 990;

/** Python's error for deep nesting, which the framework doesn't catch. */
export class RecursionError extends Error {}

/** @param {string} text @returns {unknown} */
export function parsePythonJson(text) {
  let depth = 0;
  let at = 0;
  const fail = (/** @type {string} */ words, where = at) => {
    throw new JsonError(words, text, where);
  };
  const blanks = () => {
    while (" \t\n\r".includes(text[at] ?? "x")) at += 1;
  };
  const string = () => {
    const start = at;
    at += 1;
    for (; ; at += 1) {
      const sign = text[at];
      if (sign === undefined) fail("Unterminated string starting at", start);
      if (sign === '"') break;
      if ((sign ?? "") < " ") fail("Invalid control character at");
      if (sign !== "\\") continue;
      at += 1;
      if (text[at] === undefined) fail("Unterminated string starting at", start);
      if (text[at] === "u" && !/^[0-9a-fA-F]{4}/.test(text.slice(at + 1))) fail("Invalid \\uXXXX escape", at + 1);
      if (!'"\\/bfnrtu'.includes(text[at] ?? "")) fail("Invalid \\escape", at - 1);
    }
    at += 1;
    return String(JSON.parse(text.slice(start, at)));
  };
  /** @param {"]" | "}"} end @param {() => void} element */
  const elements = (end, element) => {
    depth += 1;
    if (depth > MOST_DEPTH) throw new RecursionError();
    at += 1;
    blanks();
    if (text[at] === end) at += 1;
    else {
      for (;;) {
        element();
        blanks();
        if (text[at] === end) break;
        if (text[at] !== ",") fail("Expecting ',' delimiter");
        at += 1;
        blanks();
      }
      at += 1;
    }
    depth -= 1;
  };
  /** @returns {unknown} */
  const value = () => {
    const sign = text[at];
    if (sign === '"') return string();
    if (sign === "[") {
      /** @type {unknown[]} */
      const list = [];
      elements("]", () => list.push(value()));
      return list;
    }
    if (sign === "{") {
      /** @type {[string, unknown][]} */
      const fields = [];
      elements("}", () => {
        if (text[at] !== '"') fail("Expecting property name enclosed in double quotes");
        const key = string();
        blanks();
        if (text[at] !== ":") fail("Expecting ':' delimiter");
        at += 1;
        blanks();
        fields.push([key, value()]);
      });
      return Object.fromEntries(fields);
    }
    const word = /^(?:NaN|-?Infinity|true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/.exec(text.slice(at));
    if (word === null) return fail("Expecting value");
    at += word[0].length;
    if (/N|I/.test(word[0])) throw new Error(`Out of range float values are not JSON compliant: '${word[0]}'`);
    return JSON.parse(word[0]);
  };
  if (text.startsWith("\ufeff")) fail("Unexpected UTF-8 BOM (decode using utf-8-sig)");
  blanks();
  const read = value();
  blanks();
  if (at < text.length) fail("Extra data");
  return read;
}
