// The template tag of every panel. No name from a server can reorder the text around it.
import { html as litHtml, type TemplateResult } from "lit";
import { visible } from "../../base/visible-text.ts";

/**
 * Attributes whose values are visible or read aloud as text. Others are URLs, keys and values that a part draws
 * itself.
 */
const TEXT_ATTRIBUTES: ReadonlySet<string> = new Set(["title", "alt", "placeholder", "aria-label", "aria-description"]);

/** Matches the attribute or property name before a value of a template. */
const NAME_BEFORE = /\s([^\s"'<>=]+)=["']?$/;

/** Whether each value of a template is text for people, by template. */
const textValues = new WeakMap<TemplateStringsArray, readonly boolean[]>();

/** Lit's `html`, but values can't reverse the text around them: direction overrides are drawn as `[U+202E]`. */
export function html(strings: TemplateStringsArray, ...values: readonly unknown[]): TemplateResult<1> {
  let known = textValues.get(strings);
  if (known === undefined) {
    known = strings.map((before) => isText(before));
    textValues.set(strings, known);
  }
  const flags = known;
  return litHtml(strings, ...values.map((value, place) => (flags[place] === true ? isolateText(value) : value)));
}

function isText(before: string): boolean {
  const name = NAME_BEFORE.exec(before)?.[1];
  return name === undefined || TEXT_ATTRIBUTES.has(name);
}

function isolateText(value: unknown): unknown {
  if (typeof value === "string") return visibleText(value);
  return Array.isArray(value) ? value.map(isolateText) : value;
}

/** Keeps line breaks and tabs, which CSS collapses in most texts and shows in code. */
function visibleText(text: string): string {
  return text.replace(/[^\t\n\r]+/g, visible);
}
