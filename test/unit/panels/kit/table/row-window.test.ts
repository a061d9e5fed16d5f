// Which rows of a long table are drawn.
import assert from "node:assert/strict";
import * as fc from "fast-check";
import { findVisibleRows, rowWindow, findScrollTop } from "../../../../../src/panels/kit/table/row-window.ts";

const cases = fc.record({
  count: fc.integer({ min: 0, max: 1_000_000 }),
  height: fc.integer({ min: 1, max: 90 }),
  view: fc.integer({ min: 0, max: 1200 }),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
});

describe("The row window of a long table", () => {
  it("covers everything visible with few rows and has the height of all", () => {
    fc.assert(
      fc.property(cases, ({ count, height, view, part }) => {
        const scrolled = part * Math.max(0, count * height - view);
        const window = rowWindow(count, height, scrolled, view);
        assert.equal(window.before + (window.to - window.from) * height + window.after, count * height);
        assert.ok(window.from * height <= scrolled);
        assert.ok(window.to * height >= Math.min(count * height, scrolled + view));
        assert.ok(window.to - window.from <= Math.ceil(view / height) + 17);
      }),
    );
  });

  it("stays at the last rows if it was scrolled beyond them, for example after rows were removed", () => {
    const { from, to } = rowWindow(10, 28, 50_000, 280);
    assert.deepEqual([from, to], [0, 10]);
  });

  it("counts the visible rows from 1", () => {
    assert.deepEqual(findVisibleRows(10_000, 28, 0, 280), [1, 10]);
    assert.deepEqual(findVisibleRows(10_000, 28, 28 * 9990, 280), [9991, 10_000]);
    assert.deepEqual(findVisibleRows(0, 28, 0, 280), [0, 0]);
  });

  it("scrolls only as far as it takes to show a row", () => {
    assert.equal(findScrollTop(3, 28, 0, 280), 0);
    assert.equal(findScrollTop(10, 28, 0, 280), 28);
    assert.equal(findScrollTop(2, 28, 280, 280), 56);
  });
});
