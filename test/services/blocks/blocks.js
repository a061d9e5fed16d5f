// The mirror node's routes for blocks.
import { json, errorResponse } from "./answer.js";
import { blockShape } from "./ledger.js";
import { deploymentLink, nextLink } from "./links.js";
import {
  queryErrors,
  isLimit,
  isNumber,
  isOrder,
  isTimestamp,
  limitOf,
  MOST_INT64,
  numberConditions,
  orderOf,
  rangeOf,
  timeConditions,
} from "./query.js";

/** @type {import("./routes.js").Handler} */
export function blocks(world, request, parameters) {
  const { chain } = world;
  const wrong = queryErrors(parameters, {
    "block.number": isNumber,
    limit: isLimit,
    order: isOrder,
    timestamp: isTimestamp,
  });
  if (wrong.length > 0) return errorResponse(request, 400, wrong);
  const times = timeConditions(parameters);
  const numbers = numberConditions(parameters, "block.number");
  if ([...times, ...numbers].some(({ value }) => value > MOST_INT64))
    return errorResponse(request, 503, ["Service unavailable"]);

  const limit = limitOf(parameters, 25, 100);
  const order = orderOf(parameters);
  const [byNumber, byTime] = [rangeOf(numbers), rangeOf(times)];
  const first = Math.max(chain.placeFrom(byNumber.low), chain.placeClosedFrom(byTime.low));
  const last = Math.min(chain.placeFrom(byNumber.high + 1n), chain.placeClosedFrom(byTime.high + 1n)) - 1;
  const shown = [];
  for (let step = 0; step <= last - first && shown.length < limit; step += 1) {
    const place = order === "asc" ? first + step : last - step;
    if (byTime.without.has(chain.close(place))) continue;
    shown.push(blockShape(world, place));
  }
  const end = shown.length < limit ? undefined : shown.at(-1);
  const next =
    end === undefined
      ? undefined
      : nextLink("/api/v1/blocks", parameters, { key: "block.number", order, last: String(end.number), read: BigInt });
  const link = deploymentLink(world, request, next);
  return json(request, { blocks: shown, links: { next: link ?? null } }, { age: 1, next: link });
}

/** @type {import("./routes.js").Handler} */
export function block(world, request, parameters, hashOrNumber) {
  const { chain } = world;
  // The query is checked before the path.
  const unknown = queryErrors(parameters, {});
  if (unknown.length > 0) return errorResponse(request, 400, unknown);
  const [, hash] = /^(?:0x)?([0-9A-Fa-f]{96}|[0-9A-Fa-f]{64})$/.exec(hashOrNumber) ?? [];
  const numeric = /^\d{1,19}$/.test(hashOrNumber) && BigInt(hashOrNumber) <= MOST_INT64;
  if (hash === undefined && !numeric) return errorResponse(request, 400, ["Invalid parameter: hashOrNumber"]);
  const number = hash === undefined ? BigInt(hashOrNumber) : chain.find(hash);
  const place = number === undefined ? undefined : chain.placeOf(number);
  if (place === undefined) return errorResponse(request, 404, ["Not found"]);
  return json(request, blockShape(world, place), { age: 600 });
}
