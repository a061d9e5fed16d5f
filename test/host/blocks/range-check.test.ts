// Shows that the check of a range uses blocks from the node, not those that are already known.
import assert from "node:assert/strict";
import { RangeCheck } from "../../../src/blocks/range/range-check.ts";
import { until } from "../extension.ts";
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

  it("ignores a result that comes after another range was chosen", async () => {
    const { store } = world.open();
    const { network } = store;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let isHeld = false;
    const check = new RangeCheck({
      store: {
        transactions: store.transactions,
        async *walk(...asked) {
          yield* store.walk(...asked);
          isHeld = true;
          await held;
        },
      },
      now: Date.now,
      failure: (start) => ({ kind: "banner", tone: "failed", start, sentence: "" }),
      changed: () => undefined,
    });
    const late = check.verify(network, { from: 100n, to: 199n });
    await until("all blocks are loaded", () => isHeld);
    check.forget();
    release();
    await late;
    assert.deepEqual(check.shown, { is: "idle" });
  });

  it("ignores counts that come after another range was chosen", async () => {
    const { store } = world.open();
    const { network } = store;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let isHeld = false;
    const check = new RangeCheck({
      store: {
        walk: (...asked) => store.walk(...asked),
        transactions: {
          async *walk(...asked) {
            yield* store.transactions.walk(...asked);
            isHeld = true;
            await held;
          },
        },
      },
      now: Date.now,
      failure: (start) => ({ kind: "banner", tone: "failed", start, sentence: "" }),
      changed: () => undefined,
    });
    await check.verify(network, { from: 100n, to: 109n });
    const late = check.count(network);
    await until("all transactions are loaded", () => isHeld);
    check.forget();
    release();
    await late;
    assert.deepEqual(check.shown, { is: "idle" });
  });
});
