import type { Application } from "../report.ts";
import { folded } from "../search-text.ts";
import { AppList } from "./app-list.ts";
import type { Columns, ListFacts } from "./app-list.ts";
import { breath, drawers } from "./drawers.ts";
import { grown, Interned } from "./interned.ts";
import { columns, fitted } from "./row-columns.ts";
import { bitOf, LINE, TAB } from "./signs.ts";

/** The texts of an application that are kept, in the order in which their places are given. */
export const PLACED = ["handle", "name", "creator", "downloads", "source"] as const;
const [HANDLE, NAME, CREATOR, DOWNLOADS, SOURCE] = [0, 1, 2, 3, 4];

/** What is only known of some applications. */
type Listed = Pick<Application, "handle" | "source"> &
  Partial<Pick<Application, "name" | "creator" | "downloads" | "updated">>;

const LONGEST = 4096;
const DOT = 0x2e;
/** A service may say that much will come which never does. */
const MOST_EXPECTED = 128 * 1024 * 1024;
const NOTHING = new Uint8Array(0);
/** Control characters, and every sort of space but the plain one. */
const APART = /[^\S ]|\p{Cc}/gu;
const encoder = new TextEncoder();
const NO_ENDS = new Uint32Array(0);
const SECOND = 1_000_000_000n;

/**
 * Takes applications one by one and packs them into a few long arrays: objects for a quarter of a million of them would
 * need ten times as much room, and every collection of garbage would walk over them.
 */
export class AppListBuilder {
  #text: Uint8Array<ArrayBuffer> = new Uint8Array(1 << 16);
  #capitals: Uint8Array<ArrayBuffer> = new Uint8Array(1 << 13);
  #end = 0;
  #rows = 0;
  #columns = columns(1 << 10);
  #words: Uint32Array<ArrayBuffer> = new Uint32Array(1 << 12);
  #wordCount = 0;
  /** Which letters the row has that is being added: anywhere, in its name and the last part of its handle, to begin a word. */
  #all = 0;
  #letters = 0;
  #initials = 0;
  readonly #creators = new Interned();
  readonly #downloads = new Interned();
  readonly #sources = new Interned();
  readonly #speltRows: number[] = [];
  readonly #speltEnds: number[] = [];
  #speltTexts: Uint8Array<ArrayBuffer> = new Uint8Array(1 << 12);
  #speltEnd = 0;

  get count(): number {
    return this.#rows;
  }

