// Durations, rates, names and neighbors of blocks, and the networks that are known.
import assert from "node:assert/strict";
import fc from "fast-check";
import { SECOND_NS } from "../../../src/base/time.ts";
import { bitsSet, duration, isNamed, measureBlockTime, rate, roundedSeconds } from "../../../src/blocks/model/block.ts";
import { follows, isFirst } from "../../../src/blocks/model/block-sequence.ts";
import { explorerAddress, firstNetwork, readNetworks } from "../../../src/blocks/model/network.ts";

const FROM = 1_795_184_938_001_273_104n;
const TO = 1_795_184_939_987_450_221n;
const hash = (digit: string) => `0x${digit.repeat(96)}`;

describe("Durations and rates of blocks", () => {
  it("cover the time from a block's first transaction to its last", () => {
    assert.equal(duration({ from: FROM, to: TO }), 1_986_177_117n);
    assert.equal(duration({ from: FROM, to: FROM }), 0n);
  });

  it("are unknown if a time is missing or runs backwards", () => {
    assert.equal(duration({ from: FROM, to: undefined }), undefined);
    assert.equal(duration({ from: undefined, to: TO }), undefined);
    assert.equal(duration({ from: TO, to: FROM }), undefined);
  });

  it("show transactions per second with one decimal, for any count", () => {
    assert.equal(rate({ count: 52n, from: FROM, to: TO }), "26.2");
    assert.equal(rate({ count: 0n, from: FROM, to: TO }), "0");
    assert.equal(rate({ count: 2n ** 63n - 1n, from: 0n, to: SECOND_NS }), "9223372036854775807");
    assert.equal(rate({ count: 1n, from: FROM, to: FROM }), undefined);
    assert.equal(rate({ count: undefined, from: FROM, to: TO }), undefined);
  });

  it("agree with floating-point division as far as doubles are exact", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200_000 }), fc.integer({ min: 1, max: 20_000 }), (count, thousandths) => {
        const shown = rate({ count: BigInt(count), from: 0n, to: BigInt(thousandths) * 1_000_000n });
        assert.ok(Math.abs(Number(shown) - count / (thousandths / 1000)) <= 0.0500001);
      }),
    );
  });

  it("show seconds with three decimals, and very short times in full", () => {
    assert.equal(roundedSeconds(1_986_177_117n), "1.986");
    assert.equal(roundedSeconds(2_000_000_000n), "2");
    assert.equal(roundedSeconds(1_999_999_999n), "2");
    assert.equal(roundedSeconds(0n), "0");
    assert.equal(roundedSeconds(100n), "0.0000001");
  });

  it("include the average time per block of the latest blocks", () => {
    const blocks = [10n, 9n, 8n].map((number) => ({ number, to: number * 2n * SECOND_NS }));
    assert.equal(measureBlockTime(blocks), 2n * SECOND_NS);
    assert.equal(measureBlockTime(blocks.slice(0, 1)), undefined);
    assert.equal(measureBlockTime([]), undefined);
    assert.equal(measureBlockTime(blocks.toReversed()), undefined);
  });
});

describe("Bits of a logs bloom", () => {
  it("are counted", () => {
    assert.equal(bitsSet("0x"), 0);
    assert.equal(bitsSet(`0x${"0".repeat(512)}`), 0);
    assert.equal(bitsSet(`0x${"F".repeat(512)}`), 2048);
    assert.equal(bitsSet("0x01ff"), 9);
    assert.equal(bitsSet("nothing"), undefined);
  });
});

describe("Neighbors of a block", () => {
  it("match by number and by hash", () => {
    const before = { number: 4n, hash: hash("a") };
    assert.ok(follows({ number: 5n, previousHash: hash("a") }, before));
    assert.ok(!follows({ number: 6n, previousHash: hash("a") }, before));
    assert.ok(!follows({ number: 5n, previousHash: hash("b") }, before));
    assert.ok(!follows({ number: 5n, previousHash: undefined }, before));
  });

  it("include none before block 0", () => {
    assert.ok(isFirst({ number: 0n, previousHash: undefined }));
    assert.ok(isFirst({ number: 5n, previousHash: hash("0") }));
    assert.ok(!isFirst({ number: 5n, previousHash: hash("a") }));
    assert.ok(!isFirst({ number: 5n, previousHash: undefined }));
  });

  it("match a block by its number, its hash or the first 64 digits of its hash", () => {
    const block = { number: 0n, hash: hash("a") };
    assert.ok(isNamed(block, { number: 0n }));
    assert.ok(!isNamed(block, { number: 1n }));
    assert.ok(isNamed(block, { hash: hash("a").slice(0, 66) }));
    assert.ok(!isNamed(block, { hash: hash("b") }));
  });
});

describe("Networks", () => {
  const main = { name: "mainnet", address: "https://mainnet-public.mirrornode.hedera.com" };

  it("are listed by name and URL, public ones by name, and those that are left out come last", () => {
    const entries = [
      "my own  http://localhost:5551/api/v1",
      "testnet",
      "mainnet https://proxy.example",
      "my own http://b",
    ];
    assert.deepEqual(
      [...readNetworks(entries)],
      [
        ["my own", "http://localhost:5551"],
        ["testnet", "https://testnet.mirrornode.hedera.com"],
        ["mainnet", "https://proxy.example"],
        ["previewnet", "https://previewnet.mirrornode.hedera.com"],
      ],
    );
    assert.deepEqual(firstNetwork(entries), { name: "my own", address: "http://localhost:5551" });
  });

  it("leave out entries that name no network, and begin with mainnet if there is no other", () => {
    for (const bad of [
      "devnet",
      "constructor",
      "two words",
      "local 127.0.0.1",
      "evil https://a:b@evil.example",
      7,
      null,
    ])
      assert.deepEqual([firstNetwork([bad]), readNetworks([bad]).size], [main, 3], String(bad));
    assert.deepEqual(firstNetwork([]), main);
    assert.equal(firstNetwork(["devnet", "testnet"]).name, "testnet");
  });

  it("link each block to its page in the explorer, if the explorer covers them", () => {
    assert.equal(explorerAddress("testnet", "block", 0n), "https://hashscan.io/testnet/block/0");
    assert.equal(
      explorerAddress("mainnet", "block", 9_007_199_254_740_993n),
      "https://hashscan.io/mainnet/block/9007199254740993",
    );
    assert.equal(explorerAddress("mainnet", "token", "0.0.1234"), "https://hashscan.io/mainnet/token/0.0.1234");
    assert.equal(explorerAddress("mine", "block", 5n), undefined);
  });
});
