// The nested ranges through which the tree reaches every block.
import assert from "node:assert/strict";
import fc from "fast-check";
import { subranges, listTopRanges, type NestedRange } from "../../../src/blocks/tree/nested-ranges.ts";

const HIGHEST = 2n ** 63n - 1n;

/** The rows that lead to a block, starting with the widest range. */
function wayTo(number: bigint, first: bigint, last: bigint): readonly NestedRange[] {
  const way: NestedRange[] = [];
  for (let level = listTopRanges({ from: first, to: last }); level.length > 0;) {
    assert.ok(level.length <= 990, `${level.length} rows stand side by side`);
    const rung = level.find((each) => each.from <= number && number <= each.to) ?? assert.fail(`no way to ${number}`);
    way.push(rung);
    level = subranges(rung);
  }
  return way;
}

describe("Ranges of a ledger", () => {
  it("lead to any of 10^8 blocks in at most four steps, the last of which lists a hundred blocks", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 103_482_917n }), (number) => {
        const way = wayTo(number, 0n, 103_482_917n);
        assert.equal(way.length, 3);
        const leaf = way.at(-1);
        assert.ok(leaf !== undefined && leaf.step === 1n && leaf.to - leaf.from < 100n);
      }),
    );
  });

  it("contain each block once, up to the highest 64-bit number", () => {
    const numbers = fc.bigInt({ min: 0n, max: HIGHEST });
    fc.assert(
      fc.property(numbers, numbers, numbers, (one, other, drawn) => {
        const [first, last] = one < other ? [one, other] : [other, one];
        const number = first + (drawn % (last - first + 1n));
        const way = wayTo(number, first, last);
        assert.ok(way.length <= 10);
        const level = listTopRanges({ from: first, to: last });
        assert.equal(level[0]?.to, last);
        assert.equal(level.at(-1)?.from, first);
        for (const [at, rung] of level.entries()) {
          const below = level[at + 1];
          if (below !== undefined) assert.equal(below.to + 1n, rung.from);
        }
      }),
    );
  });

  it("are a single range for a ledger of few blocks, even if it doesn't start with block 0", () => {
    assert.deepEqual(listTopRanges({ from: 0n, to: 0n }), [{ start: 0n, from: 0n, to: 0n, step: 1n }]);
    assert.deepEqual(
      listTopRanges({ from: 120n, to: 260n }).map(({ from, to }) => [from, to]),
      [
        [200n, 260n],
        [120n, 199n],
      ],
    );
  });
});
