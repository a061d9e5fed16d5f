import assert from "node:assert/strict";
import { Rounds } from "../../../src/workbench/rounds.ts";
import type { Outcome } from "../../../src/workbench/rounds.ts";

const MINUTE = 60_000;

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
    /** Moves the time, and runs everything that is due. */
    pass: async (milliseconds: number) => {
      const end = now + milliseconds;
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
  let rhythm = { shortest: MINUTE, longest: 5 * MINUTE };
  afterEach(() => {
    rhythm = { shortest: MINUTE, longest: 5 * MINUTE };
  });

  const rounds = (answer: () => Outcome | Promise<Outcome> = () => ({ fresh: false })) => {
    const time = clock();
    const at: number[] = [];
    const signals: AbortSignal[] = [];
    const made = new Rounds(
      async (signal) => {
        at.push(time.now() / MINUTE);
        signals.push(signal);
        return await answer();
      },
      () => rhythm,
      { now: time.now, after: time.after, random: () => 0.5 },
    );
    return { made, time, at, signals };
  };

  it("never happens while no one looks", async () => {
    const { time, at } = rounds();
    await time.pass(60 * MINUTE);
    assert.deepEqual(at, []);
  });

  it("follows another interval from the moment it is set", async () => {
    const { made, time, at } = rounds();
    made.watch(true);
    await time.pass(2 * MINUTE);
    assert.deepEqual(at, [1]);
    rhythm = { shortest: MINUTE / 2, longest: MINUTE };
    made.postpone();
    await time.pass(3 * MINUTE);
    assert.deepEqual(at, [1, 2.5, 3.5, 4.5]);
  });

  it("happens less often the longer nothing is new, and often again when something is", async () => {
    let fresh = false;
    const { made, time, at } = rounds(() => ({ fresh }));
    made.watch(true);
    await time.pass(18 * MINUTE);
    assert.deepEqual(at, [1, 3, 7, 12, 17]);
    fresh = true;
    await time.pass(7 * MINUTE);
    assert.deepEqual(at.slice(5), [22, 23, 24, 25]);
  });

  it("stops when no one looks any more, even in its middle, and continues at once when someone does", async () => {
    const { made, time, at, signals } = rounds();
    made.watch(true);
    await time.pass(MINUTE);
    made.watch(false);
    assert.equal(signals[0]?.aborted, true);
    await time.pass(30 * MINUTE);
    assert.deepEqual(at, [1]);
    made.watch(true);
    await time.pass(0);
    assert.deepEqual(at, [1, 31]);
  });

  it("waits as long as the server wants", async () => {
    const { made, time, at } = rounds(() => ({ fresh: true, notBefore: 20 * MINUTE }));
    made.watch(true);
    await time.pass(19 * MINUTE);
    assert.deepEqual(at, [1]);
    await time.pass(2 * MINUTE);
    assert.deepEqual(at.slice(0, 2), [1, 20]);
  });

  it("continues after a failure, and starts over after a refresh", async () => {
    const { made, time, at } = rounds(() => Promise.reject(new Error("offline")));
    made.watch(true);
    await time.pass(2 * MINUTE);
    made.postpone();
    await time.pass(MINUTE);
    assert.deepEqual(at, [1, 3]);
    made.dispose();
    await time.pass(60 * MINUTE);
    assert.equal(at.length, 2);
  });
});
