// Holds the wording of the product and its sources against the glossary.
import assert from "node:assert/strict";
import { findForbidden } from "../../l10n/glossary.js";
import { readWording } from "../../l10n/wording.js";

const ROOT = process.cwd();

type Kind = "strings" | "comments" | "names" | "tests";

describe("The glossary", () => {
  it("has no forbidden word or phrase in strings, comments, names and tests", async () => {
    const lines = (await readWording(ROOT, ["src", "test"])).flatMap((wording) =>
      findForbidden(wording).map(
        (problem) => `${wording.file}:${wording.line} (${wording.kind}) ${problem}: ${wording.text}`,
      ),
    );
    assert.deepEqual(lines, []);
  });

  it("finds words in prose and in parts of names, and knows where they are allowed", () => {
    const problems = (kind: Kind, text: string): number => findForbidden({ kind, text }).length;
    assert.equal(problems("comments", "Whoever is told waits anew"), 3);
    assert.equal(problems("names", "toldAnew"), 2);
    assert.equal(problems("names", "MAX_TOLD"), 1);
    assert.equal(problems("names", "begunning"), 0);
    assert.equal(problems("strings", "This is no web address"), 1);
    assert.equal(problems("strings", "It is no longer there"), 0);
    assert.equal(problems("comments", "Undefined if there is no file"), 0);
    assert.equal(problems("comments", "Panels are told apart by their key; @me stands for you"), 0);
  });
});
