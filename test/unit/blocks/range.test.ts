// Parses ranges of blocks as people type them.
import assert from "node:assert/strict";
import { lastBlocks, checkRange, parseRange } from "../../../src/blocks/model/block-range.ts";

describe("A typed range of blocks", () => {
  for (const typed of [
    "1000-2000",
    "1000 - 2000",
    "1,000 – 2,000",
    "Blocks 1,000 – 2,000",
    "Blöcke 1.000 bis 2.000",
    "1.000—2.000",
    "1000..2000",
    "1000...2000",
    "1 000 to 2 000",
    "1000:2000",
    "1000…2000",
    " 1_000 + 1,001 ",
    "1000+1001",
    "Block 1000 – 2000",
  ]) {
    it(`is parsed from "${typed}"`, () => {
      assert.deepEqual(parseRange(typed), { from: 1000n, to: 2000n });
    });
  }

  for (const [typed, last] of [
    ["600", 600n],
    ["last 600", 600n],
    ["Newest 1,000", 1000n],
    ["Latest 1,000 Blocks", 1000n],
    ["last 1 000 blocks", 1000n],
    ["10000", 10_000n],
  ] as const) {
    it(`means the latest blocks in "${typed}"`, () => {
      assert.deepEqual(parseRange(typed), { last });
    });
  }

  for (const [typed, fault] of [
    ["", "nothing"],
    ["  ", "nothing"],
    ["all", "unknown"],
    ["1000-", "unknown"],
    ["-5", "unknown"],
    ["2000-1000", "backwards"],
    ["0", "none"],
    ["5+0", "none"],
    ["1 - 9223372036854775808", "unknown"],
    ["9223372036854775807 + 2", "tooHigh"],
  ] as const) {
    it(`is rejected in "${typed}" as ${fault}`, () => {
      assert.deepEqual(parseRange(typed), { fault });
    });
  }

  it("reports how many blocks it has if it has too many", () => {
    assert.deepEqual(parseRange("0-10000"), { fault: "tooMany", blocks: 10_001n });
    assert.deepEqual(parseRange("10001"), { fault: "tooMany", blocks: 10_001n });
    assert.deepEqual(checkRange(0n, 9999n), { from: 0n, to: 9999n });
  });

  it("keeps every digit of numbers beyond 2^53", () => {
    assert.deepEqual(parseRange("9223372036847275807 – 9223372036847275900"), {
      from: 9223372036847275807n,
      to: 9223372036847275900n,
    });
  });

  it("of the latest blocks starts with block 0 if there are fewer", () => {
    assert.deepEqual(lastBlocks(600n, 99n), { from: 0n, to: 99n });
    assert.deepEqual(lastBlocks(100n, 99n), { from: 0n, to: 99n });
    assert.deepEqual(lastBlocks(1n, 99n), { from: 99n, to: 99n });
  });
});
