// What the lists in the panel of a block show about elements that could not be decoded.
import assert from "node:assert/strict";
import type * as BlockLists from "../../../src/blocks/block/lists.ts";
import { importTexts } from "../import-texts.ts";
import { mirror } from "./ledgers.ts";

describe("The lists of a block", () => {
  const world = mirror();
  let module: typeof BlockLists;

  before(async () => {
    module = (await importTexts("src/blocks/block/lists.ts", "en")) as typeof BlockLists;
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
});
