// Formats numbers, times, blooms and addresses as the mirror node does.
import { keccak_256 } from "@noble/hashes/sha3.js";

/** Formats JSON with whole numbers of any size. @param {unknown} value @returns {string} */
export function toJson(value) {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return `[${value.map(toJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).filter(([, each]) => each !== undefined);
    return `{${fields.map(([key, each]) => `${JSON.stringify(key)}:${toJson(each)}`).join(",")}}`;
  }
  return JSON.stringify(value);
}

/** Formats a time as seconds with nine decimal places. @param {bigint} nanoseconds */
export function seconds(nanoseconds) {
  return `${nanoseconds / 1_000_000_000n}.${String(nanoseconds % 1_000_000_000n).padStart(9, "0")}`;
}

/** Returns a bloom of 2048 bits as 512 hex digits. The last byte has the first bits. @param {Iterable<number>} bits */
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

/** Returns the three bits that an address or topic sets in a bloom. @param {string} hex */
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
