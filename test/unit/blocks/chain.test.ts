// The check of a chain: what counts as a break, and where it is found.
import assert from "node:assert/strict";
import fc from "fast-check";
import { ChainCheck, type Break, type Link } from "../../../src/blocks/model/block-sequence.ts";

function hash(number: bigint): string {
  return `0x${number.toString(16).padStart(96, "a")}`;
}

function link(number: bigint, other: Partial<Link> = {}): Link {
  const from = number * 2_000_000_000n;
  return { number, hash: hash(number), previousHash: hash(number - 1n), from, to: from + 1_900_000_000n, ...other };
}

function checked(
  links: readonly Link[],
  first = links[0]?.number ?? 0n,
): { broken: Break | undefined; tally: unknown } {
  const check = new ChainCheck(first);
  for (const each of links) {
    const broken = check.next(each);
    if (broken !== undefined) return { broken, tally: check.tally };
  }
  return { broken: undefined, tally: check.tally };
}

describe("A chain of blocks", () => {
  it("is valid if numbers, hashes and times follow one another", () => {
    const { broken, tally } = checked([5n, 6n, 7n, 8n].map((number) => link(number)));
    assert.equal(broken, undefined);
    assert.deepEqual(tally, { numbers: 4, hashes: 3, times: 4 });
  });

  it("may start with block 0 or with any other", () => {
    assert.equal(checked([link(0n, { previousHash: `0x${"0".repeat(96)}` }), link(1n)]).broken, undefined);
  });

  it("is broken if a block is missing, also at its start", () => {
    assert.deepEqual(checked([link(5n), link(7n)]).broken, { kind: "gap", at: 7n, after: 5n });
    assert.deepEqual(checked([link(5n)], 3n).broken, { kind: "gap", at: 5n, after: 2n });
  });

  it("is broken if a block is repeated or out of order", () => {
    assert.deepEqual(checked([link(5n), link(5n)]).broken, { kind: "order", at: 5n, after: 5n });
    assert.deepEqual(checked([link(5n), link(6n), link(4n)]).broken, { kind: "order", at: 4n, after: 6n });
  });

  it("is broken if a previous hash is not the hash of the previous block", () => {
    const named = hash(99n);
    const { broken, tally } = checked([link(5n), link(6n), link(7n, { previousHash: named }), link(8n)]);
    assert.deepEqual(broken, { kind: "hash", at: 7n, named, before: hash(6n) });
    assert.deepEqual(tally, { numbers: 3, hashes: 1, times: 2 });
  });

  it("is broken if time runs backwards, within a block or between two", () => {
    assert.deepEqual(checked([link(5n, { from: 9n, to: 8n })]).broken, { kind: "span", at: 5n, from: 9n, to: 8n });
    const early = link(6n, { from: 1n, to: 2n });
    assert.deepEqual(checked([link(5n), early]).broken, {
      kind: "time",
      at: 6n,
      begins: 1n,
      ended: link(5n).to,
    });
  });

  it("is valid if an empty block starts at the moment the previous one ended", () => {
    const moment = link(5n).to;
    assert.equal(checked([link(5n), link(6n, { from: moment, to: moment })]).broken, undefined);
  });

  it("is valid if there is nothing to compare, and counts what was compared", () => {
    const bare = { previousHash: undefined, from: undefined, to: undefined };
    const { broken, tally } = checked([link(5n), link(6n, bare), link(7n)]);
    assert.equal(broken, undefined);
    assert.deepEqual(tally, { numbers: 3, hashes: 1, times: 2 });
  });

  it("reports the first break at its block, however large the numbers", () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 2n ** 62n),
        fc.integer({ min: 2, max: 40 }),
        fc.nat(),
        fc.constantFrom("hash", "gap", "time"),
        (first, length, place, kind) => {
          const at = 1 + (place % (length - 1));
          const links = Array.from({ length }, (_, index) => link(first + BigInt(index)));
          const planted = links[at];
          assert.ok(planted !== undefined);
          if (kind === "hash") links[at] = { ...planted, previousHash: hash(2n ** 63n) };
          if (kind === "gap") links.splice(at, 1, link(planted.number + 1n));
          if (kind === "time") links[at] = { ...planted, from: -1n };
          const { broken } = checked(links, first);
          assert.equal(broken?.kind, kind);
          assert.equal(broken?.at, kind === "gap" ? planted.number + 1n : planted.number);
        },
      ),
    );
  });
});
