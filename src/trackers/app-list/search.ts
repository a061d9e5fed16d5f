// Searches the list of all apps by package name and app name.
import type { ListedApp } from "../model/report.ts";
import { foldText, splitWords } from "../model/search-text.ts";
import { distanceAt } from "./edit-distance.ts";

/** Kinds of match, best first. */
export const MATCHES = ["exact", "name", "handle", "word", "part", "fuzzy"] as const;
export type MatchKind = (typeof MATCHES)[number];
const [EXACT, NAME, HANDLE, WORD, PART, FUZZY] = [0, 1, 2, 3, 4, 5];

export interface FoundApp extends Omit<ListedApp, "source"> {
  /** All sources it is listed for. */
  readonly sources: readonly string[];
  readonly match: MatchKind;
}

/** Maximum number of matches per kind. A query with more is too short to mean a particular app. */
const MAX_MATCHES_PER_KIND = 300;
/** Of a query that occurs more often, only the first lines, and those where a name or a word starts with it, count. */
const MAX_OCCURRENCES = 30_000;
const MAX_COMMON_LINES = 1_000;
/** With fewer results than this, similar words are searched too. */
const FEW_RESULTS = 5;
/** Maximum number of candidates whose edit distance is computed. */
const MAX_MEASURED_CANDIDATES = 4000;
/** Longer names are cut here. */
const MAX_NAME_CHARS = 4096;

/** Control characters, and every space except U+0020. */
const SEPARATORS = /[^\S ]|\p{Cc}/gu;
const ASCII = /^[ -~]*$/;
const LINE = 0x0a;
const TAB = 0x09;
const DOT = 0x2e;

type RecordMatch = (row: number, kind: number) => void;

/**
 * A text with a line per app, in which each match is found by `indexOf`: a line feed, the package name, a tab and the
 * name, all folded. Shorter lines come first, because they are better matches.
 */
export class AppSearch {
  readonly #apps: readonly ListedApp[];
  /** The row of each line in the list. */
  readonly #rows: Uint32Array;
  /** Each character is a byte of UTF-8: a single character beyond Latin-1 would double the size of the text. */
  readonly #text: string;
  /** Start of each line, then the end of the last one. */
  readonly #starts: Uint32Array;
  /** Sets of letters per line: of its name and the last part of its package name; of the starts of words in these. */
  readonly #letters: Uint32Array;
  readonly #initials: Uint32Array;
  /** The last query whose lines were found completely, and these lines. */
  #narrowed: { readonly query: string; readonly lines: readonly number[] } = { query: "\n", lines: [] };

  constructor(apps: readonly ListedApp[]) {
    const lines = apps.map(({ handle, name = "" }) => `\n${toSearchText(handle)}\t${toSearchText(name)}`);
    this.#apps = apps;
    this.#rows = Uint32Array.from(lines.keys()).sort(
      (a, b) => (lines[a] ?? "").length - (lines[b] ?? "").length || a - b,
    );
    this.#starts = new Uint32Array(apps.length + 1);
    this.#letters = new Uint32Array(apps.length);
    this.#initials = new Uint32Array(apps.length);
    const sorted = Array.from(this.#rows, (row) => lines[row] ?? "");
    let start = 0;
    for (const [line, text] of sorted.entries()) {
      this.#starts[line] = start;
      start += text.length;
      this.#addLetters(line, text);
    }
    this.#starts[apps.length] = start;
    this.#text = `${sorted.join("")}\n`;
  }

