// Reads the table of an APK's resources: the names of all of them, and the text behind a reference.
import { formatReference, readStringPool } from "./binary-xml.ts";
import { damaged } from "./byte-source.ts";

const TABLE = 0x0002;
const STRING_POOL = 0x0001;
const PACKAGE = 0x0200;
const TYPE = 0x0201;
const NO_ENTRY = 0xffffffff;
const NO_SHORT_ENTRY = 0xffff;

/** Flags of a list of entries: only those that exist are listed, or offsets have 16 bits. */
const SPARSE = 1;
const SHORT_OFFSETS = 2;
/** Flags of an entry: it has several values, or is written in eight bytes. */
const COMPLEX = 1;
const COMPACT = 8;

const REFERENCE = 0x01;
const STRING = 0x03;

/** A reference can lead to another one, also in a circle. */
const MAX_REFERENCES = 10;
/** Larger apps have 100,000. */
const MAX_NAMES = 1_000_000;
const MAX_LISTS = 100_000;
/** The size of a configuration without anything but its size is for all languages and screens. */
const CONFIGURATION_AT = 20;

interface Chunk {
  readonly type: number;
  readonly headerBytes: number;
  readonly bytes: Buffer;
}

/** The entries of one type of resources for one configuration. */
interface TypeList {
  /** The upper half of the IDs. */
  readonly prefix: number;
  readonly isDefault: boolean;
  readonly chunk: Chunk;
}

export interface ResourceTable {
  readonly names: readonly string[];
  /** The text that a value of the manifest stands for: itself, unless it is a reference. */
  readonly getText: (value: string) => string | undefined;
}

export function readResources(bytes: Buffer): ResourceTable {
  if (bytes.length < 12 || bytes.readUInt16LE(0) !== TABLE) throw damaged("this is not a table of resources");
  const names = new Set<string>();
  const lists: TypeList[] = [];
  let getString: (index: number) => string = () => "";
  for (const chunk of readChunks(bytes, bytes.readUInt16LE(2))) {
    if (chunk.type === STRING_POOL) getString = readStringPool(chunk.bytes);
    else if (chunk.type === PACKAGE) readPackage(chunk, names, lists);
  }
  return {
    names: [...names],
    getText: (value) => {
      let text = value;
      for (let count = 0; count < MAX_REFERENCES; count += 1) {
        const id = /^@([\dA-F]{8})$/.exec(text)?.[1];
        if (id === undefined) return text;
        const found = findValue(lists, Number.parseInt(id, 16));
        if (found === undefined) return undefined;
        if (found.type === STRING) return getString(found.data);
        if (found.type !== REFERENCE) return undefined;
        text = formatReference(found.data);
      }
      return undefined;
    },
  };
}

function* readChunks(bytes: Buffer, from: number): Generator<Chunk> {
  for (let at = Math.max(8, from); at + 8 <= bytes.length;) {
    const size = bytes.readUInt32LE(at + 4);
    if (size < 8 || at + size > bytes.length) throw damaged("a part of the resources is larger than the file");
    const chunk = bytes.subarray(at, at + size);
    yield { type: chunk.readUInt16LE(0), headerBytes: chunk.readUInt16LE(2), bytes: chunk };
    at += size;
  }
}

/** A package has the names of its types, then those of its entries, and then the entries. */
function readPackage({ bytes, headerBytes }: Chunk, names: Set<string>, lists: TypeList[]): void {
  if (bytes.length < 284) throw damaged("a package of resources is too short");
  const id = bytes.readUInt32LE(8);
  const namesAt = bytes.readUInt32LE(276);
  let at = headerBytes;
  for (const chunk of readChunks(bytes, headerBytes)) {
    if (chunk.type === STRING_POOL && at === namesAt) {
      const getName = readStringPool(chunk.bytes);
      const count = Math.min(chunk.bytes.readUInt32LE(8), chunk.bytes.length / 4, MAX_NAMES - names.size);
      for (let index = 0; index < count; index += 1) names.add(getName(index));
    } else if (chunk.type === TYPE && chunk.bytes.length >= CONFIGURATION_AT + 4 && lists.length < MAX_LISTS) {
      const configuration = chunk.bytes.subarray(CONFIGURATION_AT + 4, chunk.headerBytes);
      const isDefault = configuration.every((byte) => byte === 0);
      lists.push({ prefix: ((id & 0xff) << 8) | chunk.bytes.readUInt8(8), isDefault, chunk });
    }
    at += chunk.bytes.length;
  }
}

interface Value {
  readonly type: number;
  readonly data: number;
}

function findValue(lists: readonly TypeList[], id: number): Value | undefined {
  let found: Value | undefined;
  for (const { prefix, isDefault, chunk } of lists) {
    if (prefix !== id >>> 16) continue;
    const value = readValue(chunk, id & 0xffff);
    if (value === undefined) continue;
    if (isDefault) return value;
    found ??= value;
  }
  return found;
}

function readValue({ bytes, headerBytes }: Chunk, entry: number): Value | undefined {
  const offset = findOffset(bytes, headerBytes, entry);
  if (offset === undefined) return undefined;
  const at = bytes.readUInt32LE(16) + offset;
  if (at + 8 > bytes.length) throw damaged("a resource is outside of its list");
  const flags = bytes.readUInt16LE(at + 2);
  if ((flags & COMPACT) !== 0) return { type: flags >> 8, data: bytes.readUInt32LE(at + 4) };
  if ((flags & COMPLEX) !== 0) return undefined;
  const valueAt = at + bytes.readUInt16LE(at);
  if (valueAt + 8 > bytes.length) throw damaged("a resource is outside of its list");
  return { type: bytes.readUInt8(valueAt + 3), data: bytes.readUInt32LE(valueAt + 4) };
}

function findOffset(bytes: Buffer, headerBytes: number, entry: number): number | undefined {
  const flags = bytes.readUInt8(9);
  const count = bytes.readUInt32LE(12);
  const entryBytes = (flags & SHORT_OFFSETS) !== 0 && (flags & SPARSE) === 0 ? 2 : 4;
  if (headerBytes + count * entryBytes > bytes.length) throw damaged("a list of resources is larger than the file");
  if ((flags & SPARSE) !== 0) {
    for (let at = headerBytes; at < headerBytes + count * 4; at += 4)
      if (bytes.readUInt16LE(at) === entry) return bytes.readUInt16LE(at + 2) * 4;
    return undefined;
  }
  if (entry >= count) return undefined;
  const offset =
    entryBytes === 2 ? bytes.readUInt16LE(headerBytes + entry * 2) : bytes.readUInt32LE(headerBytes + entry * 4);
  if (offset === (entryBytes === 2 ? NO_SHORT_ENTRY : NO_ENTRY)) return undefined;
  return entryBytes === 2 ? offset * 4 : offset;
}
