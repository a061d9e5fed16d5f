// Parses whole numbers as Python does.

/** The digit zero of each supported script. The other nine digits follow it. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];

/**
 * Allows surrounding white space, a sign, and single underscores between digits of any script.
 * @param {string} text
 * @returns {number | undefined}
 */
export function wholeNumber(text) {
  const plain = text.replaceAll(/\p{Nd}/gu, asciiDigit);
  return /^\s*[+-]?\d+(?:_\d+)*\s*$/.test(plain) ? Number(plain.replaceAll("_", "")) : undefined;
}

/** @param {string} digit of any script */
function asciiDigit(digit) {
  const code = digit.codePointAt(0) ?? 0;
  const zero = ZEROS.find((each) => code >= each && code < each + 10);
  return zero === undefined ? digit : String(code - zero);
}
