import type { ElementTaker } from "../../base/json-stream.ts";
import { ListDecoder } from "../../base/decode.ts";
import type { DecodedList } from "../../base/decode.ts";
import type { Json } from "../../base/json.ts";
import type { Application } from "../model.ts";
import type { AppListBuilder, Places } from "../model/app-list/builder.ts";
import * as wire from "./wire.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const COMMA = 0x2c;
const COLON = 0x3a;
const DOT = 0x2e;
const ZERO = 0x30;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const KEYS = [
  "id",
  "handle",
  "name",
  "creator",
  "downloads",
  "app_uid",
  "source",
  "icon_phash",
  "report_updated_at",
] as const;
const KEY_BYTES: readonly Uint8Array[] = KEYS.map((key) => Buffer.from(key));
/** How each key stands in the rows that the service writes, up to its value: in pieces of four bytes, the last one again. */
const USUAL = KEYS.map((key, place) => {
  const bytes = Buffer.from(`${place === 0 ? "{" : ", "}"${key}": `);
  const words = Array.from({ length: Math.ceil(bytes.length / 4) }, (_, word) =>
    bytes.readInt32LE(Math.min(4 * word, bytes.length - 4)),
  );
  return { length: bytes.length, words: Int32Array.from(words) };
});
const EVERY_KEY = (1 << KEYS.length) - 1;
const HIGHEST_BITS = 0x80808080 | 0;
const NO_BYTES = new Uint8Array(0);

const ID = KEYS.indexOf("id");
const HANDLE = KEYS.indexOf("handle");
const NAME = KEYS.indexOf("name");
const CREATOR = KEYS.indexOf("creator");
const DOWNLOADS = KEYS.indexOf("downloads");
const SOURCE = KEYS.indexOf("source");
const UPDATED = KEYS.indexOf("report_updated_at");

/**
 * Reads the rows of an application list. Nearly all of them are flat objects of plain texts, and these are read from the
 * bytes as they pass, without an object or a text made of them. Every other one (escapes in it, a null, a field that
 * nobody knows, an end in another chunk) goes the long way: it is parsed and decoded as any answer is.
 */
