// The text of a list, one line an application: a line feed, its handle, a tab, its name; all folded.

export const LINE = 0x0a;
export const TAB = 0x09;

/** For each byte whether it can stand in a word; what is beyond ASCII can. */
const IN_WORD = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x80 || (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x7a) ? 1 : 0,
);

export function isInWord(byte: number): boolean {
  return IN_WORD[byte] === 1;
}

/** How many kinds of bytes words are sorted by: letters and digits each, and all others by their last bits. */
export const KINDS = 64;
const KIND = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x61 && byte <= 0x7a ? byte - 0x61 : byte >= 0x30 && byte <= 0x39 ? byte - 0x30 + 26 : 36 + (byte % 28),
);

/** The drawer that words lie in which begin with these two bytes; what ends before the second has whatever ends it. */
export function drawerOf(first: number, second: number): number {
  return (KIND[first] ?? 0) * KINDS + (KIND[second] ?? 0);
}

export function kindOf(byte: number): number {
  return KIND[byte] ?? 0;
}

/** One bit for each letter, one for digits, and five for all the rest. */
const BIT = Uint32Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x61 && byte <= 0x7a
    ? 1 << (byte - 0x61)
    : byte >= 0x30 && byte <= 0x39
      ? 1 << 26
      : byte >= 0x80
        ? 1 << (27 + (byte % 5))
        : 0,
);

export function bitOf(byte: number): number {
  return BIT[byte] ?? 0;
}
