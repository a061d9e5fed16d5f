// Words and phrases that the product and its sources don't use, with their replacements.
/** @typedef {import("./wording.js").Wording} Wording */

/** For all kinds of wording. Names are split into words at their capitals. */
const WORDS = {
  told: "say who says it: shown, reported, sent",
  anew: "again",
  sought: "searched for",
  whoever: "anyone who, or the caller",
  somebody: "someone",
  nobody: "no one",
  meanwhile: "since then, or nothing",
  begun: "started",
};

/** For prose only. */
const PHRASES = [
  { pattern: /\bstands\b/i, say: "is" },
  { pattern: /\bnothing where\b/i, say: "nothing if" },
  { pattern: /(?<!\bthere )\b(is|are) no (?!longer|more\b|less|one\b)/i, say: "is not a, or no … exists" },
];

/** Phrases in which these words are right. */
const ALLOWED = /\btold apart\b|\bstands (in )?for\b/gi;

/** Returns the forbidden words and phrases in the wording, each with its replacement. @param {Pick<Wording, "kind" | "text">} wording */
export function findForbidden({ kind, text }) {
  /** @type {string[]} */
  const found = [];
  const plain = text.replaceAll(ALLOWED, "");
  const parts = kind === "names" ? plain.split(/_|(?<=[a-z0-9])(?=[A-Z])/) : plain.split(/[^A-Za-z]+/);
  const words = new Set(parts.map((word) => word.toLowerCase()));
  for (const [word, say] of Object.entries(WORDS)) if (words.has(word)) found.push(`“${word}”: say ${say}`);
  if (kind !== "names")
    for (const { pattern, say } of PHRASES) {
      const phrase = pattern.exec(plain)?.[0];
      if (phrase !== undefined) found.push(`“${phrase.trim()}”: say ${say}`);
    }
  return found;
}
