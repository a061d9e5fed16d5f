// The mirror node's routes for contract results and for the actions of a call.
import { json, errorResponse } from "./answer.js";
import { addressOf, entityIn } from "./census.js";
import { isContractKind } from "./kinds.js";
import { logShape, resultShape } from "./ledger.js";
import {
  queryErrors,
  isBoolean,
  isDecimal,
  isEqual,
  isLimit,
  isOperator,
  isOrder,
  isTimestamp,
  limitOf,
  MOST_INT64,
  numberConditions,
  orderOf,
  rangeOf,
  split,
  timeConditions,
  timeConflict,
  valuesOf,
} from "./query.js";
import { nextByTime } from "./links.js";
import { spotsOfId } from "./payments.js";
import { MOST_BLOCKS_SEARCHED } from "./transactions.js";

const BOTH = "Invalid parameter usage: block.hash - cannot combine block.number and block.hash";
const INDEX_ALONE =
  "Invalid parameter usage: transaction.index - transaction.index requires block.number or block.hash filter to be specified";

/** @type {import("./routes.js").Handler} */
export function contractResults(world, request, parameters) {
  return results(world, request, parameters, { path: "/api/v1/contracts/results", age: 10 });
}

/** Lists the results of one contract, without their block and their position in it. @type {import("./routes.js").Handler} */
export function resultsOfContract(world, request, parameters, part) {
  const entity = entityIn(part);
  if (entity === undefined) return errorResponse(request, 400, ["Invalid parameter: contractid"]);
  const contract = entity === "elsewhere" ? -1n : entity;
  return results(world, request, parameters, { path: `/api/v1/contracts/${part}/results`, age: 1, contract });
}

/**
 * @param {import("./routes.js").World} world
 * @param {import("./routes.js").Request} request
 * @param {readonly import("./query.js").Parameter[]} parameters
 * @param {{ path: string, age: number, contract?: bigint }} of
 */
function results(world, request, parameters, { path, age, contract }) {
  const { chain, transactions } = world;
  const wrong = queryErrors(parameters, {
    "block.hash": (value) => /^(eq:)?(0x)?([0-9A-Fa-f]{64}|[0-9A-Fa-f]{96})$/.test(value),
    "block.number": isEqual,
    from: isSender,
    ...(world.newer ? { hbar: isBoolean } : {}),
    internal: isBoolean,
    limit: isLimit,
    order: isOrder,
    timestamp: isTimestamp,
    "transaction.index": isDecimal,
  });
  if (wrong.length > 0) return errorResponse(request, 400, wrong);
  const number = numberConditions(parameters, "block.number").at(-1)?.value;
  const hash = valuesOf(parameters, "block.hash").at(-1);
  const index = numberConditions(parameters, "transaction.index").at(-1)?.value;
  if (number !== undefined && hash !== undefined) return errorResponse(request, 400, [BOTH]);
  if (index !== undefined && number === undefined && hash === undefined)
    return errorResponse(request, 400, [INDEX_ALONE]);
  const times = timeConditions(parameters);
  // The list of one contract accepts any number of conditions.
  const conflict = contract === undefined ? timeConflict(times) : undefined;
  if (conflict !== undefined) return errorResponse(request, 400, [conflict]);
  if (times.some(({ value }) => value > MOST_INT64)) return errorResponse(request, 503, ["Service unavailable"]);

  const limit = limitOf(parameters, 25, 100);
  const internal = split(valuesOf(parameters, "internal").at(-1) ?? "")[1].toLowerCase() === "true";
  const sender = valuesOf(parameters, "from")
    .map((value) => split(value)[1])
    .at(-1);
  const range = rangeOf(times);
  const place = blockPlace(chain, number, hash);
  const nowhere = place === undefined && (number !== undefined || hash !== undefined);
  // The search is limited to the times of the requested block, so it is fast for old blocks too.
  const low = place === undefined ? range.low : later(range.low, chain.open(place));
  const high = place === undefined ? range.high : earlier(range.high, chain.close(place));
  const shown = [];
  for (const spot of nowhere ? [] : transactions.between(low, high, orderOf(parameters) === "desc")) {
    if (typeof spot === "number") {
      if (spot > MOST_BLOCKS_SEARCHED) return errorResponse(request, 503, ["Service unavailable"]);
      continue;
    }
    if (place !== undefined && spot.place !== place) continue;
    if (!isContractKind(transactions.kind(spot)) || (transactions.isChild(spot) && !internal)) continue;
    if (contract !== undefined && BigInt(transactions.entity(spot, transactions.kind(spot)) ?? -1) !== contract)
      continue;
    if (index !== undefined && BigInt(spot.index) !== index) continue;
    if (range.without.has(transactions.time(spot))) continue;
    if (sender !== undefined && !isFrom(sender, transactions.origin(spot).payer)) continue;
    const whole = resultShape(world, spot);
    shown.push({ time: transactions.time(spot), shown: contract === undefined ? whole : withoutBlock(whole) });
    if (shown.length === limit) break;
  }
  const end = shown.length === limit ? shown.at(-1)?.time : undefined;
  const next = nextByTime(world, request, path, parameters, end);
  const listed = shown.map((each) => each.shown);
  return json(request, { results: listed, links: { next: next ?? null } }, { age, next });
}

