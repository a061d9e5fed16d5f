// The mirror node's routes for entities.
import { json, errorResponse } from "./answer.js";
import {
  ACCOUNTS,
  addressOf,
  BY_ADDRESS,
  CONTRACTS,
  entityIn,
  FIRST_ACCOUNT,
  FIRST_CONTRACT,
  FIRST_NFT,
  FIRST_TOKEN,
  FIRST_TOPIC,
  kindOf,
  SYSTEM_ACCOUNTS,
} from "./census.js";
import { seconds } from "./forms.js";
import { listTransactions } from "./payments.js";
import { nextLink } from "./links.js";
import {
  queryErrors,
  isBoolean,
  isLimit,
  isOperator,
  isOrder,
  isTimestamp,
  limitOf,
  orderOf,
  rangeOf,
  split,
  valuesOf,
} from "./query.js";

/**
 * @typedef {import("./routes.js").World} World
 * @typedef {import("./routes.js").Handler} Handler
 */

/** @type {Handler} */
export function account(world, request, parameters, part) {
  const entity = /^[A-Z2-7]{6,}$/.test(part) ? "elsewhere" : entityIn(part);
  const wrong = queryErrors(parameters, {
    limit: isLimit,
    order: isOrder,
    timestamp: isTimestamp,
    transactions: isBoolean,
    transactiontype: () => true,
  });
  if (wrong.length > 0) return errorResponse(request, 400, wrong);
  if (entity === undefined) return errorResponse(request, 400, ["Invalid parameter: idOrAliasOrEvmAddress"]);
  const kind = entity === "elsewhere" ? undefined : kindOf(entity);
  if (entity === "elsewhere" || (kind !== "account" && kind !== "contract"))
    return errorResponse(request, 404, ["Not found"]);
  const number = Number(entity);
  const wanted = split(valuesOf(parameters, "transactions").at(-1) ?? "true")[1].toLowerCase() === "true";
  const others = parameters.filter(({ key }) => key !== "transactions");
  const whose = [...others, { key: "account.id", values: [String(entity)] }];
  const list = wanted
    ? listTransactions(world, request, `/api/v1/accounts/${part}`, parameters, whose)
    : { transactions: [], next: undefined };
  if ("status" in list) return list;
  const links = { next: list.next ?? null };
  const shown = { ...accountShape(world, number), transactions: list.transactions, links };
  return json(request, shown, { age: 2, next: list.next });
}

/** @type {Handler} */
export function accounts(world, request, parameters) {
  const wrong = queryErrors(parameters, { "account.id": isEntity, balance: isBoolean, limit: isLimit, order: isOrder });
  if (wrong.length > 0) return errorResponse(request, 400, wrong);
  const all = [...Array.from({ length: SYSTEM_ACCOUNTS }, (_, nth) => nth + 1), ...BY_ADDRESS.values()].filter(
    matchesConditions(parameters, "account.id"),
  );
  if (orderOf(parameters, "asc") === "desc") all.reverse();
  const limit = limitOf(parameters, 25, 100);
  const shown = all.slice(0, limit);
  const bound = orderOf(parameters, "asc") === "asc" ? "gt" : "lt";
  const others = parameters.filter(({ key }) => key !== "account.id");
  const query = [...others.flatMap(({ key, values }) => values.map((value) => `${key}=${value}`))];
  const next =
    shown.length < limit
      ? undefined
      : `/api/v1/accounts?${[...query, `account.id=${bound}:0.0.${shown.at(-1)}`].join("&")}`;
  return json(
    request,
    { accounts: shown.map((each) => accountShape(world, each)), links: { next: next ?? null } },
    { age: 10, next },
  );
}

/** @param {string} text an ID or address, with or without an operator */
function isEntity(text) {
  const [operator, value] = split(text);
  return isOperator(operator) && entityIn(value) !== undefined;
}

/** Returns the number of an entity, or -1, which no entity has, if it is in another shard. @param {string} text */
function entityNumber(text) {
  const entity = entityIn(text);
  return typeof entity === "bigint" ? entity : -1n;
}

/**
 * Returns a filter for entity numbers by the conditions on a key.
 * @param {readonly import("./query.js").Parameter[]} parameters
 * @param {string} key
 * @returns {(number: number) => boolean}
 */
function matchesConditions(parameters, key) {
  const conditions = valuesOf(parameters, key).map((text) => {
    const [operator, value] = split(text);
    return { operator: isOperator(operator) ? operator : /** @type {const} */ ("eq"), value: entityNumber(value) };
  });
  const { low, high, without } = rangeOf(conditions);
  return (number) => BigInt(number) >= low && BigInt(number) <= high && !without.has(BigInt(number));
}

