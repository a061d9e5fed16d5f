// The mirror node's routes for logs, of all contracts or of one.
import { json, errorResponse } from "./answer.js";
import { entityIn } from "./census.js";
import { isContractKind } from "./kinds.js";
import { logShape } from "./ledger.js";
import { deploymentLink } from "./links.js";
import {
  boundConflict,
  queryErrors,
  isLimit,
  isOperator,
  isOrder,
  isTimestamp,
  limitOf,
  MOST_INT64,
  orderOf,
  rangeOf,
  split,
  timeConditions,
  timeConflict,
  valuesOf,
} from "./query.js";
import { MOST_BLOCKS_SEARCHED } from "./transactions.js";

/** @typedef {import("./query.js").Parameter} Parameter */

const NO_RANGE = "No timestamp range or eq operator provided";
const OPEN_RANGE = "Timestamp range must have gt (or gte) and lt (or lte), or eq operator";
const TOO_LONG = "Timestamp range by the lower and upper bounds must be positive and within 7d";
const LONGEST_SEARCH = 7n * 86_400n * 1_000_000_000n;
const TOPICS = ["topic0", "topic1", "topic2", "topic3"];

/** @type {import("./routes.js").Handler} */
export function logs(world, request, parameters) {
  return listLogs(world, request, parameters, { path: "/api/v1/contracts/results/logs", age: 10 });
}

/** @type {import("./routes.js").Handler} */
export function logsOfContract(world, request, parameters, part) {
  const entity = entityIn(part);
  if (entity === undefined) return errorResponse(request, 400, ["Invalid parameter: contractid"]);
  const contract = entity === "elsewhere" ? -1n : entity;
  return listLogs(world, request, parameters, { path: `/api/v1/contracts/${part}/results/logs`, age: 1, contract });
}

/**
 * @param {import("./routes.js").World} world
 * @param {import("./routes.js").Request} request
 * @param {readonly Parameter[]} parameters
 * @param {{ path: string, age: number, contract?: bigint }} of
 */
function listLogs(world, request, parameters, { path, age, contract }) {
  const isTopic = (/** @type {string} */ value) => /^(0x)?[0-9a-fA-F]{1,64}$/.test(value);
  const wrong = queryErrors(parameters, {
    index: (value) => /^((eq|gte?|lte?):)?\d{1,10}$/.test(value),
    limit: isLimit,
    order: isOrder,
    timestamp: isTimestamp,
    ...Object.fromEntries(TOPICS.map((name) => [name, isTopic])),
    "transaction.hash": (value) => /^(eq:)?(0x)?([0-9a-fA-F]{64}|[0-9a-fA-F]{96})$/.test(value),
  });
  if (wrong.length > 0) return errorResponse(request, 400, wrong);
  const times = timeConditions(parameters);
  if (times.some(({ value }) => value > MOST_INT64)) return errorResponse(request, 503, ["Service unavailable"]);
  const refusal = timeRefusal(parameters, times);
  if (refusal !== undefined) return errorResponse(request, 400, [refusal]);
  const { low, high, without } = rangeOf(times);
  const newestFirst = orderOf(parameters) === "desc";
  const limit = limitOf(parameters, 25, 100);
  const wanted = TOPICS.map((name) => valuesOf(parameters, name).map(word));
  const hash = valuesOf(parameters, "transaction.hash").at(-1);
  const index = rangeOf(indexConditions(parameters));
  const edge = times.find(({ operator }) => operator === (newestFirst ? "lte" : "gte"))?.value;
  const shown = [];
  for (const spot of world.transactions.between(low, high, newestFirst)) {
    if (typeof spot === "number") {
      if (spot > MOST_BLOCKS_SEARCHED) return errorResponse(request, 503, ["Service unavailable"]);
      continue;
    }
    if (!isContractKind(world.transactions.kind(spot)) || without.has(world.transactions.time(spot))) continue;
    // The bound on the index applies only at the edge of the time range. Each transaction has one log, with index 0.
    const isEdge = edge === undefined || world.transactions.time(spot) === edge;
    if (isEdge && (index.low > 0n || index.high < 0n)) continue;
    const log = logShape(world, spot);
    if (log === undefined || (contract !== undefined && log.contract_id !== `0.0.${contract}`)) continue;
    if (hash !== undefined && log.transaction_hash !== `0x${split(hash)[1].replace(/^0x/, "")}`) continue;
    if (!wanted.every((values, at) => values.length === 0 || values.includes(log.topics[at] ?? ""))) continue;
    shown.push(log);
    if (shown.length === limit) break;
  }
  const last = shown.length < limit ? undefined : shown.at(-1);
  const next =
    last === undefined ? undefined : deploymentLink(world, request, nextOf(path, parameters, last, newestFirst));
  return json(request, { logs: shown, links: { next: next ?? null } }, { age, next });
}

