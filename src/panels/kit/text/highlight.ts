// Splits code into tokens, which get colors.

/** "" is plain text, "name" the name of a field. */
export type TokenKind = "" | "keyword" | "name" | "string" | "number" | "comment";

export interface Token {
  readonly text: string;
  readonly kind: TokenKind;
}

/** Longer code stays plain, because colors aren't worth the wait. */
const MAX_CHARS = 100_000;

const keywords = new Set(
  (
    "abstract as async await bool boolean break case catch class const continue def default defer del do elif else enum " +
    "export extends false final finally fn for from fun func function go if impl implements import in int interface is " +
    "let long match mod mut new nil none not null object override package private protected public raise return self " +
    "static string struct super switch this throw trait true try type undefined use val var void when while with yield"
  ).split(" "),
);

const hashes = /^(py|python|sh|bash|shell|zsh|fish|rb|ruby|ya?ml|toml|ini|conf|make|makefile|dockerfile|r|perl|pl)$/i;
const plain = /^(|text|txt|plain|none|diff|patch|md|markdown|math)$/i;

/**
 * Finds strings, numbers, comments and the usual keywords, without a grammar, and never loses a character. A string or
 * comment that is never closed is matched up to its end, so that any text takes linear time.
 */
export function highlight(code: string, language: string): readonly Token[] {
  if (code.length > MAX_CHARS || plain.test(language)) return [{ text: code, kind: "" }];
  const pattern = new RegExp(
    [
      `(?<comment>${getCommentPattern(language)})`,
      String.raw`(?<name>"(?:[^"\\\n]|\\.)*"(?=\s*:))`,
      String.raw`(?<string>"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|${"`"}(?:[^${"`"}\\]|\\[^])*${"`"}?)`,
      String.raw`(?<number>\b(?:0x[\da-f_]+|\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?)\b)`,
      String.raw`(?<word>[\p{L}_$][\p{L}\p{N}_$]*)`,
    ].join("|"),
    "giu",
  );
  const tokens: Token[] = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    const kind = chooseKind(match.groups ?? {}, language);
    if (kind === "") continue;
    if (match.index > end) tokens.push({ text: code.slice(end, match.index), kind: "" });
    tokens.push({ text: match[0], kind });
    end = match.index + match[0].length;
  }
  if (end < code.length || tokens.length === 0) tokens.push({ text: code.slice(end), kind: "" });
  return tokens;
}

function getCommentPattern(language: string): string {
  if (/^(json|log)$/i.test(language)) return "(?!)";
  if (hashes.test(language)) return String.raw`#[^\n]*`;
  if (/^(sql|lua|haskell)$/i.test(language)) return String.raw`--[^\n]*`;
  return String.raw`\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)`;
}

function chooseKind(groups: Record<string, string | undefined>, language: string): TokenKind {
  const { comment, name, string, number, word } = groups;
  if (comment !== undefined) return "comment";
  if (name !== undefined) return "name";
  // A lone apostrophe, as in don't, starts no string.
  if (string !== undefined) return string.length > 1 && string.at(-1) === string[0] ? "string" : "";
  if (number !== undefined) return "number";
  return !/^log$/i.test(language) && keywords.has(word ?? "") ? "keyword" : "";
}
