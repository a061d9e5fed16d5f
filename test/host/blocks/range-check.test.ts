// Shows that the check of a range uses blocks from the node, not those that are already known.
import assert from "node:assert/strict";
import { RangeCheck } from "../../../src/blocks/range/range-check.ts";
import { ledgers } from "./ledgers.ts";

describe("The check of a range", () => {
  const world = ledgers();

  it("compares transactions with the blocks it has just loaded, whatever was known before", async () => {
    const { store } = world.open();
    const { network } = store;
    const range = { from: 100n, to: 199n };
    for await (const page of store.walk(network, range)) assert.ok(page);
    await world.node.act("breakChain", { number: 150, what: "count" });
    const check = new RangeCheck({
      store,
      now: () => Date.UTC(2030, 0, 1),
      failure: (start) => ({ kind: "banner", tone: "failed", start, sentence: "" }),
      changed: () => undefined,
    });
    await check.verify(network, range);
    assert.ok(check.shown.is === "done" && check.shown.good);
    await check.count(network);
    assert.ok(check.shown.is === "done" && !check.shown.good);
    assert.equal(check.shown.heading, "Broken at 150.");
    await world.node.reset();
    await check.verify(network, range);
    await check.count(network);
    assert.ok(check.shown.is === "done" && check.shown.good);
  });
});
