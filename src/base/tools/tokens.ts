// Estimates how many tokens of a language model a text has. Models differ, so the estimate is rather too high.

/** Tokens per character: words have about four letters per token, numbers and hashes two digits, other scripts one. */
const LETTER = 1 / 4;
const SYMBOL = 1 / 2;
const OTHER = 1;

export function estimateTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at += 1) tokens += weigh(text.charCodeAt(at));
  return Math.ceil(tokens);
}

/** Returns the longest beginning of a text that has at most this many tokens, without half a character at its end. */
export function cutToTokens(text: string, tokens: number): string {
  let used = 0;
  for (let at = 0; at < text.length; at += 1) {
    used += weigh(text.charCodeAt(at));
    if (used > tokens) return text.slice(0, isHighSurrogate(text.charCodeAt(at - 1)) ? at - 1 : at);
  }
  return text;
}

function weigh(code: number): number {
  if (code > 0x7f) return OTHER;
  const lowercase = code | 0x20;
  return code === 0x20 || (lowercase >= 0x61 && lowercase <= 0x7a) ? LETTER : SYMBOL;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}
