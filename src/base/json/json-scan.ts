// Scans the text of a JSON answer as it arrives, before any of it is parsed. Finds the parts that may be parsed in one
// go, and the elements that are too deep or have too many values to be parsed at all.
import { Problem } from "../problem.ts";

/** No route of the three services nests deeper than 10. Code that walks an answer may recurse this deep. */
export const MAX_DEPTH = 64;

/** Node parses this many characters of JSON in about a millisecond. */
const PIECE_CHARS = 64 * 1024;

/** Far more than the largest transaction or issue has. */
const MAX_ELEMENT_VALUES = 10_000;

/** The depth of a list's elements: 2 if the answer is the list, 3 if the list is a member of the answer. */
const ELEMENT_DEPTHS: ReadonlySet<number> = new Set([2, 3]);

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

export class JsonScan {
  /** Start and end of each container that may be parsed in one go, in order. None is inside another. */
  readonly pieces: number[] = [];
  /** The elements that must not be parsed, by start position. The end is the position after the last character. */
  readonly unfit = new Map<number, { readonly end: number; readonly reason: string }>();
  readonly #mostValues: number;
  readonly #wholeBelow: number;
  /** For each open container, by depth: where it starts, and how many values and pieces precede it. */
  readonly #starts = new Float64Array(MAX_DEPTH + 1);
  readonly #values = new Float64Array(MAX_DEPTH + 1);
  readonly #marks = new Float64Array(MAX_DEPTH + 1);
  #length = 0;
  #depth = 0;
  /** The open containers down to this depth contain something that is too deep. */
  #tainted = 0;
  #count = 0;
  #inString = false;
  #escaped = false;

  /** `wholeBelow`: containers down to this depth are never parsed in one go; deeper ones may be. */
  constructor(mostValues: number, wholeBelow = 0) {
    this.#mostValues = mostValues;
    this.#wholeBelow = wholeBelow;
  }

  /** Scans the next part of the text. Throws a `tooLarge` problem as soon as there are too many values. */
  add(text: string): void {
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (code === BACKSLASH) this.#escaped = true;
        else if (code === QUOTE) this.#inString = false;
      } else if (code === QUOTE) {
        this.#inString = true;
      } else if (code === COMMA) {
        this.#count += 1;
      } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
        this.#open(this.#length + at);
      } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
        this.#close(this.#length + at + 1);
      }
    }
    this.#length += text.length;
    if (this.#count > this.#mostValues) {
      throw new Problem("tooLarge", { detail: `more than ${this.#mostValues} values` });
    }
  }

  #open(at: number): void {
    this.#count += 1;
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) {
      this.#tainted = MAX_DEPTH;
      return;
    }
    this.#starts[this.#depth] = at;
    this.#values[this.#depth] = this.#count;
    this.#marks[this.#depth] = this.pieces.length;
  }

  #close(end: number): void {
    const depth = this.#depth;
    // The parser detects brackets that don't match.
    if (depth === 0) return;
    this.#depth = depth - 1;
    if (depth > MAX_DEPTH) return;
    const start = this.#starts[depth] ?? 0;
    const values = this.#count - (this.#values[depth] ?? 0);
    const isDeep = depth <= this.#tainted;
    this.#tainted = Math.min(this.#tainted, depth - 1);
    if (ELEMENT_DEPTHS.has(depth) && (isDeep || values > MAX_ELEMENT_VALUES)) {
      const reason = isDeep ? `nested deeper than ${MAX_DEPTH}` : `more than ${MAX_ELEMENT_VALUES} values`;
      this.unfit.set(start, { end, reason });
    }
    if (isDeep || depth <= this.#wholeBelow || end - start > PIECE_CHARS) return;
    this.pieces.length = this.#marks[depth] ?? 0;
    this.pieces.push(start, end);
  }
}
