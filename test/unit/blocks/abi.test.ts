// Decodes the logs and inputs of well-known contract calls.
import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeCall, decodeLog } from "../../../src/blocks/model/abi.ts";
import { entityOfAddress } from "../../../src/blocks/model/entity.ts";
import { hashEvent } from "../../../src/blocks/model/event.ts";

const word = (hex: string): string => hex.padStart(64, "0");
const topic = (hex: string): string => `0x${word(hex)}`;
const summary = (decoded: ReturnType<typeof decodeLog>) =>
  decoded === undefined ? undefined : [decoded.name, ...decoded.arguments.map(({ name, value }) => `${name} ${value}`)];

describe("Events and functions of contracts", () => {
  const transfer = hashEvent("Transfer(address,address,uint256)");

  it("are told apart by their indexed parameters if two standards share a topic", () => {
    assert.equal(transfer, "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef");
    const ends = [topic("3e9"), topic("deadbeef".repeat(5))];
    assert.deepEqual(summary(decodeLog({ topics: [transfer, ...ends], data: topic("ff") })), [
      "Transfer",
      "from 0.0.1001",
      `to 0x${"deadbeef".repeat(5)}`,
      "value 255",
    ]);
    assert.deepEqual(
      summary(decodeLog({ topics: [transfer.toUpperCase().replace("0X", "0x"), ...ends, topic("7")], data: "0x" }))?.at(
        -1,
      ),
      "tokenId 7",
    );
    assert.equal(decodeLog({ topics: [transfer], data: "0x" }), undefined);
  });

  it("are decoded to signed numbers, words, texts and arrays", () => {
    const minus = "f".repeat(64);
    const swap = hashEvent("Swap(address,address,int256,int256,uint160,uint128,int24)");
    const data = `0x${minus}${word("5")}${word("1")}${word("2")}${minus}`;
    assert.deepEqual(summary(decodeLog({ topics: [swap, topic("1"), topic("2")], data }))?.slice(3), [
      "amount0 -1",
      "amount1 5",
      "sqrtPriceX96 1",
      "liquidity 2",
      "tick -1",
    ]);
    const role = hashEvent("RoleGranted(bytes32,address,address)");
    assert.equal(
      summary(decodeLog({ topics: [role, topic("ab"), topic("1"), topic("2")], data: undefined }))?.[1],
      `role ${topic("ab")}`,
    );
    const uri = `0x${word("20")}${word("7")}${Buffer.from("caffè ").toString("hex").padEnd(64, "0")}`;
    assert.deepEqual(summary(decodeLog({ topics: [hashEvent("URI(string,uint256)"), topic("9")], data: uri })), [
      "URI",
      "value caffè ",
      "id 9",
    ]);
    const batch = hashEvent("TransferBatch(address,address,address,uint256[],uint256[])");
    const lists = `0x${word("40")}${word("a0")}${word("2")}${word("1")}${word("2")}${word("1")}${word("64")}`;
    assert.deepEqual(
      summary(decodeLog({ topics: [batch, topic("1"), topic("2"), topic("3")], data: lists }))?.slice(4),
      ["ids [1, 2]", "values [100]"],
    );
  });

  it("are decoded from an input by its selector", () => {
    assert.deepEqual(summary(decodeCall(`0xA9059CBB${word("3e9")}${word("64")}`)), [
      "transfer",
      "to 0.0.1001",
      "value 100",
    ]);
    assert.deepEqual(summary(decodeCall("0x18160ddd")), ["totalSupply"]);
    assert.equal(decodeCall("0x"), undefined);
    assert.equal(decodeCall("0xa9059cbb00"), undefined);
  });

  it("stay undecoded if the data doesn't match the declaration", () => {
    const topics = [
      transfer,
      hashEvent("URI(string,uint256)"),
      hashEvent("TransferBatch(address,address,address,uint256[],uint256[])"),
    ];
    const digits = fc.string({ unit: fc.constantFrom(..."0123456789abcdefxyz".split("")), maxLength: 400 });
    fc.assert(
      fc.property(fc.constantFrom(...topics), fc.array(digits, { maxLength: 3 }), digits, (first, others, data) => {
        decodeLog({ topics: [first, ...others], data });
        decodeCall(data);
      }),
    );
  });

  it("show an entity's number if the address is derived from it", () => {
    assert.equal(entityOfAddress(`0x${"0".repeat(37)}7d1`), "0.0.2001");
    assert.equal(entityOfAddress(`0x${"1".repeat(40)}`), undefined);
  });
});
