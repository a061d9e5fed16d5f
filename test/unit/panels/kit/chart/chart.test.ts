// Computations of charts: sampling, scales, keys and labels.
import assert from "node:assert/strict";
import * as fc from "fast-check";
import {
  placeEndings,
  createFrame,
  toPixel,
  placeAt,
  placeTicks,
} from "../../../../../src/panels/kit/chart/chart-frame.ts";
import {
  viewAfterKey,
  type ChartView,
  chosenRange,
  fitView,
  isZoomed,
  wholeView,
} from "../../../../../src/panels/kit/chart-view.ts";
import { findGaps, downsample, findTop } from "../../../../../src/panels/kit/chart/downsample.ts";

const lines = fc.array(fc.option(fc.integer({ min: 0, max: 1_000_000 })), { minLength: 1, maxLength: 2000 });

describe("A chart line with fewer points", () => {
  it("keeps the highest and the lowest value and every gap, for any line", () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 300 }), (values, steps) => {
        const kept = downsample([values], 0, values.length - 1, steps);
        const seen = kept.map((place) => values[place] ?? null);
        const numbers = values.filter((value) => value !== null);
        if (numbers.length > 0) {
          assert.equal(Math.max(...seen.filter((value) => value !== null)), Math.max(...numbers));
          assert.equal(Math.min(...seen.filter((value) => value !== null)), Math.min(...numbers));
        }
        assert.equal(seen.includes(null), values.includes(null));
      }),
    );
  });

  it("keeps positions in order, without duplicates, with both ends, and a bounded number of them", () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 300 }), (values, steps) => {
        const kept = downsample([values], 0, values.length - 1, steps);
        assert.ok(kept.every((place, index) => index === 0 || place > (kept[index - 1] ?? Infinity)));
        assert.equal(kept[0], 0);
        assert.equal(kept.at(-1), values.length - 1);
        assert.ok(kept.length <= Math.max(steps * 5, 2));
      }),
    );
  });

  it("keeps a spike of one in a hundred thousand, and a gap of one", () => {
    const values: (number | null)[] = Array.from({ length: 100_000 }, () => 2);
    values[54_321] = 900;
    values[77_777] = null;
    const kept = downsample([values], 0, 99_999, 800);
    assert.ok(kept.includes(54_321));
    assert.ok(kept.includes(77_777));
    assert.ok(kept.length < 2500);
  });

  it("keeps the extremes of every line, not only of the first", () => {
    const flat = Array.from({ length: 1000 }, () => 1);
    const spiky = flat.with(333, 50);
    assert.ok(downsample([flat, spiky], 0, 999, 50).includes(333));
  });
});

describe("The gaps and the top of a chart line", () => {
  it("include ranges without a value, with both ends", () => {
    assert.deepEqual(findGaps([null, 1, null, null, 2, null], 0, 5), [
      [0, 0],
      [2, 3],
      [5, 5],
    ]);
  });

  it("have a top above a flat line of zeros, so that nothing is divided by zero", () => {
    assert.equal(findTop([[0, 0]], 0, 1, false), 1);
    assert.equal(findTop([[null]], 0, 0, false), 1);
  });

  it("round the top of small counts up to a number with a whole half", () => {
    assert.equal(findTop([[2, 4]], 0, 1, true), 6);
    assert.equal(findTop([[21]], 0, 0, true), 24);
  });
});

function press(view: ChartView, ...keys: readonly [string, boolean?][]): ChartView {
  return keys.reduce((now, [key, shift]) => viewAfterKey(now, key, shift ?? false) ?? now, view);
}

