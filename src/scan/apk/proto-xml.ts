// Reads XML in protocol buffers, in which an Android App Bundle has its manifest.
import { damaged } from "./byte-source.ts";
import { formatReference } from "./binary-xml.ts";
import { MAX_XML_DEPTH, MAX_XML_ITEMS, type XmlAttribute, type XmlElement } from "./xml-elements.ts";

/** A field of a message: a number, or bytes that are a text or another message. */
interface Field {
  readonly number: number;
  readonly value: number;
  readonly bytes: Buffer;
}

const NO_BYTES = Buffer.alloc(0);

export function readProtoXml(bytes: Buffer): readonly XmlElement[] {
  const elements: XmlElement[] = [];
  let items = 0;
  const readNode = (node: Buffer, depth: number): void => {
    if (depth > MAX_XML_DEPTH) return;
    for (const element of readFields(node)) {
      if (element.number !== 1) continue;
      const attributes: XmlAttribute[] = [];
      const children: Buffer[] = [];
      let name = "";
      for (const field of readFields(element.bytes)) {
        if (field.number === 3) name = field.bytes.toString("utf8");
        else if (field.number === 4) attributes.push(readAttribute(field.bytes));
        else if (field.number === 5) children.push(field.bytes);
      }
      items += 1 + attributes.length;
      if (items > MAX_XML_ITEMS) throw damaged("the manifest has too many elements");
      elements.push({ name, depth, attributes });
      for (const child of children) readNode(child, depth + 1);
    }
  };
  readNode(bytes, 1);
  if (elements.length === 0) throw damaged("the manifest has no elements");
  return elements;
}

function readAttribute(bytes: Buffer): XmlAttribute {
  let name = "";
  let text = "";
  let id = 0;
  let compiled: string | undefined;
  for (const field of readFields(bytes)) {
    if (field.number === 2) name = field.bytes.toString("utf8");
    else if (field.number === 3) text = field.bytes.toString("utf8");
    else if (field.number === 5) id = field.value;
    else if (field.number === 6) compiled = readItem(field.bytes);
  }
  return { id, name, value: compiled ?? text };
}

/** The value of an attribute, if it isn't its text: a reference or a primitive. */
function readItem(bytes: Buffer): string | undefined {
  for (const { number, bytes: item } of readFields(bytes)) {
    const [first] = readFields(item);
    // A reference has its ID second; one without an ID is a name that only its text says.
    if (number === 1) {
      const id = readFields(item).find((field) => field.number === 2)?.value;
      return id === undefined ? undefined : formatReference(id);
    }
    if (number !== 7 || first === undefined) continue;
    if (first.number === 6) return String(first.value | 0);
    if (first.number === 8) return first.value === 0 ? "false" : "true";
  }
  return undefined;
}

function readFields(bytes: Buffer): readonly Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = bytes[at];
      if (byte === undefined) throw damaged("the manifest ends early");
      at += 1;
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if ((byte & 0x80) === 0) return value >>> 0;
    }
    throw damaged("a number is too long");
  };
  while (at < bytes.length) {
    const key = varint();
    const number = key >>> 3;
    switch (key & 7) {
      case 0:
        fields.push({ number, value: varint(), bytes: NO_BYTES });
        break;
      case 1:
        at += 8;
        break;
      case 2: {
        const length = varint();
        if (at + length > bytes.length) throw damaged("a field is larger than the manifest");
        fields.push({ number, value: 0, bytes: bytes.subarray(at, at + length) });
        at += length;
        break;
      }
      case 5:
        at += 4;
        break;
      default:
        throw damaged("a field has an unknown type");
    }
  }
  return fields;
}
