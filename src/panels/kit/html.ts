// The template tag of every panel: whatever a server calls its things, the words around them stay where they are.
import { html as litHtml, type TemplateResult } from "lit";
import { visible } from "../../base/visible.ts";

/**
 * Attributes whose values are visible or read aloud as text. Others are URLs, keys and values that a part draws
 * itself.
 */
const READ: ReadonlySet<string> = new Set(["title", "alt", "placeholder", "aria-label", "aria-description"]);

/** Finds the attribute or property name before a template's value, if it has one. */
const NAME_BEFORE = /\s([^\s"'<>=]+)=["']?$/;

/** Per template: whether each of its values is text for people. */
const readIn = new WeakMap<TemplateStringsArray, readonly boolean[]>();

/** Lit's `html`, but values can't reverse the text around them: direction overrides are drawn as `[U+202E]`. */
export function html(strings: TemplateStringsArray, ...values: readonly unknown[]): TemplateResult<1> {
  let read = readIn.get(strings);
  if (read === undefined) {
    read = strings.map((before) => isRead(before));
    readIn.set(strings, read);
  }
  const known = read;
  return litHtml(strings, ...values.map((value, place) => (known[place] === true ? isolateText(value) : value)));
}

function isRead(before: string): boolean {
  const name = NAME_BEFORE.exec(before)?.[1];
  return name === undefined || READ.has(name);
}

function isolateText(value: unknown): unknown {
  if (typeof value === "string") return visibleText(value);
  return Array.isArray(value) ? value.map(isolateText) : value;
}

/** Line breaks and tabs stay: CSS joins most texts into one line and keeps those of code. */
function visibleText(text: string): string {
  return text.replace(/[^\t\n\r]+/g, visible);
}
