// Arrow keys in a row of buttons with one tab stop.
import assert from "node:assert/strict";
import { indexAfterArrow } from "../../../../../src/panels/kit/controls/arrow-keys.ts";

describe("One tab stop for several controls", () => {
  it("moves with the arrows, and in the opposite direction in right-to-left text", () => {
    assert.equal(indexAfterArrow("ArrowRight", 2, 3, false), 0);
    assert.equal(indexAfterArrow("ArrowRight", 0, 3, true), 2);
    assert.equal(indexAfterArrow("Home", 2, 3, false), 0);
    assert.equal(indexAfterArrow("End", 0, 3, false), 2);
    assert.equal(indexAfterArrow("x", 0, 3, false), undefined);
    assert.equal(indexAfterArrow("ArrowRight", 0, 0, false), undefined);
  });
});
