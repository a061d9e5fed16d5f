// Searches an app list by package name and app name.
import { splitWords } from "../search-text.ts";
import type { AppList, ListedApp } from "./app-list.ts";
import { distanceAt } from "./edit-distance.ts";
import { getLetterBit, getBucket, isInWord, BYTE_KINDS, LINE, TAB } from "./byte-kinds.ts";

/** Kinds of match, best first. */
export const MATCHES = ["exact", "name", "handle", "word", "part", "fuzzy"] as const;
export type MatchKind = (typeof MATCHES)[number];

export interface FoundApp extends Omit<ListedApp, "source"> {
  /** All sources it is listed for. */
  readonly sources: readonly string[];
  readonly match: MatchKind;
}

/** Maximum number of matches per kind. A query with more is too short to mean a particular app. */
const MAX_RESULTS_PER_KIND = 300;
/** With fewer results than this, similar words are searched too. */
const FEW_RESULTS = 5;
/** Maximum number of candidates whose edit distance is computed. */
const MAX_MEASURED_CANDIDATES = 4000;

/** Of queries of at least this length, each match in a line counts. */
const LONG_QUERY_BYTES = 7;
/** Visiting this many rows takes no longer than looking for rarer words. */
const FEW_ROWS = 500;

const SPACE = 0x20;
const EXACT = 0;
const NAME = 1;
const HANDLE = 2;
const WORD = 3;
const PART = 4;
const FUZZY = 5;

/**
 * Finds apps whose package name or name equals the query, starts with it, has a word that does, contains it, or is
 * similar.
 */
export function searchApps(list: AppList, typed: string, limit = 50): readonly FoundApp[] {
  const words = splitWords(typed);
  const query = Buffer.from(words.join(" "));
  if (query.length === 0) return [];
  const kinds = new Map<number, number>();
  const record = (row: number, kind: number): void => {
    const known = kinds.get(row);
    if (known === undefined || kind < known) kinds.set(row, kind);
  };
  for (const before of [LINE, TAB, SPACE]) searchWords(list, query, before, record);
  if (kinds.size < limit && query.length > 1) {
    findAnywhere(
      list,
      words.map((each) => Buffer.from(each)),
      record,
    );
  }
  // Only the last part of a package name is compared for typos.
  const word = query.subarray(query.lastIndexOf(0x2e) + 1);
  const first = getLetterBit(word[0] ?? 0);
  if (kinds.size < FEW_RESULTS) findSimilar(list, word, first, record);
  // Typos in the first letter are rare, so they are tried only if nothing else matches.
  if (kinds.size === 0) findSimilar(list, word, getLetterBit(word[1] ?? 0) & ~first, record);
  return rankMatches(list, kinds, limit);
}

type RecordMatch = (row: number, kind: number) => void;
/** Returns whether to visit more rows. */
type Visit = (row: number) => boolean;

/** Finds the query at the start of words that follow a line feed, a tab or, for `SPACE`, anything else. */
function searchWords(list: AppList, typed: Uint8Array, before: number, record: RecordMatch): void {
  const { text, starts, wordTexts, wordEnds } = list.columns;
  const [first, ...more] = splitRuns(typed);
  if (first?.from !== 0) return;
  const usual = before === LINE ? HANDLE : before === TAB ? NAME : WORD;
  const remaining = Array.from({ length: WORD + 1 }, () => MAX_RESULTS_PER_KIND);
  const [low, high] = findBuckets(typed, 0, before);
  let bucket = low;
  const visit: Visit = (row) => {
    const from = (starts[row] ?? 0) + 1;
    const start = before === LINE ? from : before === TAB ? text.indexOf(TAB, from) + 1 : from + 1;
    const last = before === SPACE ? (starts[row + 1] ?? 0) - typed.length : start;
    for (let at = start; at <= last; at += 1) {
      if (text[at] !== typed[0] || !isAt(text, at, typed) || isInWord(text[at - 1] ?? 0)) continue;
      if (getBucket(text[at - 1] ?? 0, text[at] ?? 0, text[at + 1]) !== bucket) continue;
      const kind = kindAt(text, at, typed.length);
      const room = remaining[kind] ?? 0;
      if (room === 0) continue;
      remaining[kind] = room - 1;
      record(row, kind);
    }
    return usual !== WORD || remaining[WORD] !== 0;
  };
  const others = more.map((run) => () => findWords(list, typed, run, SPACE));
  // Every row of a word has a match of the usual kind, unless the query has more than this word or can be exact.
  const limit = (word: number): number =>
    first.to < typed.length ||
    (before !== SPACE && !isInWord(wordTexts[(wordEnds[word - 1] ?? 0) + 1 + typed.length] ?? 0))
      ? Infinity
      : (remaining[usual] ?? 0);
  for (; bucket <= high; bucket += 1) {
    const words = (): readonly number[] => findWords(list, typed, first, before, [bucket, bucket]);
    visitRows(list, pickRarest(list, [words, ...others]), visit, limit);
  }
}

