// Blocks, contract results and logs as the mirror node returns them.
import { addressOf } from "./census.js";
import { bloom, bloomBits, evmAddress, seconds } from "./forms.js";
import { isContractKind } from "./kinds.js";

/**
 * @typedef {import("./chain.js").Chain} Chain
 * @typedef {import("./transactions.js").Transactions} Transactions
 * @typedef {import("./transactions.js").Spot} Spot
 */

/** Number of blocks whose sums are cached, because each contract result contains the sums of its block. */
const SUMS_KEPT = 256;
/** `Transfer(address,address,uint256)`, `Approval(address,address,uint256)` and an event with an unknown name. */
const TRANSFER_TOPIC = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const APPROVAL_TOPIC = "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925";
const UNKNOWN_TOPIC = "0x9324f7456499e47ae3ef8e99fdd06e170cddff31f6355d57b7ea4bd26d527884";

/**
 * Returns the log of a call. Only successful calls that weren't triggered by another call have one.
 * @param {Transactions} transactions @param {Spot} spot
 */
function logOf(transactions, spot) {
  const kind = transactions.kind(spot);
  if (transactions.result(spot, kind) !== "SUCCESS" || transactions.isChild(spot)) return undefined;
  const { payer } = transactions.origin(spot);
  const entity = transactions.entity(spot, kind) ?? 2001;
  const gas = transactions.gas(spot);
  const event = gas % 5 === 4 ? UNKNOWN_TOPIC : gas % 5 === 3 ? APPROVAL_TOPIC : TRANSFER_TOPIC;
  const word = (/** @type {string} */ hex) => `0x${hex.padStart(64, "0")}`;
  return {
    address: addressOf(entity),
    entity,
    topics:
      event === UNKNOWN_TOPIC
        ? [event]
        : [event, word(addressOf(payer).slice(2)), word(evmAddress(1001 + (gas % 96)).slice(2))],
    data: event === UNKNOWN_TOPIC ? word("5") : word((gas * 1000).toString(16)),
  };
}

/** Returns the bloom bits that a call's log sets. @param {Transactions} transactions @param {Spot} spot */
function logBits(transactions, spot) {
  const log = logOf(transactions, spot);
  return log === undefined ? [] : [log.address, ...log.topics].flatMap(bloomBits);
}

/** Returns the gas and the bloom bits of all contract results of a block. @param {Transactions} transactions @param {number} place */
function sums(transactions, place) {
  const count = transactions.chain.transactionCount(place);
  const key = `${place}/${count}`;
  const known = transactions.sums.get(key);
  if (known !== undefined) return known;
  let gas = 0;
  /** @type {number[]} */
  const bits = [];
  for (let index = 0; index < count; index += 1) {
    const spot = { place, index };
    if (!isContractKind(transactions.kind(spot)) || transactions.isChild(spot)) continue;
    gas += transactions.gas(spot);
    bits.push(...logBits(transactions, spot));
  }
  if (transactions.sums.size >= SUMS_KEPT) transactions.sums.clear();
  transactions.sums.set(key, { gas, bits });
  return { gas, bits };
}

/**
 * Returns a block as the API does. Some blocks lack fields, such as gas, bloom and version.
 * @param {{ chain: Chain, transactions: Transactions, newer: boolean }} ledger
 * @param {number} place
 */
export function blockShape({ chain, transactions, newer }, place) {
  chain.generated += 1;
  const number = chain.numberAt(place);
  const overrides = chain.overrides.get(number);
  const count = chain.transactionCount(place);
  const drawn = chain.mix(place, 4);
  const kind = number < 100n ? Number(number % 10n) : drawn % 89;
  const { gas, bits } = sums(transactions, place);
  const age = place / chain.initial;
  const era = number > 2n ** 53n - 1000n || age > 0.6 ? "block" : age > 0.4 ? "gzipped" : "record";
  const open = chain.open(place);
  return {
    count: overrides?.count ?? count,
    hapi_version: kind === 3 || kind === 6 ? null : `0.${{ record: 47, gzipped: 54, block: 66 }[era]}.${number % 5n}`,
    hash: chain.hash(number),
    name:
      era === "block"
        ? `${String(number).padStart(36, "0")}.blk`
        : `${recordName(open)}.rcd${era === "gzipped" ? ".gz" : ""}`,
    number,
    previous_hash: chain.previousHash(number),
    receipts_root: newer ? (kind === 3 ? null : `0x${chain.hash(number).slice(34)}`) : undefined,
    size: kind === 3 ? null : kind === 6 ? 5 : 500 + 420 * count,
    timestamp: { from: seconds(overrides?.from ?? open), to: seconds(overrides?.to ?? chain.close(place)) },
    gas_used: kind === 3 || kind === 4 ? null : gas,
    logs_bloom: kind === 3 || kind === 4 ? null : bloomShape(bits, kind, drawn),
  };
}

