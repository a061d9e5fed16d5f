// Cut text never ends within a character as users see it.
import assert from "node:assert/strict";
import { cutText, endOfLetters } from "../../../src/base/graphemes.ts";

describe("cutting a text", () => {
  for (const [what, text, limit, cut] of [
    ["stays whole where it is short", "tide", 4, "tide"],
    ["ends after as many letters as there is room for", "tides", 4, "tide"],
    ["keeps a letter with its marks", "cafe\u0301s", 4, "caf"],
    ["keeps a pair of surrogates", "a\u{1F30A}b", 2, "a"],
    ["keeps a family", "x👩‍👩‍👧y", 5, "x"],
    ["keeps the two signs of a flag", "x🇳🇿y", 3, "x"],
    ["keeps a syllable", "ก\u0e33ก", 1, ""],
    ["has nothing where there is no room", "tide", 0, ""],
  ] as const) {
    it(what, () => {
      assert.equal(cutText(text, limit), cut);
    });
  }

  it("never cuts inside a letter, at any place", () => {
    const text = "e\u0301👩‍👩‍👧🇳🇿ก\u0e33a\r\nb".repeat(20);
    const ends = new Set([...new Intl.Segmenter().segment(text)].map(({ index }) => index));
    for (let limit = 0; limit < text.length; limit += 1) {
      const end = endOfLetters(text, limit);
      assert.ok(end <= limit && end > limit - 12, `${limit}: ${end}`);
      assert.ok(ends.has(end), `${limit}: ${end} is within a letter`);
    }
  });

  it("cuts even a single letter with a thousand marks", () => {
    const text = `e${"\u0301".repeat(1000)}`;
    assert.equal(cutText(text, 200).length, 200);
    assert.equal(cutText(`${"\u0301".repeat(199)}\u{1F30A}`, 200).length, 199);
  });
});
