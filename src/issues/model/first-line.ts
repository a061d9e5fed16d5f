// Extracts the first line of a Markdown text, for a row.
import { cutText } from "../../base/graphemes.ts";
import { decodeEntities } from "../../base/html-entities.ts";

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

/** Tags that servers draw within a line, and those that separate words. Others are text, such as `List<String>`. */
const INLINE_TAGS = new Set("a abbr b code del em i ins kbd mark q s small span strong sub sup u".split(" "));
const OTHER_TAGS = new Set(
  "blockquote br center dd details div dl dt h1 h2 h3 h4 h5 h6 hr li ol p picture pre source summary table tbody td th thead tr ul".split(
    " ",
  ),
);

/**
 * Replaces links and images with their text, and removes tags, comments and the marks of bold, italic and code. Code
 * and escaped characters are hidden first, because they aren't Markdown.
 */
function removeMarks(line: string): string {
  const text = line
    .replaceAll(
      /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)|\\([!-/:-@[-`{-~])/g,
      (_all, _marks, code: string | undefined, escaped = "") => hide(code?.trim() ?? escaped),
    )
    .replaceAll(/<!--.*?-->|<\/?(\w+)\b([^<>]*)(?:>|…$)/g, replaceTag)
    .replaceAll(/!?\[([^\]]*)\]\([^)]*(?:\)|…$)/g, "$1")
    .replaceAll(/(\*\*|~~)(\S(?:.*?\S)?)\1|(?<!\w)__(\S(?:.*?\S)?)__(?!\w)/g, "$2$3")
    .replaceAll(/(?<![\w*])([*_])(\S(?:[^*_]*\S)?)\1(?![\w*])/g, "$2")
    .replaceAll(/ {2,}/g, " ");
  return showHidden(decodeEntities(text)).trim();
}

function replaceTag(tag: string, name?: string, rest = ""): string {
  if (name === undefined) return "";
  const lower = name.toLowerCase();
  if (lower === "img") return /\balt=(["'])(.*?)\1/i.exec(rest)?.[2] ?? "";
  if (/^(?:https?|mailto)$/.test(lower) && rest.startsWith(":")) return tag.slice(1, -1);
  if (INLINE_TAGS.has(lower)) return "";
  return OTHER_TAGS.has(lower) ? " " : tag;
}

/** In a plane for private use. Characters moved there match no pattern. */
const HIDDEN_START = 0x10_f000;

function hide(text: string): string {
  return text.replaceAll(/[!-~]/g, (character) => String.fromCodePoint(HIDDEN_START + character.charCodeAt(0)));
}

function showHidden(text: string): string {
  return text.replaceAll(/[\u{10F021}-\u{10F07E}]/gu, (character) =>
    String.fromCharCode((character.codePointAt(0) ?? 0) - HIDDEN_START),
  );
}
