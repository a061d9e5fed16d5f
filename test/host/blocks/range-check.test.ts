// The check of a range uses blocks from the node, not those that are already known.
import assert from "node:assert/strict";
import { RangeCheck } from "../../../src/blocks/range/range-check.ts";
import { until } from "../extension.ts";
import { ledgers } from "./ledgers.ts";

type Store = ConstructorParameters<typeof RangeCheck>[0]["store"];

function openCheck(store: Store, now: () => number = Date.now): RangeCheck {
  return new RangeCheck({
    store,
    now,
    failure: (start) => ({ kind: "banner", tone: "failed", start, sentence: "" }),
    changed: () => undefined,
  });
}

/** Delays the ends of walks: they yield everything, and end when they are released. */
class LateEnd {
  #release = (): void => undefined;
  readonly #held = new Promise<void>((resolve) => (this.#release = resolve));
  #isReached = false;

  async *of<Page>(pages: AsyncIterable<Page>): AsyncGenerator<Page> {
    yield* pages;
    this.#isReached = true;
    await this.#held;
  }

  async reached(): Promise<void> {
    await until("everything is loaded", () => this.#isReached);
  }

  release(): void {
    this.#release();
  }
}

describe("The check of a range", () => {
  const world = ledgers();

  it("compares transactions with the blocks it has just loaded, whatever was known before", async () => {
    const { store } = world.open();
    const { network } = store;
    const range = { from: 100n, to: 199n };
    for await (const page of store.walk(network, range)) assert.ok(page);
    await world.node.act("breakChain", { number: 150, what: "count" });
    const check = openCheck(store, () => Date.UTC(2030, 0, 1));
    const result = () => (check.shown.kind === "done" ? [check.shown.tone, check.shown.heading] : undefined);
    await check.verify(network, range);
    assert.deepEqual(result(), ["done", "Verified."]);
    await check.count(network);
    assert.deepEqual(result(), ["failed", "Broken at 150."]);
    await world.node.reset();
    await check.verify(network, range);
    await check.count(network);
    assert.deepEqual(result(), ["done", "Verified."]);
  });

  it("ignores a result that comes after another range was chosen", async () => {
    const { store } = world.open();
    const { network } = store;
    const end = new LateEnd();
    const check = openCheck({
      walk: (...asked) => end.of(store.walk(...asked)),
      transactions: store.transactions,
    });
    const late = check.verify(network, { from: 100n, to: 199n });
    await end.reached();
    check.forget();
    end.release();
    await late;
    assert.deepEqual(check.shown, { kind: "idle" });
  });

  it("ignores counts that come after another range was chosen", async () => {
    const { store } = world.open();
    const { network } = store;
    const end = new LateEnd();
    const check = openCheck({
      walk: (...asked) => store.walk(...asked),
      transactions: { walk: (...asked) => end.of(store.transactions.walk(...asked)) },
    });
    await check.verify(network, { from: 100n, to: 109n });
    const late = check.count(network);
    await end.reached();
    check.forget();
    end.release();
    await late;
    assert.deepEqual(check.shown, { kind: "idle" });
  });
});
