// Verifies the chain of a range, and counts its transactions.
import assert from "node:assert/strict";
import { countRequests, formatTransactionCount, verify } from "../../../../src/blocks/range/verify-chain.ts";
import { startBlocks, startInt64Blocks, type BlocksService } from "../service.ts";
import type { Block } from "../../../../src/blocks/model/block.ts";
import { machine } from "../store-of.ts";

describe("Verifying a range of blocks", () => {
  let blocks: BlocksService;
  let computer: Awaited<ReturnType<typeof machine>>;

  before(async () => {
    [blocks, computer] = await Promise.all([startBlocks(), machine()]);
  });
  afterEach(() => blocks.reset());
  after(() => Promise.all([blocks.close(), computer.close()]));

  const verified = async (from: bigint, to: bigint, report: (checked: bigint) => void = () => undefined) => {
    const { store } = computer.open({ ledger: blocks.service.origin });
    const { signal } = new AbortController();
    return await verify(store, store.network, { from, to }, { signal, report });
  };

  it("checks a whole ledger, a hundred blocks per request, and reports its progress", async () => {
    const reported: bigint[] = [];
    const { broken, tally, requests } = await verified(0n, 1999n, (checked) => reported.push(checked));
    assert.equal(broken, undefined);
    assert.deepEqual(tally, { numbers: 2000, hashes: 1999, times: 2000 });
    assert.equal(requests, 20);
    assert.deepEqual(reported.slice(0, 3), [100n, 200n, 300n]);
    assert.equal(reported.at(-1), 2000n);
  });

  for (const [what, kind] of [
    ["previous_hash", "hash"],
    ["time", "time"],
  ] as const) {
    it(`reports the exact block where the ${kind} is broken, and stops there`, async () => {
      blocks.act("breakChain", { number: 688, what });
      blocks.act("breakChain", { number: 900, what });
      const { broken, tally } = await verified(317n, 1316n);
      assert.equal(broken?.kind, kind);
      assert.equal(broken?.at, 688n);
      assert.equal(tally.hashes, kind === "hash" ? 370 : 371);
      assert.equal(blocks.targets().length, 4);
    });
  }

  it("ignores a break just before or after the range", async () => {
    blocks.act("breakChain", { number: 300 });
    blocks.act("breakChain", { number: 401 });
    assert.equal((await verified(300n, 400n)).broken, undefined);
  });

  it("reports that the ledger ends before the range does", async () => {
    assert.deepEqual((await verified(1990n, 2100n)).broken, { kind: "end", at: 2000n, after: 1999n });
  });

  it("distinguishes a malformed block from a missing one", async () => {
    const { store } = computer.open({ ledger: blocks.service.origin });
    const sent: Record<string, unknown>[] = [];
    for await (const { values } of store.walk(store.network, { from: 5n, to: 8n })) {
      for (const { number, hash, previousHash } of values) {
        sent.push({ number: Number(number), hash, previous_hash: previousHash });
      }
    }
    const list = (elements: readonly unknown[]) => ({ blocks: elements, links: { next: null } });
    blocks.answer("/api/v1/blocks", list([sent[0], { ...sent[1], hash: "nonsense" }, sent[2], sent[3]]));
    assert.deepEqual((await verified(5n, 8n)).broken, { kind: "unread", at: 7n, after: 5n });
    blocks.reset();
    blocks.answer("/api/v1/blocks", list([sent[0], sent[2], sent[3]]));
    assert.deepEqual((await verified(5n, 8n)).broken, { kind: "gap", at: 7n, after: 5n });
  });

  it("ends without a verdict if the user cancels", async () => {
    const { store } = computer.open({ ledger: blocks.service.origin });
    const abort = new AbortController();
    const walk = { signal: abort.signal, report: () => abort.abort() };
    await assert.rejects(verify(store, store.network, { from: 0n, to: 1999n }, walk), { kind: "canceled" });
    assert.equal(blocks.targets().length, 1);
  });

  it("fails if the node fails, and reports no broken block", async () => {
    blocks.answer("/api/v1/blocks", "Not today", 403);
    await assert.rejects(verified(0n, 10n), { kind: "forbidden" });
  });

  it("supports numbers up to the end of 64 bits", async () => {
    const high = await startInt64Blocks();
    try {
      const { store } = computer.open({ ledger: high.service.origin });
      const newest = (await store.newest(store.network)).values[0]?.number;
      assert.ok(newest !== undefined && newest > 2n ** 53n);
      const range = { from: newest - 5n, to: newest };
      const walk = { signal: new AbortController().signal, report: () => undefined };
      const { broken, tally } = await verify(store, store.network, range, walk);
      assert.deepEqual([broken, tally.numbers], [undefined, 6]);
    } finally {
      await high.close();
    }
  });
});

