// Parses JSON answers in time slices, so that no answer blocks the extension host, whatever its structure.
import { JsonScan, MAX_DEPTH } from "./json-scan.ts";
import { parseJson, findStringEnd, type Json } from "./json.ts";
import { Problem } from "../problem.ts";
import { TimeSlice } from "../tasks/time-slice.ts";

/** Where the list is in an answer, and the most elements that the route ever returns. */
export interface ListLimit {
  /** The member that contains the list. If absent, the answer itself is the list. */
  readonly at?: string;
  readonly most: number;
}

/** The elements that were left out of the list of an answer. */
export interface LeftOut {
  readonly count: number;
  /** Reasons for the first few. */
  readonly reasons: readonly Problem[];
}

export interface ParsedAnswer {
  readonly json: Json;
  readonly leftOut: LeftOut;
}

const MAX_REASONS = 5;
/** Longer strings are parsed in parts of about this length. */
const PART_CHARS = 256 * 1024;
/** Length of the longest escape, as in `\u0041`. An escape must not be split. */
const MAX_ESCAPE_CHARS = 6;
const SCALAR = /[-+.\w]+/y;

/** Collects the bytes of an answer as they arrive, and parses them at the end. */
export class AnswerParser {
  readonly #scan: JsonScan;
  readonly #list: ListLimit | undefined;
  readonly #decoder = new TextDecoder();
  readonly #texts: string[] = [];

  constructor({ mostValues, list }: { readonly mostValues: number; readonly list?: ListLimit | undefined }) {
    // The list itself is never parsed in one go, because its elements must be counted.
    this.#scan = new JsonScan(mostValues, list === undefined ? 0 : list.at === undefined ? 1 : 2);
    this.#list = list;
  }

  add(bytes: Uint8Array): void {
    this.#append(this.#decoder.decode(bytes, { stream: true }));
  }

  /** Returns the parsed answer, or undefined for an empty body. Throws a SyntaxError for invalid JSON. */
  async parse(): Promise<ParsedAnswer | undefined> {
    this.#append(this.#decoder.decode());
    const text = this.#texts.join("");
    if (text === "") return undefined;
    const reader = new SlicedReader(text, this.#scan, this.#list);
    const steps = reader.document();
    const slice = new TimeSlice();
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return { json: value, leftOut: reader.leftOut };
      if (slice.isOver) await slice.next();
    }
  }

  #append(text: string): void {
    this.#scan.add(text);
    this.#texts.push(text);
  }
}

/** Parses large containers step by step, and small ones whole with `parseJson`. */
class SlicedReader {
  readonly #text: string;
  readonly #scan: JsonScan;
  readonly #list: ListLimit | undefined;
  readonly #reasons: Problem[] = [];
  #leftOutCount = 0;
  #at = 0;
  #pieceIndex = 0;

  constructor(text: string, scan: JsonScan, list: ListLimit | undefined) {
    this.#text = text;
    this.#scan = scan;
    this.#list = list;
  }

  get leftOut(): LeftOut {
    return { count: this.#leftOutCount, reasons: this.#reasons };
  }

  *document(): Generator<void, Json, void> {
    const list = this.#list;
    const value = yield* this.#value(1, list !== undefined && list.at === undefined);
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#unexpected();
    return value;
  }

  /** `isList`: whether the value is the list of the answer. */
  *#value(depth: number, isList: boolean): Generator<void, Json, void> {
    this.#skipSpace();
    const mark = this.#text.charAt(this.#at);
    if (mark !== "{" && mark !== "[") return mark === '"' ? yield* this.#string() : this.#scalar();
    yield;
    const end = this.#pieceEnd();
    if (end !== undefined) return this.#parsePiece(end);
    if (depth > MAX_DEPTH) throw new Problem("malformed", { detail: `it is nested deeper than ${MAX_DEPTH}` });
    this.#at += 1;
    return mark === "{" ? yield* this.#object(depth, isList) : yield* this.#array(depth, isList);
  }

