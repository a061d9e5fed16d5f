// Packs apps into the columns of a list.
import type { Application } from "../report.ts";
import { foldText } from "../search-text.ts";
import { AppList, type Columns, type ListFacts } from "./app-list.ts";
import { yieldToEventLoop, indexWords } from "./word-index.ts";
import { grow, TextTable } from "./text-table.ts";
import { createColumns, trimColumn } from "./row-columns.ts";
import { getLetterBit, LINE, TAB } from "./byte-kinds.ts";

/** The string fields of an app that the list keeps, in the order of their offsets. */
export const TEXT_FIELDS = ["handle", "name", "creator", "source"] as const;
const [HANDLE, NAME, CREATOR, SOURCE] = [0, 1, 2, 3];

/** The fields of an app that the list keeps. Only some apps have the optional ones. */
type Listed = Pick<Application, "handle" | "source"> & Partial<Pick<Application, "name" | "creator">>;

const MAX_TEXT_BYTES = 4096;
const DOT = 0x2e;
/** Limits the memory reserved for a size that the server only announces. */
const MAX_EXPECTED_BYTES = 128 * 1024 * 1024;
const NOTHING = new Uint8Array(0);
/** Control characters, and every space except U+0020. */
const SEPARATORS = /[^\S ]|\p{Cc}/gu;
const encoder = new TextEncoder();
const NO_ENDS = new Uint32Array(0);

/**
 * Packs apps one by one into a few long arrays. Objects for 250,000 apps would need ten times the memory, and every
 * garbage collection would visit them.
 */
export class AppListBuilder {
  #text: Uint8Array<ArrayBuffer> = new Uint8Array(1 << 16);
  #capitals: Uint8Array<ArrayBuffer> = new Uint8Array(1 << 13);
  #end = 0;
  #rows = 0;
  #columns = createColumns(1 << 10);
  readonly #words = new TextTable();
  /** The number of each word, and a 0 after each row. */
  #wordNumbers: Uint32Array<ArrayBuffer> = new Uint32Array(1 << 12);
  #wordCount = 0;
  /** Where the numbers of the current and the previous row begin. */
  #rowWords = 0;
  #previousWords = 0;
  /** Letters of the name and the last part of the package name of the row being added, and letters that start a word. */
  #letters = 0;
  #initials = 0;
  readonly #creators = new TextTable();
  readonly #sources = new TextTable();
  readonly #spellingRows: number[] = [];
  readonly #spellingEnds: number[] = [];
  #spellingTexts: Uint8Array<ArrayBuffer> = new Uint8Array(1 << 12);
  #spellingEnd = 0;

  get count(): number {
    return this.#rows;
  }

