/**
 * Parses and validates queries like the server: keys in lowercase, the values of each key together and in order.
 *
 * @typedef {{ key: string, values: string[] }} Parameter
 * @typedef {"eq" | "ne" | "gt" | "gte" | "lt" | "lte"} Operator
 * @typedef {{ operator: Operator, value: bigint }} Condition
 * @typedef {Record<string, (value: string) => boolean>} Rules validates the values of each known key
 * @typedef {"asc" | "desc"} Order
 */

export const MOST_INT64 = 2n ** 63n - 1n;
const MOST_REPEATS = 100;

/** The parser rejects nested brackets. */
const TOO_DEEP = "Input depth exceeded depth option of 1 and strictDepth is true";

/** Returns the parameters, the parser's error message, or undefined for a key with brackets on which the server fails. @param {string} query @returns {Parameter[] | string | undefined} */
export function readQuery(query) {
  /** @type {Map<string, string[]>} */
  const parameters = new Map();
  for (const part of query.split("&")) {
    if (part === "") continue;
    const cut = part.indexOf("=");
    const given = decodeComponent(cut < 0 ? part : part.slice(0, cut));
    if (/\[[^[\]]*\][^[\]]*\[[^[\]]*\]/.test(given)) return TOO_DEEP;
    // The server's parser accepts `limit[]` and `limit[0]` as lists, and fails on any other bracket.
    const [, named = given, index = ""] = /^(.*)\[(\d*)\]$/s.exec(given) ?? [];
    if (/[[\]]/.test(named) || Number(index) > MOST_REPEATS) return undefined;
    // The parser ignores names of Object.prototype, and values without a name.
    if (named in {} || named === "") continue;
    const key = named.toLowerCase();
    const value = cut < 0 ? "" : decodeComponent(part.slice(cut + 1));
    const shown = key === "order" || key === "result" ? value.toLowerCase() : value;
    parameters.set(key, [...(parameters.get(key) ?? []), shown]);
  }
  return [...parameters].map(([key, values]) => ({ key, values }));
}

/** @param {string} text */
function decodeComponent(text) {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/**
 * Returns the errors of a query: one per invalid value in the order of the query, then one per unknown key.
 * @param {readonly Parameter[]} parameters
 * @param {Rules} rules
 */
export function queryErrors(parameters, rules) {
  const invalid = parameters.flatMap(({ key, values }) => {
    const allows = Object.hasOwn(rules, key) ? rules[key] : undefined;
    if (allows === undefined) return [];
    if (values.length > MOST_REPEATS) {
      return `Parameter values count exceeds maximum number allowed: ${key} count: ${values.length} max: ${MOST_REPEATS}`;
    }
    return values.filter((value) => !allows(value)).map(() => `Invalid parameter: ${key}`);
  });
  const unknown = parameters.filter(({ key }) => !Object.hasOwn(rules, key));
  return [...invalid, ...unknown.map(({ key }) => `Unknown query parameter: ${key}`)];
}

/** @param {readonly Parameter[]} parameters @param {string} key */
export function valuesOf(parameters, key) {
  return parameters.find((parameter) => parameter.key === key)?.values ?? [];
}

/** Splits a value into its operator, by default `eq`, and the rest. @param {string} text @returns {[string, string]} */
export function split(text) {
  const cut = text.indexOf(":");
  return cut < 0 ? ["eq", text] : [text.slice(0, cut), text.slice(cut + 1)];
}

/** @param {string} operator @returns {operator is Operator} */
export function isOperator(operator) {
  return /^(eq|ne|gte?|lte?)$/.test(operator);
}

/** True for a valid limit. The server accepts an operator before it, and ignores it. @param {string} text */
export function isLimit(text) {
  const [operator, value] = split(text);
  return isOperator(operator) && /^\d{1,19}$/.test(value) && BigInt(value) >= 1n && BigInt(value) <= MOST_INT64;
}

/** @param {string} text */
export function isOrder(text) {
  const [operator, value] = split(text);
  return isOperator(operator) && (value === "asc" || value === "desc");
}

/** @param {string} value */
export function isBoolean(value) {
  return /^(eq:)?(true|false)$/i.test(value);
}

/** @param {string} text */
export function isTimestamp(text) {
  const [operator, value] = split(text);
  return isOperator(operator) && /^\d{1,10}(\.\d{1,9})?$/.test(value);
}

/** @param {string} text */
export function isNumber(text) {
  const [operator, value] = split(text);
  if (!isOperator(operator) || operator === "ne") return false;
  // Hex digits are compared as a double, for which 2^63 and 2^63 - 1 are equal. Anything after them is ignored.
  if (value.startsWith("0x")) return Number.parseInt(value, 16) <= Number(MOST_INT64);
  return /^\d{1,19}$/.test(value) && BigInt(value) <= MOST_INT64;
}

/** @param {string} text */
export function isDecimal(text) {
  return isEqual(text) && /^\d+$/.test(split(text)[1]);
}

/** @param {string} text */
export function isEqual(text) {
  return split(text)[0] === "eq" && isNumber(text);
}

/** Returns the last limit, at most `most`. @param {readonly Parameter[]} parameters @param {number} usual @param {number} most */
export function limitOf(parameters, usual, most) {
  const last = valuesOf(parameters, "limit").at(-1);
  if (last === undefined) return usual;
  const limit = BigInt(split(last)[1]);
  return limit > BigInt(most) ? most : Number(limit);
}

/** @param {readonly Parameter[]} parameters @param {Order} [usual] @returns {Order} */
export function orderOf(parameters, usual = "desc") {
  const last = valuesOf(parameters, "order").at(-1);
  return last === undefined ? usual : split(last)[1] === "asc" ? "asc" : "desc";
}

/** @param {readonly Parameter[]} parameters @returns {Condition[]} */
export function timeConditions(parameters) {
  return valuesOf(parameters, "timestamp").map((text) => {
    const [operator, value] = split(text);
    return { operator: isOperator(operator) ? operator : "eq", value: nanoseconds(value) };
  });
}

/** @param {string} text seconds with a fraction */
export function nanoseconds(text) {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole) * 1_000_000_000n + BigInt(fraction.padEnd(9, "0"));
}

