// Arrow keys in a row of buttons with one tab stop.
import assert from "node:assert/strict";
import { indexAfterArrow } from "../../../../../src/panels/kit/controls/roving.ts";

describe("one tab stop for many", () => {
  it("goes round with arrows, and the other way where text runs from the right", () => {
    assert.equal(indexAfterArrow("ArrowRight", 2, 3, false), 0);
    assert.equal(indexAfterArrow("ArrowRight", 0, 3, true), 2);
    assert.equal(indexAfterArrow("Home", 2, 3, false), 0);
    assert.equal(indexAfterArrow("End", 0, 3, false), 2);
    assert.equal(indexAfterArrow("x", 0, 3, false), undefined);
    assert.equal(indexAfterArrow("ArrowRight", 0, 0, false), undefined);
  });
});
