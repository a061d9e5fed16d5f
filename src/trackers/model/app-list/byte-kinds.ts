// Bytes in the text of an app list, which has one line per app: a line feed, package name, tab and name, all folded.

export const LINE = 0x0a;
export const TAB = 0x09;

/** Whether a byte can be part of a word. All non-ASCII bytes can. */
const IN_WORD = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x80 || (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x7a) ? 1 : 0,
);

export function isInWord(byte: number): boolean {
  return IN_WORD[byte] === 1;
}

/** Number of byte kinds for buckets: one per letter and digit; all other bytes share the rest. */
export const BYTE_KINDS = 64;
const KIND = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x61 && byte <= 0x7a ? byte - 0x61 : byte >= 0x30 && byte <= 0x39 ? byte - 0x30 + 26 : 36 + (byte % 28),
);

/** Where a word can be: at the start of a package name, at the start of a name, or inside either. */
const PLACES = 3;
export const BUCKETS = PLACES * BYTE_KINDS * BYTE_KINDS;

/** Bucket of the words after this byte that start with these two. A one-letter word uses the byte that ends it. */
export function getBucket(before: number, first: number, second = 0x61): number {
  const place = before === LINE ? 0 : before === TAB ? 1 : 2;
  return (place * BYTE_KINDS + (KIND[first] ?? 0)) * BYTE_KINDS + (KIND[second] ?? 0);
}

/** One bit per letter, one for digits, five for all other bytes. */
const BIT = Uint32Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x61 && byte <= 0x7a
    ? 1 << (byte - 0x61)
    : byte >= 0x30 && byte <= 0x39
      ? 1 << 26
      : byte >= 0x80
        ? 1 << (27 + (byte % 5))
        : 0,
);

export function getLetterBit(byte: number): number {
  return BIT[byte] ?? 0;
}
