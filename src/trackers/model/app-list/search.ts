import { words as wordsOf } from "../search-text.ts";
import type { AppList, ListedApp } from "./app-list.ts";
import { distanceAt } from "./near.ts";
import { bitOf, drawerOf, isInWord, kindOf, KINDS, LINE, TAB } from "./signs.ts";

/** How well an application matches, the best first. */
export const MATCHES = ["exact", "name", "handle", "word", "part", "fuzzy"] as const;
export type MatchKind = (typeof MATCHES)[number];

export interface FoundApp extends Omit<ListedApp, "source"> {
  /** Every source that it is listed with. */
  readonly sources: readonly string[];
  readonly match: MatchKind;
}

/** So many of one kind are looked at; who finds more has typed too little to want a certain one. */
const MOST_OF_A_KIND = 300;
/** Where fewer than this are found, what is only like it is looked for too. */
const FEW = 5;
/** So many applications that may be like it are measured. */
const MOST_MEASURED = 4000;

/** From so many bytes on a text is searched with leaps. */
const LONG = 7;

const EXACT = 0;
const NAME = 1;
const HANDLE = 2;
const WORD = 3;
const PART = 4;
const FUZZY = 5;

/** The applications whose handle or name is what was typed, begins so, has such a word, has it anywhere, or is like it. */
export function searched(list: AppList, typed: string, most = 50): readonly FoundApp[] {
  const wanted = wordsOf(typed);
  const whole = Buffer.from(wanted.join(" "));
  if (whole.length === 0) return [];
  const kinds = new Map<number, number>();
  const take = (row: number, kind: number): void => {
    const known = kinds.get(row);
    if (known === undefined || kind < known) kinds.set(row, kind);
  };
  atWords(list, whole, take);
  if (kinds.size < most && whole.length > 1) {
    anywhere(
      list,
      wanted.map((each) => Buffer.from(each)),
      take,
    );
  }
  // Of a handle, the last part is the one that has a slip in it.
  const word = whole.subarray(whole.lastIndexOf(0x2e) + 1);
  const first = bitOf(word[0] ?? 0);
  if (kinds.size < FEW) alike(list, word, first, take);
  // A slip in the first letter is rare, and looked for only where nothing else was meant.
  if (kinds.size === 0) alike(list, word, bitOf(word[1] ?? 0) & ~first, take);
  return best(list, kinds, most);
}

type Take = (row: number, kind: number) => void;

/** Looks through the drawer of the first two bytes, or through all of the first one. */
function atWords(list: AppList, typed: Uint8Array, take: Take): void {
  const { text, words } = list.columns;
  const [from, to] = drawersOf(list, typed);
  const left = [MOST_OF_A_KIND, MOST_OF_A_KIND, MOST_OF_A_KIND, MOST_OF_A_KIND];
  for (let place = from; place < to; place += 1) {
    const at = words[place] ?? 0;
    if (!isAt(text, at, typed)) continue;
    const kind = kindAt(text, at, typed.length);
    const room = left[kind] ?? 0;
    if (room === 0) continue;
    left[kind] = room - 1;
    take(list.rowAt(at), kind);
  }
}

function drawersOf({ columns: { drawerEnds } }: AppList, typed: Uint8Array): readonly [number, number] {
  const [first = 0, second] = typed;
  const low = second === undefined ? kindOf(first) * KINDS : drawerOf(first, second);
  const high = second === undefined ? low + KINDS - 1 : low;
  return [low === 0 ? 0 : (drawerEnds[low - 1] ?? 0), drawerEnds[high] ?? 0];
}

/** What it is that begins here: the whole handle or name, its beginning, or a word inside. */
function kindAt(text: Uint8Array, at: number, length: number): number {
  const before = text[at - 1];
  const after = text[at + length];
  if (before === TAB) return after === LINE ? EXACT : NAME;
  if (before === LINE) return after === TAB ? EXACT : HANDLE;
  return WORD;
}

/** Every word somewhere in the line. */
function anywhere(list: AppList, wanted: readonly Uint8Array[], take: Take): void {
  const [only, ...more] = wanted;
  if (only !== undefined && only.length >= LONG && more.length === 0) anywhereAsOne(list, only, take);
  else inLines(list, wanted, take);
}

