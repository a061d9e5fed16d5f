// Memos, fees and results of transactions, and why contract calls failed.
import assert from "node:assert/strict";
import { decodeFailure } from "../../../src/blocks/model/abi.ts";
import {
  hbars,
  isSuccess,
  memoText,
  listGains,
  countNames,
  findMarked,
} from "../../../src/blocks/model/transaction.ts";

const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString("base64");

describe("A transaction", () => {
  it("shows its memo as text, as hex if it is not text, or none", () => {
    assert.equal(memoText(base64("от Инес ☕")), "от Инес ☕");
    assert.equal(memoText(base64("two\nlines")), "two\nlines");
    assert.equal(memoText(base64(new Uint8Array([0, 1, 2]))), "0x000102");
    assert.equal(memoText(base64(new Uint8Array([0xff, 0xfe]))), "0xfffe");
    assert.equal(memoText(""), undefined);
    assert.equal(memoText(undefined), undefined);
  });

  it("shows its fee to the last tinybar", () => {
    assert.equal(hbars(1n), "0.00000001");
    assert.equal(hbars(100_000_000n), "1");
    assert.equal(hbars(0n), "0");
    assert.equal(hbars(-1_250_000_000n), "-12.5");
    assert.equal(hbars(9_223_372_036_854_775_807n), "92233720368.54775807");
  });

  it("lists what accounts received, without fees", () => {
    const transfers = [
      { account: "0.0.5", amount: 3n },
      { account: "0.0.98", amount: 40n },
      { account: "0.0.800", amount: 4n },
      { account: "0.0.1001", amount: -147n },
      { account: "0.0.1002", amount: 100n },
    ];
    assert.deepEqual(listGains({ node: "0.0.5", transfers }), [{ account: "0.0.1002", amount: 100n }]);
  });

  it("succeeds with any of three results", () => {
    assert.ok(isSuccess("SUCCESS") && isSuccess("FEE_SCHEDULE_FILE_PART_UPLOADED"));
    assert.ok(isSuccess("SUCCESS_BUT_MISSING_EXPECTED_OPERATION") && !isSuccess("UNKNOWN"));
  });

  it("is counted by its type, the most frequent type first", () => {
    assert.deepEqual(countNames(["B", "A", "C", "B"]), [
      { name: "B", count: 2 },
      { name: "A", count: 1 },
      { name: "C", count: 1 },
    ]);
  });
});

describe("An ID that several transactions share", () => {
  const one = (scheduled: boolean, nonce?: bigint) => ({ scheduled, nonce });
  // A transfer to a new alias triggers the creation of its account, whose consensus time is earlier.
  const all = [one(false, 1n), one(false, 0n), one(false, 2n), one(true, 1n), one(true)];

  it("means the one that triggered the others, even if one of those came first", () => {
    assert.equal(findMarked(all, {}), all[1]);
    assert.equal(findMarked(all, { scheduled: true }), all[4]);
  });

  it("means another one if it says so, or if there is no other", () => {
    assert.equal(findMarked(all, { nonce: 1n }), all[0]);
    assert.equal(findMarked(all, { scheduled: true, nonce: 1n }), all[3]);
    assert.equal(findMarked([one(false, 3n)], {})?.nonce, 3n);
    assert.equal(findMarked(all, { nonce: 9n }), undefined);
  });
});

describe("A failed contract call", () => {
  const word = (value: number): string => value.toString(16).padStart(64, "0");

  it("shows its reason as text", () => {
    const text = Buffer.from("not enough gas").toString("hex").padEnd(64, "0");
    assert.deepEqual(decodeFailure(`0x08c379a0${word(32)}${word(14)}${text}`), { reason: "not enough gas" });
  });

  it("shows the text that a system contract returned", () => {
    const text = "TOKEN_NOT_ASSOCIATED_TO_ACCOUNT";
    assert.deepEqual(decodeFailure(`0x${Buffer.from(text).toString("hex")}`), { reason: text });
  });

  it("shows the Solidity panic code", () => {
    assert.deepEqual(decodeFailure(`0x4e487b71${word(0x11)}`), { panic: 17n });
  });

  it("shows anything else unchanged", () => {
    for (const raw of [
      "0x08c379a0",
      `0x08c379a0${word(32)}`,
      "0xdeadbeef",
      "INSUFFICIENT_GAS",
      `0x08c379a0${word(32)}${word(99)}`,
      `0x08c379a0${word(32)}${"z".repeat(64)}`,
      `4e487b71${word(0x11)}`,
    ]) {
      assert.deepEqual(decodeFailure(raw), { raw });
    }
  });

  it("shows nothing if no reason was recorded", () => {
    for (const nothing of [undefined, "", "0x"]) assert.equal(decodeFailure(nothing), undefined);
  });
});
