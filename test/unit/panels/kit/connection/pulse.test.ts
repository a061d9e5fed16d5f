// When a page decides that the extension no longer responds.
import assert from "node:assert/strict";
import { isAlone } from "../../../../../src/panels/kit/connection/heartbeat.ts";

describe("The heartbeat of the extension", () => {
  it("counts as missed after three beats, not after two", () => {
    assert.equal(isAlone({ beat: 1000, last: 0 }, 2900), false);
    assert.equal(isAlone({ beat: 1000, last: 0 }, 3001), true);
  });
});
