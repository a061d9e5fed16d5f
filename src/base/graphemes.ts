// Cuts texts without taking a letter apart: neither a surrogate pair, nor a letter from the marks on it.

/** A letter with more marks than this is cut all the same, as a text can be made of one letter. */
const MAX_LETTER_CHARS = 64;

/** The end, at or before `limit`, at which a text can be cut. */
export function endOfLetters(text: string, limit: number): number {
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

/** At most `limit` characters of a text. */
export function cutText(text: string, limit: number): string {
  return text.slice(0, endOfLetters(text, limit));
}

function isWithinPair(text: string, at: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 1, at + 1));
}
