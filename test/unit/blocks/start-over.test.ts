// Networks that start over with different blocks, as local ones do.
import assert from "node:assert/strict";
import { NetworkBlocks } from "../../../src/blocks/store/network-blocks.ts";
import { mirror } from "./ledgers.ts";

/** More than the number of empty responses after which the newest block is requested again. */
const QUIET = 12;

describe("A network that starts over", () => {
  const world = mirror();

  async function opened() {
    const { store } = world.open();
    const { network } = store;
    let times = 0;
    store.onDidReplace(() => (times += 1));
    const page = await store.newest(network);
    const caughtUp = async (most: number): Promise<void> => {
      for (let ask = 0; ask < most; ask += 1) await store.catchUp(network);
    };
    const before = page.values[0]?.hash;
    return { store, network, caughtUp, before, times: () => times };
  }

  it("with more blocks is detected, and shows only its new blocks", async () => {
    const { store, network, caughtUp, before, times } = await opened();
    world.node.act("startOver", { count: 2100 });
    await caughtUp(3);
    const { values } = await store.newest(network);
    assert.equal(values[0]?.number, 2099n);
    assert.equal(times(), 1);
    assert.ok(store.startedOverAt(network) !== undefined);
    const found = await store.find(network, { number: 1999n });
    assert.ok("block" in found && found.block.hash !== before);
    store.markStale(network);
    assert.equal(store.startedOverAt(network), undefined);
  });

  it("with fewer blocks is detected even if nothing follows the previous latest block", async () => {
    const { store, network, caughtUp, times } = await opened();
    world.node.act("startOver", { count: 300 });
    await caughtUp(QUIET);
    assert.equal((await store.newest(network)).values[0]?.number, 299n);
    assert.equal(store.newestKnown(network)?.number, 299n);
    assert.ok("absent" in (await store.find(network, { number: 1999n })));
    assert.equal(times(), 1);
  });

  it("with as many blocks is detected", async () => {
    const { store, network, caughtUp, before, times } = await opened();
    world.node.act("startOver", { count: 2000 });
    await caughtUp(QUIET);
    const [newest] = (await store.newest(network)).values;
    assert.equal(newest?.number, 1999n);
    assert.notEqual(newest.hash, before);
    assert.equal(times(), 1);
  });

  it("is detected by a refresh, and by any list that has another block under a known number", async () => {
    const first = await opened();
    world.node.act("startOver", { count: 2020 });
    first.store.markStale(first.network);
    await first.store.newest(first.network);
    assert.equal(first.times(), 1);
    world.node.reset();
    const second = await opened();
    world.node.act("startOver", { count: 5000 });
    for await (const page of second.store.walk(second.network, { from: 1990n, to: 1999n })) assert.ok(page);
    assert.equal(second.times(), 1);
  });

  it("is not assumed if the network is quiet, a node lags or the chain itself is broken", async () => {
    const { store, network, caughtUp, times } = await opened();
    await caughtUp(QUIET * 3);
    const { values } = await store.newest(network);
    const [, , third] = values;
    assert.ok(third !== undefined);
    world.node.answer("limit=50", { blocks: values.slice(2).map(({ sent }) => sent), links: { next: null } });
    store.markStale(network);
    assert.equal((await store.newest(network)).values[0]?.number, 1999n);
    world.node.service.faults.clear();
    world.node.act("append", { count: 2 });
    world.node.act("breakChain", { number: 2000 });
    await caughtUp(2);
    store.listWaiting(network);
    assert.equal((await store.newest(network)).values[0]?.number, 2001n);
    assert.equal(times(), 0);
  });

  it("reports no break between a new block and one from before", async () => {
    const { store, network, times } = await opened();
    world.node.act("startOver", { count: 2100 });
    const found = await store.find(network, { number: 2000n });
    assert.ok("block" in found);
    const before = await store.loadPrevious(network, found.block);
    assert.equal(before?.hash, found.block.previousHash);
    assert.equal(times(), 1);
  });

  it("has other entities, so that logs are searched for their new addresses", async () => {
    const { store, network, caughtUp } = await opened();
    const id = "0.0.1024";
    const before = await store.entities.find(network, id);
    assert.ok(before !== undefined);
    world.node.act("startOver", { count: 2100 });
    world.node.answer(`/accounts/${id}`, { account: id, evm_address: `0x${"ab".repeat(20)}` });
    let found: unknown;
    store.onDidReplace(() => (found = store.entities.find(network, id)));
    await caughtUp(3);
    const after = await found;
    assert.ok(typeof after === "object" && after !== null && "evmAddress" in after);
    assert.equal(after.evmAddress, `0x${"ab".repeat(20)}`);
  });

  it("is reported only now and then if one server returns the blocks of two ledgers in turn", async () => {
    const [block] = (await world.node.api().blocks({ limit: 1 })).values;
    assert.ok(block !== undefined);
    let now = 0;
    const reports: number[] = [];
    const ledger = new NetworkBlocks({
      read: () => assert.fail("it requested blocks"),
      advanced: () => undefined,
      listed: () => undefined,
      startedOver: () => reports.push(now),
      now: () => now,
    });
    const other = { ...block, hash: `0x${"ab".repeat(48)}` };
    for (now = 0; now < 25_000; now += 1000) ledger.keep([(now / 1000) % 2 === 0 ? block : other]);
    assert.deepEqual(reports, [1000, 11_000, 21_000]);
    // The last one is not forgotten, even if everything is quiet from then on.
    for (; now < 60_000; now += 1000) ledger.keep([block]);
    assert.deepEqual(reports, [1000, 11_000, 21_000, 31_000]);
  });
});
