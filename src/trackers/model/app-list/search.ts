// Searches an app list by package name and app name.
import { splitWords } from "../search-text.ts";
import type { AppList, ListedApp } from "./app-list.ts";
import { distanceAt } from "./edit-distance.ts";
import { getLetterBit, getBucket, isInWord, classifyByte, BYTE_KINDS, LINE, TAB } from "./byte-kinds.ts";

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

/** Queries of at least this length use `indexOf` on the whole text. */
const LONG_QUERY_BYTES = 7;

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
  searchWords(list, query, record);
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

/** Searches the bucket of the first two bytes, or for a single byte all buckets that start with it. */
function searchWords(list: AppList, typed: Uint8Array, record: RecordMatch): void {
  const { text, words } = list.columns;
  const [from, to] = findRange(list, typed);
  const remaining = [MAX_RESULTS_PER_KIND, MAX_RESULTS_PER_KIND, MAX_RESULTS_PER_KIND, MAX_RESULTS_PER_KIND];
  for (let index = from; index < to; index += 1) {
    const at = words[index] ?? 0;
    if (!isAt(text, at, typed)) continue;
    const kind = kindAt(text, at, typed.length);
    const room = remaining[kind] ?? 0;
    if (room === 0) continue;
    remaining[kind] = room - 1;
    record(list.rowAt(at), kind);
  }
}

function findRange({ columns: { bucketEnds } }: AppList, typed: Uint8Array): readonly [number, number] {
  const [first = 0, second] = typed;
  const low = second === undefined ? classifyByte(first) * BYTE_KINDS : getBucket(first, second);
  const high = second === undefined ? low + BYTE_KINDS - 1 : low;
  return [low === 0 ? 0 : (bucketEnds[low - 1] ?? 0), bucketEnds[high] ?? 0];
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
  const [only, ...more] = words;
  if (only !== undefined && only.length >= LONG_QUERY_BYTES && more.length === 0) findInWholeText(list, only, record);
  else findInLines(list, words, record);
}

/** Long queries are fastest in the whole text, because `indexOf` skips most of it. */
function findInWholeText(list: AppList, typed: Uint8Array, record: RecordMatch): void {
  const { buffer, byteOffset, byteLength } = list.columns.text;
  const text = Buffer.from(buffer, byteOffset, byteLength);
  let remaining = MAX_RESULTS_PER_KIND;
  for (let at = text.indexOf(typed); at >= 0 && remaining > 0; at = text.indexOf(typed, at + 1)) {
    remaining -= 1;
    record(list.rowAt(at), isInWord(text[at - 1] ?? 0) ? PART : WORD);
  }
}

/** Searches only lines that contain all letters. */
function findInLines(list: AppList, words: readonly Uint8Array[], record: RecordMatch): void {
  const { text, all, starts } = list.columns;
  const letters = collectLetters(words);
  let remaining = MAX_RESULTS_PER_KIND;
  for (let row = 0; row < list.count && remaining > 0; row += 1) {
    if ((letters & ~(all[row] ?? 0)) !== 0) continue;
    const from = starts[row] ?? 0;
    const to = starts[row + 1] ?? 0;
    let atWord = true;
    let hasAll = true;
    for (const each of words) {
      const offset = findOffset(text, from, to, each);
      hasAll = offset >= 0;
      if (!hasAll) break;
      atWord &&= !isInWord(text[offset - 1] ?? 0);
    }
    if (!hasAll) continue;
    remaining -= 1;
    record(row, atWord ? WORD : PART);
  }
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
    if (isSimilar(text, starts[row] ?? 0, (starts[row + 1] ?? 0) - 1, { typed, first, allowed })) record(row, FUZZY);
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