/** @param {World} world @param {number} number */
function accountShape({ chain }, number) {
  const drawn = chain.mix(number, 40);
  const system = number <= 2;
  // Some balances and creation times are not recorded.
  const balance = number === 2 ? 1_200_000_000_000_000_000n : drawn % 7 === 0 ? null : BigInt(drawn) * 1000n;
  const isKnown = kindOf(BigInt(number)) === "account" && number % 3 !== 1;
  return {
    account: `0.0.${number}`,
    alias: null,
    auto_renew_period: null,
    balance: { balance, timestamp: balance === null ? null : seconds(chain.open(0)), tokens: [] },
    created_timestamp: isKnown && !system ? seconds(chain.open(0) - BigInt(drawn % 1_000_000) * 1_000_000_000n) : null,
    decline_reward: false,
    deleted: drawn % 31 === 0 ? true : null,
    ethereum_nonce: drawn % 5,
    evm_address: addressOf(number),
    expiry_timestamp: null,
    key: null,
    max_automatic_token_associations: null,
    memo: drawn % 4 === 1 ? `till ${number % 40}` : "",
    pending_reward: 0,
    receiver_sig_required: null,
    staked_account_id: null,
    staked_node_id: null,
    stake_period_start: null,
  };
}

/** @type {Handler} */
export function contract(_world, request, parameters, part) {
  const wrong = queryErrors(parameters, { timestamp: isTimestamp });
  if (wrong.length > 0) return errorResponse(request, 400, wrong);
  const entity = entityIn(part);
  if (entity === undefined) return errorResponse(request, 400, ["Invalid parameter: contractid"]);
  if (entity === "elsewhere" || kindOf(entity) !== "contract") return errorResponse(request, 404, ["Not found"]);
  return json(request, { ...contractShape(Number(entity)), bytecode: "0x", runtime_bytecode: "0x" }, { age: 1 });
}

/** @param {number} number */
function contractShape(number) {
  return {
    admin_key: null,
    auto_renew_account: null,
    auto_renew_period: null,
    contract_id: `0.0.${number}`,
    created_timestamp: null,
    deleted: null,
    evm_address: addressOf(number),
    expiration_timestamp: null,
    file_id: null,
    max_automatic_token_associations: null,
    memo: number % 4 === 2 ? "ticket office" : "",
    nonce: 0,
    obtainer_id: null,
    permanent_removal: null,
    proxy_account_id: null,
    timestamp: { from: "0.000000000", to: null },
  };
}

/** @type {Handler} */
export function contracts(_world, request, parameters) {
  const wrong = queryErrors(parameters, { "contract.id": isEntity, limit: isLimit, order: isOrder });
  if (wrong.length > 0) return errorResponse(request, 400, wrong);
  const all = Array.from({ length: CONTRACTS }, (_, nth) => FIRST_CONTRACT + nth).filter(
    matchesConditions(parameters, "contract.id"),
  );
  if (orderOf(parameters) === "desc") all.reverse();
  const limit = limitOf(parameters, 25, 100);
  const shown = all.slice(0, limit);
  const order = orderOf(parameters);
  const cursor = { key: "contract.id", order, last: `0.0.${shown.at(-1)}`, read: entityNumber };
  const next = shown.length < limit ? undefined : nextLink("/api/v1/contracts", parameters, cursor);
  return json(request, { contracts: shown.map(contractShape), links: { next: next ?? null } }, { age: 10, next });
}

/** @type {Handler} */
export function token(world, request, parameters, part) {
  const wrong = queryErrors(parameters, { timestamp: isTimestamp });
  if (wrong.length > 0) return errorResponse(request, 400, wrong);
  const entity = entityIn(part);
  if (entity === undefined) return errorResponse(request, 400, ["Invalid parameter: tokenid"]);
  if (entity === "elsewhere" || kindOf(entity) !== "token") return errorResponse(request, 404, ["Not found"]);
  const number = Number(entity);
  const unique = number >= FIRST_NFT;
  const drawn = world.chain.mix(number, 41);
  return json(
    request,
    {
      admin_key: null,
      auto_renew_account: null,
      auto_renew_period: null,
      created_timestamp: seconds(world.chain.open(0)),
      custom_fees: {
        created_timestamp: seconds(world.chain.open(0)),
        fixed_fees: [],
        [unique ? "royalty_fees" : "fractional_fees"]: [],
      },
      decimals: unique ? "0" : String(drawn % 9),
      deleted: false,
      expiry_timestamp: null,
      fee_schedule_key: null,
      freeze_default: false,
      freeze_key: null,
      initial_supply: unique ? "0" : "1000000",
      kyc_key: null,
      max_supply: "0",
      memo: "",
      metadata: "",
      metadata_key: null,
      modified_timestamp: seconds(world.chain.open(0)),
      name: unique ? `Platform ${number - FIRST_NFT + 1}` : `Tram Credit ${number - FIRST_TOKEN + 1}`,
      pause_key: null,
      pause_status: "NOT_APPLICABLE",
      supply_key: null,
      supply_type: "INFINITE",
      symbol: unique ? `PLAT${number - FIRST_NFT + 1}` : `TRAM${number - FIRST_TOKEN + 1}`,
      token_id: `0.0.${number}`,
      total_supply: String(1_000_000 + drawn),
      treasury_account_id: `0.0.${FIRST_ACCOUNT + (drawn % ACCOUNTS)}`,
      type: unique ? "NON_FUNGIBLE_UNIQUE" : "FUNGIBLE_COMMON",
      wipe_key: null,
    },
    { age: 1 },
  );
}

