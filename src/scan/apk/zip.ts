// Reads ZIP files by ranges. Libraries hide two things that an APK needs: where the central directory begins, because
// the signatures are right before it, and where each entry is, because overlapping entries deceive readers.
import { inflateRawSync } from "node:zlib";
import { asProblem, errorCode, Problem } from "../../base/problem.ts";
import { damaged, rangeSource, type ByteSource } from "./byte-source.ts";

export interface ZipEntry {
  /** As written in the file. It never becomes a path on disk. */
  readonly path: string;
  readonly method: number;
  readonly compressed: number;
  /** As the directory says, which may be wrong. */
  readonly size: number;
  /** Offset of its local header. */
  readonly offset: number;
}

export interface ZipFile {
  readonly source: ByteSource;
  readonly entries: readonly ZipEntry[];
  readonly directoryOffset: number;
  /** Entries beyond the limit. */
  readonly isCut: boolean;
  /** Whether the directory ends early, or has other entries than it says. */
  readonly isDamaged: boolean;
  /** Names that occur more than once. */
  readonly duplicates: readonly string[];
  /** Entries whose content begins inside of another one. */
  readonly overlaps: readonly string[];
}

export const MAX_ENTRIES = 200_000;
const MAX_DIRECTORY_BYTES = 64 * 1024 * 1024;

const END = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const END_64 = 0x06064b50;
const END_64_BYTES = 56;
const LOCATOR_64 = 0x07064b50;
const LOCATOR_64_BYTES = 20;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
/** Means that the 64-bit field has the value. */
const IN_64 = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;

interface Directory {
  readonly offset: number;
  readonly bytes: number;
  readonly entries: number;
}

export function readZip(source: ByteSource): ZipFile {
  const { offset, bytes, entries: expected } = findDirectory(source);
  if (bytes > MAX_DIRECTORY_BYTES) throw new Problem("tooLarge", { detail: "the list of files is too large" });
  const directory = source.read(offset, bytes);
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + ENTRY_BYTES <= directory.length && directory.readUInt32LE(at) === ENTRY && entries.length < MAX_ENTRIES) {
    const nameEnd = at + ENTRY_BYTES + directory.readUInt16LE(at + 28);
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
    const next = extraEnd + directory.readUInt16LE(at + 32);
    if (extraEnd > directory.length) break;
    const sizes = {
      size: directory.readUInt32LE(at + 24),
      compressed: directory.readUInt32LE(at + 20),
      offset: directory.readUInt32LE(at + 42),
    };
    entries.push({
      path: directory.toString("utf8", at + ENTRY_BYTES, nameEnd),
      method: directory.readUInt16LE(at + 10),
      ...(Object.values(sizes).includes(IN_64) ? readSizes64(directory.subarray(nameEnd, extraEnd), sizes) : sizes),
    });
    at = next;
  }
  const isCut = entries.length === MAX_ENTRIES && at < directory.length;
  return {
    source,
    entries,
    directoryOffset: offset,
    isCut,
    isDamaged: !isCut && (entries.length !== expected || at !== directory.length),
    duplicates: findDuplicates(entries),
    overlaps: findOverlaps(entries),
  };
}

/** Finds the end record: from the end, because a comment of up to 64 KB can follow it. */
function findDirectory(source: ByteSource): Directory {
  const length = Math.min(source.size, END_BYTES + MAX_COMMENT_BYTES);
  const start = source.size - length;
  const tail = source.read(start, length);
  for (let at = length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END || at + END_BYTES + tail.readUInt16LE(at + 20) > length) continue;
    const end = {
      entries: tail.readUInt16LE(at + 10),
      bytes: tail.readUInt32LE(at + 12),
      offset: tail.readUInt32LE(at + 16),
    };
    const is64 = end.entries === 0xffff || end.bytes === IN_64 || end.offset === IN_64;
    return (is64 ? findDirectory64(source, start + at) : undefined) ?? end;
  }
  throw damaged("this is not a ZIP file, or its end is missing");
}

