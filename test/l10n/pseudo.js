// A pseudo-language that shows which text is translated, and what breaks if text is longer than in English.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { AREAS, collectStrings } from "./strings.js";

/** The language tag that Windows and VS Code use. */
export const PSEUDO_LANGUAGE = "qps-ploc";

/** Marks both ends of every text, so that cut text can be recognized. */
export const PSEUDO_START = "⟦";
export const PSEUDO_END = "⟧";

/** Translations are this much longer than English on average. */
const EXTRA_LENGTH = 0.4;

/** Parts that stay unchanged: `{0}`, icons, links, code and URLs. */
const FIXED = /(\{\d+\}|\$\([\w-]+\)|\]\((?:command|https?):[^)]*\)|`[^`]*`|https?:\/\/\S+)/;

/** @type {Readonly<Record<string, string>>} */
const ACCENTED = {
  a: "á",
  c: "ç",
  d: "ď",
  e: "é",
  g: "ğ",
  i: "í",
  l: "ľ",
  n: "ñ",
  o: "ó",
  r: "ř",
  s: "š",
  t: "ť",
  u: "ú",
  y: "ý",
};

/** The padding is split into runs of this length, because longer runs don't wrap. */
const MAX_RUN = 8;

/** Translates "Refresh {0}" to "⟦Réfřéšh {0} ~~~~⟧". @param {string} text */
export function pseudo(text) {
  const letters = text
    .split(FIXED)
    .map((part, place) => (place % 2 === 1 ? part : part.replace(/[a-z]/g, (letter) => ACCENTED[letter] ?? letter)));
  const extra = "~".repeat(Math.ceil(text.length * EXTRA_LENGTH));
  const runs = extra.match(new RegExp(`~{1,${MAX_RUN}}`, "g")) ?? [];
  return `${PSEUDO_START}${letters.join("")} ${runs.join(" ")}${PSEUDO_END}`;
}

/** Returns the files that VS Code loads for this language, by their path in the extension. @param {string} root of the repository */
export async function pseudoFiles(root) {
  const { byArea } = await collectStrings(root);
  const strings = new Set(AREAS.flatMap((area) => Array.from(byArea.get(area) ?? [])));
  const texts = Object.entries(JSON.parse(await readFile(join(root, "package.nls.json"), "utf8")));
  return {
    [`dist/l10n/bundle.l10n.${PSEUDO_LANGUAGE}.json`]: JSON.stringify(
      Object.fromEntries([...strings].map((english) => [english, pseudo(english)])),
    ),
    [`package.nls.${PSEUDO_LANGUAGE}.json`]: JSON.stringify(
      Object.fromEntries(texts.map(([key, text]) => [key, pseudo(String(text))])),
    ),
  };
}
