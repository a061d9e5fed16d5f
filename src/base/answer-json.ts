// Parses JSON answers, so that no answer blocks the extension host, whatever its structure. Few values are parsed in
// one go. A list may have many, so its elements are parsed one by one, in time slices.
import { isTable } from "./json/is-table.ts";
import { parseJson, type Json } from "./json/json.ts";
import { Problem } from "./problem.ts";
import { TimeSlice } from "./time-slice.ts";

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

interface Limits {
  readonly mostValues: number;
  readonly list?: ListLimit | undefined;
}

/** No route of the three services nests deeper than 10. Code that walks an answer may recurse this deep. */
const MAX_DEPTH = 64;
/** Far more than the largest transaction or issue has, or an answer has beside its list. */
const MAX_ELEMENT_VALUES = 10_000;
const MAX_REASONS = 5;
/** The clock is read once for so many brackets, commas and strings. */
const STEPS_PER_CHECK = 4096;

/** Returns the parsed answer, or undefined for an empty body. Throws a SyntaxError for invalid JSON. */
export async function parseAnswer(text: string, { mostValues, list }: Limits): Promise<ParsedAnswer | undefined> {
  if (text === "") return undefined;
  const slice = new TimeSlice();
  const scan = new AnswerScan(text, mostValues, list);
  for (let step = 1; scan.next(); step += 1) {
    if (step % STEPS_PER_CHECK === 0 && slice.isOver) await slice.next();
  }
  return { json: scan.json(), leftOut: { count: scan.leftOutCount, reasons: scan.reasons } };
}

/** Counts the values of an answer and finds the elements of its list, without parsing anything else. */
class AnswerScan {
  readonly #text: string;
  readonly #mostValues: number;
  readonly #list: ListLimit | undefined;
  readonly #listDepth: number;
  readonly #marks = /["[\]{},]/g;
  readonly #elements: Json[] = [];
  readonly reasons: Problem[] = [];
  leftOutCount = 0;
  #depth = 0;
  #values = 0;
  #isDeep = false;
  /** The last string directly in the answer: a key, if a list follows. */
  #key = "";
  #listStart: number | undefined;
  #listEnd: number | undefined;
  #elementStart = 0;
  #valuesBeforeList = 0;
  #valuesBeforeElement = 0;
  #valuesOfList = 0;

  constructor(text: string, mostValues: number, list: ListLimit | undefined) {
    this.#text = text;
    this.#mostValues = mostValues;
    this.#list = list;
    this.#listDepth = list === undefined ? 0 : list.at === undefined ? 1 : 2;
  }

  /** Scans up to the next bracket, comma or end of a string. Returns false at the end of the answer. */
  next(): boolean {
    const found = this.#marks.exec(this.#text);
    if (found === null) return false;
    const { 0: mark, index } = found;
    if (mark === '"') this.#string(index);
    else if (mark === ",") this.#comma(index);
    else if (mark === "[" || mark === "{") this.#open(index);
    else this.#close(index);
    return true;
  }

  /** Returns the whole answer, with the elements of its list that weren't left out. */
  json(): Json {
    if (this.#isDeep) throw new Problem("malformed", { detail: `it is nested deeper than ${MAX_DEPTH}` });
    if (this.#list === undefined) return parseJson(this.#text);
    const others = this.#values - this.#valuesOfList;
    if (others > MAX_ELEMENT_VALUES) throw tooLarge(MAX_ELEMENT_VALUES);
    if (this.#listStart === undefined || this.#listEnd === undefined) return parseJson(this.#text);
    const frame = parseJson(this.#text.slice(0, this.#listStart + 1) + this.#text.slice(this.#listEnd));
    const { at } = this.#list;
    if (at === undefined) return this.#value();
    return isTable(frame) ? { ...frame, [at]: this.#value() } : frame;
  }

  #string(start: number): void {
    const end = findStringEnd(this.#text, start);
    if (this.#depth === 1 && this.#listDepth === 2) this.#key = this.#text.slice(start, end);
    this.#marks.lastIndex = end;
  }

  #comma(at: number): void {
    this.#count();
    if (this.#isInList && this.#depth === this.#listDepth) this.#endElement(at);
  }

  #open(at: number): void {
    this.#count();
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) this.#isDeep = true;
    if (this.#depth !== this.#listDepth || !this.#isListNext()) return;
    if (this.#listStart !== undefined) throw new Problem("malformed", { detail: "its list comes twice" });
    this.#listStart = at;
    this.#elementStart = at + 1;
    this.#valuesBeforeList = this.#values;
    this.#valuesBeforeElement = this.#values;
  }

  #close(at: number): void {
    if (this.#isInList && this.#depth === this.#listDepth) {
      const isEmpty =
        this.#text[this.#elementStart - 1] !== "," && this.#text.slice(this.#elementStart, at).trim() === "";
      if (!isEmpty) this.#endElement(at);
      this.#listEnd = at;
      this.#valuesOfList = this.#values - this.#valuesBeforeList;
    }
    this.#depth -= 1;
  }

  get #isInList(): boolean {
    return this.#listStart !== undefined && this.#listEnd === undefined;
  }

  /** Whether the container that starts here is the list of the answer. */
  #isListNext(): boolean {
    return this.#list?.at === undefined || parseJson(this.#key === "" ? '""' : this.#key) === this.#list.at;
  }

  #count(): void {
    this.#values += 1;
    if (this.#values > this.#mostValues) throw tooLarge(this.#mostValues);
  }

  /** Parses the element that ends here, or leaves it out if it is too deep, has too many values, or is one too many. */
  #endElement(end: number): void {
    const { at = "", most = 0 } = this.#list ?? {};
    const place = this.#elements.length + this.leftOutCount;
    const values = this.#values - this.#valuesBeforeElement;
    const reason = this.#isDeep
      ? `nested deeper than ${MAX_DEPTH}`
      : values > MAX_ELEMENT_VALUES
        ? `more than ${MAX_ELEMENT_VALUES} values`
        : this.#elements.length < most
          ? undefined
          : `more than ${most} elements`;
    if (reason === undefined) {
      const element = this.#text.slice(this.#elementStart, end);
      if (element.trim() === "") throw new SyntaxError(`Unexpected token in JSON at position ${end}`);
      this.#elements.push(parseJson(this.#isMap ? `{${element}}` : element));
    } else {
      this.leftOutCount += 1;
      if (this.reasons.length < MAX_REASONS) {
        this.reasons.push(new Problem("malformed", { at: `${at}[${place}]`, detail: reason }));
      }
    }
    this.#isDeep = false;
    this.#elementStart = end + 1;
    this.#valuesBeforeElement = this.#values;
  }

  /** Whether the list is an object, whose members are the elements. */
  get #isMap(): boolean {
    return this.#text[this.#listStart ?? 0] === "{";
  }

  #value(): Json {
    return this.#isMap
      ? Object.fromEntries(this.#elements.flatMap((each) => Object.entries(each ?? {})))
      : this.#elements;
  }
}

/** Returns the position after the closing quote of the JSON string that starts here. */
function findStringEnd(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote > 0 && isEscaped(text, start, quote)) quote = text.indexOf('"', quote + 1);
  if (quote < 0) throw new SyntaxError(`Unterminated string in JSON at position ${start}`);
  return quote + 1;
}

/** True if an odd number of backslashes precedes the quote. */
function isEscaped(text: string, start: number, quote: number): boolean {
  let before = quote - 1;
  while (before > start && text[before] === "\\") before -= 1;
  return (quote - before) % 2 === 0;
}

function tooLarge(most: number): Problem {
  return new Problem("tooLarge", { detail: `more than ${most} values` });
}
