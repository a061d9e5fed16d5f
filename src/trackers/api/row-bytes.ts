// Reads flat JSON objects straight from bytes: creating an object for each would be too slow for 70 MB. Code that runs
// per byte uses plain functions and loops, which are three times faster.

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const COMMA = 0x2c;
const COLON = 0x3a;
const DOT = 0x2e;
const ZERO = 0x30;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
/** More bytes than any key with its punctuation has. */
const LOOKAHEAD_BYTES = 64;
const HIGHEST_BITS = 0x80808080 | 0;

/** Offsets of an object's values, by key number. */
export interface Spans {
  /** A string starts after its opening quote; a missing value is 0 to 0. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Bit set of the strings that contain escapes. */
  escaped: number;
}

interface Key {
  readonly name: Uint8Array;
  /** Index of the key's value in the spans. */
  readonly number: number;
  readonly isText: boolean;
  /**
   * The usual bytes between the previous value and this one, in pieces of eight; the last piece may overlap. A piece is
   * compared as a double in one step. ASCII bytes are never zero or NaN as a double, so equal doubles are equal bytes.
   */
  readonly pieces: Float64Array;
  readonly length: number;
}

/** The keys of a list's objects. */
export class Keys {
  readonly all: readonly Key[];
  /** Key order of the previous object; empty if unknown. */
  order: readonly Key[] = [];

  constructor(texts: readonly string[], numbers: readonly string[]) {
    this.all = [...texts, ...numbers].map((name, number) => key(name, number, number < texts.length));
  }
}

function key(name: string, number: number, isText: boolean): Key {
  const usual = Buffer.from(`, "${name}": ${isText ? '"' : ""}`.padStart(8));
  const pieces = Array.from({ length: Math.ceil(usual.length / 8) }, (_, piece) =>
    usual.readDoubleLE(Math.min(8 * piece, usual.length - 8)),
  );
  return { name: Buffer.from(name), number, isText, pieces: Float64Array.from(pieces), length: usual.length };
}

/**
 * Reads the object at `begin` into the spans and returns its end; -1 if it is incomplete, or not an object of these
 * keys with plain strings and numbers.
 */
export function readObject(bytes: Uint8Array, view: DataView, begin: number, keys: Keys, spans: Spans): number {
  if (bytes[begin] !== OPEN_BRACE) return -1;
  const end = readUsual(bytes, view, begin, keys.order, spans);
  return end < 0 ? readAny(bytes, view, begin, keys, spans) : end;
}

/**
 * Reads an object with the same layout as the previous one, as nearly all have. Never reads past the end of the bytes:
 * a single out-of-bounds read makes every later read slower.
 */
function readUsual(bytes: Uint8Array, view: DataView, begin: number, order: readonly Key[], spans: Spans): number {
  const { from, to } = spans;
  const safe = bytes.length - LOOKAHEAD_BYTES;
  const [first] = order;
  if (first === undefined || begin > safe || !isKey(bytes, begin + 2, first)) return -1;
  let at = begin + first.name.length + 3;
  if (bytes[begin + 1] !== QUOTE || bytes[at] !== COLON || bytes[at + 1] !== SPACE) return -1;
  at += 2;
  if (first.isText) {
    if (bytes[at] !== QUOTE) return -1;
    at += 1;
  }
  let escaped = 0;
  for (let index = 0; index < order.length; index += 1) {
    const key = order[index];
    if (key === undefined) return -1;
    if (index > 0) {
      if (!isUsual(key, view, at)) return -1;
      at += key.length;
    }
    from[key.number] = at;
    if (key.isText) {
      for (;;) {
        at = nextMark(view, at);
        if (at > safe) return -1;
        if (bytes[at] !== BACKSLASH || (bytes[at + 1] ?? 0) < SPACE) break;
        escaped |= 1 << key.number;
        at += 2;
      }
      if (bytes[at] !== QUOTE) return -1;
      to[key.number] = at;
      at += 1;
    } else {
      at = skipNumber(bytes, view, at, safe);
      if (at < 0) return -1;
      to[key.number] = at;
    }
  }
  if (bytes[at] !== CLOSE_BRACE) return -1;
  spans.escaped = escaped;
  return at + 1;
}

