// The mirror node's routes for the network itself: nodes, fees, supply, exchange rate and stake.
import { json, plain, errorResponse } from "./answer.js";
import { seconds } from "./forms.js";
import {
  queryErrors,
  isLimit,
  isNumber,
  isOrder,
  isTimestamp,
  limitOf,
  numberConditions,
  orderOf,
  rangeOf,
  split,
  timeConditions,
  timeConflict,
  valuesOf,
} from "./query.js";
import { deploymentLink, nextLink } from "./links.js";

/**
 * @typedef {import("./routes.js").World} World
 * @typedef {import("./routes.js").Handler} Handler
 */

const NODES = 31;
const AGE = 60;
const DAY_NS = 86_400_000_000_000n;

/** @type {Handler} */
export function nodes(world, request, parameters) {
  const wrong = queryErrors(parameters, {
    "file.id": (value) => /^(eq:)?(\d+\.){0,2}\d+$/.test(value),
    limit: isLimit,
    "node.id": isNumber,
    order: isOrder,
  });
  if (wrong.length > 0) {
    const inJava = wrong.map((detail) => ({ message: "Bad Request", detail }));
    return errorResponse(request, 400, world.newer ? inJava : wrong);
  }
  const file = valuesOf(parameters, "file.id").at(-1);
  const { low, high } = rangeOf(numberConditions(parameters, "node.id"));
  const order = orderOf(parameters, "asc");
  const limit = limitOf(parameters, 10, 25);
  const known = file === undefined || ["101", "102"].includes(split(file)[1].split(".").at(-1) ?? "");
  const ids = Array.from({ length: known ? NODES : 0 }, (_, id) => id).filter(
    (id) => BigInt(id) >= low && BigInt(id) <= high,
  );
  if (order === "desc") ids.reverse();
  const shown = ids.slice(0, limit).map((id) => node(world, id));
  const end = shown.length < limit ? undefined : shown.at(-1);
  const cursor = { key: "node.id", order, last: String(end?.node_id), read: BigInt };
  const next = end && deploymentLink(world, request, nextLink("/api/v1/network/nodes", parameters, cursor));
  return json(request, { nodes: shown, links: { next: next ?? null } }, { age: AGE, next });
}

/** @param {World} world @param {number} id */
function node({ chain, newer }, id) {
  const drawn = chain.mix(id, 60);
  const genesis = chain.open(0);
  const today = (chain.close(chain.length - 1) / DAY_NS) * DAY_NS;
  // A node that joined today has no stake yet.
  const staked = id < NODES - 2;
  const stake = 10_000_000_000_000n * BigInt(1 + (drawn % 9000));
  return {
    admin_key: null,
    ...(newer ? { associated_registered_nodes: [] } : {}),
    decline_reward: id % 9 === 4 ? false : null,
    description: id % 7 === 0 ? null : `node ${id}`,
    file_id: "0.0.102",
    grpc_proxy_endpoint: null,
    max_stake: staked ? 45_000_000_000_000_000n : null,
    memo: `0.0.${id + 3}`,
    min_stake: staked ? 600_000_000_000_000 : null,
    node_id: id,
    node_account_id: `0.0.${id + 3}`,
    node_cert_hash: `0x${hexOf(chain, id, 64)}`,
    public_key: `0x${hexOf(chain, id + 1000, 64)}`,
    reward_rate_start: staked ? 1 + (drawn % 400) : null,
    service_endpoints: id % 7 === 0 ? [] : [{ domain_name: "", ip_address_v4: `198.51.100.${id + 1}`, port: 50211 }],
    stake: staked ? stake : null,
    stake_not_rewarded: staked ? stake / 5n : null,
    stake_rewarded: staked ? stake - stake / 5n : null,
    staking_period: staked ? { from: seconds(today), to: seconds(today + DAY_NS) } : null,
    timestamp: { from: seconds(genesis + 1n), to: null },
  };
}

/** @param {import("./chain.js").Chain} chain @param {number} place @param {number} length */
function hexOf(chain, place, length) {
  let digits = "";
  for (let word = 0; digits.length < length; word += 1)
    digits += chain
      .mix(place, 70 + word)
      .toString(16)
      .padStart(8, "0");
  return digits.slice(0, length);
}

