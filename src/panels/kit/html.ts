// The template tag of every panel: whatever a server calls its things, the words around them stay where they are.
import { html as litHtml, type TemplateResult } from "lit";
import { visible } from "../../base/visible.ts";

/** The attributes that are read, or heard, as text. Others are addresses, keys and what a part draws by itself. */
const READ: ReadonlySet<string> = new Set(["title", "alt", "placeholder", "aria-label", "aria-description"]);

/** What a template's values are is written before them: an attribute's or a property's name, or nothing. */
const NAME_BEFORE = /\s([^\s"'<>=]+)=["']?$/;

/** By template: whether each of its values is text that somebody reads. */
const readIn = new WeakMap<TemplateStringsArray, readonly boolean[]>();

/** As lit's, but no text in it turns other text around: overrides of direction are drawn as `[U+202E]`. */
export function html(strings: TemplateStringsArray, ...values: readonly unknown[]): TemplateResult<1> {
  let read = readIn.get(strings);
  if (read === undefined) {
    read = strings.map((before) => isRead(before));
    readIn.set(strings, read);
  }
  const known = read;
  return litHtml(strings, ...values.map((value, place) => (known[place] === true ? shown(value) : value)));
}

function isRead(before: string): boolean {
  const name = NAME_BEFORE.exec(before)?.[1];
  return name === undefined || READ.has(name);
}

function shown(value: unknown): unknown {
  if (typeof value === "string") return visibleText(value);
  return Array.isArray(value) ? value.map(shown) : value;
}

/** Line breaks and tabs are the page's matter, which lays most texts out as one line, and code as it is. */
function visibleText(text: string): string {
  return text.replace(/[^\t\n\r]+/g, visible);
}