function findDirectory64(source: ByteSource, end: number): Directory | undefined {
  if (end < LOCATOR_64_BYTES) return undefined;
  const locator = source.read(end - LOCATOR_64_BYTES, LOCATOR_64_BYTES);
  if (locator.readUInt32LE(0) !== LOCATOR_64) return undefined;
  const record = source.read(toNumber(locator.readBigUInt64LE(8)), END_64_BYTES);
  if (record.readUInt32LE(0) !== END_64) throw damaged("the ZIP64 record is missing");
  return {
    entries: toNumber(record.readBigUInt64LE(32)),
    bytes: toNumber(record.readBigUInt64LE(40)),
    offset: toNumber(record.readBigUInt64LE(48)),
  };
}

/** A larger number is outside of any file, so it is the same as the largest one. */
function toNumber(value: bigint): number {
  return value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(value);
}

/** Replaces the sizes that don't fit in 32 bits with those of the extra field for ZIP64, in its fixed order. */
function readSizes64(extra: Buffer, sizes: Pick<ZipEntry, "size" | "compressed" | "offset">): typeof sizes {
  for (let at = 0; at + 4 <= extra.length;) {
    const end = Math.min(extra.length, at + 4 + extra.readUInt16LE(at + 2));
    if (extra.readUInt16LE(at) === 1) {
      let from = at + 4;
      const replace = (value: number): number => {
        if (value !== IN_64 || from + 8 > end) return value;
        from += 8;
        return toNumber(extra.readBigUInt64LE(from - 8));
      };
      const size = replace(sizes.size);
      const compressed = replace(sizes.compressed);
      return { size, compressed, offset: replace(sizes.offset) };
    }
    at = end;
  }
  return sizes;
}

function findDuplicates(entries: readonly ZipEntry[]): readonly string[] {
  const seen = new Set<string>();
  const found = new Set<string>();
  for (const { path } of entries) {
    if (seen.has(path)) found.add(path);
    seen.add(path);
  }
  return [...found];
}

function findOverlaps(entries: readonly ZipEntry[]): readonly string[] {
  const found: string[] = [];
  let end = 0;
  for (const { offset, compressed, path } of entries.toSorted((a, b) => a.offset - b.offset)) {
    if (offset < end) found.push(path);
    end = Math.max(end, offset + LOCAL_BYTES + Buffer.byteLength(path) + compressed);
  }
  return found;
}

/** The compressed bytes of an entry. */
function locate(
  { source }: ZipFile,
  { offset, compressed }: ZipEntry,
): { readonly from: number; readonly length: number } {
  const header = source.read(offset, LOCAL_BYTES);
  if (header.readUInt32LE(0) !== LOCAL) throw damaged("the header of the entry is missing");
  return { from: offset + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28), length: compressed };
}

/** The part of the file that holds the entry, if it isn't compressed. */
export function findStored(zip: ZipFile, entry: ZipEntry): ByteSource | undefined {
  if (entry.method !== STORED) return undefined;
  const { from, length } = locate(zip, entry);
  return rangeSource(zip.source, from, length);
}

const MIN_CHUNK_BYTES = 1024;
const MAX_CHUNK_BYTES = 1024 * 1024;

/** The content of an entry. Content that is larger than `maxBytes` throws a `tooLarge` problem, and never gets into memory. */
export function readEntry(zip: ZipFile, entry: ZipEntry, maxBytes: number): Buffer {
  const { from, length } = locate(zip, entry);
  if (length > maxBytes || entry.size > maxBytes) throw tooLarge();
  const bytes = zip.source.read(from, length);
  if (entry.method === STORED) return bytes;
  if (entry.method !== DEFLATED) throw damaged(`compression ${entry.method} is not known`);
  try {
    return inflateRawSync(bytes, {
      maxOutputLength: Math.max(1, maxBytes),
      chunkSize: Math.min(MAX_CHUNK_BYTES, Math.max(MIN_CHUNK_BYTES, entry.size + 1)),
    });
  } catch (error) {
    if (errorCode(error) === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
    throw damaged(asProblem(error).facts.detail ?? "the compressed data is damaged");
  }
}

function tooLarge(): Problem {
  return new Problem("tooLarge", { detail: "larger than the limit" });
}
