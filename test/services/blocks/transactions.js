// The transactions of the sandbox's chain, computed from the seed on request.
import { createHash } from "node:crypto";
import { mixer } from "../core/mix.js";
import {
  ACCOUNTS,
  CONTRACTS,
  FIRST_ACCOUNT,
  FIRST_CONTRACT,
  FIRST_SCHEDULE,
  FIRST_TOKEN,
  FIRST_TOPIC,
  SCHEDULES,
  TOKENS,
  TOPICS,
} from "./census.js";
import { decodeNumber, encodeNumber } from "./chain.js";
import { seconds } from "./forms.js";
import { FAILURES, isContractKind, KINDS, MEMOS, TRANSFER } from "./kinds.js";

/**
 * @typedef {import("./chain.js").Chain} Chain
 *
 * @typedef {object} Spot a transaction: the place of its block in the chain, and its index in the block
 * @property {number} place
 * @property {number} index
 */

/** The maximum number of blocks searched for a page. Real mirror nodes have a limit of 20 seconds instead. */
export const MOST_BLOCKS_SEARCHED = 20_000;
/** Topic messages come from this many of the latest initial blocks, and from all later blocks. */
const MOST_BLOCKS_WITH_MESSAGES = 2_000;
/** The account that collects fees. */
const COLLECTOR = 98;
const SALT = {
  kind: 1,
  payer: 2,
  result: 3,
  fee: 4,
  memo: 5,
  amount: 6,
  receiver: 7,
  node: 8,
  start: 9,
  child: 10,
  gas: 11,
  tokens: 12,
  odd: 13,
  time: 14,
  hash: 20,
  index: 30,
};

/** All transactions of a chain, computed and not stored. */
export class Transactions {
  /** @param {{ seed: string, chain: Chain, extreme?: boolean }} options `extreme` makes some amounts reach the limits of int64 */
  constructor({ seed, chain, extreme = false }) {
    this.seed = seed;
    this.chain = chain;
    this.extreme = extreme;
    this.mix = mixer(`${seed}/transactions`);
    /** The transactions of the latest blocks that the replica lacks. */
    this.lag = { blocks: 0, transactions: 0 };
    /** Gas and bloom bits of whole blocks, by position and count. @type {Map<string, { gas: number, bits: number[] }>} */
    this.sums = new Map();
    /** The messages of each topic, oldest first, in the blocks that have been searched so far. @type {{ byTopic: Map<number, Spot[]>, from: number } | undefined} */
    this.submitted = undefined;
    /** Number of computed transactions, for tests that none is computed without a request. */
    this.generated = 0;
  }

  /** Returns how many transactions of a block the replica has. @param {number} place */
  visible(place) {
    const count = this.chain.transactionCount(place);
    return place >= this.chain.length - this.lag.blocks ? Math.min(count, this.lag.transactions) : count;
  }

  /** @param {Spot} spot @param {number} salt */
  draw({ place, index }, salt) {
    return this.mix(place * 131_072 + index, salt);
  }

  /** Returns the time of a transaction. The first is at the start of its block, the last at its end. @param {Spot} spot */
  time({ place, index }) {
    const { chain } = this;
    const last = BigInt(chain.transactionCount(place) - 1);
    const open = chain.open(place);
    if (index === 0) return open;
    const step = (chain.close(place) - open) / last;
    if (BigInt(index) === last) return chain.close(place);
    const shift = step > 0n ? BigInt(this.draw({ place, index }, SALT.time)) % step : 0n;
    return open + step * BigInt(index) + shift;
  }

  /** Returns the index of a block's first transaction at or after a time. @param {number} place @param {bigint} moment */
  indexFrom(place, moment) {
    let [low, high] = [0, this.visible(place)];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.time({ place, index: middle }) >= moment) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /**
   * Yields the transactions in a time range, including both ends. After each block, it yields the number of searched
   * blocks.
   * @param {bigint} low
   * @param {bigint} high
   * @param {boolean} newestFirst
   * @returns {Generator<Spot | number>}
   */
  *between(low, high, newestFirst) {
    const { chain } = this;
    const first = chain.placeClosedFrom(low);
    const last = Math.min(chain.length - 1, chain.placeClosedFrom(high));
    for (let step = 0; step <= last - first; step += 1) {
      const place = newestFirst ? last - step : first + step;
      const from = this.indexFrom(place, low);
      const to = this.indexFrom(place, high + 1n);
      for (let index = 0; index < to - from; index += 1)
        yield { place, index: newestFirst ? to - 1 - index : from + index };
      yield step;
    }
  }

  /** @param {Spot} spot @returns {string} */
  kind(spot) {
    if (this.isChild(spot)) return this.draw(spot, SALT.kind) % 3 === 0 ? "CONTRACTCALL" : "TOKENMINT";
    if (this.isDuplicate(spot)) return this.kind({ ...spot, index: spot.index - 1 });
    let drawn = this.draw(spot, SALT.kind) % 1000;
    for (const [kind, share] of KINDS) {
      if (drawn < share) return isContractKind(kind) && this.chain.isRush(spot.place) ? "CONTRACTCALL" : kind;
      drawn -= share;
    }
    return TRANSFER;
  }

