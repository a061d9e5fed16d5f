/** Letters that no decomposition takes apart, with what people type for them. */
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

/** A text as it is searched: small letters without their marks, so that `cafe` finds `Café` and `lodka` finds `Łódka`. */
export function folded(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replace(/[ßæœøđðþłħıŧ]/g, (letter) => LOOKALIKES.get(letter) ?? letter)
    .normalize("NFC");
}

/** The words that one typed, each of which must be found. */
export function words(typed: string): readonly string[] {
  return folded(typed)
    .split(/\s+/)
    .filter((word) => word !== "");
}