  /**
   * Finds apps whose package name or name equals the query, starts with it, has a word that does, contains it, or is
   * similar.
   */
  find(typed: string, limit = 50): readonly FoundApp[] {
    const words = splitWords(typed).map(toBytes);
    const query = words.join(" ");
    if (query === "") return [];
    const kinds = new Map<number, number>();
    const counts = new Map<number, number>();
    const record: RecordMatch = (line, kind) => {
      const count = counts.get(kind) ?? 0;
      if (count === MAX_MATCHES_PER_KIND || kind >= (kinds.get(line) ?? Infinity)) return;
      counts.set(kind, count + 1);
      kinds.set(line, kind);
    };
    const { lines, isComplete } = this.#findLines(words, query);
    for (const line of lines) record(line, this.#kindOf(line, query, words));
    if (!isComplete) {
      for (const before of ["\t", "\n", " ", "."]) {
        // Words inside names rank below the starts of names.
        if (before === " " && kinds.size >= limit) break;
        this.#visit(before + query, MAX_MATCHES_PER_KIND, (line) => record(line, this.#kindOf(line, query, words)));
      }
    }
    // Only the last part of a package name is compared for typos.
    const word = query.slice(query.lastIndexOf(".") + 1);
    const first = getLetterBit(word.charCodeAt(0));
    if (kinds.size < FEW_RESULTS) this.#findSimilar(word, first, record);
    // Typos in the first letter are rare, so they are tried only if nothing else matches.
    if (kinds.size === 0) this.#findSimilar(word, getLetterBit(word.charCodeAt(1)) & ~first, record);
    return this.#rank(kinds, limit);
  }

  /** The lines that contain every word, in any order; only the first of them if these are very many. */
  #findLines(
    words: readonly string[],
    query: string,
  ): { readonly lines: readonly number[]; readonly isComplete: boolean } {
    if (query.startsWith(this.#narrowed.query)) {
      // The user went on typing, so these lines are among the previous ones.
      const lines = this.#narrowed.lines.filter((line) => this.#hasWords(line, words));
      this.#narrowed = { query, lines };
      return { lines, isComplete: true };
    }
    let first: readonly number[] | undefined;
    for (const rarest of words.toSorted((one, other) => other.length - one.length)) {
      const found: number[] = [];
      const isComplete = this.#visit(rarest, MAX_OCCURRENCES, (line) => {
        if (line !== found.at(-1)) found.push(line);
      });
      const lines = found.slice(0, isComplete ? MAX_OCCURRENCES : MAX_COMMON_LINES);
      const matching = words.length === 1 ? lines : lines.filter((line) => this.#hasWords(line, words));
      if (isComplete) {
        this.#narrowed = { query, lines: matching };
        return { lines: matching, isComplete };
      }
      first ??= matching;
    }
    return { lines: first ?? [], isComplete: false };
  }

  /** Visits the lines of each occurrence, in order. Returns false if there are more than `most` occurrences. */
  #visit(needle: string, most: number, visit: (line: number) => void): boolean {
    let line = 0;
    let count = 0;
    for (let at = this.#text.indexOf(needle); at >= 0; at = this.#text.indexOf(needle, at + 1)) {
      count += 1;
      if (count > most) return false;
      while ((this.#starts[line + 1] ?? Infinity) <= at) line += 1;
      visit(line);
    }
    return true;
  }

  /** The text of a line, with the line feeds on both sides. */
  #line(line: number): string {
    return this.#text.slice(this.#starts[line], (this.#starts[line + 1] ?? 0) + 1);
  }

