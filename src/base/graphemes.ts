// Cuts texts without splitting a character as users see it: a surrogate pair, or a letter with its marks.

/** A letter with more marks than this is split anyway, because a whole text can be one letter. */
const MAX_LETTER_CHARS = 64;

/** Returns the last position, at or before `limit`, at which the text can be cut. */
export function endOfGraphemes(text: string, limit: number): number {
  if (limit >= text.length) return text.length;
  const from = Math.max(0, limit - MAX_LETTER_CHARS);
  const near = text.slice(from, limit + MAX_LETTER_CHARS);
  const letter = new Intl.Segmenter().segment(near).containing(limit - from);
  const { index = 0, segment = "" } = letter ?? {};
  // A grapheme that extends beyond the checked part is too long to be kept whole.
  const isWhole = (from === 0 || index > 0) && segment.length <= MAX_LETTER_CHARS;
  if (isWhole) return from + index;
  return isWithinPair(text, limit) ? limit - 1 : limit;
}

/** Cuts a text to at most `limit` characters. */
export function cutText(text: string, limit: number): string {
  return text.slice(0, endOfGraphemes(text, limit));
}

function isWithinPair(text: string, at: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 1, at + 1));
}
