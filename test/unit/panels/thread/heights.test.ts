// The heights of lines, estimated until the panel has measured them.
import assert from "node:assert/strict";
import { Heights } from "../../../../src/panels/thread/heights.ts";

describe("The heights of a long list", () => {
  const list = (count: number): Heights => {
    const heights = new Heights(100);
    heights.setLines(
      Array.from({ length: count }, (_, place) => `line ${place}`),
      Array.from({ length: count }, () => "comment"),
    );
    return heights;
  };

  it("are estimated until they are measured", () => {
    const heights = list(10);
    assert.equal(heights.total, 1000);
    assert.equal(heights.record(0, 50), true);
    assert.equal(heights.record(0, 50), false);
    assert.equal(heights.total, 50 + 9 * 50);
    heights.record(1, 150);
    assert.equal(heights.total, 50 + 150 + 8 * 100);
  });

  it("find the line at a height", () => {
    const heights = list(1000);
    for (const line of [0, 1, 499, 998, 999]) {
      assert.equal(heights.indexAt(heights.top(line)), line);
      assert.equal(heights.indexAt(heights.top(line) + 99), line);
    }
    assert.deepEqual([heights.indexAt(-5), heights.indexAt(1e9)], [0, 999]);
  });

  it("stay with a line when others are inserted before it", () => {
    const heights = list(3);
    heights.record(2, 300);
    heights.setLines(["new", "line 0", "line 1", "line 2"], ["event", "comment", "comment", "comment"]);
    assert.equal(heights.top(4) - heights.top(3), 300);
  });

  it("no longer move lines that were never drawn once the average height is fixed", () => {
    const heights = list(2000);
    for (let line = 0; line < 24; line += 1) heights.record(line, 60);
    const top = heights.top(1900);
    for (let line = 24; line < 48; line += 1) heights.record(line, 500);
    assert.equal(heights.top(1900) - top, 24 * 440);
  });
});
