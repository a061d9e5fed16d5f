// Whole numbers in text, as Python reads them.

/** Blanks around it, a sign, and single underscores between digits are allowed. @param {string} text @returns {number | undefined} */
export function wholeNumber(text) {
  return /^\s*[+-]?\d+(?:_\d+)*\s*$/.test(text) ? Number(text.replaceAll("_", "")) : undefined;
}
