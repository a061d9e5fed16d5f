// What the check of a range shows while it runs and after it failed.
import assert from "node:assert/strict";
import type * as Checks from "../../../../src/blocks/range/range-check.ts";
import { importTexts } from "../../import-texts.ts";
import { mirror } from "../ledgers.ts";

describe("The check of a range", () => {
  const world = mirror();

  it("doesn't report the chain as unverified if only counting its transactions failed", async () => {
    const { RangeCheck } = (await importTexts("src/blocks/range/range-check.ts", "en")) as typeof Checks;
    const check = new RangeCheck({
      store: world.open().store,
      now: Date.now,
      failure: (start) => ({ kind: "banner", tone: "failed", start, sentence: "" }),
      changed: () => undefined,
    });
    const start = (): unknown => (check.shown.kind === "failed" ? check.shown.banner.start : check.shown.kind);
    await check.verify(world.network, { from: 5n, to: 9n });
    assert.equal(start(), "done");
    world.node.service.faults.add({ kind: "status", status: 400, path: "/transactions" });
    await check.count(world.network);
    assert.equal(start(), "Could not count the transactions.");
    world.node.service.faults.add({ kind: "status", status: 400, path: "/blocks" });
    await check.verify(world.network, { from: 5n, to: 9n });
    assert.equal(start(), "Could not verify the range.");
  });
});
