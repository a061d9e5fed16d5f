// The distance between typed text and names, compared with the textbook algorithm.
import assert from "node:assert/strict";
import fc from "fast-check";
import { distanceAt } from "../../../../src/trackers/app-list/edit-distance.ts";

/** The textbook algorithm, cell by cell. */
function distance(typed: string, text: string): number {
  const cost = (row: number, cell: number): number => {
    if (row === 0 || cell === 0) return row + cell;
    const same = text[row - 1] === typed[cell - 1];
    const swapped = row > 1 && cell > 1 && text[row - 1] === typed[cell - 2] && text[row - 2] === typed[cell - 1];
    return Math.min(
      cost(row - 1, cell - 1) + (same ? 0 : 1),
      cost(row - 1, cell) + 1,
      cost(row, cell - 1) + 1,
      swapped ? cost(row - 2, cell - 2) + 1 : Infinity,
    );
  };
  return Math.min(...Array.from({ length: text.length + 1 }, (_, row) => cost(row, typed.length)));
}

const at = (typed: string, text: string, most: number): number => distanceAt(typed, `\n${text}\t`, 1, most);

describe("The distance between typed text and a name", () => {
  it("counts letters that were changed, left out, inserted or swapped", () => {
    assert.deepEqual(
      ["harbour", "harbor", "harrbour", "hrabour", "herbour", "harbours"].map((typed) => at(typed, "harbour light", 2)),
      [0, 1, 1, 1, 1, 1],
    );
  });

  it("agrees with the textbook definition up to the limit", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 1, max: 2 }), (typed, text, most) => {
        assert.equal(Math.min(at(typed, text, most), most + 1), Math.min(distance(typed, text), most + 1));
      }),
      { numRuns: 2000 },
    );
  });
});
