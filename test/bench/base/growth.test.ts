// Measures how the time to read a hostile text grows with it: linearly, whatever the text is.
import assert from "node:assert/strict";
import { FILE_READERS } from "../../storm/attacks/files.ts";
import { GROWING } from "../../storm/attacks/growth.ts";
import { TEXT_READERS } from "../../storm/attacks/texts.ts";

/** In thousands of characters. A server or a folder may well contain a megabyte. */
const SIZES = [100, 1000] as const;
/** Ten times the text may take at most this many times as long. Quadratic time would take a hundred times. */
const MAX_GROWTH = 40;
/** Times shorter than this are too imprecise to compare. */
const MIN_COMPARED_MS = 10;

/** Milliseconds of processor time. */
function timeOf(work: () => unknown): number {
  const { user: before } = process.cpuUsage();
  work();
  return (process.cpuUsage().user - before) / 1000;
}

describe("hostile texts", function () {
  this.timeout(600_000);

  for (const [reader, read] of Object.entries({ ...TEXT_READERS, ...FILE_READERS })) {
    it(`are read in linear time as ${reader}`, () => {
      for (const { name, at } of GROWING) {
        const [small = 0, large = 0] = SIZES.map((thousands) => {
          const text = at(thousands);
          return timeOf(() => read(text));
        });
        const growth = large / Math.max(small, MIN_COMPARED_MS);
        assert.ok(growth <= MAX_GROWTH, `${name} took ${small.toFixed(0)} and ${large.toFixed(0)} ms`);
      }
    });
  }
});