/** @param {readonly number[]} bits @param {number} kind @param {number} drawn */
function bloomShape(bits, kind, drawn) {
  if (kind === 6) return "0x";
  // A short bloom is padded with zeros on the left.
  if (kind === 7) return `0x${"1ff".padStart(512, "0")}`;
  return bits.length === 0 && drawn % 2 === 0 ? "0x" : bloom(bits);
}

/** @param {bigint} nanoseconds */
function recordName(nanoseconds) {
  const whole = new Date(Number(nanoseconds / 1_000_000n)).toISOString().slice(0, 19).replaceAll(":", "_");
  return `${whole}.${String(nanoseconds % 1_000_000_000n).padStart(9, "0")}Z`;
}

/**
 * Returns the result of a contract call as the API does.
 * @param {{ chain: Chain, transactions: Transactions }} ledger
 * @param {Spot} spot
 */
export function resultShape({ chain, transactions }, spot) {
  const number = chain.numberAt(spot.place);
  const detached = chain.overrides.get(number)?.detached === true;
  const kind = transactions.kind(spot);
  const entity = transactions.entity(spot, kind) ?? 2001;
  const { payer } = transactions.origin(spot);
  const result = transactions.result(spot, kind);
  const success = result === "SUCCESS";
  const created = kind === "CONTRACTCREATEINSTANCE";
  const ethereum = kind === "ETHEREUMTRANSACTION";
  const gas = transactions.gas(spot);
  const hash = transactions.hash(spot);
  return {
    address: addressOf(entity),
    amount: 0,
    bloom: success ? bloom(logBits(transactions, spot)) : "0x",
    call_result: success ? `0x${"1".padStart(64, "0")}` : "0x",
    contract_id: `0.0.${entity}`,
    created_contract_ids: created && success ? [`0.0.${entity}`] : [],
    error_message: success ? null : `0x08c379a0${"20".padStart(64, "0")}`,
    from: addressOf(payer),
    function_parameters: `0xa9059cbb${"0".repeat(128)}`,
    gas_consumed: gas,
    gas_limit: 400_000,
    gas_used: gas,
    timestamp: seconds(transactions.time(spot)),
    to: created ? null : addressOf(entity),
    hash: `0x${ethereum ? hash.slice(0, 64) : hash}`,
    block_hash: detached ? "0x" : chain.hash(number),
    block_number: detached ? null : number,
    result,
    transaction_index: spot.index,
    status: success ? "0x1" : "0x0",
    failed_initcode: created && !success ? `0x6080${hash.slice(0, 60)}` : null,
    access_list: ethereum ? "0x" : null,
    block_gas_used: sums(transactions, spot.place).gas,
    chain_id: ethereum ? "0x127" : null,
    gas_price: ethereum ? "0x4f29944800" : null,
    max_fee_per_gas: ethereum ? "0x" : null,
    max_priority_fee_per_gas: ethereum ? "0x" : null,
    r: ethereum ? `0x${hash.slice(0, 64)}` : null,
    s: ethereum ? `0x${hash.slice(32)}` : null,
    type: ethereum ? 2 : null,
    v: ethereum ? 1 : null,
    nonce: ethereum ? spot.index : null,
  };
}

/** Returns a log as the lists do. @param {{ chain: Chain, transactions: Transactions }} ledger @param {Spot} spot */
export function logShape({ chain, transactions }, spot) {
  const log = logOf(transactions, spot);
  if (log === undefined) return undefined;
  const number = chain.numberAt(spot.place);
  const detached = chain.overrides.get(number)?.detached === true;
  const { address, entity, topics, data } = log;
  const hash = transactions.hash(spot);
  const ethereum = transactions.kind(spot) === "ETHEREUMTRANSACTION";
  return {
    address,
    bloom: bloom(logBits(transactions, spot)),
    contract_id: `0.0.${entity}`,
    data,
    index: 0,
    topics,
    block_hash: detached ? "0x" : chain.hash(number),
    block_number: detached ? null : number,
    root_contract_id: `0.0.${entity}`,
    timestamp: seconds(transactions.time(spot)),
    transaction_hash: `0x${ethereum ? hash.slice(0, 64) : hash}`,
    transaction_index: spot.index,
  };
}