/** What is long is found quickest in the whole text, as the runtime leaps over most of it. */
function anywhereAsOne(list: AppList, typed: Uint8Array, take: Take): void {
  const { buffer, byteOffset, byteLength } = list.columns.text;
  const text = Buffer.from(buffer, byteOffset, byteLength);
  let left = MOST_OF_A_KIND;
  for (let at = text.indexOf(typed); at >= 0 && left > 0; at = text.indexOf(typed, at + 1)) {
    left -= 1;
    take(list.rowAt(at), isInWord(text[at - 1] ?? 0) ? PART : WORD);
  }
}

/** Only lines that have all letters are looked into. */
function inLines(list: AppList, wanted: readonly Uint8Array[], take: Take): void {
  const { text, all, starts } = list.columns;
  const letters = lettersOf(wanted);
  let left = MOST_OF_A_KIND;
  for (let row = 0; row < list.count && left > 0; row += 1) {
    if ((letters & ~(all[row] ?? 0)) !== 0) continue;
    const from = starts[row] ?? 0;
    const to = starts[row + 1] ?? 0;
    let atWord = true;
    let has = true;
    for (const each of wanted) {
      const place = placeOf(text, from, to, each);
      has = place >= 0;
      if (!has) break;
      atWord &&= !isInWord(text[place - 1] ?? 0);
    }
    if (!has) continue;
    left -= 1;
    take(row, atWord ? WORD : PART);
  }
}

function lettersOf(wanted: readonly Uint8Array[]): number {
  let letters = 0;
  for (const each of wanted) for (const byte of each) letters |= bitOf(byte);
  return letters;
}

/** Where it stands in the line: at the beginning of a word, if at any. */
function placeOf(text: Uint8Array, from: number, to: number, typed: Uint8Array): number {
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

/** Words that are typed with a slip or two, or of which only some letters are, and that begin with one of these letters. */
function alike(list: AppList, typed: Uint8Array, first: number, take: Take): void {
  const allowed = typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2;
  if (allowed === 0 || first === 0) return;
  const { text, letters, initials, starts } = list.columns;
  const wanted = lettersOf([typed]);
  let left = MOST_MEASURED;
  for (let row = 0; row < list.count && left > 0; row += 1) {
    if (((initials[row] ?? 0) & first) === 0) continue;
    if (moreThan(allowed, wanted & ~(letters[row] ?? 0))) continue;
    left -= 1;
    if (isLike(text, starts[row] ?? 0, (starts[row + 1] ?? 0) - 1, { typed, first, allowed })) take(row, FUZZY);
  }
}

/** Whether more bits than these are set. */
function moreThan(most: number, bits: number): boolean {
  let rest = bits;
  for (let count = 0; count < most && rest !== 0; count += 1) rest &= rest - 1;
  return rest !== 0;
}

/** The name, and the last part of the handle: any word there may be the one that was meant. */
function isLike(
  text: Uint8Array,
  from: number,
  to: number,
  { typed, first, allowed }: { readonly typed: Uint8Array; readonly first: number; readonly allowed: number },
): boolean {
  let named = false;
  for (let at = to; at > from; at -= 1) {
    const before = text[at - 1] ?? 0;
    if (!isInWord(before) && (bitOf(text[at] ?? 0) & first) !== 0) {
      if (distanceAt(typed, text, at, allowed) <= allowed || hasInOrder(text, at, typed)) return true;
    }
    if (before === TAB) named = true;
    else if (named && before === 0x2e) return false;
  }
  return false;
}

/** `nbus` for `night bus`: all letters in their order, beginning here, not too far apart. */
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

/** The best of those found, each handle once. */
function best(list: AppList, kinds: ReadonlyMap<number, number>, most: number): readonly FoundApp[] {
  const { starts } = list.columns;
  const length = (row: number): number => (starts[row + 1] ?? 0) - (starts[row] ?? 0);
  const rows = [...kinds].sort(
    ([one, kind], [other, otherKind]) => kind - otherKind || length(one) - length(other) || one - other,
  );
  const found = new Map<string, FoundApp>();
  for (const [row, kind] of rows) {
    const { source, ...app } = list.app(row);
    const known = found.get(app.handle);
    if (known === undefined && found.size === most) break;
    const sources = [...new Set([...(known?.sources ?? []), source])];
    found.set(
      app.handle,
      known === undefined ? { ...app, sources, match: MATCHES[kind] ?? "fuzzy" } : { ...known, sources },
    );
  }
  return [...found.values()];
}

function isAt(text: Uint8Array, at: number, typed: Uint8Array): boolean {
  // From its end, as most handles begin alike.
  for (let place = typed.length - 1; place >= 0; place -= 1) if (text[at + place] !== typed[place]) return false;
  return true;
}