/** Bytes of a query that are all in the same word. */
interface Run {
  readonly from: number;
  readonly to: number;
}

function splitRuns(typed: Uint8Array): readonly Run[] {
  const runs: Run[] = [];
  for (let from = 0; from < typed.length; from += 1) {
    let to = from;
    while (isInWord(typed[to] ?? 0)) to += 1;
    if (to > from) runs.push({ from, to });
    from = to;
  }
  return runs;
}

/** The first and the last bucket of words that start with the bytes at `from`. */
function findBuckets(typed: Uint8Array, from: number, before: number): readonly [number, number] {
  const second = typed[from + 1];
  const low = getBucket(before, typed[from] ?? 0, second);
  return [low, second === undefined ? low + BYTE_KINDS - 1 : low];
}

/** The words that start with the run. */
function findWords(
  { columns: { wordTexts, wordEnds, bucketEnds } }: AppList,
  typed: Uint8Array,
  { from, to }: Run,
  before: number,
  [low, high] = findBuckets(typed, from, before),
): readonly number[] {
  const run = typed.subarray(from, to);
  const found: number[] = [];
  const end = bucketEnds[high] ?? 0;
  for (let word = bucketEnds[low - 1] ?? 1; word < end; word += 1)
    if (isAt(wordTexts, (wordEnds[word - 1] ?? 0) + 1, run)) found.push(word);
  return found;
}

/** The words that contain the run. */
function findWordsWith({ columns: { wordTexts, wordEnds } }: AppList, run: Uint8Array): readonly number[] {
  const texts = Buffer.from(wordTexts.buffer, wordTexts.byteOffset, wordTexts.length);
  const found: number[] = [];
  let word = 0;
  for (let at = texts.indexOf(run); at >= 0; at = texts.indexOf(run, wordEnds[word])) {
    while ((wordEnds[word] ?? Infinity) <= at) word += 1;
    found.push(word);
  }
  return found;
}

/** The choice of words with the fewest rows, or the first with few. */
function pickRarest(
  { columns: { wordRowEnds } }: AppList,
  choices: readonly (() => readonly number[])[],
): readonly number[] {
  let rarest: readonly number[] = [];
  let least = Infinity;
  for (const find of choices) {
    const words = find();
    const size = words.reduce((sum, word) => sum + (wordRowEnds[word] ?? 0) - (wordRowEnds[word - 1] ?? 0), 0);
    if (size < least) [rarest, least] = [words, size];
    if (least < FEW_ROWS) break;
  }
  return rarest;
}

/** Visits the rows of these words in order: of each word all, or as many of the first as `limit` returns. */
function visitRows(
  { count, columns: { wordRows, wordRowEnds } }: AppList,
  words: readonly number[],
  visit: Visit,
  limit: (word: number) => number = () => Infinity,
): void {
  if (words.length === 0) return;
  const bits = new Uint32Array((count >> 5) + 1);
  for (const word of words) {
    const end = wordRowEnds[word] ?? 0;
    let at = wordRowEnds[word - 1] ?? 0;
    let row = -1;
    for (let left = limit(word); left > 0 && at < end; left -= 1) {
      let byte = 0x80;
      for (let shift = 0; byte >= 0x80; shift += 7) {
        byte = wordRows[at] ?? 0;
        at += 1;
        row += (byte & 0x7f) << shift;
      }
      bits[row >> 5] = (bits[row >> 5] ?? 0) | (1 << (row & 31));
    }
  }
  for (let index = 0; index < bits.length; index += 1) {
    for (let rest = bits[index] ?? 0; rest !== 0; rest &= rest - 1)
      if (!visit(32 * index + 31 - Math.clz32(rest & -rest))) return;
  }
}

/** The kind of match at this offset: whole package name or name, its start, or a word inside. */
function kindAt(text: Uint8Array, at: number, length: number): number {
  const before = text[at - 1];
  const after = text[at + length];
  if (before === TAB) return after === LINE ? EXACT : NAME;
  if (before === LINE) return after === TAB ? EXACT : HANDLE;
  return WORD;
}

/** Finds lines that contain every word. */
function findAnywhere(list: AppList, words: readonly Uint8Array[], record: RecordMatch): void {
  const { text, starts } = list.columns;
  const [only, ...more] = words;
  const isLong = only !== undefined && only.length >= LONG_QUERY_BYTES && more.length === 0;
  let remaining = MAX_RESULTS_PER_KIND;
  const visit: Visit = (row) => {
    const from = starts[row] ?? 0;
    const to = starts[row + 1] ?? 0;
    if (isLong) {
      for (let at = from; at <= to - only.length && remaining > 0; at += 1) {
        if (text[at] !== only[0] || !isAt(text, at, only)) continue;
        remaining -= 1;
        record(row, isInWord(text[at - 1] ?? 0) ? PART : WORD);
      }
      return remaining > 0;
    }
    let atWord = true;
    for (const each of words) {
      const offset = findOffset(text, from, to, each);
      if (offset < 0) return true;
      atWord &&= !isInWord(text[offset - 1] ?? 0);
    }
    remaining -= 1;
    record(row, atWord ? WORD : PART);
    return remaining > 0;
  };
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  const choices = longestFirst.flatMap((word) =>
    splitRuns(word).map(
      (run) => () =>
        run.from === 0 ? findWordsWith(list, word.subarray(0, run.to)) : findWords(list, word, run, SPACE),
    ),
  );
  if (choices.length > 0) visitRows(list, pickRarest(list, choices), visit);
  else for (let row = 0; row < list.count && visit(row); row += 1);
}