  *#array(depth: number, isList: boolean): Generator<void, Json, void> {
    const array: Json[] = [];
    if (this.#take("]")) return array;
    for (let place = 0; ; place += 1) {
      if (place % 256 === 0) yield;
      this.#skipSpace();
      if (isList && this.#isLeftOut(`[${place}]`, array.length)) yield* this.#skipElement(depth);
      else array.push(yield* this.#value(depth + 1, false));
      if (this.#take(",")) continue;
      this.#expect("]");
      return array;
    }
  }

  *#object(depth: number, isList: boolean): Generator<void, Json, void> {
    const object: Record<string, Json> = {};
    if (this.#take("}")) return object;
    for (let place = 0; ; place += 1) {
      if (place % 256 === 0) yield;
      this.#skipSpace();
      if (this.#text[this.#at] !== '"') throw this.#unexpected();
      const key = yield* this.#string();
      this.#expect(":");
      this.#skipSpace();
      if (isList && this.#isLeftOut(`.${key}`, place)) {
        yield* this.#skipElement(depth);
      } else {
        const value = yield* this.#value(depth + 1, depth === 1 && key === this.#list?.at);
        // Assigning to `__proto__` would change the prototype instead.
        Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
      }
      if (this.#take(",")) continue;
      this.#expect("}");
      return object;
    }
  }

  /** True, and counted, if the element here is too deep, has too many values or exceeds the limit of the list. */
  #isLeftOut(place: string, kept: number): boolean {
    const { at = "", most = Infinity } = this.#list ?? {};
    const reason = this.#scan.unfit.get(this.#at)?.reason ?? (kept < most ? undefined : `more than ${most} elements`);
    if (reason === undefined) return false;
    this.#leftOutCount += 1;
    if (this.#reasons.length < MAX_REASONS) {
      this.#reasons.push(new Problem("malformed", { at: at + place, detail: reason }));
    }
    return true;
  }

  *#skipElement(depth: number): Generator<void, void, void> {
    const end = this.#scan.unfit.get(this.#at)?.end ?? this.#pieceEnd();
    if (end === undefined) yield* this.#value(depth + 1, false);
    else this.#at = end;
  }

  /** Returns the end of the container that starts here, if it may be parsed in one go. */
  #pieceEnd(): number | undefined {
    const { pieces } = this.#scan;
    while ((pieces[this.#pieceIndex] ?? Infinity) < this.#at) this.#pieceIndex += 2;
    return pieces[this.#pieceIndex] === this.#at ? pieces[this.#pieceIndex + 1] : undefined;
  }

  #parsePiece(end: number): Json {
    const value = parseJson(this.#text.slice(this.#at, end));
    this.#at = end;
    return value;
  }

  *#string(): Generator<void, string, void> {
    const end = findStringEnd(this.#text, this.#at);
    if (end === undefined) throw this.#unexpected();
    const parts: string[] = [];
    for (let from = this.#at + 1; from < end - 1 || parts.length === 0;) {
      const to = this.#partEnd(from, end - 1);
      parts.push(String(JSON.parse(`"${this.#text.slice(from, to)}"`)));
      from = to;
      yield;
    }
    this.#at = end;
    return parts.join("");
  }

  /** Returns where a part of a string may end: before an escape, never inside it. */
  #partEnd(from: number, end: number): number {
    const to = from + PART_CHARS;
    if (to >= end) return end;
    for (let at = to - 1; at >= to - MAX_ESCAPE_CHARS; at -= 1) {
      if (this.#text[at] !== "\\") continue;
      let first = at;
      while (first > from && this.#text[first - 1] === "\\") first -= 1;
      // In a row of backslashes, every second one ends an escape.
      return (at - first) % 2 === 0 ? at : to;
    }
    return to;
  }

  #scalar(): Json {
    SCALAR.lastIndex = this.#at;
    const [token] = SCALAR.exec(this.#text) ?? [];
    if (token === undefined) throw this.#unexpected();
    return this.#parsePiece(this.#at + token.length);
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at += 1;
    }
  }

  #take(mark: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== mark) return false;
    this.#at += 1;
    return true;
  }

  #expect(mark: string): void {
    if (!this.#take(mark)) throw this.#unexpected();
  }

  #unexpected(): SyntaxError {
    return new SyntaxError(`Unexpected token in JSON at position ${this.#at}`);
  }
}