describe("Moving in a chart", () => {
  const start: ChartView = { ...wholeView(600), at: 100 };

  it("works with arrows, Page Up, Page Down, Home and End, and stays inside", () => {
    assert.equal(press(start, ["ArrowRight"]).at, 101);
    assert.equal(press(start, ["PageUp"]).at, 160);
    assert.equal(press(start, ["Home"], ["ArrowLeft"]).at, 0);
    assert.equal(press(start, ["End"], ["ArrowRight"]).at, 599);
  });

  it("selects with Shift from the current position, in either direction", () => {
    assert.deepEqual(chosenRange(press(start, ["ArrowRight", true], ["ArrowRight", true])), { from: 100, to: 102 });
    assert.deepEqual(chosenRange(press(start, ["ArrowLeft", true])), { from: 99, to: 100 });
    assert.equal(chosenRange(press(start, ["ArrowRight", true], ["ArrowRight"])), undefined);
  });

  it("zooms in on the selection and out again, and Escape clears first the selection, then the zoom", () => {
    const chosen = press(start, ...Array.from({ length: 50 }, (): [string, boolean] => ["ArrowRight", true]));
    const near = press(chosen, ["+"]);
    assert.deepEqual([near.from, near.to], [100, 150]);
    assert.equal(press(near, ["-"]).to, 175);
    const again = press(near, ["ArrowLeft", true]);
    assert.equal(isZoomed(press(again, ["Escape"])), true);
    assert.equal(isZoomed(press(again, ["Escape"], ["Escape"])), false);
  });

  it("always shows a part of the whole with the current position, whatever is pressed", () => {
    const keys = fc.constantFrom("ArrowLeft", "ArrowRight", "PageUp", "PageDown", "Home", "End", "+", "-", "Escape");
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500 }), fc.array(fc.tuple(keys, fc.boolean())), (count, pressed) => {
        const view = press(wholeView(count), ...pressed);
        const last = Math.max(0, count - 1);
        assert.ok(view.from >= 0 && view.to <= last && view.from <= view.to);
        assert.ok(view.at >= 0 && view.at <= last);
      }),
    );
  });

  it("starts over without a selection when as many other places replace those shown", () => {
    const chosen = press({ ...wholeView(100, "Block 1"), at: 10 }, ["ArrowRight", true], ["+"], ["ArrowRight", true]);
    assert.ok(chosenRange(chosen) !== undefined && isZoomed(chosen));
    assert.equal(fitView(chosen, 100, "Block 1"), chosen);
    assert.deepEqual(fitView(chosen, 100, "Block 101"), wholeView(100, "Block 101"));
    assert.deepEqual(fitView(chosen, 30, "Block 1"), wholeView(30, "Block 1"));
  });

  it("keeps its position, zoom and selection while more places arrive at the end", () => {
    const moved = press({ ...wholeView(100, "Block 1"), at: 10 }, ["ArrowRight", true]);
    assert.deepEqual(fitView(moved, 200, "Block 1"), { ...moved, count: 200, to: 199 });
    const zoomed = press(moved, ["+"]);
    assert.deepEqual(fitView(zoomed, 200, "Block 1"), { ...zoomed, count: 200 });
    // A reader who hasn't moved sees the last place.
    assert.deepEqual(fitView(wholeView(100, "Block 1"), 200, "Block 1"), wholeView(200, "Block 1"));
  });

  it("ignores other keys", () => {
    assert.equal(viewAfterKey(start, "Tab", false), undefined);
    assert.equal(viewAfterKey(start, "a", false), undefined);
  });
});

describe("The layout of a chart", () => {
  it("finds for a pixel the position that it drew there", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9000 }), fc.integer({ min: 1, max: 400 }), (from, span) => {
        const frame = createFrame([], from, from + span, 1000);
        for (const place of [from, from + Math.floor(span / 2), from + span]) {
          assert.equal(placeAt(toPixel(place, frame), frame), place);
        }
      }),
    );
  });

  it("labels as many positions as have room, including the first and the last", () => {
    assert.deepEqual(placeTicks(createFrame([], 0, 599, 1000), false), [0, 120, 240, 359, 479, 599]);
    assert.deepEqual(placeTicks(createFrame([], 0, 599, 300), false), [0, 599]);
    assert.deepEqual(placeTicks(createFrame([], 0, 6, 400), true), [0, 2, 4, 6]);
    assert.deepEqual(placeTicks(createFrame([], 0, 0, 400), false), [0]);
  });

  it("moves the labels at the lines' ends apart, and leaves out a line without an end", () => {
    const line = { name: "", values: [5] };
    const plot = {
      name: "",
      format: String,
      lines: [
        { ...line, ending: "5 a" },
        { ...line, ending: "5 b" },
        line,
        { name: "", values: [null], ending: "gone" },
      ],
    };
    assert.deepEqual(
      placeEndings(plot, 0, () => 10),
      [
        { words: "5 a", at: 10 },
        { words: "5 b", at: 26 },
      ],
    );
  });
});
