// Compares storing texts that a server chose to collide with storing ordinary texts.
import assert from "node:assert/strict";
import { TextTable } from "../../../src/trackers/model/app-list/text-table.ts";
import { leastProcessorTime } from "../growth.ts";

/** Pairs of pieces. Texts made of one piece of each pair, in this order, have the same FNV-1a hash. */
const COLLIDING_PIECES =
  "7yzx/e6ad 33zx/epad 33zx/epad 33zx/epad 33zx/epad 33zx/epad 33zx/epad 33zx/epad 33zx/epad 33zx/epad 33zx/epad 33zx/epad";

function collidingTexts(): readonly string[] {
  let texts: readonly string[] = [""];
  for (const pair of COLLIDING_PIECES.split(" "))
    texts = texts.flatMap((text) => pair.split("/").map((piece) => text + piece));
  return texts;
}

describe("the texts of a list of apps", () => {
  it("are stored at most ten times as slowly if a server chooses them to collide", () => {
    const texts = collidingTexts();
    const ordinary = texts.map((_, index) => `creator ${index}`);
    const time = (all: readonly string[]): number =>
      leastProcessorTime(() => {
        const table = new TextTable();
        for (const text of all) table.add(Buffer.from(text), 0, text.length);
      }, 0);
    assert.ok(time(texts) <= 10 * time(ordinary));
  });
});
