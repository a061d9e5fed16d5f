/** How the service writes what it holds. */

/** JSON with whole numbers of any size as they are. @param {unknown} value @returns {string} */
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

/** The bits that some words set in a bloom filter of 2048, as 512 hex digits. @param {Iterable<number>} bits */
export function bloom(bits) {
  const bytes = Buffer.alloc(256);
  for (const bit of bits) {
    const at = (bit % 2048) >>> 3;
    bytes[at] = (bytes[at] ?? 0) | (1 << (bit & 7));
  }
  return `0x${bytes.toString("hex")}`;
}

/** @param {number} entity */
export function evmAddress(entity) {
  return `0x${entity.toString(16).padStart(40, "0")}`;
}
