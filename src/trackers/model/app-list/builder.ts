// Packs apps into the columns of a list.
import type { Application } from "../report.ts";
import { foldText } from "../search-text.ts";
import { AppList, type Columns, type ListFacts } from "./app-list.ts";
import { yieldToEventLoop, sortWords } from "./buckets.ts";
import { grow, TextTable } from "./text-table.ts";
import { createColumns, trimColumn } from "./row-columns.ts";
import { getLetterBit, LINE, TAB } from "./byte-kinds.ts";

/** The string fields of an app that the list keeps, in the order of their offsets. */
export const TEXT_FIELDS = ["handle", "name", "creator", "downloads", "source"] as const;
const [HANDLE, NAME, CREATOR, DOWNLOADS, SOURCE] = [0, 1, 2, 3, 4];

/** The fields of an app that the list keeps. Only some apps have the optional ones. */
type Listed = Pick<Application, "handle" | "source"> &
  Partial<Pick<Application, "name" | "creator" | "downloads" | "updated">>;

const MAX_TEXT_BYTES = 4096;
const DOT = 0x2e;
/** Limits the memory reserved for a size that the server only announces. */
const MAX_EXPECTED_BYTES = 128 * 1024 * 1024;
const NOTHING = new Uint8Array(0);
/** Control characters, and every space except U+0020. */
const SEPARATORS = /[^\S ]|\p{Cc}/gu;
const encoder = new TextEncoder();
const NO_ENDS = new Uint32Array(0);
const SECOND_NS = 1_000_000_000n;

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
  #words: Uint32Array<ArrayBuffer> = new Uint32Array(1 << 12);
  #wordCount = 0;
  /**
   * Letters of the row being added: anywhere, in the name and the last part of the package name, and at the start of a
   * word.
   */
  #all = 0;
  #letters = 0;
  #initials = 0;
  readonly #creators = new TextTable();
  readonly #downloads = new TextTable();
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
    this.#words = new Uint32Array(Math.ceil(likely / 45) + 1);
    this.#columns = createColumns(likely / 300 + 1);
  }

  /** Adds an app straight from ASCII bytes. Name and creator are strings if they had escapes. */
  addBytes(
    bytes: Uint8Array,
    from: Int32Array,
    to: Int32Array,
    updated: number,
    name?: string,
    creator?: string,
  ): void {
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
      this.#downloads.add(bytes, from[DOWNLOADS] ?? 0, to[DOWNLOADS] ?? 0),
      this.#sources.add(bytes, from[SOURCE] ?? 0, to[SOURCE] ?? 0),
      updated,
    );
  }

  /** Adds any app. If folding changes more than case, the original spelling is kept too. */
  add({ handle, source, name = "", creator = "", downloads = "", updated }: Listed): void {
    const plain = isPlain(handle) && isPlain(name);
    const handleBytes = Buffer.from(plain ? handle : oneLine(handle));
    const nameBytes = Buffer.from(plain ? name : oneLine(name));
    this.#reserveRow(handleBytes.length + nameBytes.length);
    if (!plain) this.#keepSpelling(handle, name);
    this.#append(LINE, handleBytes, 0, handleBytes.length);
    this.#append(TAB, nameBytes, 0, nameBytes.length);
    this.#finishRow(
      intern(this.#creators, creator),
      intern(this.#downloads, downloads),
      intern(this.#sources, source),
      updated === undefined ? 0 : Math.max(0, Math.min(0xffff_ffff, Number(updated / SECOND_NS))),
    );
  }

  /** Builds the list from arrays of exact size, in steps that never block for long. */
  async list(facts: ListFacts): Promise<AppList> {
    this.#reserveRow(0);
    this.#text[this.#end] = LINE;
    const rows = this.#rows;
    const { starts, updated, creators, downloads, sources, all, letters, initials } = this.#columns;
    starts[rows] = this.#end;
    const sorted = await sortWords(this.#text, this.#words, this.#wordCount);
    // Frees memory before more is allocated.
    this.#words = new Uint32Array(0);
    await yieldToEventLoop();
    const text = trimColumn(this.#text, this.#end + 1);
    await yieldToEventLoop();
    const capitals = trimColumn(this.#capitals, (this.#end >> 3) + 1);
    const [creatorTexts, downloadTexts, sourceTexts] = [this.#creators, this.#downloads, this.#sources].map((each) =>
      each.toColumns(),
    );
    await yieldToEventLoop();
    const columns: Columns = {
      text,
      capitals,
      starts: trimColumn(starts, rows + 1),
      updated: trimColumn(updated, rows),
      creators: trimColumn(creators, rows),
      downloads: trimColumn(downloads, rows),
      sources: trimColumn(sources, rows),
      all: trimColumn(all, rows),
      letters: trimColumn(letters, rows),
      initials: trimColumn(initials, rows),
      ...sorted,
      spellingRows: Uint32Array.from(this.#spellingRows),
      spellingEnds: Uint32Array.from(this.#spellingEnds),
      spellingTexts: this.#spellingTexts.slice(0, this.#spellingEnd),
      creatorTexts: creatorTexts?.texts ?? NOTHING,
      creatorEnds: creatorTexts?.ends ?? NO_ENDS,
      downloadTexts: downloadTexts?.texts ?? NOTHING,
      downloadEnds: downloadTexts?.ends ?? NO_ENDS,
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
    if (this.#wordCount + bytes + 2 > this.#words.length) {
      const wider = new Uint32Array(Math.ceil(this.#words.length * 1.5) + bytes);
      wider.set(this.#words);
      this.#words = wider;
    }
    if (bytes > 0) this.#columns.starts[this.#rows] = this.#end;
  }

  /** Appends a text in lower case, and records its capitals, starts of words and letters. */
  #append(mark: number, bytes: Uint8Array, from: number, to: number): void {
    const text = this.#text;
    const capitals = this.#capitals;
    const words = this.#words;
    let end = this.#end;
    let count = this.#wordCount;
    let letters = 0;
    let initials = 0;
    let row = 0;
    text[end] = mark;
    end += 1;
    let isInWord = false;
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
        isInWord = false;
        if (byte === DOT && mark === LINE) {
          // Searches with typos look only at the last part of a package name.
          row |= letters;
          letters = 0;
          initials = 0;
        }
      } else {
        letters |= bit;
        if (!isInWord) {
          initials |= bit;
          words[count] = end;
          count += 1;
          isInWord = true;
        }
      }
      end += 1;
    }
    this.#end = end;
    this.#wordCount = count;
    this.#letters |= letters;
    this.#initials |= initials;
    this.#all |= row | letters;
  }

  #finishRow(creator: number, downloads: number, source: number, updated: number): void {
    const row = this.#rows;
    const at = this.#columns;
    at.creators[row] = creator;
    at.downloads[row] = Math.min(downloads, 0xffff);
    at.sources[row] = Math.min(source, 0xffff);
    at.updated[row] = updated;
    at.all[row] = this.#all;
    at.letters[row] = this.#letters;
    at.initials[row] = this.#initials;
    this.#all = 0;
    this.#letters = 0;
    this.#initials = 0;
    this.#rows = row + 1;
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
