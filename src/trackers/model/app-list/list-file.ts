// Reads and writes the file of an app list.
import * as v from "valibot";
import { whole } from "../../../base/decode.ts";
import { AppList, isConsistent, type Columns } from "./app-list.ts";

/** Increment when the file format or the folding of its texts changes. */
export const FILE_VERSION = 3;

const WORDS = ["starts", "creators", "letters", "initials", "wordEnds", "bucketEnds", "wordRowEnds"] as const;
const MORE_WORDS = ["spellingRows", "spellingEnds", "creatorEnds", "sourceEnds"] as const;
const HALVES = ["sources"] as const;
const BYTES = ["text", "capitals", "wordTexts", "wordRows", "spellingTexts", "creatorTexts", "sourceTexts"] as const;

/** Order of the columns in the file: four-byte elements first, so every column is aligned. */
const ORDER = [...WORDS, ...MORE_WORDS, ...HALVES, ...BYTES] as const satisfies readonly (keyof Columns)[];

const headerSchema = v.object({
  form: v.picklist(["short", "full"]),
  skipped: whole,
  readAt: whole,
  /** Number of elements in each column. */
  lengths: v.pipe(v.array(v.pipe(whole, v.minValue(0))), v.length(ORDER.length)),
});

/** Size of the header: JSON padded with spaces. */
const HEADER_BYTES = 1024;
const PIECE_BYTES = 1 << 20;

/** Writes a list: a header, then the columns as in memory, so reading needs no conversion. */
export async function* writeListFile(list: AppList): AsyncGenerator<Uint8Array, void, undefined> {
  const { columns, facts } = list;
  const head: v.InferInput<typeof headerSchema> = { ...facts, lengths: ORDER.map((name) => columns[name].length) };
  yield Buffer.from(JSON.stringify(head).padEnd(HEADER_BYTES));
  for (const name of ORDER) {
    const { buffer, byteOffset, byteLength } = columns[name];
    for (let at = 0; at < byteLength; at += PIECE_BYTES) {
      yield new Uint8Array(buffer, byteOffset + at, Math.min(PIECE_BYTES, byteLength - at));
      // The writer computes a checksum in between.
      await new Promise(setImmediate);
    }
  }
}

/** Reads a list from a file; undefined if the file is invalid. Columns are views of the bytes, not copies. */
export function readListFile(file: Uint8Array<ArrayBuffer>): AppList | undefined {
  if (file.byteOffset % 4 !== 0 || file.length < HEADER_BYTES) return undefined;
  const head = v.safeParse(
    headerSchema,
    parseHeader(Buffer.from(file.buffer, file.byteOffset, HEADER_BYTES).toString("utf8")),
  );
  if (!head.success) return undefined;
  const { lengths, ...facts } = head.output;
  const getLength = (name: keyof Columns): number => lengths[ORDER.findIndex((each) => each === name)] ?? 0;
  const getSize = (name: keyof Columns): number =>
    getLength(name) * (isIn(BYTES, name) ? 1 : isIn(HALVES, name) ? 2 : 4);
  const offsets = new Map<keyof Columns, number>();
  let end = file.byteOffset + HEADER_BYTES;
  for (const name of ORDER) {
    offsets.set(name, end);
    end += getSize(name);
  }
  if (end !== file.byteOffset + file.length) return undefined;
  const getOffset = (name: keyof Columns): number => offsets.get(name) ?? 0;
  const words = (name: (typeof WORDS)[number] | (typeof MORE_WORDS)[number]) =>
    new Uint32Array(file.buffer, getOffset(name), getLength(name));
  const halves = (name: (typeof HALVES)[number]) => new Uint16Array(file.buffer, getOffset(name), getLength(name));
  const bytes = (name: (typeof BYTES)[number]) => new Uint8Array(file.buffer, getOffset(name), getLength(name));
  const columns: Columns = {
    text: bytes("text"),
    capitals: bytes("capitals"),
    starts: words("starts"),
    creators: words("creators"),
    sources: halves("sources"),
    letters: words("letters"),
    initials: words("initials"),
    wordTexts: bytes("wordTexts"),
    wordEnds: words("wordEnds"),
    bucketEnds: words("bucketEnds"),
    wordRows: bytes("wordRows"),
    wordRowEnds: words("wordRowEnds"),
    spellingRows: words("spellingRows"),
    spellingEnds: words("spellingEnds"),
    spellingTexts: bytes("spellingTexts"),
    creatorTexts: bytes("creatorTexts"),
    creatorEnds: words("creatorEnds"),
    sourceTexts: bytes("sourceTexts"),
    sourceEnds: words("sourceEnds"),
  };
  return isConsistent(columns) ? new AppList(columns, facts) : undefined;
}

function isIn<Name extends string>(names: readonly Name[], name: string): name is Name {
  return names.some((each) => each === name);
}

function parseHeader(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