/** @type {Handler} */
export function fees({ chain }, request, parameters) {
  const wrong = queryErrors(parameters, { order: isOrder, timestamp: isTimestamp });
  if (wrong.length > 0) return errorResponse(request, 400, wrong);
  const listed = [
    { gas: 49, transaction_type: "ContractCall" },
    { gas: 65, transaction_type: "ContractCreate" },
    { gas: 56, transaction_type: "EthereumTransaction" },
  ];
  if (orderOf(parameters, "asc") === "desc") listed.reverse();
  return json(request, { fees: listed, timestamp: seconds(chain.open(0)) }, { age: AGE });
}

const TOTAL = 5_000_000_000_000_000_000n;
const RELEASED = 3_799_999_999_999_955_000n;

/** @type {Handler} */
export function supply({ chain }, request, parameters) {
  const wrong = queryErrors(parameters, {
    q: (value) => /^(totalcoins|circulating)$/i.test(value),
    timestamp: isTimestamp,
  });
  if (wrong.length > 0) return errorResponse(request, 400, wrong);
  // The only snapshot of the supply is that of the first block, and it must match all conditions on the time.
  const times = timeConditions(parameters);
  const conflict = times.some(({ operator }) => operator === "ne")
    ? "Not equals operator not supported for timestamp param"
    : timeConflict(times);
  if (conflict !== undefined) return errorResponse(request, 400, [conflict]);
  const first = chain.open(0);
  const holds = times.every(({ operator, value }) => {
    if (operator === "gt") return first > value;
    if (operator === "gte") return first >= value;
    return operator === "lt" ? first < value : first <= value;
  });
  if (!holds) return errorResponse(request, 404, ["Not found"]);
  const kind = valuesOf(parameters, "q").at(-1)?.toLowerCase();
  if (kind !== undefined) return plain(request, inHbars(kind === "totalcoins" ? TOTAL : RELEASED), AGE);
  const shown = { released_supply: String(RELEASED), timestamp: seconds(first), total_supply: String(TOTAL) };
  return json(request, shown, { age: AGE });
}

/** @param {bigint} tinybars */
function inHbars(tinybars) {
  return `${tinybars / 100_000_000n}.${String(tinybars % 100_000_000n).padStart(8, "0")}`;
}

/** @type {Handler} */
export function exchangeRate({ chain }, request) {
  const now = chain.close(chain.length - 1);
  const hour = Number(now / 3_600_000_000_000n) * 3600;
  const rate = { cent_equivalent: 596_987, expiration_time: hour + 3600, hbar_equivalent: 30_000 };
  const next_rate = { cent_equivalent: 594_920, expiration_time: hour + 7200, hbar_equivalent: 30_000 };
  return json(request, { current_rate: rate, next_rate, timestamp: seconds(now) }, { age: AGE });
}

/** @type {Handler} */
export function stake({ chain }, request) {
  const today = (chain.close(chain.length - 1) / DAY_NS) * DAY_NS;
  const shown = {
    max_stake_rewarded: 650_000_000_000_000_000n,
    max_staking_reward_rate_per_hbar: 6849,
    max_total_reward: 44_518_500_000_000,
    node_reward_fee_fraction: 0,
    reserved_staking_rewards: 19_999_999_100_000,
    reward_balance_threshold: 8_500_000_000_000_000n,
    stake_total: 1_351_246_000_000_000_000n,
    staking_period: { from: seconds(today - DAY_NS), to: seconds(today) },
    staking_period_duration: 1440,
    staking_periods_stored: 365,
    staking_reward_fee_fraction: 0.1,
    staking_reward_rate: 44_518_500_000_000,
    staking_start_threshold: 25_000_000_000_000_000n,
    unreserved_staking_reward_balance: 3_312_000_000_000_000,
  };
  return json(request, shown, { age: AGE });
}

/** @type {Handler} */
export function registeredNodes(_world, request) {
  return json(request, { registered_nodes: [], links: { next: null } }, { age: AGE });
}