  /** True if the contract call before the transaction triggered it. It has the ID of that call. @param {Spot} spot @returns {boolean} */
  isChild(spot) {
    if (spot.index === 0 || this.draw(spot, SALT.child) % 6 > 0) return false;
    const before = { ...spot, index: spot.index - 1 };
    return !this.isChild(before) && this.kind(before) === "CONTRACTCALL";
  }

  /** True if the transaction repeats the previous one, submitted through a second node. @param {Spot} spot @returns {boolean} */
  isDuplicate(spot) {
    if (spot.index === 0 || this.draw(spot, SALT.child) % 61 !== 1) return false;
    const before = { ...spot, index: spot.index - 1 };
    return !this.isDuplicate(before) && !this.isChild(before);
  }

  /** @param {Spot} spot @param {string} kind */
  result(spot, kind) {
    const drawn = this.draw(spot, SALT.result) % 100;
    if (this.isDuplicate(spot)) return "DUPLICATE_TRANSACTION";
    if (isContractKind(kind))
      return drawn < 12 && !this.chain.isRush(spot.place) ? "CONTRACT_REVERT_EXECUTED" : "SUCCESS";
    if (kind === "FILEUPDATE") return "FEE_SCHEDULE_FILE_PART_UPLOADED";
    return drawn < 6 ? (FAILURES[drawn % FAILURES.length] ?? "UNKNOWN") : "SUCCESS";
  }

  /** @param {Spot} spot */
  gas(spot) {
    return 21_000 + (this.draw(spot, SALT.gas) % 240_000);
  }

  /** Returns the payer and the start of validity. Children and duplicates share those of the previous transaction. @param {Spot} spot @returns {{ payer: number, start: bigint }} */
  origin(spot) {
    if (this.isChild(spot) || this.isDuplicate(spot)) return this.origin({ ...spot, index: spot.index - 1 });
    return {
      payer: FIRST_ACCOUNT + (this.draw(spot, SALT.payer) % ACCOUNTS),
      start: this.time(spot) - 400_000_000n - BigInt(this.draw(spot, SALT.start) % 2_000_000_000),
    };
  }

  /** Returns the 48 bytes of a transaction's hash, which encode its block and its index. @param {Spot} spot */
  hash({ place, index }) {
    const digest = createHash("sha384").update(`${this.seed}/${place}/${index}`).digest("hex");
    return `${encodeNumber(BigInt(place), this.mix, SALT.hash)}${encodeNumber(BigInt(index) << 20n, this.mix, SALT.index)}${digest.slice(32)}`;
  }

  /** @param {string} digits the hash, or its first 64 digits @returns {Spot | undefined} */
  find(digits) {
    const place = decodeNumber(digits.slice(0, 16), this.mix, SALT.hash);
    const index = decodeNumber(digits.slice(16, 32), this.mix, SALT.index) >> 20n;
    if (place >= BigInt(this.chain.length)) return undefined;
    const spot = { place: Number(place), index: Number(index) };
    return index < BigInt(this.visible(spot.place)) && this.hash(spot).startsWith(digits) ? spot : undefined;
  }

  /** Returns the entity of a transaction, if it has only one. @param {Spot} spot @param {string} kind */
  entity(spot, kind) {
    if (kind === TRANSFER || kind === "UTILPRNG" || kind === "ATOMICBATCH") return undefined;
    const drawn = this.draw(spot, SALT.receiver);
    if (isContractKind(kind)) return FIRST_CONTRACT + (this.chain.isRush(spot.place) ? 0 : drawn % CONTRACTS);
    if (kind.startsWith("CONSENSUS")) return FIRST_TOPIC + (drawn % TOPICS);
    if (kind.startsWith("TOKEN")) return FIRST_TOKEN + (drawn % TOKENS);
    if (kind.startsWith("SCHEDULE")) return FIRST_SCHEDULE + (drawn % SCHEDULES);
    return FIRST_ACCOUNT + (drawn % ACCOUNTS);
  }

  /** Returns the messages of a topic, oldest first. The first one has number 1. @param {number} topic @returns {readonly Spot[]} */
  messages(topic) {
    const { chain } = this;
    this.submitted ??= { byTopic: new Map(), from: Math.max(0, chain.length - MOST_BLOCKS_WITH_MESSAGES) };
    const { byTopic } = this.submitted;
    for (; this.submitted.from < chain.length; this.submitted.from += 1) {
      const place = this.submitted.from;
      for (let index = 0; index < chain.transactionCount(place); index += 1) {
        const spot = { place, index };
        const kind = this.kind(spot);
        if (kind !== "CONSENSUSSUBMITMESSAGE" || this.result(spot, kind) !== "SUCCESS") continue;
        const to = this.entity(spot, kind) ?? 0;
        const before = byTopic.get(to);
        if (before === undefined) byTopic.set(to, [spot]);
        else before.push(spot);
      }
    }
    return byTopic.get(topic) ?? [];
  }