/** Returns a result as in the list of one contract: only the fields up to the hash. @param {ReturnType<typeof resultShape>} whole */
function withoutBlock(whole) {
  const names = Object.keys(whole);
  return Object.fromEntries(Object.entries(whole).slice(0, names.indexOf("hash") + 1));
}

const WRONG_ID =
  'Invalid Transaction id. Please use "shard.realm.num-sss-nnn" format where sss are seconds and nnn are nanoseconds';

/** The hash of a result. Unlike that of a transaction, it may omit 0x. */
const HASH = /^(?:0x)?([0-9a-fA-F]{64})$/;

/** Returns one result, by the 64 digits of its hash or the ID of its transaction. @type {import("./routes.js").Handler} */
export function contractResult(world, request, parameters, part) {
  const spot = spotOf(world, part);
  const wrong = queryErrors(parameters, { hbar: isBoolean, nonce: (value) => /^(eq:)?\d{1,9}$/.test(value) });
  if (spot === "malformed") return errorResponse(request, 400, [WRONG_ID]);
  if (wrong.length > 0) return errorResponse(request, 400, wrong);
  if (spot === undefined) return errorResponse(request, 404, ["Not found"]);
  const log = logShape(world, spot);
  const logs =
    log === undefined ? [] : [pickFields(log, ["address", "bloom", "contract_id", "data", "index", "topics"])];
  return json(request, { ...resultShape(world, spot), logs, state_changes: [] }, { age: 600 });
}

/** @param {Record<string, unknown>} from @param {readonly string[]} names */
function pickFields(from, names) {
  return Object.fromEntries(names.map((name) => [name, from[name]]));
}

/** Lists the actions of a result. For an unknown ID the list is empty; an unknown hash is a 404. @type {import("./routes.js").Handler} */
export function actions(world, request, _parameters, part) {
  const spot = spotOf(world, part);
  if (spot === "malformed") return errorResponse(request, 400, [WRONG_ID]);
  if (spot === undefined && HASH.test(part)) return errorResponse(request, 404, ["Not found"]);
  const call = spot === undefined ? [] : [action(world, spot)];
  return json(request, { actions: call, links: { next: null } }, { age: 600 });
}

/** @param {import("./routes.js").World} world @param {import("./transactions.js").Spot} spot */
function action(world, spot) {
  const { from, to, gas_limit, gas_used, function_parameters, call_result, result, timestamp, contract_id } =
    resultShape(world, spot);
  const { payer } = world.transactions.origin(spot);
  return {
    call_depth: 0,
    call_operation_type: "CALL",
    call_type: "CALL",
    caller: `0.0.${payer}`,
    caller_type: "ACCOUNT",
    from,
    gas: gas_limit,
    gas_used,
    index: 0,
    input: function_parameters,
    recipient: contract_id,
    recipient_type: "CONTRACT",
    result_data: call_result,
    result_data_type: result === "SUCCESS" ? "OUTPUT" : "REVERT_REASON",
    timestamp,
    to,
    value: 0,
  };
}

/** @param {import("./routes.js").World} world @param {string} part @returns {import("./transactions.js").Spot | undefined | "malformed"} */
function spotOf({ transactions }, part) {
  const [, hex] = HASH.exec(part) ?? [];
  const isCall = (/** @type {import("./transactions.js").Spot} */ spot) => isContractKind(transactions.kind(spot));
  if (hex !== undefined) {
    const spot = transactions.find(hex.toLowerCase());
    return spot !== undefined && isCall(spot) ? spot : undefined;
  }
  const [, payer, whole = "", fraction = ""] = /^\d+\.\d+\.(\d+)-(\d{1,10})-(\d{1,9})$/.exec(part) ?? [];
  if (payer === undefined) return "malformed";
  return spotsOfId(transactions, Number(payer), whole, fraction).find(isCall);
}

/** Returns the place of a block by its number or its hash, which is case-sensitive. @param {import("./chain.js").Chain} chain @param {bigint | undefined} number @param {string | undefined} hash */
function blockPlace(chain, number, hash) {
  if (number !== undefined) return chain.placeOf(number);
  const digits = hash === undefined ? undefined : split(hash)[1].replace(/^0x/, "");
  if (digits === undefined || digits !== digits.toLowerCase()) return undefined;
  const found = chain.find(digits);
  return found === undefined ? undefined : chain.placeOf(found);
}

/** @param {string} text */
function isSender(text) {
  const [operator, value] = split(text);
  return isOperator(operator) && entityIn(value) !== undefined;
}

/** @param {string} sender @param {number} payer */
function isFrom(sender, payer) {
  return sender.includes(".") || /^\d{1,12}$/.test(sender)
    ? Number(sender.split(".").at(-1)) === payer
    : addressOf(payer) === `0x${sender.toLowerCase().replace(/^0x/, "")}`;
}

/** @param {bigint} one @param {bigint} other */
function later(one, other) {
  return one > other ? one : other;
}

/** @param {bigint} one @param {bigint} other */
function earlier(one, other) {
  return one < other ? one : other;
}
