// Reads the elements and attributes of XML, as far as a scan needs them.

/** An attribute with the location of its value. Entities are resolved. */
export interface Attribute {
  readonly name: string;
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

export interface Element {
  readonly name: string;
  /** Offset of its name. */
  readonly from: number;
  readonly attributes: readonly Attribute[];
}

/** Text between elements. */
export interface Run {
  readonly from: number;
  readonly to: number;
}

export interface Document {
  readonly elements: readonly Element[];
  readonly runs: readonly Run[];
}

const ATTRIBUTE = /\s*([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const NAME = /[\w:.-]+/y;

/**
 * Reads the elements of a file, without comments and without elements that manifest merging removes
 * (`tools:node="remove"`).
 */
export function parseXml(text: string): Document {
  const elements: Element[] = [];
  const runs: Run[] = [];
  let open = 0;
  /** Depth at which the removed element starts. */
  let removedAt: number | undefined;
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf("<", at);
    const end = start === -1 ? text.length : start;
    if (end > at && removedAt === undefined) runs.push({ from: at, to: end });
    if (start === -1) break;
    if (text.startsWith("<!--", start)) at = findEnd(text, "-->", start + 4);
    else if (text.startsWith("<![CDATA[", start)) {
      at = findEnd(text, "]]>", start + 9);
      if (removedAt === undefined) runs.push({ from: start + 9, to: Math.max(start + 9, at - 3) });
    } else if (text.startsWith("<?", start) || text.startsWith("<!", start)) at = findEnd(text, ">", start);
    else if (text.startsWith("</", start)) {
      open = Math.max(0, open - 1);
      if (removedAt !== undefined && open <= removedAt) removedAt = undefined;
      at = findEnd(text, ">", start);
    } else {
      NAME.lastIndex = start + 1;
      const name = NAME.exec(text)?.[0];
      if (name === undefined) {
        at = start + 1;
        continue;
      }
      at = start + 1 + name.length;
      const attributes: Attribute[] = [];
      for (;;) {
        ATTRIBUTE.lastIndex = at;
        const found = ATTRIBUTE.exec(text);
        if (found === null) break;
        const raw = found[2] ?? found[3] ?? "";
        at = ATTRIBUTE.lastIndex;
        attributes.push({ name: found[1] ?? "", value: withoutEntities(raw), from: at - 1 - raw.length, to: at - 1 });
      }
      const removed = attributes.some((each) => each.name.endsWith(":node") && /^remove(?:All)?$/.test(each.value));
      if (!removed && removedAt === undefined) elements.push({ name, from: start + 1, attributes });
      // Skips unreadable parts of a tag.
      const close = text.indexOf(">", at);
      const last = close === -1 ? text.length : close;
      if (text[last - 1] !== "/") {
        if (removed && removedAt === undefined) removedAt = open;
        open += 1;
      }
      at = last + 1;
    }
  }
  return { elements, runs };
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** Resolves XML's own entities and numeric characters. Entities declared by a document are never expanded. */
function withoutEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|([a-z]{2,4}));/g, (all, decimal, hex, name) => {
    const code =
      typeof decimal === "string" ? Number(decimal) : typeof hex === "string" ? parseInt(hex, 16) : undefined;
    if (code !== undefined) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
    return ENTITIES.get(String(name)) ?? all;
  });
}

function findEnd(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + mark.length;
}
