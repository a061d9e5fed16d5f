// When the poller polls, in simulated time.
import assert from "node:assert/strict";
import { Poller, type Outcome } from "../../../src/workbench/poller.ts";

const MINUTE_MS = 60_000;

/** Time that passes only when a test moves it. */
function clock() {
  let now = 0;
  let waiting: { readonly at: number; readonly run: () => void }[] = [];
  return {
    now: () => now,
    after: (milliseconds: number, run: () => void) => {
      const each = { at: now + milliseconds, run };
      waiting.push(each);
      return { dispose: () => void (waiting = waiting.filter((other) => other !== each)) };
    },
    /** Advances the time, and runs everything that is due. */
    pass: async (milliseconds: number) => {
      const end = now + milliseconds;
      await new Promise(setImmediate);
      for (;;) {
        const next = waiting.toSorted((one, other) => one.at - other.at).find(({ at }) => at <= end);
        if (next === undefined) break;
        waiting = waiting.filter((each) => each !== next);
        now = next.at;
        next.run();
        await new Promise(setImmediate);
      }
      now = end;
    },
  };
}

describe("Polling", () => {
  let rhythm = { shortest: MINUTE_MS, longest: 5 * MINUTE_MS };
  afterEach(() => {
    rhythm = { shortest: MINUTE_MS, longest: 5 * MINUTE_MS };
  });

  const polling = (answer: () => Outcome | Promise<Outcome> = () => ({ fresh: false }), random = 0.5) => {
    const time = clock();
    const at: number[] = [];
    const signals: AbortSignal[] = [];
    const made = new Poller({
      ask: async (signal) => {
        at.push(time.now() / MINUTE_MS);
        signals.push(signal);
        return await answer();
      },
      getIntervals: () => rhythm,
      now: time.now,
      after: time.after,
      random: () => random,
    });
    return { made, time, at, signals };
  };

  it("never runs while nothing is visible", async () => {
    const { time, at } = polling();
    await time.pass(60 * MINUTE_MS);
    assert.deepEqual(at, []);
  });

  it("uses another interval from the moment it is set", async () => {
    const { made, time, at } = polling();
    made.watch(true);
    await time.pass(2 * MINUTE_MS);
    assert.deepEqual(at, [1]);
    rhythm = { shortest: MINUTE_MS / 2, longest: MINUTE_MS };
    made.postpone();
    await time.pass(3 * MINUTE_MS);
    assert.deepEqual(at, [1, 2.5, 3.5, 4.5]);
  });

  it("slows down while nothing is new, and speeds up after news", async () => {
    let fresh = false;
    const { made, time, at } = polling(() => ({ fresh }));
    made.watch(true);
    await time.pass(18 * MINUTE_MS);
    assert.deepEqual(at, [1, 3, 7, 12, 17]);
    fresh = true;
    await time.pass(7 * MINUTE_MS);
    assert.deepEqual(at.slice(5), [22, 23, 24, 25]);
  });

  it("stops when hidden, even midway, and continues at once when visible", async () => {
    let hangs = true;
    const never = new Promise<Outcome>(() => undefined);
    const { made, time, at, signals } = polling(() => (hangs ? never : { fresh: false }));
    made.watch(true);
    await time.pass(MINUTE_MS);
    made.watch(false);
    assert.equal(signals[0]?.aborted, true);
    hangs = false;
    await time.pass(MINUTE_MS / 4);
    made.watch(true);
    await time.pass(0);
    assert.deepEqual(at, [1, 1.25], "a question that was canceled is due");
    await time.pass(0);
    made.watch(false);
    await time.pass(30 * MINUTE_MS);
    made.watch(true);
    await time.pass(0);
    assert.deepEqual(at, [1, 1.25, 31.25]);
  });

  it("requests at once if more is waiting, and when it becomes visible if it is eager", async () => {
    const time = clock();
    const at: number[] = [];
    const more = [true, true, false];
    const eager = new Poller({
      ask: () => {
        at.push(time.now());
        return Promise.resolve({ fresh: true, more: more.shift() ?? false });
      },
      getIntervals: () => ({ shortest: MINUTE_MS, longest: MINUTE_MS }),
      eager: true,
      now: time.now,
      after: time.after,
      random: () => 0.5,
    });
    eager.watch(true);
    await time.pass(MINUTE_MS / 2);
    assert.deepEqual(at, [0, 0, 0]);
    eager.watch(false);
    eager.watch(true);
    assert.deepEqual(at.slice(3), [MINUTE_MS / 2]);
    eager.dispose();
  });

  it("starts after the shortest interval at the latest, however the intervals vary", async () => {
    const { made, time, at } = polling(undefined, 0.999);
    made.watch(true);
    await time.pass(MINUTE_MS);
    assert.deepEqual(at, [1]);
    made.dispose();
  });

  it("waits as long as the server requests", async () => {
    const { made, time, at } = polling(() => ({ fresh: true, notBefore: 20 * MINUTE_MS }));
    made.watch(true);
    await time.pass(19 * MINUTE_MS);
    assert.deepEqual(at, [1]);
    await time.pass(2 * MINUTE_MS);
    assert.deepEqual(at.slice(0, 2), [1, 20]);
  });

  it("continues after a failure, and starts over after a refresh", async () => {
    const { made, time, at } = polling(() => Promise.reject(new Error("offline")));
    made.watch(true);
    await time.pass(2 * MINUTE_MS);
    made.postpone();
    await time.pass(MINUTE_MS);
    assert.deepEqual(at, [1, 3]);
    made.dispose();
    await time.pass(60 * MINUTE_MS);
    assert.equal(at.length, 2);
  });

  it("polls after the shortest interval if something may have changed during a poll", async () => {
    let end: (outcome: Outcome) => void = () => undefined;
    const { made, time, at } = polling(() => new Promise((resolve) => (end = resolve)));
    for (const nudge of [() => made.pollSoon(), () => made.postpone()]) {
      made.watch(true);
      await time.pass(MINUTE_MS);
      nudge();
      end({ fresh: false });
      await time.pass(0);
      at.length = 0;
      const before = time.now();
      await time.pass(5 * MINUTE_MS);
      assert.deepEqual(at, [(before + MINUTE_MS) / MINUTE_MS]);
      made.watch(false);
    }
  });
});