/** Reads an object with its keys in any order and with any spacing. */
function readAny(bytes: Uint8Array, view: DataView, begin: number, keys: Keys, spans: Spans): number {
  const { from, to } = spans;
  const safe = bytes.length - LOOKAHEAD_BYTES;
  const order: Key[] = [];
  let at = begin;
  let seen = 0;
  spans.escaped = 0;
  // If reading stops halfway, the spans are incomplete, and the next object starts over.
  keys.order = [];
  do {
    at = skipSpaces(bytes, at + 1, safe);
    if (at > safe || bytes[at] !== QUOTE) return -1;
    const key = keys.all.find((each) => isKey(bytes, at + 1, each));
    if (key === undefined || (seen & (1 << key.number)) !== 0) return -1;
    seen |= 1 << key.number;
    order.push(key);
    at = skipSpaces(bytes, at + 2 + key.name.length, safe);
    if (at > safe || bytes[at] !== COLON) return -1;
    at = skipSpaces(bytes, at + 1, safe);
    if (key.isText) {
      if (bytes[at] !== QUOTE) return -1;
      at += 1;
    }
    from[key.number] = at;
    at = key.isText ? textEnd(bytes, view, at, key, spans) : skipNumber(bytes, view, at, safe);
    if (at < 0 || at > safe) return -1;
    to[key.number] = at;
    at = skipSpaces(bytes, key.isText ? at + 1 : at, safe);
  } while (bytes[at] === COMMA);
  if (bytes[at] !== CLOSE_BRACE) return -1;
  for (const { number } of keys.all) {
    if ((seen & (1 << number)) !== 0) continue;
    from[number] = 0;
    to[number] = 0;
  }
  keys.order = order;
  return at + 1;
}

/** Offset of the closing quote of a string that may contain escapes. */
function textEnd(bytes: Uint8Array, view: DataView, from: number, key: Key, spans: Spans): number {
  const safe = bytes.length - LOOKAHEAD_BYTES;
  let at = nextMark(view, from);
  while (at <= safe && bytes[at] === BACKSLASH) {
    spans.escaped |= 1 << key.number;
    // An escaped character never ends the string; an escaped control character is invalid.
    if ((bytes[at + 1] ?? 0) < SPACE) return -1;
    at = nextMark(view, at + 2);
  }
  return at <= safe && bytes[at] === QUOTE ? at : -1;
}

/** Whether the key is at this offset in its usual form. */
function isUsual({ pieces, length }: Key, view: DataView, at: number): boolean {
  const last = pieces.length - 1;
  for (let piece = 0; piece < last; piece += 1) {
    if (view.getFloat64(at + 8 * piece, true) !== pieces[piece]) return false;
  }
  return view.getFloat64(at + length - 8, true) === pieces[last];
}

/** Offset of the next quote, backslash, control character or non-ASCII byte, or near the end if there is none. */
function nextMark(view: DataView, from: number): number {
  const last = view.byteLength - 4;
  let at = from;
  for (; at <= last; at += 4) {
    const four = view.getInt32(at, true);
    const quotes = four ^ 0x22222222;
    const backslashes = four ^ 0x5c5c5c5c;
    const found =
      (((quotes - 0x01010101) & ~quotes) | ((backslashes - 0x01010101) & ~backslashes) | (four - 0x20202020) | four) &
      HIGHEST_BITS;
    // Borrowing carries upwards, so only bits above the lowest set bit may be wrong.
    if (found !== 0) return at + ((31 - Math.clz32(found & -found)) >> 3);
  }
  return at;
}

/** Offset after the number at `from`; -1 if there is none, or it has a sign or an exponent. */
function skipNumber(bytes: Uint8Array, view: DataView, from: number, safe: number): number {
  const whole = skipDigits(bytes, view, from, safe);
  if (whole === from || (bytes[from] === ZERO && whole - from > 1)) return -1;
  if (whole > safe || bytes[whole] !== DOT) return whole > safe ? -1 : whole;
  const end = skipDigits(bytes, view, whole + 1, safe);
  return end === whole + 1 || end > safe ? -1 : end;
}

function skipDigits(bytes: Uint8Array, view: DataView, from: number, safe: number): number {
  let at = from;
  for (; at <= safe; at += 4) {
    const four = view.getInt32(at, true);
    if ((((four + 0x46464646) | (four - 0x30303030)) & HIGHEST_BITS) !== 0) break;
  }
  while (at <= safe && isDigit(bytes[at])) at += 1;
  return at;
}

function isDigit(byte = 0): boolean {
  return byte >= ZERO && byte <= ZERO + 9;
}

function isKey(bytes: Uint8Array, at: number, { name }: Key): boolean {
  if (bytes[at + name.length] !== QUOTE) return false;
  for (let index = 0; index < name.length; index += 1) if (bytes[at + index] !== name[index]) return false;
  return true;
}

function skipSpaces(bytes: Uint8Array, from: number, safe: number): number {
  let at = from;
  while (at <= safe && bytes[at] === SPACE) at += 1;
  return at;
}
