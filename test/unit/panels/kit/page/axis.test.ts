// Labels on the axis of a page's charts.
import assert from "node:assert/strict";
import { Format } from "../../../../../src/base/format.ts";
import { hasManyDays, formatTick } from "../../../../../src/panels/kit/content/axis.ts";
import type { ChartPlace } from "../../../../../src/panels/kit/content/chart-model.ts";

const place = (name: string, under: string | undefined): ChartPlace => ({ name, under, values: [] });
const format = new Format("en", "UTC");

describe("The axis of a page's charts", () => {
  it("shows times, and dates as well if the data spans more than one day", () => {
    const [first, second] = [place("1,999", "2026-11-21T23:59:58.5Z"), place("2,000", "2026-11-22T00:00:00.25Z")];
    assert.equal(hasManyDays([first], format), false);
    assert.equal(hasManyDays([first, place("3", undefined)], format), false);
    assert.equal(hasManyDays([first, second], format), true);
    const isTimed = true;
    assert.deepEqual(formatTick(first, { isTimed, isLong: false }, format), { name: "1,999", under: "23:59:58" });
    assert.deepEqual(formatTick(second, { isTimed, isLong: true }, format), { name: "2,000", under: "22 Nov, 00:00" });
    assert.deepEqual(formatTick(place("5", undefined), { isTimed, isLong: true }, format), { name: "5" });
  });

  it("has times and days of the user's time zone", () => {
    const east = new Format("en", "Asia/Kathmandu");
    const [first, second] = [place("1,999", "2026-11-21T23:59:58.5Z"), place("2,000", "2026-11-22T00:00:00.25Z")];
    assert.equal(hasManyDays([first, second], east), false);
    assert.equal(hasManyDays([place("1", "2026-11-21T18:14:59Z"), place("2", "2026-11-21T18:15:00Z")], east), true);
    assert.deepEqual(formatTick(first, { isTimed: true, isLong: false }, east), { name: "1,999", under: "05:44:58" });
    assert.deepEqual(formatTick(first, { isTimed: true, isLong: true }, east), {
      name: "1,999",
      under: "22 Nov, 05:44",
    });
  });

  it("shows other second lines unchanged", () => {
    const version = place("8.4", "19 Nov");
    assert.deepEqual(formatTick(version, { isTimed: false, isLong: false }, format), { name: "8.4", under: "19 Nov" });
    assert.deepEqual(formatTick(undefined, { isTimed: false, isLong: false }, format), { name: "" });
  });
});
