// Formats numbers, times, blooms and addresses as the mirror node does.
import { keccak_256 } from "@noble/hashes/sha3.js";

/** JSON that keeps whole numbers of any size. @param {unknown} value @returns {string} */
export function written(value) {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).filter(([, each]) => each !== undefined);
    return `{${fields.map(([key, each]) => `${JSON.stringify(key)}:${written(each)}`).join(",")}}`;
  }
  return JSON.stringify(value);
}

/** Seconds with nine digits of nanoseconds. @param {bigint} nanoseconds */
export function seconds(nanoseconds) {
  return `${nanoseconds / 1_000_000_000n}.${String(nanoseconds % 1_000_000_000n).padStart(9, "0")}`;
}

/** Bits that are set in a bloom of 2048, as 512 hex digits; the last byte has the first of them. @param {Iterable<number>} bits */
export function bloom(bits) {
  const bytes = Buffer.alloc(256);
  for (const bit of bits) {
    const at = 255 - ((bit % 2048) >>> 3);
    bytes[at] = (bytes[at] ?? 0) | (1 << (bit & 7));
  }
  return `0x${bytes.toString("hex")}`;
}

/** @type {Map<string, readonly number[]>} */
const bits = new Map();

/** The three bits that an address or a topic sets in a bloom. @param {string} hex */
export function bloomBits(hex) {
  const known = bits.get(hex);
  if (known !== undefined) return known;
  const hash = keccak_256(Buffer.from(hex.slice(2), "hex"));
  const found = [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047);
  bits.set(hex, found);
  return found;
}

/** @param {number} entity */
export function evmAddress(entity) {
  return `0x${entity.toString(16).padStart(40, "0")}`;
}
