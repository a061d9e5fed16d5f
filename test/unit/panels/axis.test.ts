import assert from "node:assert/strict";
import { Format } from "../../../src/base/format.ts";
import { isLong, tickOf } from "../../../src/panels/range/axis.ts";
import type { Row } from "../../../src/panels/range/messages.ts";

const row = (number: string, closed: string | undefined): Row => ({
  number,
  closed,
  count: "1",
  gas: "1",
  size: "1",
  interval: "1",
});

describe("the axis of a range of blocks", () => {
  it("has times, and dates as well where the range goes over a day", () => {
    const [first, second] = [row("1999", "2026-11-21T23:59:58.5Z"), row("2000", "2026-11-22T00:00:00.25Z")];
    assert.equal(isLong([first]), false);
    assert.equal(isLong([first, row("3", undefined)]), false);
    assert.equal(isLong([first, second]), true);
    assert.deepEqual(tickOf(first, false, new Format("en")), { name: "1,999", under: "23:59:58" });
    assert.deepEqual(tickOf(second, true, new Format("en")), { name: "2,000", under: "22 Nov, 00:00" });
    assert.deepEqual(tickOf(row("5", undefined), true, new Format("en")), { name: "5" });
  });
});
