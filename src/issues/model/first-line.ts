// Extracts the first line of a Markdown text, for a row.
import { cutText } from "../../base/graphemes.ts";

/** Limits the first line, and with it the cost of the patterns below. */
const MAX_FIRST_LINE_CHARS = 200;
/** Limits the search for the first line: no real text starts with more whitespace and marks. */
const MAX_INVISIBLE_CHARS = 10_000;

/**
 * Returns the first line with content, without Markdown and HTML comments, and cut with "…" if it is too long for a
 * row. The text is untrusted, so everything before the cut is one pass over a limited number of characters.
 */
export function firstLine(whole: string): string {
  const text = whole.slice(0, MAX_INVISIBLE_CHARS);
  let start = 0;
  while (start < text.length) {
    start = skipMarks(text, start);
    if (text.startsWith("<!--", start)) {
      // Without an end, the comment hides everything below it.
      const end = text.indexOf("-->", start + "<!".length);
      if (end === -1) return "";
      start = end + "-->".length;
      continue;
    }
    const line = lineAt(text, start);
    const content = line.trim();
    const isShown = content !== "" && !/^(```|~~~|\|?[\s:|-]+\|?$|\[!\w+\]$)/.test(content);
    const words = isShown ? removeMarks(content) : "";
    if (words.trim() !== "") return words;
    start += line.length;
    while (start < text.length && !isLineEnd(text[start])) start += 1;
  }
  return "";
}

/** Returns the position after whitespace and Markdown's marks for quotes, headings, lists and tasks. */
function skipMarks(text: string, start: number): number {
  let at = start;
  for (;;) {
    while (text[at] === ">" || isBlank(text[at])) at += 1;
    let end = at;
    while (isMark(text[end])) end += 1;
    // A mark must be followed by a space: `**bold**` and `#12` are content.
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

/**
 * Replaces links and images with their text, and removes the marks of bold, italic and code. The marks of code come
 * last, because their content isn't Markdown.
 */
function removeMarks(line: string): string {
  return line
    .replaceAll(/!?\[([^\]]*)\]\([^)]*(?:\)|…$)/g, "$1")
    .replaceAll(/(`[^`]+`)|(\*\*|~~)(\S(?:.*?\S)?)\2|(?<!\w)__(\S(?:.*?\S)?)__(?!\w)/g, "$1$3$4")
    .replaceAll(/(`[^`]+`)|(?<![\w*])([*_])(\S(?:[^*_]*\S)?)\2(?![\w*])/g, "$1$3")
    .replaceAll(/`(\S(?:.*?\S)?)`/g, "$1");
}
