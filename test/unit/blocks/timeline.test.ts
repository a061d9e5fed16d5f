// Estimates when blocks closed, also for networks that paused.
import assert from "node:assert/strict";
import fc from "fast-check";
import { Timeline } from "../../../src/blocks/store/block-times.ts";
import { mirror } from "./ledgers.ts";

const SECOND_NS = 1_000_000_000n;
const HOUR = 3600n * SECOND_NS;
const off = (one: bigint | undefined, other: bigint): bigint => {
  const apart = (one ?? assert.fail("the time is not known")) - other;
  return apart < 0n ? -apart : apart;
};

/** A network that closes a block every two seconds, and paused this long before each of these numbers. */
function network(pauses: readonly (readonly [before: bigint, length: bigint])[]) {
  return (number: bigint) => ({
    number,
    to: pauses.reduce((sum, [before, length]) => (number >= before ? sum + length : sum), number * 2n * SECOND_NS),
  });
}

describe("Estimated time of a block", () => {
  it("is interpolated between two blocks with known times, and unknown without them", () => {
    const timeline = new Timeline();
    timeline.add([
      { number: 0n, to: 1000n },
      { number: 5n, to: undefined },
    ]);
    assert.equal(timeline.estimateTime(0n), 1000n);
    assert.equal(timeline.estimateTime(5n), undefined);
    timeline.add([{ number: 100n, to: 3000n }]);
    assert.equal(timeline.estimateTime(50n), 2000n);
    assert.equal(timeline.estimateTime(100n), 3000n);
    assert.equal(timeline.estimateTime(101n), undefined);
    timeline.forget();
    assert.equal(timeline.estimateTime(0n), undefined);
  });

  it("is right within minutes even if the network paused for hours, with few requests", async () => {
    const pause = fc.tuple(fc.bigInt({ min: 1n, max: 9_999n }), fc.bigInt({ min: HOUR, max: 50n * HOUR }));
    await fc.assert(
      fc.asyncProperty(pause, async (paused) => {
        const at = network([paused]);
        const timeline = new Timeline();
        timeline.add([at(0n), at(9_999n)]);
        const numbers = Array.from({ length: 101 }, (_, row) => BigInt(Math.min(row * 100, 9_999)));
        let questions = 0;
        await timeline.refine(numbers, (number) => {
          questions += 1;
          return Promise.resolve(at(number));
        });
        assert.ok(questions <= 24, `${questions} questions`);
        // A row may be off by a tenth of its usual length.
        const allowed = (at(9_999n).to - at(0n).to) / 1000n + 60n * SECOND_NS;
        for (const number of numbers)
          assert.ok(off(timeline.estimateTime(number), at(number).to) <= allowed, `${number}`);
      }),
    );
  });

  it("costs one request for a block in the middle of a steady network, and none for known blocks", async () => {
    const at = network([]);
    const timeline = new Timeline();
    timeline.add([at(0n), at(10_000n)]);
    const asked: bigint[] = [];
    const refine = async (): Promise<boolean> =>
      await timeline.refine([0n, 2500n, 5000n, 7500n, 10_000n], (number) => {
        asked.push(number);
        return Promise.resolve(at(number));
      });
    assert.equal(await refine(), true);
    assert.deepEqual(asked, [5000n]);
    assert.equal(await refine(), false);
  });

  it("keeps the blocks around a pause, however many others are added", () => {
    const at = network([[500n, 9n * HOUR]]);
    const timeline = new Timeline();
    timeline.add([at(0n), at(499n), at(500n)]);
    for (let number = 600n; number < 2600n; number += 1n) timeline.add([at(number)]);
    assert.equal(timeline.estimateTime(250n), at(250n).to);
    assert.equal(timeline.estimateTime(550n), at(550n).to);
    assert.equal(timeline.estimateTime(2100n), at(2100n).to);
  });

  describe("at a mirror node", () => {
    const world = mirror();

    it("is right after a pause of nine hours, and stays the same while the node can't be reached", async () => {
      world.node.act("pauseBefore", { number: 1234, seconds: 9 * 3600 });
      const { store } = world.open();
      const { network: shown } = store;
      await Promise.all([store.newest(shown), store.oldest(shown)]);
      const numbers = Array.from({ length: 21 }, (_, row) => BigInt(Math.min(row * 100, 1999)));
      let dated = 0;
      store.onDidRefineTimes(() => (dated += 1));
      const real = async (number: bigint): Promise<bigint> => {
        const found = await store.find(shown, { number });
        return ("block" in found ? found.block.to : undefined) ?? assert.fail("there is no time");
      };
      world.node.service.faults.add({ kind: "status", status: 500, path: "/api/v1/blocks/", body: "" });
      const before = store.estimateTime(shown, 1000n);
      await assert.rejects(store.refineTimes(shown, numbers));
      assert.equal(store.estimateTime(shown, 1000n), before);
      world.node.service.faults.clear();
      await store.refineTimes(shown, numbers);
      assert.equal(dated, 1);
      for (const number of [100n, 1000n, 1200n, 1300n, 1900n]) {
        const about = store.estimateTime(shown, number);
        assert.ok(off(about, await real(number)) < HOUR, `${number}`);
      }
      assert.ok(off(before, await real(1000n)) > HOUR);
    });
  });
});
