// The first line of a Markdown text, as a row shows it.
import { cutText } from "../../base/graphemes.ts";

/** The first line is shown in one row, so no pattern is run on more of it. */
const MAX_FIRST_LINE_CHARS = 200;
/** No text starts with more invisible characters. */
const MAX_INVISIBLE_CHARS = 10_000;

/**
 * The first line with content, without Markdown; cut with "…" if it is too long for a row. The text comes from a
 * server, so everything before the cut is a single pass over few characters.
 */
export function firstLine(whole: string): string {
  const text = whole.slice(0, MAX_INVISIBLE_CHARS);
  let start = 0;
  while (start < text.length) {
    start = afterMarks(text, start);
    const line = lineAt(text, start);
    const said = line.trim();
    if (said !== "" && !/^(```|~~~|\|?[\s:|-]+\|?$)/.test(said)) return withoutMarks(said);
    start += line.length;
    while (start < text.length && !isLineEnd(text[start])) start += 1;
  }
  return "";
}

/** The position after spaces, empty lines and Markdown's marks for quotes, headings, lists and tasks. */
function afterMarks(text: string, start: number): number {
  let at = start;
  for (;;) {
    while (text[at] === ">" || isBlank(text[at])) at += 1;
    let end = at;
    while (isMark(text[end])) end += 1;
    // `**bold**` and `#12` are words.
    if (end === at || (end < text.length && !isBlank(text[end]))) break;
    at = end;
  }
  return /^\[[ xX]\]\s/.test(text.slice(at, at + 4)) ? at + 4 : at;
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t" || character === "\u00a0" || isLineEnd(character);
}

function isLineEnd(character: string | undefined): boolean {
  return character === "\n" || character === "\r";
}

function isMark(character: string | undefined): boolean {
  return character === "#" || character === "*" || character === "+" || character === "-";
}

function lineAt(text: string, start: number): string {
  const shown = text.slice(start, start + MAX_FIRST_LINE_CHARS + 1);
  const [line = ""] = shown.split(/[\r\n]/, 1);
  if (line.length <= MAX_FIRST_LINE_CHARS) return line;
  return `${cutText(line, MAX_FIRST_LINE_CHARS - 1)}…`;
}

/** Replaces links and images by their text, and removes the marks of bold, italic and code. */
function withoutMarks(line: string): string {
  return line
    .replaceAll(/!?\[([^\]]*)\]\([^)]*(?:\)|…$)/g, "$1")
    .replaceAll(/(\*\*|__|~~|`)(\S(?:.*?\S)?)\1/g, "$2")
    .replaceAll(/(?<![\w*])([*_])(\S(?:[^*_]*\S)?)\1(?![\w*])/g, "$2");
}
