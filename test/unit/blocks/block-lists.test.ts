// What the lists in the panel of a block show about elements that are missing or could not be decoded.
import assert from "node:assert/strict";
import { toMilliseconds } from "../../../src/base/time.ts";
import type * as BlockLists from "../../../src/blocks/block/block-lists.ts";
import { importTexts } from "../import-texts.ts";
import { mirror } from "./ledgers.ts";

describe("The lists of a block", () => {
  const world = mirror();
  let module: typeof BlockLists;

  before(async () => {
    module = (await importTexts("src/blocks/block/block-lists.ts", "en")) as typeof BlockLists;
  });

  it("are not reported as empty if their elements could not be decoded", async () => {
    const { store } = world.open();
    const found = await store.find(world.network, { number: 7n });
    const block = "block" in found ? { ...found.block, count: 1n } : assert.fail("the block is missing");
    world.node.answer("/transactions", { transactions: [{}], links: { next: null } });
    const parts = { store, now: Date.now, send: () => undefined, changed: () => undefined };
    const lists = new module.Lists(world.network, block, parts);
    await lists.begin("transactions");
    const { transactions } = lists.states;
    assert.equal(transactions?.foot, "0 loaded · 1 skipped: the response could not be read");
    assert.equal(transactions.isEmpty, false);
  });

  it("don't promise entries that are still missing long after the block closed", async () => {
    const { store } = world.open();
    const found = await store.find(world.network, { number: 7n });
    const block = "block" in found ? { ...found.block, count: 1000n } : assert.fail("the block is missing");
    const closed = toMilliseconds(block.to ?? 0n);
    for (const [ageMs, trouble] of [
      [59_000, /^Some entries are still arriving/],
      [61_000, /^The mirror node does not have all entries\.$/],
    ] as const) {
      const parts = { store, now: () => closed + ageMs, send: () => undefined, changed: () => undefined };
      const lists = new module.Lists(world.network, block, parts);
      await lists.begin("transactions");
      assert.match(lists.states.transactions?.trouble ?? "", trouble);
    }
  });
});