export class AppRows implements ElementTaker {
  readonly #builder: AppListBuilder;
  readonly #decoder = new ListDecoder(wire.application, "application list", "applications");
  /** Where the texts of the row begin and end, by the place of their key. */
  readonly #from = new Int32Array(KEYS.length);
  readonly #to = new Int32Array(KEYS.length);
  /** Which of them have escapes in them. */
  #escaped = 0;
  /** Where the value that was read last ended. */
  #end = 0;
  #read = 0;
  #bytes: Uint8Array = NO_BYTES;
  #view: DataView = new DataView(NO_BYTES.buffer);
  readonly #places: Places = {
    handleFrom: 0,
    handleTo: 0,
    nameFrom: 0,
    nameTo: 0,
    creatorFrom: 0,
    creatorTo: 0,
    downloadsFrom: 0,
    downloadsTo: 0,
    sourceFrom: 0,
    sourceTo: 0,
    updated: 0,
  };

  constructor(builder: AppListBuilder) {
    this.#builder = builder;
  }

  /** How many have been read so far. */
  get count(): number {
    return this.#builder.count;
  }

  /** How many could not be, and why the first of them. */
  get skipping(): Pick<DecodedList<Application>, "skipped" | "reasons"> {
    return this.#decoder.list();
  }

  skim(bytes: Uint8Array, begin: number): number {
    if (bytes[begin] !== OPEN_BRACE) return -1;
    if (bytes !== this.#bytes) {
      this.#bytes = bytes;
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    }
    this.#escaped = 0;
    this.#places.updated = 0;
    let at = begin;
    let expected = 0;
    let seen = 0;
    for (;;) {
      let key = expected;
      const value = this.#valueAt(at, key);
      if (value >= 0) {
        at = value;
      } else {
        at = skipSpaces(bytes, at + 1);
        if (bytes[at] !== QUOTE) return -1;
        key = keyAt(bytes, at + 1);
        if (key < 0) return -1;
        at = skipSpaces(bytes, at + 2 + (KEY_BYTES[key]?.length ?? 0));
        if (bytes[at] !== COLON) return -1;
        at = skipSpaces(bytes, at + 1);
      }
      if ((seen & (1 << key)) !== 0) return -1;
      seen |= 1 << key;
      expected = key + 1;
      if (key === ID || key === UPDATED ? !this.#number(bytes, at, key) : !this.#text(bytes, at, key)) return -1;
      at = skipSpaces(bytes, this.#end);
      if (bytes[at] === CLOSE_BRACE) break;
      if (bytes[at] !== COMMA) return -1;
    }
    if (seen !== EVERY_KEY) this.#forget(seen);
    if (this.#from[HANDLE] === this.#to[HANDLE]) return -1;
    if (!this.#taken(bytes)) return -1;
    this.#read += 1;
    return at + 1;
  }

  take(element: Json): void {
    const decoded = this.#decoder.one(element, `applications[${this.#read}]`);
    this.#read += 1;
    if (decoded !== undefined) this.#builder.add(decoded.of);
  }

  /** What the row does not have is empty, not what the row before it had. */
  #forget(seen: number): void {
    for (let key = 0; key < KEYS.length; key += 1) {
      if ((seen & (1 << key)) !== 0) continue;
      this.#from[key] = 0;
      this.#to[key] = 0;
    }
  }

  /** Where the value of the key begins, if it stands here just as the service writes it; -1 otherwise. */
  #valueAt(at: number, key: number): number {
    const usual = USUAL[key];
    if (usual === undefined || at + usual.length > this.#view.byteLength) return -1;
    const { words, length } = usual;
    const last = words.length - 1;
    for (let place = 0; place < last; place += 1) {
      if (this.#view.getInt32(at + 4 * place, true) !== words[place]) return -1;
    }
    return this.#view.getInt32(at + length - 4, true) === words[last] ? at + length : -1;
  }

  /** A text from its first quote to its last one. What is not ASCII or has control characters in it goes the long way. */
  #text(bytes: Uint8Array, quote: number, key: number): boolean {
    if (bytes[quote] !== QUOTE) return false;
    const view = this.#view;
    const last = view.byteLength - 4;
    let at = quote + 1;
    for (;;) {
      // Four bytes at once, as long as none of them is a quote, a backslash, a control character or beyond ASCII.
      while (at <= last) {
        const four = view.getInt32(at, true);
        const quotes = four ^ 0x22222222;
        const backslashes = four ^ 0x5c5c5c5c;
        const found =
          ((quotes - 0x01010101) & ~quotes) | ((backslashes - 0x01010101) & ~backslashes) | (four - 0x20202020) | four;
        if ((found & HIGHEST_BITS) !== 0) break;
        at += 4;
      }
      const byte = bytes[at] ?? 0;
      if (byte === QUOTE) break;
      if (byte < SPACE || byte >= 0x80) return false;
      at += 1;
      if (byte !== BACKSLASH) continue;
      this.#escaped |= 1 << key;
      if ((bytes[at] ?? 0) < SPACE) return false;
      at += 1;
    }
    this.#from[key] = quote + 1;
    this.#to[key] = at;
    this.#end = at + 1;
    return true;
  }

  /** Digits, and a fraction that nobody needs. */
  #number(bytes: Uint8Array, from: number, key: number): boolean {
    let at = from;
    let value = 0;
    for (let digit = digitAt(bytes, at); digit >= 0; digit = digitAt(bytes, at)) {
      value = value * 10 + digit;
      at += 1;
    }
    if (at === from || at - from > 15 || (bytes[from] === ZERO && at - from > 1)) return false;
    if (bytes[at] === DOT) {
      const fraction = at + 1;
      at = fraction;
      while (digitAt(bytes, at) >= 0) at += 1;
      if (at === fraction) return false;
    }
    if (key === UPDATED) this.#places.updated = Math.min(value, 0xffff_ffff);
    this.#end = at;
    return true;
  }

  /** Hands the row on, if nothing has escapes but its name and its creator, and those are sound. */
  #taken(bytes: Uint8Array): boolean {
    const places = this.#places;
    let name: string | undefined;
    let creator: string | undefined;
    if (this.#escaped !== 0) {
      if ((this.#escaped & ~((1 << NAME) | (1 << CREATOR))) !== 0) return false;
      name = this.#textOf(bytes, NAME);
      creator = this.#textOf(bytes, CREATOR);
      if (name === undefined || creator === undefined) return false;
    }
    places.handleFrom = this.#from[HANDLE] ?? 0;
    places.handleTo = this.#to[HANDLE] ?? 0;
    places.nameFrom = this.#from[NAME] ?? 0;
    places.nameTo = this.#to[NAME] ?? 0;
    places.creatorFrom = this.#from[CREATOR] ?? 0;
    places.creatorTo = this.#to[CREATOR] ?? 0;
    places.downloadsFrom = this.#from[DOWNLOADS] ?? 0;
    places.downloadsTo = this.#to[DOWNLOADS] ?? 0;
    places.sourceFrom = this.#from[SOURCE] ?? 0;
    places.sourceTo = this.#to[SOURCE] ?? 0;
    this.#builder.addBytes(bytes, places, name, creator);
    return true;
  }

  /** Undefined where its escapes are none. */
  #textOf(bytes: Uint8Array, key: number): string | undefined {
    const from = this.#from[key] ?? 0;
    const to = this.#to[key] ?? 0;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString("latin1");
    if ((this.#escaped & (1 << key)) === 0) return text;
    try {
      return String(JSON.parse(`"${text}"`));
    } catch {
      return undefined;
    }
  }
}

/** Which key stands here, with the quote behind it. */
function keyAt(bytes: Uint8Array, at: number): number {
  return KEYS.findIndex((_, key) => isKey(bytes, at, key));
}

function skipSpaces(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === SPACE) at += 1;
  return at;
}

function isKey(bytes: Uint8Array, at: number, key: number): boolean {
  const wanted = KEY_BYTES[key];
  if (wanted === undefined || bytes[at + wanted.length] !== QUOTE) return false;
  for (let place = 0; place < wanted.length; place += 1) if (bytes[at + place] !== wanted[place]) return false;
  return true;
}

function digitAt(bytes: Uint8Array, at: number): number {
  const digit = (bytes[at] ?? 0) - ZERO;
  return digit >= 0 && digit <= 9 ? digit : -1;
}
