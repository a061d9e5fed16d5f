/** Messages that the servers translate, in the languages of the sandbox. */

/** @type {Record<string, Record<string, string>>} */
const TEXTS = {
  en: {
    notFound: "The target couldn't be found.",
    locked: "You cannot comment on a locked issue.",
  },
  de: {
    notFound: "Das Ziel konnte nicht gefunden werden.",
    locked: "Du kannst einen gesperrten Issue nicht kommentieren.",
  },
};

/**
 * Returns a message in the user's language or, if the user has none, in that of the request.
 * @param {string} text
 * @param {string} ofUser
 * @param {string} accepted the request's Accept-Language
 */
export function translateText(text, ofUser, accepted) {
  const preferred = accepted
    .split(",")
    .map((each) => {
      const [tag = "", ...rest] = each.trim().split(";");
      const weight = rest.map((part) => /^\s*q=([\d.]+)$/.exec(part)?.[1]).find((part) => part !== undefined);
      return { tag, weight: Number(weight ?? 1) };
    })
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
  for (const tagOrLanguage of [ofUser, ...preferred]) {
    const found = TEXTS[tagOrLanguage.slice(0, 2).toLowerCase()]?.[text];
    if (found !== undefined) return found;
  }
  return TEXTS["en"]?.[text] ?? text;
}
