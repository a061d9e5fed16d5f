// The packed list of all apps, in columns.
import { TAB, LINE } from "./byte-kinds.ts";

/** Short lists have no app names. */
export type ListForm = "short" | "full";

export interface ListFacts {
  readonly form: ListForm;
  /** Skipped rows. */
  readonly skipped: number;
  /** When the list was requested, in epoch milliseconds. */
  readonly readAt: number;
}

type Bytes = Uint8Array<ArrayBuffer>;
type WordIndex = Uint32Array<ArrayBuffer>;
type ShortIndex = Uint16Array<ArrayBuffer>;

/** The data of all apps, column by column. */
export interface Columns {
  /** For each app a line feed, its package name, a tab and its name, all folded; then a final line feed. */
  readonly text: Bytes;
  /** One bit per byte of the text: set if the byte was a capital letter before folding. */
  readonly capitals: Bytes;
  /** Start of each line, then the end of the last one. */
  readonly starts: WordIndex;
  readonly creators: WordIndex;
  readonly sources: ShortIndex;
  /** Bit sets of letters per app: of its name and the last part of its package name; of the starts of words in these. */
  readonly letters: WordIndex;
  readonly initials: WordIndex;
  /**
   * The distinct words, each with the byte before it, and a word of one letter also with the byte after it. They are in
   * buckets by these bytes, after an empty word.
   */
  readonly wordTexts: Bytes;
  readonly wordEnds: WordIndex;
  readonly bucketEnds: WordIndex;
  /** Each word's apps: differences of row numbers, in groups of seven bits, the lowest first. */
  readonly wordRows: Bytes;
  readonly wordRowEnds: WordIndex;
  /**
   * Apps whose spelling can't be restored from the folded text: their rows, and the spelling of package name and name
   * in turn. A package name is empty if it can be restored.
   */
  readonly spellingRows: WordIndex;
  readonly spellingEnds: WordIndex;
  readonly spellingTexts: Bytes;
  readonly creatorTexts: Bytes;
  readonly creatorEnds: WordIndex;
  readonly sourceTexts: Bytes;
  readonly sourceEnds: WordIndex;
}

/** One app of the list. */
export interface ListedApp {
  readonly handle: string;
  readonly name: string | undefined;
  readonly source: string;
  readonly creator: string | undefined;
}

/** All apps of an instance, packed. */
export class AppList {
  readonly columns: Columns;
  readonly facts: ListFacts;

  constructor(columns: Columns, facts: ListFacts) {
    this.columns = columns;
    this.facts = facts;
  }

  get count(): number {
    return this.columns.starts.length - 1;
  }

  app(row: number): ListedApp {
    const { sources, sourceTexts, sourceEnds, creators, creatorTexts, creatorEnds } = this.columns;
    const { handle, name } = this.#readSpelling(row);
    return {
      handle,
      name: name === "" ? undefined : name,
      source: textAt(sourceTexts, sourceEnds, sources[row] ?? 0) ?? "",
      creator: textAt(creatorTexts, creatorEnds, creators[row] ?? 0),
    };
  }

  #readSpelling(row: number): { readonly handle: string; readonly name: string } {
    const { starts, text, spellingEnds, spellingTexts } = this.columns;
    const from = (starts[row] ?? 0) + 1;
    const to = starts[row + 1] ?? from;
    const tab = text.indexOf(TAB, from);
    const index = this.#findSpelling(row);
    if (index < 0) return { handle: this.#readPlain(from, tab), name: this.#readPlain(tab + 1, to) };
    return {
      handle: textAt(spellingTexts, spellingEnds, 2 * index) ?? this.#readPlain(from, tab),
      name: textAt(spellingTexts, spellingEnds, 2 * index + 1) ?? "",
    };
  }

  #readPlain(from: number, to: number): string {
    const { text, capitals } = this.columns;
    let result = "";
    for (let at = from; at < to; at += 1) {
      const byte = text[at] ?? 0;
      const isCapital = ((capitals[at >> 3] ?? 0) >> (at & 7)) & 1;
      result += String.fromCharCode(isCapital === 1 ? byte - 0x20 : byte);
    }
    return result;
  }

  /** Index of the row in `spellingRows`; -1 if it is not there. */
  #findSpelling(row: number): number {
    const { spellingRows } = this.columns;
    let low = 0;
    let high = spellingRows.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((spellingRows[middle] ?? 0) < row) low = middle + 1;
      else high = middle;
    }
    return spellingRows[low] === row ? low : -1;
  }
}

function textAt(texts: Bytes, ends: WordIndex, number: number): string | undefined {
  const from = number === 0 ? 0 : (ends[number - 1] ?? 0);
  const to = ends[number] ?? from;
  return from === to ? undefined : Buffer.from(texts.buffer, texts.byteOffset + from, to - from).toString("utf8");
}

/** Whether the columns fit together, so no offset in one points outside another. */
export function isConsistent(columns: Columns): boolean {
  const { text, capitals, starts, wordEnds, bucketEnds, wordRowEnds, spellingRows, spellingEnds } = columns;
  const rows = starts.length - 1;
  const { creators, sources, letters, initials } = columns;
  return (
    rows >= 0 &&
    [creators, sources, letters, initials].every(({ length }) => length === rows) &&
    starts[rows] === text.length - 1 &&
    text.at(-1) === LINE &&
    capitals.length > (text.length - 1) >> 3 &&
    bucketEnds.at(-1) === wordEnds.length &&
    wordEnds.at(-1) === columns.wordTexts.length &&
    wordRowEnds.length === wordEnds.length &&
    wordRowEnds.at(-1) === columns.wordRows.length &&
    spellingEnds.length === 2 * spellingRows.length
  );
}
