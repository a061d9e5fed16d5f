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

/** What each sign is folded to: a quarter of a million names hold few different ones. */
const known = new Map<string, string>();
/** All of Unicode's letters would fit; this only bounds what a hostile list can fill. */
const MOST_KNOWN = 150_000;

/**
 * A text as it is searched: small letters without their marks, so that `cafe` finds `Café` and `lodka` finds `Łódka`.
 * Sign by sign, so that a part of a text is folded as it is in the whole.
 */
export function folded(text: string): string {
  let so = "";
  for (const sign of text) so += sign < "\u0080" ? sign.toLowerCase() : (known.get(sign) ?? foldedSign(sign));
  return so;
}

function foldedSign(sign: string): string {
  const so = sign
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replace(/[ßæœøđðþłħıŧ]/g, (letter) => LOOKALIKES.get(letter) ?? letter)
    .normalize("NFC");
  if (known.size < MOST_KNOWN) known.set(sign, so);
  return so;
}

/** The words that one typed, each of which must be found. */
export function words(typed: string): readonly string[] {
  return folded(typed)
    .split(/\s+/)
    .filter((word) => word !== "");
}

const TEXTS = new Intl.Collator("en", { sensitivity: "base", numeric: true });

/** The order of names as people look for them. */
export function byText(one: string, other: string): number {
  return TEXTS.compare(one, other);
}
