// Seeded random numbers: the same seed returns the same numbers.
import { createHash } from "node:crypto";

/**
 * `at` returns the numbers of one place without drawing those of earlier places, so that the ten-millionth element of a
 * list costs as much as the first.
 */
export class Random {
  /** @param {string | number} seed */
  constructor(seed) {
    this.seed = String(seed);
    this.state = createHash("sha256").update(this.seed).digest().readUInt32LE(0);
  }

  /** Returns an independent stream for one place. @param {...(string | number | bigint)} place */
  at(...place) {
    return new Random(`${this.seed}/${place.join("/")}`);
  }

  /** A number from 0 (inclusive) to 1 (exclusive). */
  next() {
    // mulberry32 is small, fast and the same on every platform.
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number from `low` to `high`, both included. @param {number} low @param {number} high */
  between(low, high) {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** @template T @param {readonly T[]} choices @returns {T} */
  pick(choices) {
    return /** @type {T} */ (choices[Math.floor(this.next() * choices.length)]);
  }

  /** @param {number} likelihood from 0 to 1 */
  chance(likelihood) {
    return this.next() < likelihood;
  }

  /** @param {number} bytes */
  hex(bytes) {
    let digits = "";
    for (let byte = 0; byte < bytes; byte += 1) {
      digits += Math.floor(this.next() * 256)
        .toString(16)
        .padStart(2, "0");
    }
    return digits;
  }
}