/** @type {Handler} */
export function topic(world, request, _parameters, part) {
  const entity = entityIn(part);
  // This route returns 404 for a malformed ID, not 400.
  if (typeof entity !== "bigint" || kindOf(entity) !== "topic") return errorResponse(request, 404, ["Not found"]);
  const created = seconds(world.chain.open(0));
  return json(
    request,
    {
      admin_key: null,
      auto_renew_account: null,
      auto_renew_period: 7_776_000,
      created_timestamp: created,
      custom_fees: { created_timestamp: created, fixed_fees: [] },
      deleted: false,
      fee_exempt_key_list: [],
      fee_schedule_key: null,
      memo: `line ${Number(entity) - FIRST_TOPIC + 1}`,
      submit_key: null,
      timestamp: { from: created, to: null },
      topic_id: `0.0.${entity}`,
    },
    { age: 1 },
  );
}

/** @type {Handler} */
export function schedule(world, request, _parameters, part) {
  const entity = entityIn(part);
  if (entity === undefined) return errorResponse(request, 400, ["Invalid parameter: scheduleid"]);
  if (entity === "elsewhere" || kindOf(entity) !== "schedule") return errorResponse(request, 404, ["Not found"]);
  const drawn = world.chain.mix(Number(entity), 42);
  const payer = `0.0.${FIRST_ACCOUNT + (drawn % ACCOUNTS)}`;
  return json(
    request,
    {
      admin_key: null,
      consensus_timestamp: seconds(world.chain.open(0)),
      creator_account_id: payer,
      deleted: false,
      executed_timestamp: drawn % 2 === 0 ? null : seconds(world.chain.open(0) + 1_000_000_000n),
      expiration_time: null,
      memo: "",
      payer_account_id: payer,
      schedule_id: `0.0.${entity}`,
      signatures: [],
      transaction_body: "Ch==",
      wait_for_expiry: false,
    },
    { age: 1 },
  );
}

/**
 * Returns the handler of a list that is always empty.
 * @param {string} field
 * @param {number} age
 * @param {{ beside?: object, also?: readonly string[], part?: string }} [more] `also` are parameters in addition to
 *   `limit` and `order`, and `part` is the name of the path parameter in errors
 * @returns {Handler}
 */
export function emptyList(field, age, { beside = {}, also = [], part = "" } = {}) {
  const others = Object.fromEntries(also.map((key) => [key, key === "timestamp" ? isTimestamp : () => true]));
  return (_world, request, parameters, named) => {
    if (part !== "" && entityIn(named) === undefined)
      return errorResponse(request, 400, [`Invalid parameter: ${part}`]);
    const wrong = queryErrors(parameters, { limit: isLimit, order: isOrder, ...others });
    if (wrong.length > 0) return errorResponse(request, 400, wrong);
    return json(request, { ...beside, [field]: [], links: { next: null } }, { age });
  };
}

/** @type {Handler} */
export function balances(world, request, parameters) {
  const isId = (/** @type {string} */ text) => typeof entityIn(split(text)[1]) === "bigint";
  const wrong = queryErrors(parameters, { "account.id": isId, limit: isLimit, order: isOrder, timestamp: isTimestamp });
  if (wrong.length > 0) return errorResponse(request, 400, wrong);
  const ids = valuesOf(parameters, "account.id").map((text) => Number(entityIn(split(text)[1])));
  const shown = ids.filter((each) => kindOf(BigInt(each)) === "account").map((each) => accountShape(world, each));
  const held = shown.map(({ account: id, balance }) => ({ account: id, balance: balance.balance ?? 0, tokens: [] }));
  return json(request, { timestamp: seconds(world.chain.open(0)), balances: held, links: { next: null } }, { age: 1 });
}
