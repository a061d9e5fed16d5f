// Writes DEX files for tests: they define classes that have neither members nor code.

const HEADER_BYTES = 112;
const NO_INDEX = 0xffffffff;
/** Types of the parts that a file lists at its end. */
const HEADER = 0x0000;
const STRINGS = 0x0001;
const TYPES = 0x0002;
const CLASSES = 0x0006;
const MAP = 0x1000;
const STRING_DATA = 0x2002;

/** A file as Android reads it, but for its checksum. The names are ASCII, up to 127 characters, like `com/example/Thing`. */
export function writeDex(names: readonly string[]): Buffer {
  const sorted = [...new Set(names)].map((name) => `L${name};`).sort();
  const count = sorted.length;
  const strings = HEADER_BYTES;
  const types = strings + 4 * count;
  const classes = types + 4 * count;
  const data = classes + 32 * count;
  const tables = Buffer.alloc(data);
  const texts: Buffer[] = [];
  let at = data;
  for (const [index, name] of sorted.entries()) {
    const text = Buffer.from(`${String.fromCharCode(name.length)}${name}\0`, "latin1");
    texts.push(text);
    tables.writeUInt32LE(at, strings + 4 * index);
    tables.writeUInt32LE(index, types + 4 * index);
    const own = classes + 32 * index;
    tables.writeUInt32LE(index, own);
    tables.writeUInt32LE(1, own + 4);
    for (const reference of [8, 16]) tables.writeUInt32LE(NO_INDEX, own + reference);
    at += text.length;
  }
  const padding = Buffer.alloc((4 - (at % 4)) % 4);
  const map = at + padding.length;
  const parts = [
    [HEADER, 1, 0],
    [STRINGS, count, strings],
    [TYPES, count, types],
    [CLASSES, count, classes],
    [STRING_DATA, count, data],
    [MAP, 1, map],
  ] as const;
  const list = Buffer.alloc(4 + 12 * parts.length);
  list.writeUInt32LE(parts.length);
  for (const [index, [type, length, offset]] of parts.entries()) {
    list.writeUInt16LE(type, 4 + 12 * index);
    list.writeUInt32LE(length, 8 + 12 * index);
    list.writeUInt32LE(offset, 12 + 12 * index);
  }
  const end = map + list.length;
  tables.write("dex\n035\0", "latin1");
  for (const [header, value] of [
    [32, end],
    [36, HEADER_BYTES],
    [40, 0x12345678],
    [52, map],
    [56, count],
    [60, strings],
    [64, count],
    [68, types],
    [96, count],
    [100, classes],
    [104, end - data],
    [108, data],
  ] as const)
    tables.writeUInt32LE(value, header);
  return Buffer.concat([tables, ...texts, padding, list]);
}
