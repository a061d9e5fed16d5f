// Encodes foreign texts for shared Markdown: nothing in them is markup, and nothing mentions a user or an issue.

import { isolateText, visible } from "../../base/visible.ts";
import { fence } from "../text/encode.ts";

/** Keeps a forge from reading a mention or a reference into a name; it has no width. */
const APART = "\u2060";

/** Plain text, on its own line or in a cell. */
export function text(given: string): string {
  return isolateText(given.replace(/\p{Cc}+|\s+/gu, " ").trim())
    .replace(/[\\`*_[\]<>|~$&]/g, "\\$&")
    .replace(/^(\d*)([#+\-=]|(?<=\d)[.)](?=\s|$))/, "$1\\$2")
    .replace(/([@#!])(?=[\p{L}\p{N}_])/gu, `$1${APART}`);
}

/** A text as code: nothing in it is markup, and backticks in it do not end it. */
export function code(given: string): string {
  const line = visible(given.replace(/\p{Cc}+|\s+/gu, " ").trim());
  return line === "" ? "" : fence(line);
}

/** A link; a URL that does not lead to the web is written as text. */
export function link(words: string, address: string): string {
  const url = URL.parse(address);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") return text(words);
  return `[${text(words)}](<${url.href.replace(/[<>\s]/g, encodeURIComponent)}>)`;
}

/** A table; the cells are Markdown already. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [columns, columns.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.map(cell).join(" | ")} |`).join("\n");
}

/** Blocks with an empty line between them; empty ones are omitted. */
export function blocks(...given: readonly (string | undefined)[]): string {
  return `${given.filter((each) => each !== undefined && each !== "").join("\n\n")}\n`;
}

/** A bar that is not escaped would begin another cell, even inside of code. */
function cell(markdown: string): string {
  return markdown.replace(/\s+/g, " ").replace(/(?<!\\)\|/g, "\\|");
}
