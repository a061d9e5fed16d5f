// Parses block numbers and hashes as people type them.
import assert from "node:assert/strict";
import fc from "fast-check";
import { readBlockName, nameText, parseBlockName } from "../../../src/blocks/model/block-name.ts";

const SHORT = "28486b8d02dacf58c2f273b7888ec16bb4d033a294583fca309d32f71d0b7039";
const WHOLE = `${SHORT}10ccfcddeb1a2c0ab25da5f0ba2c000e`;

describe("A typed block number or hash", () => {
  it("is a number, with or without any country's separators", () => {
    for (const typed of [
      "103482917",
      "103,482,917",
      "103.482.917",
      "103 482 917",
      "103\u00a0482\u00a0917",
      "103\u202f482\u202f917",
      "103'482'917",
      "103’482’917",
      "103_482_917",
      "10,34,82,917",
      " 103482917 ",
      "#103482917",
      "Block 103,482,917",
      "block #103482917",
      '"103482917"',
      "000103482917",
    ]) {
      assert.deepEqual(parseBlockName(typed), { number: 103_482_917n }, typed);
    }
  });

  it("is block 0", () => {
    assert.deepEqual(parseBlockName("0"), { number: 0n });
  });

  it("keeps every digit of 64-bit numbers, and is rejected beyond those", () => {
    assert.deepEqual(parseBlockName("9007199254740993"), { number: 9_007_199_254_740_993n });
    assert.deepEqual(parseBlockName("9,223,372,036,854,775,807"), { number: 9_223_372_036_854_775_807n });
    assert.deepEqual(parseBlockName("9223372036854775808"), { fault: "tooHigh" });
    assert.deepEqual(parseBlockName("9".repeat(40)), { fault: "tooHigh" });
  });

  it("is a hash of 96 or 64 digits, with or without 0x, in any case", () => {
    for (const digits of [WHOLE, SHORT]) {
      for (const typed of [digits, `0x${digits}`, `0X${digits}`, digits.toUpperCase(), `0x${digits.toUpperCase()}`]) {
        assert.deepEqual(parseBlockName(typed), { hash: `0x${digits}` }, typed);
      }
    }
    assert.deepEqual(parseBlockName("1".repeat(64)), { hash: `0x${"1".repeat(64)}` });
    assert.deepEqual(parseBlockName("1".repeat(96)), { hash: `0x${"1".repeat(96)}` });
  });

  it("reports how many digits an incomplete hash has", () => {
    assert.deepEqual(parseBlockName("0x"), { fault: "digits", digits: 0 });
    assert.deepEqual(parseBlockName("0x10"), { fault: "digits", digits: 2 });
    assert.deepEqual(parseBlockName(SHORT.slice(0, 20)), { fault: "digits", digits: 20 });
    assert.deepEqual(parseBlockName(`0x${SHORT}a`), { fault: "digits", digits: 65 });
  });

  it("is rejected if it is neither", () => {
    assert.deepEqual(parseBlockName("  "), { fault: "nothing" });
    assert.deepEqual(parseBlockName("-5"), { fault: "negative" });
    for (const typed of ["hello", "1.5", "12,34", "1,000.000", "1 000,000", "1e9", "0.0.1234", "103 482,917"]) {
      const found = parseBlockName(typed);
      assert.ok("fault" in found && found.fault !== "nothing", typed);
    }
  });

  it("never throws, whatever the text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const found = parseBlockName(text);
        if (!("fault" in found)) assert.deepEqual(readBlockName(nameText(found)), found);
      }),
    );
  });
});

describe("The name of a block as text", () => {
  it("is parsed back to the same name", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), (number) => {
        assert.deepEqual(readBlockName(nameText({ number })), { number });
      }),
    );
    assert.deepEqual(readBlockName(`0x${WHOLE}`), { hash: `0x${WHOLE}` });
  });

  it("is validated strictly if it comes from a panel", () => {
    for (const text of [
      5,
      undefined,
      "",
      "-1",
      "1,000",
      "9223372036854775808",
      WHOLE,
      `0x${WHOLE.toUpperCase()}`,
      "../5",
    ]) {
      assert.equal(readBlockName(text), undefined);
    }
  });
});
