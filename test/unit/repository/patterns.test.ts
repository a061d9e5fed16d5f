// The regular expressions of the extension are literals, so that a bench can measure each with the worst texts for it.
import assert from "node:assert/strict";
import { patternsOfExtension } from "./patterns.ts";

/** Patterns that are built at run time, with the reason why each is harmless. */
const BUILT: readonly (readonly [begin: string, reason: string])[] = [
  ["new RegExp(`${AFTER_SLASH}", "the forms of what a ledger names: each count in them has a limit"],
  ["new RegExp( `${AFTER_SLASH}", "the forms of what a ledger names: each count in them has a limit"],
  ["new RegExp(`${LEFT}", "the forms of what a ledger names: each count in them has a limit"],
  ["new RegExp(`^${field}", "one of the extension's own field names, at the beginning of a line of a draft"],
  ["new RegExp(`${pattern}[^/]+", "the path of a draft, which has at most 4,096 characters"],
  ["new RegExp(`/${folder}/", "the path of a draft, which has at most 4,096 characters"],
  ["new RegExp(core)", "a signature with names, dots and alternatives, and nothing that repeats"],
  [
    "new RegExp([...this.#byWord.keys()]",
    "plain words, without characters that mean something, and nothing that repeats",
  ],
  ['new RegExp(source, "gi")', "a secret, escaped: only zeros repeat, between characters that are fixed"],
  ["new RegExp( needed .map(", "plain words, escaped, and nothing that repeats"],
];

describe("The regular expressions of the extension", () => {
  it("are literals, or built in a way that is known to be harmless", () => {
    const { written, built } = patternsOfExtension();
    assert.ok(written.length > 0);
    const problems = built
      .filter(({ code }) => !BUILT.some(([begin]) => code.startsWith(begin)))
      .map(({ place, code }) => `${place} ${code}`);
    assert.equal(problems.join("\n"), "");
  });
});
