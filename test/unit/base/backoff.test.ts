// When an automatic retry is due.
import assert from "node:assert/strict";
import { Backoff } from "../../../src/base/http/backoff.ts";

const HOUR_MS = 3_600_000;

describe("A backoff", () => {
  it("allows a retry at once, and each further one after twice the pause, until one succeeds", () => {
    const backoff = new Backoff();
    const due = [0, 4_999, 5_000, 14_999, 15_000].map((now) => backoff.isDue(now));
    assert.deepEqual(due, [true, false, true, false, true]);
    backoff.reset();
    assert.deepEqual(
      [15_001, 20_001].map((now) => backoff.isDue(now)),
      [true, true],
    );
  });

  it("does not wait for the old time after the clock was set back", () => {
    const backoff = new Backoff();
    assert.ok(backoff.isDue(24 * HOUR_MS));
    assert.ok(backoff.isDue(HOUR_MS));
    assert.ok(!backoff.isDue(HOUR_MS + 1));
  });
});
