const TEXTS = new Intl.Collator("en", { sensitivity: "base", numeric: true });

/** The order of names as people look for them. */
export function byText(one: string, other: string): number {
  return TEXTS.compare(one, other);
}
