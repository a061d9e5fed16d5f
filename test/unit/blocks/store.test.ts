// What the store requests, keeps and forgets.
import assert from "node:assert/strict";
import { selectNetwork } from "../../../src/blocks/store/network-list.ts";
import type { Block } from "../../../src/blocks/model/block.ts";
import type { Store } from "../../../src/blocks/store/store.ts";
import { SECOND_NS } from "../../../src/base/time.ts";
import { problemOf } from "../base/service.ts";
import { until } from "../workbench/until.ts";
import { mirror } from "./ledgers.ts";
import { NETWORKS } from "../../../src/blocks/store/settings.ts";

describe("The block store", () => {
  const world = mirror();

  const open = (): Store => world.open().store;

  async function block(store: Store, number: bigint): Promise<Block> {
    const found = await store.find(world.network, { number });
    return "block" in found ? found.block : assert.fail(`there is no block ${number}`);
  }

  it("returns the network that the settings select, and others by name", async () => {
    const { store, settings } = world.open();
    assert.deepEqual(store.network, world.network);
    await selectNetwork(settings, "mainnet");
    assert.equal(store.network.address, "https://mainnet-public.mirrornode.hedera.com");
    assert.deepEqual(store.networkNamed("mine"), world.network);
    assert.equal(store.networkNamed("nowhere"), undefined);
  });

  it("shows the network that was selected last, and keeps the others in their order", async () => {
    const { store, settings } = world.open();
    const mine = `mine ${world.network.address}`;
    await selectNetwork(settings, "testnet");
    assert.deepEqual(store.network, { name: "testnet", address: "https://testnet.mirrornode.hedera.com" });
    assert.deepEqual(settings.get(NETWORKS), ["testnet", mine]);
    await selectNetwork(settings, "mine");
    assert.deepEqual(store.network, world.network);
    assert.deepEqual(settings.get(NETWORKS), [mine, "testnet"]);
  });

  it("requests a block once, and finds it again by number, hash and short hash", async () => {
    const store = open();
    const seven = await block(store, 7n);
    const short = seven.hash.slice(0, 66);
    assert.equal(store.getKnown(world.network, { hash: short }), undefined);
    for (const name of [{ number: 7n }, { hash: seven.hash }, { hash: short }, { hash: short }]) {
      assert.deepEqual(await store.find(world.network, name), { block: seven });
    }
    assert.deepEqual(world.node.targets(), ["/api/v1/blocks/7", `/api/v1/blocks/${short}`]);
  });

  it("fails with an unexpected status, not an archived repository, if a node returns 423", async () => {
    world.node.service.faults.add({ kind: "html", status: 423 });
    assert.equal((await problemOf(open().newest(world.network))).kind, "unexpected");
  });

  it("doesn't request a block that a list contained", async () => {
    const store = open();
    const page = await store.newest(world.network);
    await page.next?.();
    assert.equal((await block(store, 1_900n)).number, 1_900n);
    assert.deepEqual(world.node.targets(), ["/api/v1/blocks?limit=50", "/api/v1/blocks?block.number=lt:1950&limit=50"]);
  });

  it("keeps the ledgers of two URLs apart", async () => {
    const store = open();
    await block(store, 7n);
    assert.equal(store.getKnown({ name: "mine", address: "https://other.example" }, { number: 7n }), undefined);
    assert.equal(store.getKnown({ name: "renamed", address: world.network.address }, { number: 7n })?.number, 7n);
  });

  it("fires an event once the list can have a newer block, even if the block was found before", async () => {
    const store = open();
    const heard: Promise<bigint | undefined>[] = [];
    store.onDidAdvance((of) => {
      store.listWaiting(of);
      heard.push(store.newest(of).then(({ values }) => values[0]?.number));
    });
    await block(store, 7n);
    await store.newest(world.network);
    await store.newest(world.network);
    world.node.act("append");
    await block(store, 2000n);
    await store.newest(world.network);
    await store.catchUp(world.network);
    world.node.act("append");
    store.markStale(world.network);
    await store.newest(world.network);
    assert.deepEqual(await Promise.all(heard), [1999n, 2000n, 2001n]);
    assert.equal(store.newestListed(world.network)?.number, 2001n);
  });

  it("fires events under the current names of a network, not under the one that was first used", async () => {
    const store = open();
    const heard: string[] = [];
    store.onDidAdvance(({ name }) => heard.push(name));
    await store.newest({ name: "127.0.0.1", address: world.network.address });
    world.node.act("append");
    await store.catchUp(world.network);
    assert.deepEqual(heard, ["mine", "mine"]);
  });

  it("requests the first block again if there was none, because a new network may have it soon", async () => {
    const store = open();
    world.node.answer("/api/v1/blocks", { blocks: [], links: { next: null } });
    assert.equal(await store.oldest(world.network), undefined);
    world.node.reset();
    assert.equal((await store.oldest(world.network))?.number, 0n);
    await store.oldest(world.network);
    assert.equal(world.node.targets().length, 1);
  });

  it("keeps loading the first block if only one of its callers cancels", async () => {
    const store = open();
    world.node.service.faults.add({ kind: "delay", ms: 100, times: 1 });
    const leaving = new AbortController();
    const canceled = problemOf(store.oldest(world.network, { signal: leaving.signal }));
    await until(() => world.node.targets().length > 0);
    leaving.abort();
    assert.equal((await store.oldest(world.network))?.number, 0n);
    assert.equal((await canceled).kind, "canceled");
  });

  it("recognizes a block that has not closed yet by the latest block and the ledger's pace", async () => {
    const found = await open().find(world.network, { number: 5_000n });
    assert.ok("absent" in found);
    assert.equal(found.absent.newest?.number, 1999n);
    const { pace } = found.absent;
    assert.ok(pace !== undefined && pace > SECOND_NS && pace < 3n * SECOND_NS);
  });

  it("reports an unknown hash", async () => {
    const found = await open().find(world.network, { hash: `0x${"ab".repeat(48)}` });
    assert.ok("absent" in found);
    assert.equal(found.absent.newest?.number, 1999n);
  });

  it("finds a block that closed between its two requests", async () => {
    world.node.service.faults.add({ kind: "status", status: 404, path: "/blocks/1500$", times: 1 });
    assert.equal((await block(open(), 1_500n)).number, 1_500n);
    assert.equal(world.node.targets().length, 3);
    world.node.service.faults.add({ kind: "status", status: 404, path: "/blocks/1501$" });
    const found = await open().find(world.network, { number: 1_501n });
    assert.ok("absent" in found && found.absent.newest?.number === 1999n);
  });

  it("fails, and reports no missing block, if the server is not a mirror node or does not respond", async () => {
    const store = open();
    world.node.service.faults.add({ kind: "html", status: 404 });
    assert.equal((await problemOf(store.find(world.network, { number: 7n }))).kind, "notFound");
    world.node.service.faults.clear();
    world.node.service.faults.add({ kind: "status", status: 500 });
    assert.equal((await problemOf(store.find(world.network, { number: 7n }))).kind, "server");
    world.node.service.faults.clear();
    // A list would load, but it doesn't show whether this block exists.
    world.node.service.faults.add({ kind: "status", status: 500, path: "/blocks/7$" });
    assert.equal((await problemOf(store.find(world.network, { number: 7n }))).kind, "server");
    world.node.service.faults.clear();
    assert.equal((await block(store, 7n)).number, 7n);
  });

  it("recognizes a ledger without blocks", async () => {
    world.node.service.faults.add({ kind: "status", status: 404, path: "/blocks/0$" });
    world.node.answer("/blocks\\?", { blocks: [], links: { next: null } });
    assert.deepEqual(await open().find(world.network, { number: 0n }), {
      absent: { newest: undefined, pace: undefined },
    });
  });

  it("logs that it skipped malformed blocks, and why", async () => {
    const { store, lines } = world.open();
    world.node.answer("/blocks", { blocks: [{ number: 5 }], links: { next: null } });
    assert.equal((await store.newest(world.network)).skipped, 1);
    assert.ok(lines.some((line) => line.includes("Skipped") && line.includes("blocks[0].hash")));
  });

  it("reports a malformed block as such, and not as missing", async () => {
    const { store } = world.open();
    world.node.answer("/blocks", { blocks: [{ number: 5 }], links: { next: null } });
    assert.equal((await problemOf(store.findAt(world.network, 1n))).kind, "malformed");
    assert.equal((await problemOf(store.loadLatest(world.network))).kind, "malformed");
    assert.equal((await problemOf(store.oldest(world.network))).kind, "malformed");
  });

  it("stops when the user cancels", async () => {
    const abort = new AbortController();
    world.node.service.faults.add({ kind: "stall" });
    const finding = problemOf(open().find(world.network, { number: 7n }, { signal: abort.signal }));
    abort.abort();
    assert.equal((await finding).kind, "canceled");
  });

  it("evicts the oldest of very many blocks, but never the latest", async () => {
    const { KnownBlocks } = await import("../../../src/blocks/store/known-blocks.ts");
    const known = new KnownBlocks();
    const one = await block(open(), 7n);
    for (let number = 0n; number < 1_001n; number += 1n) {
      known.keep({ ...one, number, hash: `0x${String(number).padStart(96, "0")}` });
    }
    assert.equal(known.get({ number: 0n }), undefined);
    assert.equal(known.get({ hash: `0x${"0".repeat(96)}` }), undefined);
    assert.equal(known.get({ number: 1n })?.number, 1n);
    assert.equal(known.newest?.number, 1_000n);
  });
});
