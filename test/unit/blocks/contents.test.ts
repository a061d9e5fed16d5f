// How the store loads and keeps the contents of blocks, and stores pins.
import assert from "node:assert/strict";
import { ListLoader } from "../../../src/blocks/block/list-loader.ts";
import { toMilliseconds } from "../../../src/base/time.ts";
import { Pins } from "../../../src/blocks/store/pins.ts";
import type { PagedList } from "../../../src/blocks/store/paged-list.ts";
import type { Block } from "../../../src/blocks/model/block.ts";
import { problemOf } from "../base/service.ts";
import { memento } from "./memento.ts";
import { mirror } from "./ledgers.ts";

describe("Contents of a block", () => {
  const world = mirror();

  async function open(number: bigint) {
    const { store, lines } = world.open();
    const found = await store.find(world.network, { number });
    const block: Block = "block" in found ? found.block : assert.fail("the block is not there");
    world.node.service.journal = [];
    return { store, block, lines };
  }

  it("are loaded page by page on demand, and once for all views", async () => {
    const { store, block } = await open(100n);
    const transactions = store.contents.transactions(world.network, block) ?? assert.fail("it has no times");
    assert.equal(transactions.extent, "unread");
    await Promise.all([transactions.loadMore(), transactions.loadMore()]);
    assert.equal(transactions.values.length, 100);
    assert.equal(transactions.extent, "part");
    assert.equal(store.contents.transactions(world.network, block), transactions);
    await transactions.until(1000);
    assert.equal(transactions.extent, "all");
    assert.equal(BigInt(transactions.values.length), block.count);
    await transactions.loadMore();
    assert.equal(world.node.targets().length, 2);
  });

  it("continue to load after a failed page", async () => {
    const { store, block } = await open(100n);
    const transactions = store.contents.transactions(world.network, block) ?? assert.fail("it has no times");
    await transactions.loadMore();
    world.node.service.faults.add({ kind: "status", status: 500 });
    assert.equal((await problemOf(transactions.loadMore())).kind, "server");
    assert.equal(transactions.values.length, 100);
    world.node.service.faults.clear();
    await transactions.until(1000);
    assert.equal(BigInt(transactions.values.length), block.count);
  });

  it("are searched for a transaction after a page that is already loading", async () => {
    const { store, block } = await open(100n);
    const transactions = store.contents.transactions(world.network, block) ?? assert.fail("it has no times");
    const loader = new ListLoader(transactions, () => undefined);
    const loading = loader.begin();
    await loader.loadAll(() => loader.values.length > 100);
    await loading;
    assert.ok(loader.values.length > 100, `${loader.values.length} are loaded`);
  });

  it("are not searched further if the user stops", async () => {
    const { store, block } = await open(100n);
    const transactions = store.contents.transactions(world.network, block) ?? assert.fail("it has no times");
    const loader = new ListLoader(transactions, () => undefined);
    const searching = [loader.begin(), loader.loadAll()];
    loader.stop();
    await Promise.all(searching);
    assert.equal(loader.values.length, 0);
  });

  it("keep loading for one view when another view cancels", async () => {
    const { store, block } = await open(100n);
    const transactions = store.contents.transactions(world.network, block) ?? assert.fail("it has no times");
    const leaving = new AbortController();
    const canceled = transactions.loadMore(leaving.signal);
    const waiting = Promise.all([transactions.loadMore(), transactions.loadMore()]);
    leaving.abort();
    assert.equal((await problemOf(canceled)).kind, "canceled");
    await waiting;
    assert.equal(transactions.values.length, 100);
    assert.equal(world.node.targets().length, 1);
  });

  it("are not cached if the replica has fewer transactions than the block counts", async () => {
    world.node.act("setLag", { blocks: 1, transactions: 5 });
    const { store, block } = await open(1999n);
    const early = store.contents.transactions(world.network, block) ?? assert.fail("it has no times");
    await early.until(1000);
    assert.equal(early.extent, "short");
    assert.equal(early.values.length, 5);
    world.node.act("setLag", {});
    const late = store.contents.transactions(world.network, block) ?? assert.fail("it has no times");
    assert.notEqual(late, early);
    await late.until(1000);
    assert.equal(late.extent, "all");
  });

  for (const list of ["results", "logs"] as const) {
    it(`include ${list} that reach the replica after the block`, async () => {
      const { block } = await open(100n);
      const closed = toMilliseconds(block.to ?? assert.fail("it has no times"));
      const { store } = world.open({ now: () => closed + 1000 });
      const load = async (): Promise<PagedList<unknown>> => {
        const loading = store.contents[list](world.network, block) ?? assert.fail("it has no times");
        await loading.until(1000);
        return loading;
      };
      world.node.answer("/contracts/results", { results: [], logs: [], links: { next: null } });
      const early = await load();
      assert.deepEqual([early.extent, early.values.length], ["short", 0]);
      world.node.service.faults.clear();
      const late = await load();
      assert.equal(late.extent, "all");
      assert.ok(late.values.length > 0);
    });
  }

  it("are complete if a replica still lacks them after a minute", async () => {
    const { block } = await open(100n);
    const closed = toMilliseconds(block.to ?? assert.fail("it has no times"));
    const { store } = world.open({ now: () => closed + 61_000 });
    world.node.answer("/contracts/results", { results: [], links: { next: null } });
    const results = store.contents.results(world.network, block);
    await results.until(1000);
    assert.equal(results.extent, "all");
    assert.equal(store.contents.results(world.network, block), results);
  });

  it("can't be loaded if the times of the block were not recorded", async () => {
    const { store, block } = await open(7n);
    assert.equal(store.contents.transactions(world.network, { ...block, to: undefined }), undefined);
  });

  it("include the results of contract calls", async () => {
    const { store, block } = await open(100n);
    const results = store.contents.results(world.network, block);
    await results.until(1000);
    assert.equal(results.extent, "all");
    const outer = results.values.filter(({ isInternal }) => !isInternal);
    assert.ok(outer.length > 20 && outer.length < results.values.length);
    assert.equal(
      outer.reduce((sum, { gasUsed }) => sum + (gasUsed ?? 0n), 0n),
      block.gasUsed,
    );
    // Internal results are those whose transaction has a nonce.
    const transactions = store.contents.transactions(world.network, block) ?? assert.fail("it has no times");
    await transactions.until(1000);
    const nonces = new Map(transactions.values.map(({ time, nonce }) => [time, nonce]));
    for (const { time, isInternal } of results.values) assert.equal(isInternal, nonces.get(time) !== 0n);
  });

  it("mark internal results across many pages", async () => {
    world.node.act("growBlock", { number: 1600, transactions: 1200 });
    const { store, block } = await open(1600n);
    const results = store.contents.results(world.network, block);
    await results.until(10_000);
    const outer = results.values.filter(({ isInternal }) => !isInternal);
    assert.ok(outer.length > 100 && outer.length < results.values.length - 5, `${outer.length}`);
    assert.equal(
      outer.reduce((sum, { gasUsed }) => sum + (gasUsed ?? 0n), 0n),
      block.gasUsed,
    );
  });

  it("include contract logs across many pages", async () => {
    world.node.act("growBlock", { number: 1600, transactions: 1200 });
    const { store, block } = await open(1600n);
    const logs = store.contents.logs(world.network, block) ?? assert.fail("it has no times");
    await logs.until(10_000);
    const results = store.contents.results(world.network, block);
    await results.until(10_000);
    const calls = results.values.filter(({ isInternal, succeeded }) => !isInternal && succeeded === true);
    assert.equal(logs.extent, "all");
    assert.deepEqual(
      logs.values.map(({ time }) => time),
      calls.map(({ time }) => time),
    );
    assert.equal(store.contents.logs(world.network, { ...block, from: undefined }), undefined);
  });

  it("log that elements were skipped", async () => {
    const { store, block, lines } = await open(7n);
    world.node.answer("/transactions", { transactions: [{}], links: { next: null } });
    const transactions = store.contents.transactions(world.network, block) ?? assert.fail("it has no times");
    await transactions.loadMore();
    assert.equal(transactions.skipped, 1);
    assert.ok(lines.some((line) => line.includes("transactions[0].consensus_timestamp")));
  });

  it("belong to the block of a given time, even between two blocks", async () => {
    const { store, block } = await open(100n);
    assert.ok(block.from !== undefined && block.to !== undefined);
    for (const time of [block.from, block.to, block.from + 1n]) {
      const found = await store.findAt(world.network, time);
      assert.ok("block" in found && found.block.number === 100n && !found.between);
    }
    const after = await store.findAt(world.network, block.to + 1n);
    assert.ok("block" in after && after.block.number === 101n && after.between);
    const late = await store.findAt(world.network, 2n ** 63n - 1n);
    assert.ok("absent" in late && late.absent.newest?.number === 1999n);
    assert.equal((await problemOf(store.findAt(world.network, 2n ** 63n))).kind, "invalid");
  });

  it("distinguish an unknown transaction from a failed request", async () => {
    const { store } = await open(7n);
    assert.deepEqual(await store.transactions.find(world.network, "0.0.2-1-000000001"), []);
    assert.deepEqual(await store.transactions.find(world.network, `0x${"ab".repeat(32)}`), []);
    world.node.service.faults.add({ kind: "status", status: 500 });
    assert.equal((await problemOf(store.transactions.find(world.network, "0.0.2-1-000000001"))).kind, "server");
  });

  it("distinguish a malformed transaction from a missing one", async () => {
    const { store } = await open(7n);
    world.node.answer("/transactions", { transactions: [{}] });
    const find = store.transactions.find(world.network, "0.0.2-1-000000001");
    assert.equal((await problemOf(find)).kind, "malformed");
  });

  it("can be loaded for a range of blocks, without requests for known ones", async () => {
    const { store } = await open(7n);
    const page = await store.rangePage(world.network, { from: 700n, to: 799n });
    assert.equal(page.values[0]?.number, 799n);
    assert.equal(page.values.length, 100);
    assert.equal((await store.rangePage(world.network, { from: 710n, to: 730n })).values[0]?.number, 730n);
    assert.deepEqual(world.node.targets(), [
      "/api/v1/blocks?block.number=gte:700&block.number=lte:799&limit=100&order=desc",
    ]);
  });

  it("are dropped when the ledger starts over", async () => {
    const { store } = await open(7n);
    await store.newest(world.network);
    const old = store.getKnown(world.network, { number: 1990n });
    assert.ok(old !== undefined);
    world.node.answer("/blocks\\?", { blocks: [{ number: 5, hash: `0x${"cd".repeat(48)}` }], links: { next: null } });
    store.markStale(world.network);
    assert.equal((await store.newest(world.network)).values.length, 1);
    assert.equal(store.getKnown(world.network, { number: 1990n }), undefined);
    assert.equal(store.newestKnown(world.network)?.number, 5n);
  });
});

describe("Pinned blocks", () => {
  it("are saved per network with every digit, latest first, without duplicates", async () => {
    const kept = memento();
    const pins = new Pins(kept);
    let heard = 0;
    pins.onDidChange(() => (heard += 1));
    await pins.add({ network: "mine", number: 9_223_372_036_854_775_807n });
    await pins.add({ network: "mine", number: 0n });
    await pins.add({ network: "other", number: 5n });
    await pins.add({ network: "mine", number: 9_223_372_036_854_775_807n });
    assert.deepEqual(new Pins(kept).of("mine"), [9_223_372_036_854_775_807n, 0n]);
    await pins.remove({ network: "mine", number: 0n });
    assert.ok(pins.has({ network: "other", number: 5n }) && !pins.has({ network: "mine", number: 0n }));
    assert.equal(heard, 5);
  });

  it("are ignored if they are stored in another format", async () => {
    const kept = memento();
    await kept.update("triptych.blocks.pinned", [
      { network: "mine", number: 5 },
      null,
      { network: "mine", number: "6" },
    ]);
    assert.deepEqual(new Pins(kept).of("mine"), [6n]);
    await kept.update("triptych.blocks.pinned", "none");
    assert.deepEqual(new Pins(kept).of("mine"), []);
  });
});
