import { json, refused } from "./answer.js";
import { evmAddress } from "./forms.js";
import { isContractKind } from "./kinds.js";
import { shownResult } from "./ledger.js";
import {
  complaints,
  crowded,
  isEqual,
  isLimit,
  isOrder,
  isTimestamp,
  limitOf,
  MOST_INT64,
  numberConditions,
  orderOf,
  rangeOf,
  split,
  timeConditions,
  valuesOf,
} from "./query.js";
import { nextByTime } from "./links.js";
import { MOST_BLOCKS_SEARCHED } from "./transactions.js";

const BOTH = "Invalid parameter usage: block.hash - cannot combine block.number and block.hash";
const INDEX_ALONE = "Invalid parameter usage: transaction.index - requires block.number or block.hash";

/** @type {import("./routes.js").Handler} */
export function contractResults(world, request, parameters) {
  const { chain, transactions } = world;
  const wrong = complaints(parameters, {
    "block.hash": (value) => /^(eq:)?(0x)?([0-9A-Fa-f]{64}|[0-9A-Fa-f]{96})$/.test(value),
    "block.number": isEqual,
    from: (value) => /^(0x)?[0-9a-fA-F]{40}$|^(\d+\.){0,2}\d+$/.test(value),
    ...(world.newer ? { hbar: isBoolean } : {}),
    internal: isBoolean,
    limit: isLimit,
    order: isOrder,
    timestamp: isTimestamp,
    "transaction.index": isEqual,
  });
  if (wrong.length > 0) return refused(request, 400, wrong);
  const number = numberConditions(parameters, "block.number").at(-1)?.value;
  const hash = valuesOf(parameters, "block.hash").at(-1);
  const index = numberConditions(parameters, "transaction.index").at(-1)?.value;
  if (number !== undefined && hash !== undefined) return refused(request, 400, [BOTH]);
  if (index !== undefined && number === undefined && hash === undefined) return refused(request, 400, [INDEX_ALONE]);
  const times = timeConditions(parameters);
  if (crowded(times)) return refused(request, 400, ["Invalid parameter: timestamp"]);
  if (times.some(({ value }) => value > MOST_INT64)) return refused(request, 503, ["Service unavailable"]);

  const limit = limitOf(parameters, 25, 100);
  const internal = split(valuesOf(parameters, "internal").at(-1) ?? "")[1].toLowerCase() === "true";
  const sender = valuesOf(parameters, "from").at(-1);
  const range = rangeOf(times);
  const place = blockPlace(chain, number, hash);
  const nowhere = place === undefined && (number !== undefined || hash !== undefined);
  // A block is asked for by its own times, so that its age does not matter.
  const low = place === undefined ? range.low : later(range.low, chain.open(place));
  const high = place === undefined ? range.high : earlier(range.high, chain.close(place));
  const shown = [];
  for (const spot of nowhere ? [] : transactions.between(low, high, orderOf(parameters) === "desc")) {
    if (typeof spot === "number") {
      if (spot > MOST_BLOCKS_SEARCHED) return refused(request, 503, ["Service unavailable"]);
      continue;
    }
    if (place !== undefined && spot.place !== place) continue;
    if (!isContractKind(transactions.kind(spot)) || (transactions.isChild(spot) && !internal)) continue;
    if (index !== undefined && BigInt(spot.index) !== index) continue;
    if (range.without.has(transactions.time(spot))) continue;
    if (sender !== undefined && !isFrom(sender, transactions.origin(spot).payer)) continue;
    shown.push({ time: transactions.time(spot), shown: shownResult(world, spot) });
    if (shown.length === limit) break;
  }
  const end = shown.length === limit ? shown.at(-1)?.time : undefined;
  const next = nextByTime(world, request, "/api/v1/contracts/results", parameters, end);
  const results = shown.map((each) => each.shown);
  return json(request, { results, links: { next: next ?? null } }, { age: 10, next });
}

/** The hash is compared as it is written: upper case finds nothing. @param {import("./chain.js").Chain} chain @param {bigint | undefined} number @param {string | undefined} hash */
function blockPlace(chain, number, hash) {
  if (number !== undefined) return chain.placeOf(number);
  const digits = hash === undefined ? undefined : split(hash)[1].replace(/^0x/, "");
  if (digits === undefined || digits !== digits.toLowerCase()) return undefined;
  const found = chain.find(digits);
  return found === undefined ? undefined : chain.placeOf(found);
}

/** @param {string} value */
function isBoolean(value) {
  return /^(eq:)?(true|false)$/i.test(value);
}

/** @param {string} sender @param {number} payer */
function isFrom(sender, payer) {
  return sender.includes(".") || /^\d{1,12}$/.test(sender)
    ? Number(sender.split(".").at(-1)) === payer
    : evmAddress(payer) === `0x${sender.toLowerCase().replace(/^0x/, "")}`;
}

/** @param {bigint} one @param {bigint} other */
function later(one, other) {
  return one > other ? one : other;
}

/** @param {bigint} one @param {bigint} other */
function earlier(one, other) {
  return one < other ? one : other;
}
