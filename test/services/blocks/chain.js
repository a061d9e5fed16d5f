// The sandbox's chain of blocks, computed from a seed instead of stored.
import { createHash } from "node:crypto";
import { mixer } from "../core/mix.js";

/**
 * @typedef {import("../core/clock.js").Clock} Clock
 *
 * @typedef {object} Overrides the changes that actions made to one block
 * @property {string} [hash]
 * @property {string} [previousHash]
 * @property {bigint} [count] the count that the block claims
 * @property {number} [transactions] actual number of transactions
 * @property {bigint} [from] the start that the block claims; filters use the chain's value
 * @property {bigint} [to]
 * @property {boolean} [detached] the block's contract results lack their block
 *
 * @typedef {object} Stretch blocks with consecutive numbers
 * @property {bigint} first
 * @property {number} count
 */

const SECOND_NS = 1_000_000_000n;
const PACE = 2n * SECOND_NS;
/** Number of blocks between two pauses of the network. */
const REST_EVERY = 900;
const REST = 90n * SECOND_NS;
/** The time at which the last generated block closed. It is fixed, so that the same seed returns the same bytes. */
const NEWEST = 1_795_247_613n * SECOND_NS;
export const MOST_TRANSACTIONS = 131_071;
const NO_HASH = `0x${"0".repeat(96)}`;

/**
 * Computes the number, hash and times of each block from the seed and the block's place, which counts blocks from the
 * oldest without gaps. A hash encodes the block's number, so the block can be found by it.
 */
export class Chain {
  /** @param {{ seed: string, clock: Clock, stretches: Stretch[], genesis?: bigint }} options */
  constructor({ seed, clock, stretches, genesis }) {
    this.seed = seed;
    this.clock = clock;
    this.mix = mixer(`${seed}/chain`);
    this.stretches = stretches;
    this.initial = stretches.reduce((sum, { count }) => sum + count, 0);
    this.appended = 0;
    /** @type {{ every: number, since: number } | undefined} */
    this.pace = undefined;
    /** Additional pauses before a place. @type {Map<number, bigint>} */
    this.pauses = new Map();
    this.genesis = genesis ?? NEWEST - this.#sinceGenesis(this.initial - 1);
    /** @type {Map<bigint, Overrides>} */
    this.overrides = new Map();
    /** Times of blocks that deviate from the computed ones. @type {Map<number, { from: bigint, to: bigint }>} */
    this.times = new Map();
    /** Number of computed blocks, for tests that none is computed without a request. */
    this.generated = 0;
  }

  /** Returns the current number of blocks. */
  get length() {
    return this.initial + this.appended + this.#pacedCount();
  }

