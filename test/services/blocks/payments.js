// The mirror node's routes for transactions.
import { json, errorResponse } from "./answer.js";
import { entityIn } from "./census.js";
import { isKind, SUCCESSES } from "./kinds.js";
import {
  queryErrors,
  isLimit,
  isOrder,
  isTimestamp,
  limitOf,
  MOST_INT64,
  nanoseconds,
  orderOf,
  rangeOf,
  split,
  timeConditions,
  timeConflict,
  valuesOf,
} from "./query.js";
import { nextByTime } from "./links.js";
import { MOST_BLOCKS_SEARCHED } from "./transactions.js";

/**
 * @typedef {import("./routes.js").World} World
 * @typedef {import("./transactions.js").Spot} Spot
 * @typedef {ReturnType<import("./transactions.js").Transactions["transactionShape"]>} TransactionShape
 */

const WRONG_ID =
  'Invalid Transaction id. Please use "shard.realm.num-sss-nnn" format where sss are seconds and nnn are nanoseconds';
/** The maximum time from the start of validity to consensus. */
const MAX_DELAY_NS = 4_000_000_000n;

/** @type {import("./routes.js").Handler} */
export function transactions(world, request, parameters) {
  const wrong = queryErrors(parameters, {
    "account.id": isAccount,
    limit: isLimit,
    order: isOrder,
    result: (value) => /^(eq:)?(success|fail)$/i.test(value),
    timestamp: isTimestamp,
    transactiontype: (value) => isKind(split(value)[1]),
    type: (value) => /^(eq:)?(credit|debit)$/i.test(value),
  });
  if (wrong.length > 0) return errorResponse(request, 400, wrong);
  const list = listTransactions(world, request, "/api/v1/transactions", parameters);
  if ("status" in list) return list;
  const { transactions: shown, next } = list;
  return json(request, { transactions: shown, links: { next: next ?? null } }, { age: 2, next });
}

/**
 * Returns a page of transactions and the link to the next page, or an error. `conditions` can contain more than the
 * query.
 * @param {World} world
 * @param {import("./routes.js").Request} request
 * @param {string} path
 * @param {readonly import("./query.js").Parameter[]} parameters
 * @param {readonly import("./query.js").Parameter[]} [conditions]
 * @returns {import("./routes.js").Answer | { transactions: unknown[], next: string | undefined }}
 */
export function listTransactions(world, request, path, parameters, conditions = parameters) {
  const times = timeConditions(parameters);
  const conflict = timeConflict(times);
  if (conflict !== undefined) return errorResponse(request, 400, [conflict]);
  if (times.some(({ value }) => value > MOST_INT64)) return errorResponse(request, 503, ["Service unavailable"]);

  const limit = limitOf(parameters, 25, 100);
  const newestFirst = orderOf(parameters) === "desc";
  const { low, high, without } = rangeOf(times);
  const bounded = lowerBound(world, low, high, newestFirst);
  const wanted = filter(world, conditions);
  const shown = [];
  for (const spot of world.transactions.between(bounded, high, newestFirst)) {
    if (typeof spot === "number") {
      if (spot > MOST_BLOCKS_SEARCHED) return errorResponse(request, 503, ["Service unavailable"]);
      continue;
    }
    if (without.has(world.transactions.time(spot)) || !wanted(spot)) continue;
    shown.push({ time: world.transactions.time(spot), shown: world.transactions.transactionShape(spot) });
    if (shown.length === limit) break;
  }
  // A search that hit the limit links to its continuation, even if it found nothing.
  const end = shown.length === limit ? shown.at(-1)?.time : bounded > low ? bounded : undefined;
  const next = nextByTime(world, request, path, parameters, end);
  return { transactions: shown.map((each) => withNewerFields(world, each.shown)), next };
}

/**
 * Returns the lower bound of a search. Some deployments limit how far it is from the upper bound, or from now.
 * @param {World} world @param {bigint} low @param {bigint} high @param {boolean} newestFirst
 */
function lowerBound({ chain, window }, low, high, newestFirst) {
  if (window === undefined || low > 0n || !newestFirst) return low;
  const newest = chain.close(chain.length - 1);
  const from = (high < newest ? high : newest) - window;
  return from > chain.open(0) ? from : low;
}

/** @param {string} text */
function isAccount(text) {
  const [operator, value] = split(text);
  return (
    /^(eq|ne|gte?|lte?)$/.test(operator) && /^((\d{1,4}\.)?\d{1,5}\.)?\d{1,12}$|^(0x)?[0-9a-fA-F]{40}$/.test(value)
  );
}

