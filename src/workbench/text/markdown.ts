// Markdown that VS Code renders. Only this file makes it: every plain string in it is escaped, so foreign text is never markup.

import { inCode, inMarkdown } from "./encode.ts";

/** Markdown of our own. A plain string in its place is shown as plain text. */
export class Markdown {
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  toString(): string {
    return this.#source;
  }
}

/** A text that may already be Markdown. */
export type Text = string | Markdown;

/** Markdown as it is written in the source; every string that is inserted is escaped. */
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

/** A link to a page. A URL that is not one of the web is left out. */
export function webLink(words: string, url: string): Markdown {
  const page = URL.parse(url);
  if (page?.protocol !== "https:" && page?.protocol !== "http:") return new Markdown(inMarkdown(words));
  return new Markdown(`[${inMarkdown(words)}](<${page.href.replace(/[<>\s\\$]/g, encodeURIComponent)}>)`);
}

/** Paragraphs, without those that are empty or missing. */
export function paragraphs(...given: readonly (Text | undefined)[]): Markdown {
  return joinTexts("\n\n", given);
}

/** Lines of one paragraph, without those that are empty or missing. */
export function lines(...given: readonly (Text | undefined)[]): Markdown {
  return joinTexts("  \n", given);
}

/** Facts in one line, with a dot between them, without those that are empty or missing. */
export function facts(...given: readonly (Text | undefined)[]): Markdown {
  return joinTexts(" · ", given);
}

/** A translated sentence with `{0}`, `{1}` … in it, and what fills these places. */
export function fill(words: string, ...inserted: readonly Text[]): Markdown {
  const parts = words.split(/\{(\d+)\}/);
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