  /** Reserves space for an answer of this size, so arrays rarely grow. */
  expect(bytes: number): void {
    if (this.#rows > 0) return;
    const likely = Math.min(bytes, MAX_EXPECTED_BYTES);
    this.#text = grow(this.#text, Math.ceil(likely / 5.8));
    this.#capitals = grow(this.#capitals, (this.#text.length >> 3) + 1);
    this.#wordNumbers = new Uint32Array(Math.ceil(likely / 40) + 1);
    this.#columns = createColumns(likely / 300 + 1);
  }

  /** Adds an app straight from ASCII bytes. Name and creator are strings if they had escapes. */
  addBytes(bytes: Uint8Array, from: Int32Array, to: Int32Array, name?: string, creator?: string): void {
    const folded = name === undefined || isPlain(name) ? undefined : oneLine(name);
    const nameBytes = name === undefined ? undefined : Buffer.from(folded ?? name);
    const handleFrom = from[HANDLE] ?? 0;
    const handleTo = to[HANDLE] ?? 0;
    const nameFrom = from[NAME] ?? 0;
    const nameTo = to[NAME] ?? 0;
    this.#reserveRow(handleTo - handleFrom + (nameBytes?.length ?? nameTo - nameFrom));
    if (folded !== undefined) this.#keepSpelling("", name ?? "");
    this.#append(LINE, bytes, handleFrom, handleTo);
    if (nameBytes === undefined) this.#append(TAB, bytes, nameFrom, nameTo);
    else this.#append(TAB, nameBytes, 0, nameBytes.length);
    this.#finishRow(
      creator === undefined
        ? this.#creators.add(bytes, from[CREATOR] ?? 0, to[CREATOR] ?? 0)
        : intern(this.#creators, creator),
      this.#sources.add(bytes, from[SOURCE] ?? 0, to[SOURCE] ?? 0),
    );
  }

  /** Adds any app. If folding changes more than case, the original spelling is kept too. */
  add({ handle, source, name = "", creator = "" }: Listed): void {
    const plain = isPlain(handle) && isPlain(name);
    const handleBytes = Buffer.from(plain ? handle : oneLine(handle));
    const nameBytes = Buffer.from(plain ? name : oneLine(name));
    this.#reserveRow(handleBytes.length + nameBytes.length);
    if (!plain) this.#keepSpelling(handle, name);
    this.#append(LINE, handleBytes, 0, handleBytes.length);
    this.#append(TAB, nameBytes, 0, nameBytes.length);
    this.#finishRow(intern(this.#creators, creator), intern(this.#sources, source));
  }

  /** Builds the list from arrays of exact size, in steps that never block for long. */
  async list(facts: ListFacts): Promise<AppList> {
    this.#reserveRow(0);
    this.#text[this.#end] = LINE;
    const rows = this.#rows;
    const { starts, creators, sources, letters, initials } = this.#columns;
    starts[rows] = this.#end;
    const index = await indexWords(this.#words.toColumns(), this.#wordNumbers.subarray(0, this.#wordCount));
    // Frees memory before more is allocated.
    this.#wordNumbers = NO_ENDS;
    await yieldToEventLoop();
    const text = trimColumn(this.#text, this.#end + 1);
    await yieldToEventLoop();
    const capitals = trimColumn(this.#capitals, (this.#end >> 3) + 1);
    const [creatorTexts, sourceTexts] = [this.#creators, this.#sources].map((each) => each.toColumns());
    await yieldToEventLoop();
    const columns: Columns = {
      text,
      capitals,
      starts: trimColumn(starts, rows + 1),
      creators: trimColumn(creators, rows),
      sources: trimColumn(sources, rows),
      letters: trimColumn(letters, rows),
      initials: trimColumn(initials, rows),
      ...index,
      spellingRows: Uint32Array.from(this.#spellingRows),
      spellingEnds: Uint32Array.from(this.#spellingEnds),
      spellingTexts: this.#spellingTexts.slice(0, this.#spellingEnd),
      creatorTexts: creatorTexts?.texts ?? NOTHING,
      creatorEnds: creatorTexts?.ends ?? NO_ENDS,
      sourceTexts: sourceTexts?.texts ?? NOTHING,
      sourceEnds: sourceTexts?.ends ?? NO_ENDS,
    };
    return new AppList(columns, facts);
  }

  /** Reserves space for one more row with this many bytes of text. */
  #reserveRow(bytes: number): void {
    const needed = this.#end + Math.min(bytes, 2 * MAX_TEXT_BYTES) + 3;
    if (needed > this.#text.length) {
      this.#text = grow(this.#text, needed);
      this.#capitals = grow(this.#capitals, (this.#text.length >> 3) + 1);
    }
    if (this.#rows + 1 >= this.#columns.starts.length)
      this.#columns = createColumns(this.#columns.starts.length * 1.5, this.#columns);
    if (this.#wordCount + bytes + 2 > this.#wordNumbers.length) {
      const wider = new Uint32Array(Math.ceil(this.#wordNumbers.length * 1.5) + bytes);
      wider.set(this.#wordNumbers);
      this.#wordNumbers = wider;
    }
    if (bytes > 0) this.#columns.starts[this.#rows] = this.#end;
  }

  /** Appends a text in lower case, and records its capitals, words and letters. */
  #append(mark: number, bytes: Uint8Array, from: number, to: number): void {
    const text = this.#text;
    const capitals = this.#capitals;
    let end = this.#end;
    let letters = 0;
    let initials = 0;
    text[end] = mark;
    end += 1;
    /** Where the current word starts; 0 between words. */
    let word = 0;
    const last = Math.min(to, from + MAX_TEXT_BYTES);
    for (let at = from; at < last; at += 1) {
      let byte = bytes[at] ?? 0;
      if (byte <= 0x5a && byte >= 0x41) {
        byte += 0x20;
        capitals[end >> 3] = (capitals[end >> 3] ?? 0) | (1 << (end & 7));
      }
      text[end] = byte;
      const bit = getLetterBit(byte);
      if (bit === 0) {
        if (word > 0) this.#addWord(word, end);
        word = 0;
        if (byte === DOT && mark === LINE) {
          // Searches with typos look only at the last part of a package name.
          letters = 0;
          initials = 0;
        }
      } else {
        letters |= bit;
        if (word === 0) {
          initials |= bit;
          word = end;
        }
      }
      end += 1;
    }
    text[end] = mark === LINE ? TAB : LINE;
    if (word > 0) this.#addWord(word, end);
    this.#end = end;
    this.#letters |= letters;
    this.#initials |= initials;
  }

  #addWord(from: number, to: number): void {
    // Neighbors in the list often have the same words in the same places.
    const likely = this.#wordNumbers[this.#previousWords + this.#wordCount - this.#rowWords];
    this.#wordNumbers[this.#wordCount] = this.#words.add(this.#text, from - 1, to - from > 1 ? to : to + 1, likely);
    this.#wordCount += 1;
  }

  #finishRow(creator: number, source: number): void {
    const row = this.#rows;
    const at = this.#columns;
    at.creators[row] = creator;
    at.sources[row] = Math.min(source, 0xffff);
    at.letters[row] = this.#letters;
    at.initials[row] = this.#initials;
    this.#letters = 0;
    this.#initials = 0;
    this.#rows = row + 1;
    this.#wordNumbers[this.#wordCount] = 0;
    this.#wordCount += 1;
    this.#previousWords = this.#rowWords;
    this.#rowWords = this.#wordCount;
  }

  /** Keeps the original spelling of the row being added. */
  #keepSpelling(handle: string, name: string): void {
    for (const text of [handle, name]) {
      const room = 3 * text.length;
      this.#spellingTexts = grow(this.#spellingTexts, this.#spellingEnd + room);
      if (text !== "")
        this.#spellingEnd += encoder.encodeInto(text, this.#spellingTexts.subarray(this.#spellingEnd)).written;
      this.#spellingEnds.push(this.#spellingEnd);
    }
    this.#spellingRows.push(this.#rows);
  }
}

/** Whether a text can be restored from lower case and one bit per capital. */
function isPlain(text: string): boolean {
  return text.length <= MAX_TEXT_BYTES && /^[\x20-\x7e]*$/.test(text);
}

/** Folds a text, and replaces characters that would end a line or a package name. */
function oneLine(text: string): string {
  return foldText(text).replace(SEPARATORS, " ");
}

function intern(texts: TextTable, text: string): number {
  if (text === "") return 0;
  const bytes = Buffer.from(text);
  return texts.add(bytes, 0, bytes.length);
}