/** Returns the conditions on the index. @param {readonly Parameter[]} parameters @returns {import("./query.js").Condition[]} */
function indexConditions(parameters) {
  return valuesOf(parameters, "index").map((text) => {
    const [operator, value] = split(text);
    return { operator: isOperator(operator) ? operator : "eq", value: BigInt(value) };
  });
}

/** @param {readonly Parameter[]} parameters @param {readonly import("./query.js").Condition[]} times */
function timeRefusal(parameters, times) {
  const refusal = TOPICS.some((name) => valuesOf(parameters, name).length > 0) ? topicRefusal(times) : undefined;
  if (refusal !== undefined) return `Cannot search topics without a valid timestamp range: ${refusal}`;
  const indexes = indexConditions(parameters);
  const conflict = boundConflict("timestamp", times) ?? boundConflict("index", indexes);
  if (conflict !== undefined) return conflict;
  const has = (/** @type {typeof times} */ conditions, /** @type {RegExp} */ operators) =>
    conditions.some(({ operator }) => operators.test(operator));
  if (has(indexes, /^eq/) && !has(times, /^eq/)) return "timestamp must have eq operator";
  for (const [key, conditions] of /** @type {const} */ ([
    ["timestamp", times],
    ["index", indexes],
  ]))
    if (has(conditions, /^eq/) && conditions.length > 1) return `Can't support both range and equal for ${key}`;
  if (has(indexes, /^gt/) && !has(times, /^(eq|gte)/)) return "timestamp must have gte or eq operator";
  return has(indexes, /^lt/) && !has(times, /^(eq|lte)/) ? "timestamp must have lte or eq operator" : undefined;
}

/** @param {readonly import("./query.js").Condition[]} times */
function topicRefusal(times) {
  if (times.length === 0) return NO_RANGE;
  if (times.some(({ operator }) => operator === "ne")) return "Not equals operator not supported for timestamp param";
  const conflict = timeConflict(times);
  if (conflict !== undefined || times.some(({ operator }) => operator === "eq")) return conflict;
  const [low, high] = [/^gt/, /^lt/].map((side) => times.find(({ operator }) => side.test(operator))?.value);
  if (low === undefined || high === undefined) return OPEN_RANGE;
  return high < low || high - low > LONGEST_SEARCH ? TOO_LONG : undefined;
}

/** @param {string} topic */
function word(topic) {
  return `0x${topic.replace(/^0x/, "").toLowerCase().padStart(64, "0")}`;
}

/** @param {string} path @param {readonly Parameter[]} parameters @param {{ timestamp: string, index: number }} last @param {boolean} down */
function nextOf(path, parameters, { timestamp, index }, down) {
  const bound = `timestamp=${down ? "lte" : "gte"}:${timestamp}`;
  const cursor = `index=${down ? "lt" : "gt"}:${index}`;
  const superseded = down ? /^lte?:/ : /^gte?:/;
  const times = valuesOf(parameters, "timestamp").filter((value) => !superseded.test(value));
  const parts = parameters
    .filter(({ key }) => key !== "index")
    .flatMap(({ key, values }) =>
      key === "timestamp"
        ? times.map((value) => `timestamp=${value}`).concat(bound)
        : values.map((value) => `${key}=${value}`),
    );
  const isNamed = parameters.some(({ key }) => key === "timestamp");
  return `${path}?${[...parts, ...(isNamed ? [] : [bound]), cursor].join("&")}`;
}
