// Cut text never ends within a character as users see it.
import assert from "node:assert/strict";
import { cutText, endOfGraphemes } from "../../../src/base/graphemes.ts";

describe("Cut text", () => {
  for (const [what, text, limit, cut] of [
    ["stays whole if it is short", "tide", 4, "tide"],
    ["has as many letters as fit", "tides", 4, "tide"],
    ["keeps a letter and its marks together", "cafe\u0301s", 4, "caf"],
    ["keeps a surrogate pair together", "a\u{1F30A}b", 2, "a"],
    ["keeps an emoji of a family together", "x👩‍👩‍👧y", 5, "x"],
    ["keeps the two characters of a flag together", "x🇳🇿y", 3, "x"],
    ["keeps a syllable together", "ก\u0e33ก", 1, ""],
    ["is empty if nothing fits", "tide", 0, ""],
  ] as const) {
    it(what, () => {
      assert.equal(cutText(text, limit), cut);
    });
  }

  it("is never cut inside a letter, whatever the limit", () => {
    const text = "e\u0301👩‍👩‍👧🇳🇿ก\u0e33a\r\nb".repeat(20);
    const ends = new Set([...new Intl.Segmenter().segment(text)].map(({ index }) => index));
    for (let limit = 0; limit < text.length; limit += 1) {
      const end = endOfGraphemes(text, limit);
      assert.ok(end <= limit && end > limit - 12, `${limit}: ${end}`);
      assert.ok(ends.has(end), `${limit}: ${end} is within a letter`);
    }
  });

  it("is cut even within a single letter with a thousand marks", () => {
    const text = `e${"\u0301".repeat(1000)}`;
    assert.equal(cutText(text, 200).length, 200);
    assert.equal(cutText(`${"\u0301".repeat(199)}\u{1F30A}`, 200).length, 199);
  });
});
