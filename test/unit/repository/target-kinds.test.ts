// A new kind of text to write, such as a reply to a review comment, is to be a new target and not a new case everywhere.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { KINDS } from "../../../src/issues/writing/place.ts";

const SOURCES = join(process.cwd(), "src/issues");
const MAX_COMPARISONS = 11;

/** A comparison with a kind of text, a choice between them, or a look whether a text belongs to an issue's own scheme. */
const COMPARISON = new RegExp(
  String.raw`\b(?:place|target|there)\.kind\s*[!=]==|\bkind\s*[!=]==\s*"(?:${KINDS.filter((kind) => kind !== "comment").join("|")})"|switch\s*\((?:(?:\w+\.)*(?:place|target)\.)?kind\)|scheme\s*[!=]==\s*ISSUE_SCHEME`,
  "g",
);

describe("Kinds of text that a person writes", () => {
  it(`are compared in at most ${MAX_COMPARISONS} places, so that most code works for all`, () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
    const found = files.flatMap((name) => {
      const count = readFileSync(join(SOURCES, name), "utf8").match(COMPARISON)?.length ?? 0;
      return count === 0 ? [] : [`${name}: ${count}`];
    });
    const sum = found.reduce((total, line) => total + Number(line.split(": ")[1]), 0);
    assert.ok(sum > 0, "the pattern finds nothing");
    assert.ok(sum <= MAX_COMPARISONS, `${sum} places: ${found.join(", ")}`);
  });
});
