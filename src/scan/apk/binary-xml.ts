// Reads Android's binary XML, in which an APK has its manifest.
import { damaged } from "./byte-source.ts";
import { MAX_XML_DEPTH, MAX_XML_ITEMS, type XmlAttribute, type XmlElement } from "./xml-elements.ts";

const XML = 0x0003;
const STRING_POOL = 0x0001;
const RESOURCE_MAP = 0x0180;
const START_ELEMENT = 0x0102;
const END_ELEMENT = 0x0103;
const UTF_8 = 1 << 8;
const NO_STRING = 0xffffffff;

/** Types of values. */
const REFERENCE = 0x01;
const STRING = 0x03;
const DECIMAL = 0x10;
const HEXADECIMAL = 0x11;
const BOOLEAN = 0x12;

export function readBinaryXml(bytes: Buffer): readonly XmlElement[] {
  if (bytes.length < 8 || bytes.readUInt16LE(0) !== XML) throw damaged("this is not binary XML");
  const elements: XmlElement[] = [];
  let strings: (index: number) => string = () => "";
  let ids: (index: number) => number = () => 0;
  let depth = 0;
  let items = 0;
  // Some protectors write a wrong size into the header, which Android ignores.
  for (let at = Math.max(8, bytes.readUInt16LE(2)); at + 8 <= bytes.length;) {
    const type = bytes.readUInt16LE(at);
    const headerBytes = bytes.readUInt16LE(at + 2);
    const size = bytes.readUInt32LE(at + 4);
    if (size < 8 || at + size > bytes.length) throw damaged("a part of the manifest is larger than the file");
    const chunk = bytes.subarray(at, at + size);
    at += size;
    if (type === STRING_POOL) strings = readStringPool(chunk);
    else if (type === RESOURCE_MAP)
      ids = (index) => (headerBytes + index * 4 + 4 <= chunk.length ? chunk.readUInt32LE(headerBytes + index * 4) : 0);
    else if (type === START_ELEMENT) {
      depth += 1;
      const element = readElement(chunk, headerBytes, depth, strings, ids);
      items += 1 + element.attributes.length;
      if (items > MAX_XML_ITEMS) throw damaged("the manifest has too many elements");
      if (depth <= MAX_XML_DEPTH) elements.push(element);
    } else if (type === END_ELEMENT) depth -= 1;
  }
  return elements;
}

function readElement(
  chunk: Buffer,
  headerBytes: number,
  depth: number,
  strings: (index: number) => string,
  ids: (index: number) => number,
): XmlElement {
  if (headerBytes + 20 > chunk.length) throw damaged("an element is too short");
  const start = headerBytes + chunk.readUInt16LE(headerBytes + 8);
  const bytesEach = chunk.readUInt16LE(headerBytes + 10);
  const count = chunk.readUInt16LE(headerBytes + 12);
  if (bytesEach < 20 || start + count * bytesEach > chunk.length)
    throw damaged("attributes are larger than their element");
  const attributes: XmlAttribute[] = [];
  for (let at = start; attributes.length < count; at += bytesEach) {
    const name = chunk.readUInt32LE(at + 4);
    attributes.push({
      id: name === NO_STRING ? 0 : ids(name),
      name: strings(name),
      value: readValue(chunk, at, strings),
    });
  }
  return { name: strings(chunk.readUInt32LE(headerBytes + 4)), depth, attributes };
}

function readValue(chunk: Buffer, at: number, strings: (index: number) => string): string {
  const raw = chunk.readUInt32LE(at + 8);
  const type = chunk.readUInt8(at + 15);
  const data = chunk.readUInt32LE(at + 16);
  switch (type) {
    case STRING:
      return strings(data);
    case REFERENCE:
      return formatReference(data);
    case DECIMAL:
      return String(data | 0);
    case HEXADECIMAL:
      return `0x${data.toString(16)}`;
    case BOOLEAN:
      return data === 0 ? "false" : "true";
    default:
      return raw === NO_STRING ? String(data) : strings(raw);
  }
}

/** A value in the resources, as εxodus shows it too. */
export function formatReference(id: number): string {
  return `@${id.toString(16).toUpperCase().padStart(8, "0")}`;
}

/** Decodes strings when they are used: a pool can claim millions. */
export function readStringPool(chunk: Buffer): (index: number) => string {
  if (chunk.length < 28) throw damaged("a list of strings is too short");
  const headerBytes = chunk.readUInt16LE(2);
  const count = chunk.readUInt32LE(8);
  const isUtf8 = (chunk.readUInt32LE(16) & UTF_8) !== 0;
  const start = chunk.readUInt32LE(20);
  const cache = new Map<number, string>();
  let decoded = 0;
  const decode = (index: number): string => {
    const offsetAt = headerBytes + index * 4;
    if (index >= count || offsetAt + 4 > chunk.length) return "";
    const at = start + chunk.readUInt32LE(offsetAt);
    return isUtf8 ? decodeUtf8(chunk, at) : decodeUtf16(chunk, at);
  };
  return (index) => {
    const known = cache.get(index);
    if (known !== undefined) return known;
    const text = decode(index);
    // Strings can share their bytes, so a small pool can have more of them than fit in memory.
    decoded += text.length;
    if (decoded > MAX_DECODED_CHARS) throw damaged("the strings are larger than the limit");
    cache.set(index, text);
    return text;
  };
}

/** No name or value that is shown is longer. */
const MAX_STRING_BYTES = 8192;
const MAX_DECODED_CHARS = 32 * 1024 * 1024;

function decodeUtf8(chunk: Buffer, at: number): string {
  // The number of characters, then that of bytes, each of one or two bytes.
  const bytesAt = at + ((chunk[at] ?? 0) > 127 ? 2 : 1);
  const first = chunk[bytesAt] ?? 0;
  const isLong = first > 127;
  const length = isLong ? ((first & 0x7f) << 8) | (chunk[bytesAt + 1] ?? 0) : first;
  const from = bytesAt + (isLong ? 2 : 1);
  return chunk.toString("utf8", from, Math.min(chunk.length, from + Math.min(length, MAX_STRING_BYTES)));
}

function decodeUtf16(chunk: Buffer, at: number): string {
  if (at + 4 > chunk.length) return "";
  const first = chunk.readUInt16LE(at);
  const isLong = first > 0x7fff;
  const length = isLong ? ((first & 0x7fff) << 16) | chunk.readUInt16LE(at + 2) : first;
  const from = at + (isLong ? 4 : 2);
  const bytes = Math.min(chunk.length - from, length * 2, MAX_STRING_BYTES);
  // Node 24 frees what isn't its own if an odd number of bytes begins at an odd address.
  return chunk.toString("utf16le", from, from + bytes - (bytes % 2));
}