/** @param {readonly Parameter[]} parameters @param {string} key @returns {Condition[]} */
export function numberConditions(parameters, key) {
  return valuesOf(parameters, key).map((text) => {
    const [operator, value] = split(text);
    // The server parses hex digits as a double, which can differ from the requested number.
    const number = value.startsWith("0x") ? BigInt(Number.parseInt(value, 16)) : BigInt(value);
    return { operator: isOperator(operator) ? operator : "eq", value: number };
  });
}

/** Returns the range that the conditions allow, including both ends, and the values that they exclude. @param {readonly Condition[]} conditions */
export function rangeOf(conditions) {
  let low = 0n;
  let high = MOST_INT64;
  /** @type {Set<bigint>} */
  const without = new Set();
  for (const { operator, value } of conditions) {
    if (operator === "ne") without.add(value);
    const least = operator === "gt" ? value + 1n : operator === "gte" || operator === "eq" ? value : 0n;
    const most = operator === "lt" ? value - 1n : operator === "lte" || operator === "eq" ? value : MOST_INT64;
    if (least > low) low = least;
    if (most < high) high = most;
  }
  return { low, high, without };
}

/** Returns why conditions on time can't be combined, or undefined if they can. @param {readonly Condition[]} times */
export function timeConflict(times) {
  const count = (/** @type {RegExp} */ side) => times.filter(({ operator }) => side.test(operator)).length;
  const [low, high] = [count(/^gt/), count(/^lt/)];
  if (low > 1) return "Multiple gt or gte operators not permitted for timestamp param";
  if (high > 1) return "Multiple lt or lte operators not permitted for timestamp param";
  if (count(/^eq/) > 0 && times.some(({ operator }) => operator !== "eq"))
    return "Cannot combine eq with ne, gt, gte, lt, or lte for timestamp param";
  return undefined;
}

/**
 * Returns why the conditions on the paging key of a list can't be combined, if so. At most one of each kind is allowed.
 * @param {string} key
 * @param {readonly Condition[]} conditions
 */
export function boundConflict(key, conditions) {
  const count = (/** @type {RegExp} */ side) => conditions.filter(({ operator }) => side.test(operator)).length;
  if (count(/^eq/) > 1) return `Only one equal (eq) operator is allowed for ${key}`;
  if (count(/^gt/) > 1) return `Only one gt/gte operator is allowed for ${key}`;
  if (count(/^lt/) > 1) return `Only one lt/lte operator is allowed for ${key}`;
  if (count(/^ne/) > 0) return `Not equal (ne) operator is not supported for ${key}`;
  return undefined;
}
