// When an open thread is polled, in simulated time: by attention and activity.
import assert from "node:assert/strict";
import { ThreadPoller } from "../../../src/issues/thread/thread-poller.ts";
import { Emitter } from "../../../src/workbench/events.ts";

/** A clock that the test moves, and a view that it shows and hides. */
function scene({ random = 0.5 } = {}) {
  let now = 0;
  let here = true;
  let news = false;
  const timers = new Set<{ at: number; run: () => void }>();
  const moved = new Emitter<void>();
  const turned = new Emitter<void>();
  let inFront = false;
  const looks: string[] = [];
  const poller = new ThreadPoller({
    now: () => now,
    attention: { isHere: () => here, onDidChange: moved.event },
    front: { isInFront: () => inFront, onDidChange: turned.event },
    after: (milliseconds, run) => {
      const timer = { at: now + milliseconds, run };
      timers.add(timer);
      return { dispose: () => timers.delete(timer) };
    },
    random: () => random,
    look: ({ thorough }) => {
      looks.push(`${now / 1000}${thorough ? " thorough" : ""}`);
      return Promise.resolve(news);
    },
  });
  return {
    poller,
    looks,
    timers,
    hasNews: (has: boolean) => void (news = has),
    is: (isHere: boolean) => {
      here = isHere;
      moved.fire();
    },
    comesToFront: (is: boolean) => {
      inFront = is;
      turned.fire();
    },
    pass: async (seconds: number) => {
      const end = now + seconds * 1000;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
        if (next === undefined) break;
        timers.delete(next);
        now = next.at;
        next.run();
        await new Promise(setImmediate);
      }
      now = end;
    },
  };
}

describe("Polling an open thread", () => {
  it("slows down while nothing happens, and checks thoroughly every fourth time", async () => {
    const { poller, looks, pass } = scene();
    poller.show();
    poller.begin();
    await pass(1500);
    assert.deepEqual(looks, ["15", "45", "105", "225 thorough", "465", "765", "1065", "1365 thorough"]);
  });

  it("is frequent enough to show a comment within 15 seconds, for as long as the thread is in front", async () => {
    const { poller, looks, pass, comesToFront } = scene({ random: 1 });
    poller.show();
    poller.begin();
    await pass(1000);
    looks.length = 0;
    comesToFront(true);
    await pass(60);
    assert.equal(looks.length, 4);
    const times = looks.map((look) => Number.parseFloat(look));
    for (const [place, time] of times.entries()) assert.ok(time - (times[place - 1] ?? 1000) <= 13.5, looks.join());
    comesToFront(false);
    looks.length = 0;
    await pass(200);
    assert.equal(looks.length, 0);
  });

  it("speeds up after news or after an action here", async () => {
    const { poller, looks, pass, hasNews } = scene();
    poller.show();
    poller.begin();
    await pass(110);
    hasNews(true);
    await pass(120);
    hasNews(false);
    assert.deepEqual(looks.slice(3), ["225 thorough"]);
    await pass(15);
    assert.deepEqual(looks.slice(4), ["240"]);
    await pass(200);
    poller.wake();
    const before = looks.length;
    await pass(15);
    assert.equal(looks.length, before + 1);
  });

  it("stops while the thread is hidden, and checks thoroughly when it is visible again", async () => {
    const { poller, looks, pass, timers } = scene();
    poller.show();
    poller.begin();
    poller.end();
    await pass(10_000);
    assert.deepEqual([looks, timers.size], [[], 0]);
    poller.resume();
    assert.deepEqual(looks, ["10000 thorough"]);
  });

  it("doesn't check thoroughly after a moment behind another tab", async () => {
    const { poller, looks, pass } = scene();
    poller.show();
    poller.begin();
    poller.end();
    await pass(20);
    poller.resume();
    assert.deepEqual(looks, ["20"]);
  });

  it("stops if the thread was hidden or closed while it was loading", async () => {
    const { poller, looks, pass, timers, is } = scene();
    poller.show();
    poller.end();
    poller.begin();
    is(false);
    is(true);
    await pass(10_000);
    assert.deepEqual([looks, timers.size], [[], 0]);
    poller.dispose();
    poller.begin();
    await pass(10_000);
    assert.deepEqual([looks, timers.size], [[], 0]);
  });

  it("stops while the user is away, and checks thoroughly when they return", async () => {
    const { poller, looks, pass, is } = scene();
    poller.show();
    poller.begin();
    is(false);
    await pass(10_000);
    assert.deepEqual(looks, []);
    is(true);
    await pass(0);
    assert.deepEqual(looks, ["10000 thorough"]);
  });

  it("never runs in step with other open threads", async () => {
    const early = scene({ random: 0 });
    const late = scene({ random: 1 });
    for (const { poller, pass } of [early, late]) {
      poller.show();
      poller.begin();
      await pass(20);
    }
    assert.deepEqual([early.looks, late.looks], [["13.5"], ["16.5"]]);
  });

  it("stops once no panel needs it", async () => {
    const { poller, looks, pass, is, timers } = scene();
    poller.show();
    poller.begin();
    poller.dispose();
    is(false);
    is(true);
    await pass(10_000);
    assert.deepEqual([looks, timers.size], [[], 0]);
  });
});