  /** Makes room for what an answer of so many bytes will bring, so that little is moved on the way. */
  expect(bytes: number): void {
    if (this.#rows > 0) return;
    const likely = Math.min(bytes, MOST_EXPECTED);
    this.#text = grown(this.#text, Math.ceil(likely / 5.8));
    this.#capitals = grown(this.#capitals, (this.#text.length >> 3) + 1);
    this.#words = new Uint32Array(Math.ceil(likely / 45) + 1);
    this.#columns = columns(likely / 300 + 1);
  }

  /**
   * An application straight from the bytes of the answer, all of them ASCII; but for its name and its creator, where those
   * had to be made texts of.
   */
  addBytes(
    bytes: Uint8Array,
    from: Int32Array,
    to: Int32Array,
    updated: number,
    name?: string,
    creator?: string,
  ): void {
    const spelt = name === undefined || isPlain(name) ? undefined : oneLine(name);
    const nameBytes = name === undefined ? undefined : Buffer.from(spelt ?? name);
    const handleFrom = from[HANDLE] ?? 0;
    const handleTo = to[HANDLE] ?? 0;
    const nameFrom = from[NAME] ?? 0;
    const nameTo = to[NAME] ?? 0;
    this.#begin(handleTo - handleFrom + (nameBytes?.length ?? nameTo - nameFrom));
    if (spelt !== undefined) this.#spell("", name ?? "");
    this.#append(LINE, bytes, handleFrom, handleTo);
    if (nameBytes === undefined) this.#append(TAB, bytes, nameFrom, nameTo);
    else this.#append(TAB, nameBytes, 0, nameBytes.length);
    this.#finish(
      creator === undefined
        ? this.#creators.add(bytes, from[CREATOR] ?? 0, to[CREATOR] ?? 0)
        : added(this.#creators, creator),
      this.#downloads.add(bytes, from[DOWNLOADS] ?? 0, to[DOWNLOADS] ?? 0),
      this.#sources.add(bytes, from[SOURCE] ?? 0, to[SOURCE] ?? 0),
      updated,
    );
  }

  /** Any application. What is folded to other than its small letters is kept as it is spelt as well. */
  add({ handle, source, name = "", creator = "", downloads = "", updated }: Listed): void {
    const plain = isPlain(handle) && isPlain(name);
    const handleBytes = Buffer.from(plain ? handle : oneLine(handle));
    const nameBytes = Buffer.from(plain ? name : oneLine(name));
    this.#begin(handleBytes.length + nameBytes.length);
    if (!plain) this.#spell(handle, name);
    this.#append(LINE, handleBytes, 0, handleBytes.length);
    this.#append(TAB, nameBytes, 0, nameBytes.length);
    this.#finish(
      added(this.#creators, creator),
      added(this.#downloads, downloads),
      added(this.#sources, source),
      updated === undefined ? 0 : Math.max(0, Math.min(0xffff_ffff, Number(updated / SECOND))),
    );
  }

  /** Everything in arrays of its exact size, in steps that hold nobody up. */
  async list(facts: ListFacts): Promise<AppList> {
    this.#begin(0);
    this.#text[this.#end] = LINE;
    const rows = this.#rows;
    const { starts, updated, creators, downloads, sources, all, letters, initials } = this.#columns;
    starts[rows] = this.#end;
    const sorted = await drawers(this.#text, this.#words, this.#wordCount);
    // What is not needed any more makes room for what is.
    this.#words = new Uint32Array(0);
    await breath();
    const text = fitted(this.#text, this.#end + 1);
    await breath();
    const capitals = fitted(this.#capitals, (this.#end >> 3) + 1);
    const [creatorTexts, downloadTexts, sourceTexts] = [this.#creators, this.#downloads, this.#sources].map((each) =>
      each.taken(),
    );
    await breath();
    const made: Columns = {
      text,
      capitals,
      starts: fitted(starts, rows + 1),
      updated: fitted(updated, rows),
      creators: fitted(creators, rows),
      downloads: fitted(downloads, rows),
      sources: fitted(sources, rows),
      all: fitted(all, rows),
      letters: fitted(letters, rows),
      initials: fitted(initials, rows),
      ...sorted,
      speltRows: Uint32Array.from(this.#speltRows),
      speltEnds: Uint32Array.from(this.#speltEnds),
      speltTexts: this.#speltTexts.slice(0, this.#speltEnd),
      creatorTexts: creatorTexts?.texts ?? NOTHING,
      creatorEnds: creatorTexts?.ends ?? NO_ENDS,
      downloadTexts: downloadTexts?.texts ?? NOTHING,
      downloadEnds: downloadTexts?.ends ?? NO_ENDS,
      sourceTexts: sourceTexts?.texts ?? NOTHING,
      sourceEnds: sourceTexts?.ends ?? NO_ENDS,
    };
    return new AppList(made, facts);
  }

  /** Makes room for one more row with texts of so many bytes. */
  #begin(bytes: number): void {
    const needed = this.#end + Math.min(bytes, 2 * LONGEST) + 3;
    if (needed > this.#text.length) {
      this.#text = grown(this.#text, needed);
      this.#capitals = grown(this.#capitals, (this.#text.length >> 3) + 1);
    }
    if (this.#rows + 1 >= this.#columns.starts.length)
      this.#columns = columns(this.#columns.starts.length * 1.5, this.#columns);
    if (this.#wordCount + bytes + 2 > this.#words.length) {
      const wider = new Uint32Array(Math.ceil(this.#words.length * 1.5) + bytes);
      wider.set(this.#words);
      this.#words = wider;
    }
    if (bytes > 0) this.#columns.starts[this.#rows] = this.#end;
  }

  /** Lays in one text in small letters, remembers which were capitals, where its words begin and what they are made of. */
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
    let within = false;
    const last = Math.min(to, from + LONGEST);
    for (let at = from; at < last; at += 1) {
      let byte = bytes[at] ?? 0;
      if (byte <= 0x5a && byte >= 0x41) {
        byte += 0x20;
        capitals[end >> 3] = (capitals[end >> 3] ?? 0) | (1 << (end & 7));
      }
      text[end] = byte;
      const bit = bitOf(byte);
      if (bit === 0) {
        within = false;
        if (byte === DOT && mark === LINE) {
          // Only the last part of a handle is a word that people misspell.
          row |= letters;
          letters = 0;
          initials = 0;
        }
      } else {
        letters |= bit;
        if (!within) {
          initials |= bit;
          words[count] = end;
          count += 1;
          within = true;
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

  #finish(creator: number, downloads: number, source: number, updated: number): void {
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

  /** Keeps how the row is spelt that is being added. */
  #spell(handle: string, name: string): void {
    for (const text of [handle, name]) {
      const room = 3 * text.length;
      this.#speltTexts = grown(this.#speltTexts, this.#speltEnd + room);
      if (text !== "") this.#speltEnd += encoder.encodeInto(text, this.#speltTexts.subarray(this.#speltEnd)).written;
      this.#speltEnds.push(this.#speltEnd);
    }
    this.#speltRows.push(this.#rows);
  }
}

/** Whether a text is what its small letters and a bit for each capital make of it. */
function isPlain(text: string): boolean {
  return text.length <= LONGEST && /^[\x20-\x7e]*$/.test(text);
}

/** Folded, and with nothing in it that would end the line or the handle. */
function oneLine(text: string): string {
  return folded(text).replace(APART, " ");
}

function added(texts: Interned, text: string): number {
  if (text === "") return 0;
  const bytes = Buffer.from(text);
  return texts.add(bytes, 0, bytes.length);
}
