// Seeded random numbers by index, cheap enough for millions of indexes.
import { createHash } from "node:crypto";

/**
 * Returns a number from 0 to 2^32 - 1 that depends only on the seed, the place and the salt. It does what `Random.at`
 * does, faster. A place is any whole number up to 2^53. Different salts give independent numbers for one place.
 *
 * @typedef {(place: number, salt?: number) => number} Mix
 */

/** @param {string} seed @returns {Mix} */
export function mixer(seed) {
  const start = createHash("sha256").update(seed).digest().readUInt32LE(0);
  return (place, salt = 0) => {
    let mixed = mixStep(start ^ (place % 4294967296));
    mixed = mixStep(mixed ^ Math.floor(place / 4294967296));
    return mixStep(mixed ^ salt) >>> 0;
  };
}

/** The last step of MurmurHash3. @param {number} value */
function mixStep(value) {
  let mixed = (value + 0x9e3779b9) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** Returns the choices in an order that the drawn numbers decide. @template T @param {readonly T[]} choices @param {(place: number) => number} draw @returns {T[]} */
export function shuffled(choices, draw) {
  const order = [...choices];
  for (let place = order.length - 1; place > 0; place -= 1) {
    const other = draw(place) % (place + 1);
    [order[place], order[other]] = [/** @type {T} */ (order[other]), /** @type {T} */ (order[place])];
  }
  return order;
}