  #pacedCount() {
    if (this.pace === undefined) return 0;
    return Math.max(0, Math.floor((this.clock.now() - this.pace.since) / this.pace.every));
  }

  /** @param {number} count */
  append(count) {
    this.appended += count;
  }

  /** From now on, adds a block every `every` milliseconds of the service's clock. 0 stops this. @param {number} every */
  setPace(every) {
    this.appended += this.#pacedCount();
    this.pace = every > 0 ? { every, since: this.clock.now() } : undefined;
  }

  /** Moves the whole chain in time, so that its latest block closed at the given time. @param {bigint} moment */
  moveTo(moment) {
    this.genesis += moment - this.close(this.length - 1);
  }

  /** Inserts a pause before a place. Earlier blocks move back in time. @param {number} place @param {bigint} length */
  pauseBefore(place, length) {
    this.pauses.set(place, length);
    this.genesis -= length;
  }

  /** @param {number} place */
  numberAt(place) {
    let rest = place;
    for (const { first, count } of this.stretches.slice(0, -1)) {
      if (rest < count) return first + BigInt(rest);
      rest -= count;
    }
    return (this.stretches.at(-1)?.first ?? 0n) + BigInt(rest);
  }

  /** Returns the first place whose block number is at least the given one. @param {bigint} number */
  placeFrom(number) {
    let place = 0;
    for (const [nth, { first, count }] of this.stretches.entries()) {
      if (number <= first) return place;
      const open = nth === this.stretches.length - 1;
      if (open || number < first + BigInt(count))
        return Number(clamp(BigInt(place) + number - first, 0n, BigInt(this.length)));
      place += count;
    }
    return place;
  }

  /** @param {bigint} number */
  placeOf(number) {
    const place = this.placeFrom(number);
    return place < this.length && this.numberAt(place) === number ? place : undefined;
  }

  /** Returns the first place whose block closed at or after the given time. @param {bigint} moment */
  placeClosedFrom(moment) {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.close(middle) >= moment) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** @param {number} place */
  #sinceGenesis(place) {
    const paused = [...this.pauses].reduce((sum, [from, length]) => (from <= place ? sum + length : sum), 0n);
    return BigInt(place) * PACE + BigInt(Math.floor(place / REST_EVERY)) * REST + paused;
  }

  /** Returns the start time of a block. @param {number} place */
  open(place) {
    const fixed = this.times.get(place);
    return fixed?.from ?? this.genesis + this.#sinceGenesis(place) + BigInt(this.mix(place, 1) % 200_000_000);
  }

  /** Returns the end time of a block. A block with fewer than two transactions ends when it starts. @param {number} place */
  close(place) {
    const fixed = this.times.get(place);
    if (fixed !== undefined) return fixed.to;
    const open = this.open(place);
    if (this.transactionCount(place) < 2) return open;
    return open + 900_000_000n + BigInt(this.mix(place, 2) % 800_000_000);
  }

  /** True for every hundredth block, which has many successful calls of one contract. @param {number} place */
  isRush(place) {
    const number = this.numberAt(place);
    return number > 0n && number % 100n === 0n;
  }

  /** Returns the generated number of transactions in a block. @param {number} place */
  drawnCount(place) {
    const number = this.numberAt(place);
    const drawn = this.mix(place, 3);
    if (number < 100n) {
      if (number % 37n === 5n) return 0;
    } else {
      if (this.isRush(place)) return 110 + (drawn % 40);
      if (drawn % 50 === 0) return 0;
      if (drawn % 50 === 1) return 40 + (drawn % 90);
    }
    return 1 + ((drawn >>> 8) % 18);
  }

  /** Returns the number of transactions in a block. @param {number} place */
  transactionCount(place) {
    return this.overrides.get(this.numberAt(place))?.transactions ?? this.drawnCount(place);
  }

  /** @param {bigint} number */
  hash(number) {
    return this.overrides.get(number)?.hash ?? this.#drawnHash(number);
  }

  /** Returns the encoded number, followed by a digest. @param {bigint} number */
  #drawnHash(number) {
    const digest = createHash("sha384").update(`${this.seed}/${number}`).digest("hex");
    return `0x${encodeNumber(number, this.mix, 10)}${digest.slice(16)}`;
  }

  /** @param {bigint} number */
  previousHash(number) {
    const overrides = this.overrides.get(number)?.previousHash;
    if (overrides !== undefined) return overrides;
    if (number === 0n) return NO_HASH;
    return this.hash(number - 1n);
  }

  /** Returns the number of the block with this hash, or with these first 64 digits if only one block has them. @param {string} digits */
  find(digits) {
    const wanted = digits.toLowerCase();
    const candidates = new Set([decodeNumber(wanted.slice(0, 16), this.mix, 10), ...this.overrides.keys()]);
    const numbers = [...candidates].filter(
      (number) => this.placeOf(number) !== undefined && this.hash(number).slice(2).startsWith(wanted),
    );
    return numbers.length === 1 ? numbers[0] : undefined;
  }
}

/** @param {bigint} value @param {bigint} low @param {bigint} high */
function clamp(value, low, high) {
  return value < low ? low : value > high ? high : value;
}

/** Encodes a 64-bit number in 16 hex digits, so that consecutive numbers look unrelated. @param {bigint} number @param {import("../core/mix.js").Mix} mix @param {number} salt */
export function encodeNumber(number, mix, salt) {
  let [left, right] = [Number(number >> 32n), Number(number & 0xffff_ffffn)];
  for (let round = 0; round < 4; round += 1) [left, right] = [right, (left ^ mix(right, salt + round)) >>> 0];
  return [left, right].map((half) => half.toString(16).padStart(8, "0")).join("");
}

/** Decodes a number that `encodeNumber` encoded. @param {string} digits @param {import("../core/mix.js").Mix} mix @param {number} salt */
export function decodeNumber(digits, mix, salt) {
  let [left, right] = [Number.parseInt(digits.slice(0, 8), 16), Number.parseInt(digits.slice(8, 16), 16)];
  for (let round = 3; round >= 0; round -= 1) [left, right] = [(right ^ mix(left, salt + round)) >>> 0, left];
  return (BigInt(left) << 32n) | BigInt(right);
}