describe("Counting the transactions of a range", () => {
  let blocks: BlocksService;
  let computer: Awaited<ReturnType<typeof machine>>;

  before(async () => {
    [blocks, computer] = await Promise.all([startBlocks(), machine()]);
  });
  afterEach(() => blocks.reset());
  after(() => Promise.all([blocks.close(), computer.close()]));

  const counted = async (from: bigint, to: bigint, later = 3_600_000_000_000n) => {
    const { store } = computer.open({ ledger: blocks.service.origin });
    const read: Block[] = [];
    for await (const { values } of store.walk(store.network, { from, to })) read.push(...values);
    blocks.service.journal = [];
    const walk = { signal: new AbortController().signal, report: () => undefined };
    const now = (read.at(-1)?.to ?? 0n) + later;
    const outcome = await formatTransactionCount(store, store.network, read, now, walk);
    return { outcome, requests: BigInt(blocks.targets().length), least: countRequests(read) };
  };

  it("finds as many as each block counts, with many blocks per request", async () => {
    const { outcome, requests, least } = await counted(100n, 299n);
    assert.deepEqual(outcome, { good: 200, wrong: undefined, late: 0, unread: 0 });
    assert.ok(requests <= least + 1n && requests < 60n, `${requests} requests`);
  });

  it("reports the first block with a different count, and both counts", async () => {
    blocks.act("breakChain", { number: 150, what: "count" });
    blocks.act("breakChain", { number: 160, what: "count" });
    const { outcome } = await counted(100n, 199n);
    assert.equal(outcome.wrong?.at, 150n);
    assert.equal(outcome.wrong?.expected, outcome.wrong.found + 3n);
    assert.equal(outcome.good, 98);
  });

  it("reports no wrong count because of transactions that could not be decoded", async () => {
    const { store } = computer.open({ ledger: blocks.service.origin });
    const read: Block[] = [];
    for await (const { values } of store.walk(store.network, { from: 100n, to: 101n })) read.push(...values);
    const [first, second] = read;
    const span = { from: first?.from ?? 0n, to: second?.to ?? 0n };
    const walkThrough = async function* () {
      let left = 1;
      for await (const page of store.transactions.walk(store.network, span)) {
        yield { ...page, values: page.values.slice(left), skipped: page.skipped + left };
        left = 0;
      }
    };
    const walk = { signal: new AbortController().signal, report: () => undefined };
    const now = span.to + 3_600_000_000_000n;
    const count = (counts: readonly Block[]) =>
      formatTransactionCount({ transactions: { walk: walkThrough } }, store.network, counts, now, walk);
    assert.deepEqual(await count(read), { good: 1, wrong: undefined, late: 0, unread: 1 });
    assert.ok(first !== undefined && second?.count !== undefined);
    const fewer = [first, { ...second, count: second.count - 1n }];
    assert.equal((await count(fewer)).wrong?.at, 101n, "the node lists too many, whatever the others are");
  });

  it("reports missing transactions of the latest blocks as late, and those of older ones as wrong", async () => {
    blocks.act("setLag", { blocks: 2, transactions: 0 });
    const soon = await counted(1990n, 1999n, 1_000_000_000n);
    assert.equal(soon.outcome.wrong, undefined);
    assert.ok(soon.outcome.late > 0 && soon.outcome.late <= 2);
    const old = await counted(1990n, 1999n);
    assert.equal(old.outcome.late, 0);
    assert.ok(old.outcome.wrong !== undefined && old.outcome.wrong.at >= 1998n);
  });
});