/** @param {World} world @param {readonly import("./query.js").Parameter[]} parameters @returns {(spot: Spot) => boolean} */
function filter({ transactions }, parameters) {
  const kinds = valuesOf(parameters, "transactiontype").map((value) => split(value)[1].toUpperCase());
  const success = valuesOf(parameters, "result").at(-1)?.toLowerCase().endsWith("success");
  const credit = valuesOf(parameters, "type").at(-1)?.toLowerCase().endsWith("credit");
  const accounts = valuesOf(parameters, "account.id").map((text) => {
    const [operator, value] = split(text);
    const number = /^(0x)?[0-9a-f]{40}$/i.test(value) ? numberOf(value) : BigInt(value.split(".").at(-1) ?? 0);
    return { operator: /** @type {import("./query.js").Operator} */ (operator), value: number };
  });
  const { low, high, without } = rangeOf(accounts);
  const isOne = (/** @type {string} */ account) => {
    const number = BigInt(account.split(".").at(-1) ?? 0);
    return number >= low && number <= high && !without.has(number);
  };
  return (spot) => {
    const kind = transactions.kind(spot);
    if (kinds.length > 0 && !kinds.includes(kind)) return false;
    if (success !== undefined && SUCCESSES.has(transactions.result(spot, kind)) !== success) return false;
    if (accounts.length === 0 && credit === undefined) return true;
    const { transfers, token_transfers } = transactions.transactionShape(spot);
    return [...transfers, ...token_transfers].some(
      ({ account, amount }) => isOne(account) && (credit === undefined || amount > 0 === credit),
    );
  };
}

/** @param {string} address */
function numberOf(address) {
  const entity = entityIn(address);
  return typeof entity === "bigint" ? entity : -1n;
}

/** @param {World} world @param {TransactionShape} shown */
function withNewerFields({ newer }, shown) {
  return newer ? { ...shown, high_volume: false, high_volume_pricing_multiplier: null } : shown;
}

/** @type {import("./routes.js").Handler} */
export function transaction(world, request, parameters, id) {
  const wrong = queryErrors(parameters, {
    nonce: (value) => /^(eq:)?\d{1,9}$/.test(value),
    scheduled: (value) => /^(eq:)?(true|false)$/i.test(value),
  });
  const spots = findSpots(world, id);
  if (wrong.length > 0) return errorResponse(request, 400, wrong);
  if (spots === undefined) return errorResponse(request, 400, [WRONG_ID]);
  const nonce = valuesOf(parameters, "nonce").at(-1);
  const scheduled = valuesOf(parameters, "scheduled").at(-1);
  const shown = spots
    .map((spot) =>
      Object.assign(withNewerFields(world, world.transactions.transactionShape(spot)), {
        assessed_custom_fees: world.transactions.customFees(spot),
      }),
    )
    .filter((each) => nonce === undefined || each.nonce === Number(split(nonce)[1]))
    .filter((each) => scheduled === undefined || String(each.scheduled) === split(scheduled)[1].toLowerCase());
  if (shown.length === 0) return errorResponse(request, 404, ["Not found"]);
  return json(request, { transactions: shown }, { age: 600 });
}

/** Returns all transactions with an ID or a hash, or undefined if it is neither. @param {World} world @param {string} id @returns {Spot[] | undefined} */
function findSpots({ transactions, newer }, id) {
  const digits = hashDigits(id, newer);
  if (digits !== undefined) {
    const spot = transactions.find(digits);
    return spot === undefined ? [] : [spot];
  }
  const [, payer, whole = "", fraction = ""] = /^\d+\.\d+\.(\d+)-(\d{1,19})-(\d{1,9})$/.exec(id) ?? [];
  if (payer === undefined) return undefined;
  return spotsOfId(transactions, Number(payer), whole, fraction);
}

/**
 * Returns all transactions with an ID.
 * @param {import("./transactions.js").Transactions} transactions
 * @param {number} payer
 * @param {string} whole seconds
 * @param {string} fraction nanoseconds
 */
export function spotsOfId(transactions, payer, whole, fraction) {
  const start = nanoseconds(`${whole}.${fraction.padStart(9, "0")}`);
  const spots = [];
  for (const spot of transactions.between(start, start + MAX_DELAY_NS, false)) {
    if (typeof spot === "number") continue;
    const origin = transactions.origin(spot);
    if (origin.start === start && origin.payer === payer) spots.push(spot);
  }
  return spots;
}

/** Returns the hex digits of a hash in any of its forms. @param {string} id @param {boolean} newer */
function hashDigits(id, newer) {
  const [, hex] = /^(?:0x)?([0-9a-fA-F]{96}|[0-9a-fA-F]{64})$/.exec(id) ?? [];
  if (hex !== undefined && (hex.length === 96 || (newer && id.startsWith("0x")))) return hex.toLowerCase();
  // Without 0x, 64 digits are parsed as base64, which doesn't match any hash.
  if (!/^[A-Za-z0-9+/_-]{64}$/.test(id)) return undefined;
  return Buffer.from(id.replaceAll("-", "+").replaceAll("_", "/"), "base64").toString("hex");
}
