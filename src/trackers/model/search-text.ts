// Folds and compares texts for search and sorting.
/** Characters that Unicode does not decompose, with what people type for them. */
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
  // The form at the end of a word, which has the same capital.
  ["ς", "σ"],
  ["‘", "'"],
  ["’", "'"],
  ["“", '"'],
  ["”", '"'],
  ["‐", "-"],
  ["–", "-"],
  ["—", "-"],
]);

/** Cache of folded characters: 250,000 names contain few different ones. */
const cache = new Map<string, string>();
/** Large enough for all letters of Unicode; limits what a malicious list can fill. */
const MAX_KNOWN_LETTERS = 150_000;

/**
 * Folds a text for search: lower case without diacritics, so `cafe` finds `Café` and `lodka` finds `Łódka`. Works
 * character by character, so a part folds like the whole.
 */
export function foldText(text: string): string {
  let folded = "";
  for (const character of text)
    folded += character < "\u0080" ? character.toLowerCase() : (cache.get(character) ?? foldCharacter(character));
  return folded;
}

function foldCharacter(character: string): string {
  const folded = character
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replace(/./gsu, (each) => LOOKALIKES.get(each) ?? each)
    .normalize("NFC");
  if (cache.size < MAX_KNOWN_LETTERS) cache.set(character, folded);
  return folded;
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
export function compareText(a: string, b: string): number {
  // The first `Intl.Collator` of a process takes 7 ms and more, which the first rows of a view should not wait for.
  if (WORDS.test(a) && WORDS.test(b)) return compareWords(a.toLowerCase(), b.toLowerCase());
  collator ??= new Intl.Collator("en", { sensitivity: "base", numeric: true });
  return collator.compare(a, b);
}

function compareWords(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
