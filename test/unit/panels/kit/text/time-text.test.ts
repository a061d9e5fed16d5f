// How long a relative time stays true.
import assert from "node:assert/strict";
import { Format } from "../../../../../src/base/format.ts";
import { getValidMs } from "../../../../../src/panels/kit/text/time-text.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.UTC(2026, 10, 20, 14, 32);

const relative = (time: number, at: number): string => new Format("en").relative(time, at);

describe("A relative time", () => {
  it("stays true until its text changes, and not longer", () => {
    for (const age of [0, 59_000, 34 * minute + 1, 5 * hour, 3 * day + 7]) {
      const time = now - age;
      const rest = getValidMs(time, now);
      assert.equal(relative(time, now + rest - 1), relative(time, now));
      if (age < day) assert.notEqual(relative(time, now + rest), relative(time, now));
    }
  });

  it("in the future stays true until its text changes, and not longer", () => {
    for (const left of [61_000, 34 * minute, hour, hour + 10_000, 5 * hour + 7]) {
      const time = now + left;
      const rest = getValidMs(time, now);
      assert.equal(relative(time, now + rest - 1), relative(time, now));
      assert.notEqual(relative(time, now + rest), relative(time, now));
    }
  });
});