  #hasWords(line: number, words: readonly string[]): boolean {
    const text = this.#line(line);
    return words.every((word) => text.includes(word));
  }

  /** The best kind of match of a line that contains every word. */
  #kindOf(line: number, query: string, words: readonly string[]): number {
    const text = this.#line(line);
    let best = words.every((word) => startsWord(text, word)) ? WORD : PART;
    for (let at = text.indexOf(query); at >= 0 && best !== EXACT; at = text.indexOf(query, at + 1)) {
      const before = text.charCodeAt(at - 1);
      const after = text.charCodeAt(at + query.length);
      if (before === TAB) best = Math.min(best, after === LINE ? EXACT : NAME);
      else if (before === LINE) best = Math.min(best, after === TAB ? EXACT : HANDLE);
    }
    return best;
  }

  /** Finds words that start with one of these letters, and match with one or two typos or as an abbreviation. */
  #findSimilar(typed: string, first: number, record: RecordMatch): void {
    const allowed = typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2;
    if (allowed === 0 || first === 0) return;
    let wanted = 0;
    for (let at = 0; at < typed.length; at += 1) wanted |= getLetterBit(typed.charCodeAt(at));
    let remaining = MAX_MEASURED_CANDIDATES;
    for (let line = 0; line < this.#letters.length && remaining > 0; line += 1) {
      if (((this.#initials[line] ?? 0) & first) === 0) continue;
      if (hasMoreBits(allowed, wanted & ~(this.#letters[line] ?? 0))) continue;
      remaining -= 1;
      if (this.#isSimilar(line, typed, first, allowed)) record(line, FUZZY);
    }
  }

  /** Compares every word of the name and of the last part of the package name. */
  #isSimilar(line: number, typed: string, first: number, allowed: number): boolean {
    const text = this.#text;
    let isHandle = false;
    for (let at = this.#starts[line + 1] ?? 0; at > (this.#starts[line] ?? 0); at -= 1) {
      const before = text.charCodeAt(at - 1);
      if (!isInWord(before) && (getLetterBit(text.charCodeAt(at)) & first) !== 0) {
        if (distanceAt(typed, text, at, allowed) <= allowed || hasInOrder(text, at, typed)) return true;
      }
      if (before === TAB) isHandle = true;
      else if (isHandle && before === DOT) return false;
    }
    return false;
  }

  /** The best matches, each package name once. */
  #rank(kinds: ReadonlyMap<number, number>, limit: number): readonly FoundApp[] {
    const found = new Map<string, FoundApp>();
    for (const [line, kind] of [...kinds].sort(([a, kindA], [b, kindB]) => kindA - kindB || a - b)) {
      const app = this.#apps[this.#rows[line] ?? 0];
      if (app === undefined) continue;
      const { source, ...shown } = app;
      const known = found.get(app.handle);
      if (known === undefined && found.size === limit) break;
      const sources = [...new Set([...(known?.sources ?? []), source])];
      found.set(app.handle, { ...(known ?? { ...shown, match: MATCHES[kind] ?? "fuzzy" }), sources });
    }
    return [...found.values()];
  }

  #addLetters(line: number, text: string): void {
    let letters = 0;
    let initials = 0;
    const tab = text.indexOf("\t");
    for (let at = Math.max(1, text.lastIndexOf(".", tab) + 1); at < text.length; at += 1) {
      const bit = getLetterBit(text.charCodeAt(at));
      letters |= bit;
      if (!isInWord(text.charCodeAt(at - 1))) initials |= bit;
    }
    this.#letters[line] = letters;
    this.#initials[line] = initials;
  }
}

/** Whether a word of the line starts with this one. */
function startsWord(line: string, word: string): boolean {
  for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1))
    if (!isInWord(line.charCodeAt(at - 1))) return true;
  return false;
}

/** Matches abbreviations such as `nbus` for `night bus`: all letters in order from this offset, not too far apart. */
function hasInOrder(text: string, from: number, typed: string): boolean {
  if (text.charCodeAt(from) !== typed.charCodeAt(0)) return false;
  let found = 0;
  for (let at = from; at < from + 3 * typed.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20) return false;
    if (code === typed.charCodeAt(found)) found += 1;
    if (found === typed.length) return true;
  }
  return false;
}

function toSearchText(text: string): string {
  const cut = text.slice(0, MAX_NAME_CHARS);
  return ASCII.test(cut) ? cut.toLowerCase() : toBytes(foldText(cut.replace(SEPARATORS, " ")));
}

function toBytes(text: string): string {
  return ASCII.test(text) ? text : Buffer.from(text).toString("latin1");
}

/** Whether a byte can be part of a word. All bytes beyond ASCII can. */
function isInWord(byte: number): boolean {
  return byte >= 0x80 || (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x7a);
}

/** One bit per letter, one for digits, five for all bytes beyond ASCII. */
function getLetterBit(byte: number): number {
  if (byte >= 0x61 && byte <= 0x7a) return 1 << (byte - 0x61);
  if (byte >= 0x30 && byte <= 0x39) return 1 << 26;
  return byte >= 0x80 ? 1 << (27 + (byte % 5)) : 0;
}

/** Whether more than `limit` bits are set. */
function hasMoreBits(limit: number, bits: number): boolean {
  let rest = bits;
  for (let count = 0; count < limit && rest !== 0; count += 1) rest &= rest - 1;
  return rest !== 0;
}
