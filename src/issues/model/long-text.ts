// Cuts very long texts for the panel, which would freeze if it rendered them at once.

import { endOfGraphemes } from "../../base/graphemes.ts";

/** Rendering more Markdown than this at once would block the page. */
const FIRST_PART_BYTES = 48 * 1024;
/** How much each Show More adds. Measured in bytes, because characters beyond ASCII take longer to lay out. */
const NEXT_PART_BYTES = 64 * 1024;
/** How far before the limit a cut searches for the end of a line. */
const LINE_SEARCH_CHARS = 4096;

/** Returns the end of the first part, which is rendered as Markdown. */
export function beginningEnd(text: string): number {
  return cutAt(text, 0, FIRST_PART_BYTES);
}

/** Returns the end of the slice that starts at `from`. */
export function sliceEnd(text: string, from: number): number {
  return cutAt(text, from, NEXT_PART_BYTES);
}

/** Cuts after a line if one ends shortly before the limit, and never inside a grapheme. */
function cutAt(text: string, from: number, bytes: number): number {
  const rest = text.slice(from, from + bytes);
  const limit = from + new TextEncoder().encodeInto(rest, new Uint8Array(bytes)).read;
  if (limit >= text.length) return text.length;
  const near = Math.max(from, limit - LINE_SEARCH_CHARS);
  const line = text.slice(near, limit).lastIndexOf("\n");
  return line < 0 ? Math.max(endOfGraphemes(text, limit), from + 1) : near + line + 1;
}
