// Cuts very long texts for the panel, which would freeze if it rendered them as a whole.

import { endOfLetters } from "../../base/graphemes.ts";

/** Parsing more Markdown than this at once would block the page. */
const FIRST_PART_BYTES = 48 * 1024;
/** How much one "Show More" adds. Letters beyond ASCII take longer to lay out, so that bytes count, not letters. */
const NEXT_PART_BYTES = 64 * 1024;
/** How far before the limit a cut looks for the end of a line, in characters. */
const LINE_SEARCH_CHARS = 4096;

/** Where the beginning ends that is drawn as Markdown. */
export function beginningEnd(text: string): number {
  return cutAt(text, 0, FIRST_PART_BYTES);
}

/** The end of the slice that begins at `from`. */
export function sliceEnd(text: string, from: number): number {
  return cutAt(text, from, NEXT_PART_BYTES);
}

/** Cuts after a line if one ends shortly before the limit, and never within a character. */
function cutAt(text: string, from: number, bytes: number): number {
  const rest = text.slice(from, from + bytes);
  const limit = from + new TextEncoder().encodeInto(rest, new Uint8Array(bytes)).read;
  if (limit >= text.length) return text.length;
  const near = Math.max(from, limit - LINE_SEARCH_CHARS);
  const line = text.slice(near, limit).lastIndexOf("\n");
  return line < 0 ? Math.max(endOfLetters(text, limit), from + 1) : near + line + 1;
}
