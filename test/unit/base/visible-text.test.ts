// Foreign text can't hide characters or reverse the text around it.
import assert from "node:assert/strict";
import fc from "fast-check";
import { isolateText, visible, visibleLines } from "../../../src/base/visible-text.ts";
import { hostile, loose } from "./hostile.ts";

describe("Foreign text", () => {
  it("stays the same byte for byte if everything in it is visible", () => {
    for (const text of ["", "Moon phases", "été 👩‍🚀 #12 `x` $(y)", "日本語", "a  b"]) {
      assert.equal(visible(text), text);
      assert.equal(isolateText(text), text);
    }
  });

  it("shows spaces for line breaks and symbols for control characters", () => {
    assert.equal(visible("one\r\ntwo\nthree\tfour\u2028five\u0085six"), "one two three four five six");
    assert.equal(visible("a\u0000b\u001b[31mc\u007fd\u009be"), "a␀b␛[31mc␡d[U+009B]e");
    assert.equal(visible("half \ud800 of a pair"), "half [U+D800] of a pair");
  });

  it("names direction overrides, closed or not", () => {
    assert.equal(visible("photo_\u202Egpj.exe"), "photo_[U+202E]gpj.exe");
    assert.equal(visible("a \u202Dleft\u202C b"), "a [U+202D]left[U+202C] b");
    assert.equal(visible("\u2067open"), "[U+2067]open");
    assert.equal(visible("closed\u2069 \u202C"), "closed[U+2069] [U+202C]");
    assert.equal(visible("\u2067one\u2069 \u202Atwo\u202C"), "\u2067one\u2069 \u202Atwo\u202C");
    assert.equal(visible("\u2067one \u202Atwo\u2069\u202C"), "\u2067one [U+202A]two\u2069[U+202C]");
  });

  it("keeps right-to-left names and the text around them in order", () => {
    assert.equal(isolateText("אבג"), "\u2068אבג\u2069");
    assert.equal(isolateText("مرحبا 12"), "\u2068مرحبا 12\u2069");
    assert.equal(isolateText(isolateText("אבג")), isolateText("אבג"));
    assert.equal(isolateText(`${isolateText("א")} ${isolateText("ב")}`), "\u2068\u2068א\u2069 \u2068ב\u2069\u2069");
  });

  it("keeps its lines if there is room, and no control character affects the next line", () => {
    assert.equal(visibleLines("one\r\ntwo\u202E\nthree"), "one\ntwo[U+202E]\nthree");
  });

  it("contains no control character that affects the text around it", () => {
    fc.assert(
      fc.property(hostile(), (text) => {
        for (const shown of [visible(text), isolateText(text), ...visibleLines(text).split("\n")]) {
          assert.doesNotMatch(shown, /[\p{Cc}\p{Cs}\u2028\u2029\u202D\u202E]/u);
          assert.equal(loose(shown), 0);
          assert.equal(visible(shown), shown);
          assert.equal(isolateText(isolateText(shown)), isolateText(shown));
        }
      }),
      { numRuns: 500 },
    );
  });
});
