// Encodes foreign text for exported Markdown, so that none of it is markup or mentions a user or an issue.

import { isolateText, visible } from "../../base/visible-text.ts";
import { fence } from "../text/encode.ts";

/** A character without width that keeps a forge from linking a name as a mention or a reference. */
const WORD_JOINER = "\u2060";

/** Plain text, on its own line or in a cell. */
export function text(given: string): string {
  return isolateText(given.replace(/\p{Cc}+|\s+/gu, " ").trim())
    .replace(/[\\`*_[\]<>|~$&]/g, "\\$&")
    .replace(/^(\d*)([#+\-=]|(?<=\d)[.)](?=\s|$))/, "$1\\$2")
    .replace(/([@#!])(?=[\p{L}\p{N}_])/gu, `$1${WORD_JOINER}`);
}

/** A text as a code span, which backticks in the text don't end. */
export function code(given: string): string {
  const line = visible(given.replace(/\p{Cc}+|\s+/gu, " ").trim());
  return line === "" ? "" : fence(line);
}

/** A link. Without an http or https URL, only its text. */
export function link(label: string, address: string): string {
  const url = URL.parse(address);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") return text(label);
  return `[${text(label)}](<${url.href.replace(/[<>\s]/g, encodeURIComponent)}>)`;
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

/** Escapes bars, which would start another cell, even inside code. */
function cell(markdown: string): string {
  return markdown.replace(/\s+/g, " ").replace(/(?<!\\)\|/g, "\\|");
}