  /** Returns a transaction as the lists do. @param {Spot} spot */
  transactionShape(spot) {
    this.generated += 1;
    const kind = this.kind(spot);
    const child = this.isChild(spot);
    const { payer, start } = this.origin(spot);
    const entity = this.entity(spot, kind);
    const fee = child ? 0n : 50_000n + BigInt(this.draw(spot, SALT.fee) % 1_500_000);
    const node = 3 + (this.draw(spot, SALT.node) % 28);
    const odd = this.draw(spot, SALT.odd);
    return {
      batch_key: null,
      bytes: null,
      charged_tx_fee: fee,
      consensus_timestamp: seconds(this.time(spot)),
      entity_id: entity === undefined ? null : `0.0.${entity}`,
      max_fee: child ? null : "100000000",
      max_custom_fees: [],
      memo_base64: child
        ? null
        : Buffer.from(MEMOS[this.draw(spot, SALT.memo) % MEMOS.length] ?? "").toString("base64"),
      name: kind,
      nft_transfers: odd % 29 === 0 ? [this.#nft(spot, payer)] : [],
      node: child ? null : `0.0.${node}`,
      nonce: child ? 1 : 0,
      parent_consensus_timestamp: child ? seconds(this.time({ ...spot, index: spot.index - 1 })) : null,
      result: this.result(spot, kind),
      scheduled: !child && odd % 53 === 0,
      staking_reward_transfers: odd % 47 === 0 ? [{ account: `0.0.${payer}`, amount: 1_000 + (odd % 90_000) }] : [],
      token_transfers: this.#tokens(spot, kind, payer),
      transaction_hash: Buffer.from(this.hash(spot), "hex").toString("base64"),
      transaction_id: `0.0.${payer}-${seconds(start).replace(".", "-")}`,
      transfers: child ? [] : this.#transfers(spot, { kind, payer, node, fee }),
      valid_duration_seconds: child ? null : "120",
      valid_start_timestamp: seconds(start),
    };
  }

  /**
   * Returns the transfers, which add up to zero: the fee to the node and the collector, and the amount of a transfer.
   * @param {Spot} spot
   * @param {{ kind: string, payer: number, node: number, fee: bigint }} of
   */
  #transfers(spot, { kind, payer, node, fee }) {
    const drawn = this.draw(spot, SALT.amount);
    const moves = kind === TRANSFER && this.result(spot, kind) === "SUCCESS";
    const amount = moves ? this.#amount(drawn) : 0n;
    const toNode = fee / 20n;
    const receiver = FIRST_ACCOUNT + ((payer - FIRST_ACCOUNT + 1 + (drawn % (ACCOUNTS - 1))) % ACCOUNTS);
    const moved = [
      { account: node, amount: toNode },
      { account: COLLECTOR, amount: fee - toNode },
      { account: payer, amount: -fee - amount },
      { account: receiver, amount },
    ];
    return moved
      .filter((each) => each.amount !== 0n)
      .map(({ account, amount }) => ({ account: `0.0.${account}`, amount, is_approval: false }));
  }

  /** Returns an amount, which sometimes doesn't fit into a double. @param {number} drawn */
  #amount(drawn) {
    if (this.extreme && drawn % 3 === 0) return 9_223_372_036_847_275_807n;
    return drawn % 101 === 0 ? 9_100_000_000_000_001n : BigInt(drawn) * 10n;
  }

  /** @param {Spot} spot @param {string} kind @param {number} payer */
  #tokens(spot, kind, payer) {
    const drawn = this.draw(spot, SALT.tokens);
    if (kind !== TRANSFER || drawn % 4 > 0) return [];
    const token_id = `0.0.${3001 + (drawn % 20)}`;
    const amount = 1 + (drawn % 1_000_000);
    return [
      { token_id, account: `0.0.${payer}`, amount: -amount, is_approval: false },
      { token_id, account: `0.0.${FIRST_ACCOUNT + (drawn % ACCOUNTS)}`, amount, is_approval: drawn % 8 === 0 },
    ];
  }

  /** Returns the custom fees of a token transfer, which lists omit. @param {Spot} spot */
  customFees(spot) {
    const [sent] = this.#tokens(spot, this.kind(spot), this.origin(spot).payer);
    if (sent === undefined || this.draw(spot, SALT.odd) % 3 > 0) return [];
    return [
      {
        amount: 1 + (-sent.amount >> 6),
        collector_account_id: `0.0.${COLLECTOR}`,
        effective_payer_account_ids: [sent.account],
        token_id: sent.token_id,
      },
    ];
  }

  /** @param {Spot} spot @param {number} payer */
  #nft(spot, payer) {
    const drawn = this.draw(spot, SALT.tokens);
    return {
      is_approval: false,
      receiver_account_id: `0.0.${FIRST_ACCOUNT + (drawn % ACCOUNTS)}`,
      sender_account_id: `0.0.${payer}`,
      serial_number: 1 + (drawn % 5000),
      token_id: `0.0.${3101 + (drawn % 9)}`,
    };
  }
}
