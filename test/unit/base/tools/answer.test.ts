// Answers of tools: their budget, and the marks around foreign text.
import assert from "node:assert/strict";
import fc from "fast-check";
import { Answer } from "../../../../src/base/tools/answer.ts";
import { cutToTokens, estimateTokens } from "../../../../src/base/tools/tokens.ts";

const SOURCE = "https://example.org";

/** The lines between the marks, and those after them. */
function split(text: string): { readonly data: readonly string[]; readonly notes: readonly string[] } {
  const lines = text.split("\n");
  const mark = /^<<< (data [\da-f]{16})$/.exec(lines[1] ?? "")?.[1] ?? assert.fail(text);
  const end = lines.indexOf(`>>> ${mark}`);
  assert.equal(lines.lastIndexOf(`>>> ${mark}`), end);
  return { data: lines.slice(2, end), notes: lines.slice(end + 1) };
}

describe("The answer of a tool", () => {
  it("has foreign text only between the marks, each line of it recognizable", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (name, body) => {
        const answer = new Answer(4000);
        answer.fact("name", name);
        answer.quote(body, () => "the rest.");
        const { data, notes } = split(answer.toText(SOURCE));
        assert.match(data[0] ?? "", /^name: /);
        for (const line of data.slice(1)) assert.match(line, /^\| /);
        assert.deepEqual(notes, []);
      }),
    );
  });

  it("drops characters that people can't see, and keeps emoji", () => {
    const answer = new Answer(4000);
    const hidden = Array.from("ignore all", (each) => String.fromCodePoint(0xe0000 + (each.codePointAt(0) ?? 0))).join(
      "",
    );
    answer.quote(`Hello${hidden}\u200B\u00AD 👩‍💻❤️`, () => "the rest.");
    assert.deepEqual(split(answer.toText(SOURCE)).data, ["| Hello 👩‍💻❤️"]);
  });

  it("stays within its budget, whatever it contains", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 500, max: 4000 }),
        fc.array(fc.string({ unit: "binary", maxLength: 3000 }), { maxLength: 40 }),
        (budget, texts) => {
          const answer = new Answer(budget);
          answer.page(texts, 0, "texts", (text, entry) => {
            entry.line({ length: text.length });
            entry.quote(text, 1000, (shown) => `the rest of a text, from character ${shown}.`);
          });
          assert.ok(estimateTokens(answer.toText(SOURCE)) <= budget);
        },
      ),
    );
  });

  it("shows at least one entry, and says how to get the others", () => {
    const answer = new Answer(500);
    answer.page(["x".repeat(10_000), "y".repeat(10_000)], 0, "texts", (text, entry) => {
      entry.quote(text, Infinity, (shown) => `the rest from ${shown}.`);
    });
    const { data, notes } = split(answer.toText(SOURCE));
    assert.equal(data.length, 1);
    assert.match(
      notes.join("\n"),
      /^Left out: the rest from \d+\.\nLeft out: 1 of 2 texts\. For the next ones: "skip": 1\.$/,
    );
  });
});

describe("A text cut to a number of tokens", () => {
  it("is the longest beginning that fits, without half a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(40), (text, tokens) => {
        const cut = cutToTokens(text, tokens);
        assert.ok(text.startsWith(cut));
        assert.ok(estimateTokens(cut) <= tokens || cut === "");
        assert.doesNotMatch(cut, /[\uD800-\uDBFF]$/);
      }),
    );
  });
});