function collectLetters(words: readonly Uint8Array[]): number {
  let letters = 0;
  for (const each of words) for (const byte of each) letters |= getLetterBit(byte);
  return letters;
}

/** Returns the offset of the query in the line, preferably at the start of a word; -1 if there is none. */
function findOffset(text: Uint8Array, from: number, to: number, typed: Uint8Array): number {
  const [first] = typed;
  const last = to - typed.length;
  let inside = -1;
  for (let at = from; at <= last; at += 1) {
    if (text[at] !== first || !isAt(text, at, typed)) continue;
    if (!isInWord(text[at - 1] ?? 0)) return at;
    if (inside < 0) inside = at;
  }
  return inside;
}

/** Finds words that start with one of these letters, and match with one or two typos or as an abbreviation. */
function findSimilar(list: AppList, typed: Uint8Array, first: number, record: RecordMatch): void {
  const allowed = typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2;
  if (allowed === 0 || first === 0) return;
  const { text, letters, initials, starts } = list.columns;
  const wanted = collectLetters([typed]);
  let remaining = MAX_MEASURED_CANDIDATES;
  for (let row = 0; row < list.count && remaining > 0; row += 1) {
    if (((initials[row] ?? 0) & first) === 0) continue;
    if (hasMoreBits(allowed, wanted & ~(letters[row] ?? 0))) continue;
    remaining -= 1;
    if (isSimilar(text, starts[row] ?? 0, starts[row + 1] ?? 0, { typed, first, allowed })) record(row, FUZZY);
  }
}

/** Whether more than `limit` bits are set. */
function hasMoreBits(limit: number, bits: number): boolean {
  let rest = bits;
  for (let count = 0; count < limit && rest !== 0; count += 1) rest &= rest - 1;
  return rest !== 0;
}

/** Compares every word of the name and of the last part of the package name. */
function isSimilar(
  text: Uint8Array,
  from: number,
  to: number,
  { typed, first, allowed }: { readonly typed: Uint8Array; readonly first: number; readonly allowed: number },
): boolean {
  let named = false;
  for (let at = to; at > from; at -= 1) {
    const before = text[at - 1] ?? 0;
    if (!isInWord(before) && (getLetterBit(text[at] ?? 0) & first) !== 0) {
      if (distanceAt(typed, text, at, allowed) <= allowed || hasInOrder(text, at, typed)) return true;
    }
    if (before === TAB) named = true;
    else if (named && before === 0x2e) return false;
  }
  return false;
}

/** Matches abbreviations such as `nbus` for `night bus`: all letters in order from this offset, not too far apart. */
function hasInOrder(text: Uint8Array, from: number, typed: Uint8Array): boolean {
  if (text[from] !== typed[0]) return false;
  let found = 0;
  for (let at = from; at < from + 3 * typed.length; at += 1) {
    const byte = text[at] ?? 0;
    if (byte < 0x20) return false;
    if (byte === typed[found]) found += 1;
    if (found === typed.length) return true;
  }
  return false;
}

/** The best matches, each package name once. */
function rankMatches(list: AppList, kinds: ReadonlyMap<number, number>, limit: number): readonly FoundApp[] {
  const { starts } = list.columns;
  const length = (row: number): number => (starts[row + 1] ?? 0) - (starts[row] ?? 0);
  const rows = [...kinds].sort(([a, kindA], [b, kindB]) => kindA - kindB || length(a) - length(b) || a - b);
  const found = new Map<string, FoundApp>();
  for (const [row, kind] of rows) {
    const { source, ...app } = list.app(row);
    const known = found.get(app.handle);
    if (known === undefined && found.size === limit) break;
    const sources = [...new Set([...(known?.sources ?? []), source])];
    found.set(
      app.handle,
      known === undefined ? { ...app, sources, match: MATCHES[kind] ?? "fuzzy" } : { ...known, sources },
    );
  }
  return [...found.values()];
}

function isAt(text: Uint8Array, at: number, typed: Uint8Array): boolean {
  // Compares from the end, because most package names start alike.
  for (let index = typed.length - 1; index >= 0; index -= 1) if (text[at + index] !== typed[index]) return false;
  return true;
}
