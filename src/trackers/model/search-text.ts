// Folds and compares texts for search and sorting.
/** Letters that Unicode does not decompose, with what people type for them. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ø", "o"],
  ["đ", "d"],
  ["ð", "d"],
  ["þ", "th"],
  ["ł", "l"],
  ["ħ", "h"],
  ["ı", "i"],
  ["ŧ", "t"],
]);

/** Cache of folded characters: 250,000 names contain few different ones. */
const known = new Map<string, string>();
/** Large enough for all letters of Unicode; limits what a malicious list can fill. */
const MAX_KNOWN_LETTERS = 150_000;

/**
 * Folds a text for search: lower case without diacritics, so `cafe` finds `Café` and `lodka` finds `Łódka`. Works
 * character by character, so a part folds like the whole.
 */
export function foldText(text: string): string {
  let so = "";
  for (const sign of text) so += sign < "\u0080" ? sign.toLowerCase() : (known.get(sign) ?? foldCharacter(sign));
  return so;
}

function foldCharacter(sign: string): string {
  const so = sign
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replace(/[ßæœøđðþłħıŧ]/g, (letter) => LOOKALIKES.get(letter) ?? letter)
    .normalize("NFC");
  if (known.size < MAX_KNOWN_LETTERS) known.set(sign, so);
  return so;
}

/** Splits a query into folded words. */
export function splitWords(typed: string): readonly string[] {
  return foldText(typed)
    .split(/\s+/)
    .filter((word) => word !== "");
}

/** Texts that sort correctly by comparing their letters. */
const WORDS = /^[a-z ]*$/i;
let collator: Intl.Collator | undefined;

/** Compares names for sorting. */
export function compareText(one: string, other: string): number {
  // The first `Intl.Collator` of a process takes 7 ms and more, which the first rows of a view should not wait for.
  if (WORDS.test(one) && WORDS.test(other)) return compareWords(one.toLowerCase(), other.toLowerCase());
  collator ??= new Intl.Collator("en", { sensitivity: "base", numeric: true });
  return collator.compare(one, other);
}

function compareWords(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
