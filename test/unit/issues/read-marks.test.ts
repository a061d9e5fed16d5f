// Up to when the user has seen threads, without a server.
import assert from "node:assert/strict";
import { ReadMarks } from "../../../src/issues/lists/read-marks.ts";

const ALMANAC = { base: "https://codeberg.org", owner: "lantern", name: "almanac" };

describe("Read marks", () => {
  it("don't mark a thread as new again after many others were seen", async () => {
    const state = new Map<string, unknown>();
    const marks = new ReadMarks({
      get: (key) => state.get(key),
      update: (key, value) => Promise.resolve(void state.set(key, value)),
    });
    await marks.begin(ALMANAC, { at: 1_000, later: [] });
    const seen = (number: number) => ({ ...ALMANAC, number: BigInt(number) });
    for (let number = 1; number <= 400; number += 1)
      await marks.markSeen(seen(number), { updatedAt: 2_000 + number, comments: 0 });
    for (let number = 1; number <= 400; number += 1)
      assert.ok((marks.getSeenUntil(seen(number)) ?? 0) >= 2_000 + number, `#${number}`);
    assert.ok(JSON.stringify([...state.values()]).length < 10_000);
    assert.ok((marks.getSeenUntil(seen(500)) ?? 0) < 2_200, "the others stay new");
  });
});
