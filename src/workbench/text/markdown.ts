// Builds the Markdown that VS Code renders. Escapes every plain string, so that foreign text is never markup.

import { inCode, inMarkdown } from "./encode.ts";

/** Trusted Markdown. A plain string in its place is shown as plain text. */
export class Markdown {
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  toString(): string {
    return this.#source;
  }
}

/** Plain text or Markdown. */
export type Text = string | Markdown;

/** A template of Markdown. Escapes every inserted string. */
export function md(parts: TemplateStringsArray, ...inserted: readonly Text[]): Markdown {
  const source = parts.map((part, place) => `${part}${place < inserted.length ? toSource(inserted[place] ?? "") : ""}`);
  return new Markdown(source.join(""));
}

/** A text in a code span, whatever backticks it contains. */
export function code(text: string): Markdown {
  return new Markdown(inCode(text));
}

/** A codicon. */
export function icon(name: string): Markdown {
  return new Markdown(`$(${name})`);
}

/** A link to a web page. Without an http or https URL, only its text. */
export function webLink(label: string, url: string): Markdown {
  const page = URL.parse(url);
  if (page?.protocol !== "https:" && page?.protocol !== "http:") return new Markdown(inMarkdown(label));
  return new Markdown(`[${inMarkdown(label)}](<${page.href.replace(/[<>\s\\$]/g, encodeURIComponent)}>)`);
}

/** Joins paragraphs; leaves out empty and missing ones. */
export function paragraphs(...given: readonly (Text | undefined)[]): Markdown {
  return joinTexts("\n\n", given);
}

/** Joins lines of one paragraph; leaves out empty and missing ones. */
export function lines(...given: readonly (Text | undefined)[]): Markdown {
  return joinTexts("  \n", given);
}

/** Joins facts in one line with dots; leaves out empty and missing ones. */
export function facts(...given: readonly (Text | undefined)[]): Markdown {
  return joinTexts(" · ", given);
}

/** Fills the placeholders `{0}`, `{1}` … of a translated sentence. */
export function fill(sentence: string, ...inserted: readonly Text[]): Markdown {
  const parts = sentence.split(/\{(\d+)\}/);
  const source = parts.map((part, place) =>
    place % 2 === 0 ? inMarkdown(part) : toSource(inserted[Number(part)] ?? ""),
  );
  return new Markdown(source.join(""));
}

function joinTexts(separator: string, given: readonly (Text | undefined)[]): Markdown {
  const sources = given.map((each) => (each === undefined ? "" : toSource(each)));
  return new Markdown(sources.filter((each) => each !== "").join(separator));
}

function toSource(text: Text): string {
  return typeof text === "string" ? inMarkdown(text) : text.toString();
}
