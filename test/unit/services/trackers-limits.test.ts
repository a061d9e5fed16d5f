// The sandbox's εxodus limits requests and bans addresses like the real one.
import assert from "node:assert/strict";
import { Clock } from "../../services/core/clock.js";
import { Limits } from "../../services/trackers/limits.js";
import { trackersService } from "../../services/trackers/index.js";
import { sendRequest } from "../../services/real/replay.js";

const HERE = "127.0.0.1";
const PATH = "/api/search/org.example.tramway/latest";

function stopped(): Clock {
  const clock = new Clock();
  clock.set(Date.UTC(2026, 10, 21, 12));
  return clock;
}

/** Returns how many of `count` simultaneous requests are accepted. */
function passed(limits: Limits, count: number, path = PATH, address = HERE): number {
  return Array.from({ length: count }, () => limits.refuse(address, path)).filter((status) => status === undefined)
    .length;
}

describe("The rate limits of the sandbox's εxodus server", () => {
  it("allow 50 simultaneous requests, and reject the next one", () => {
    const limits = new Limits(stopped());
    assert.equal(passed(limits, 50), 50);
    assert.equal(limits.refuse(HERE, PATH), 429);
    assert.equal(limits.state().excess, 1);
  });

  it("allow 30 more per second, and never more than 50 after a pause", () => {
    const clock = stopped();
    const limits = new Limits(clock);
    limits.set({ banAfter: 1000 });
    passed(limits, 50);
    clock.advance(1000);
    assert.equal(passed(limits, 40), 30);
    clock.advance(100);
    assert.equal(passed(limits, 10), 3);
    clock.advance(60_000);
    assert.equal(passed(limits, 80), 50);
  });

  it("allow the tracker list three times in any minute, and other routes in between", () => {
    const clock = stopped();
    const limits = new Limits(clock);
    const list = (): number | undefined => limits.refuse(HERE, "/api/trackers");
    assert.deepEqual([list(), list()], [undefined, undefined]);
    clock.advance(30_000);
    assert.deepEqual([list(), list()], [undefined, 429]);
    assert.equal(limits.refuse(HERE, "/api/trackers/count"), undefined);
    clock.advance(29_999);
    assert.equal(list(), 429);
    clock.advance(1);
    assert.deepEqual([list(), list(), list()], [undefined, undefined, 429]);
    assert.equal(limits.state().excessOnTrackers, 3);
  });

  it("count each address separately", () => {
    const limits = new Limits(stopped());
    assert.equal(passed(limits, 51), 50);
    assert.equal(passed(limits, 50, PATH, "127.0.0.2"), 50);
  });

  it("ban an address after too many excess requests, until the ban is over", () => {
    const clock = stopped();
    const limits = new Limits(clock);
    limits.set({ banAfter: 3, banSeconds: 60 });
    passed(limits, 50);
    assert.deepEqual(
      Array.from({ length: 4 }, () => limits.refuse(HERE, PATH)),
      [429, 429, 429, 403],
    );
    assert.deepEqual(limits.state().banned, { [HERE]: clock.now() + 60_000 });
    clock.advance(59_999);
    assert.equal(limits.refuse(HERE, PATH), 403);
    clock.advance(1);
    assert.equal(limits.refuse(HERE, PATH), undefined);
    const { bans, refusedWhileBanned, banned } = limits.state();
    assert.deepEqual({ bans, refusedWhileBanned, banned }, { bans: 1, refusedWhileBanned: 2, banned: {} });
  });

  it("apply before every route, respond like a proxy, and appear in the state", async () => {
    const clock = stopped();
    const { service, state } = trackersService({ seed: "1", scale: 1, clock });
    const origin = await service.listen(0);
    try {
      const answers = [];
      for (let count = 0; count < 52; count += 1) {
        answers.push(await sendRequest(origin, { method: "GET", path: "/no/such/route", headers: {} }));
      }
      const statuses = answers.map((answer) => ("status" in answer ? answer.status : answer.error));
      assert.deepEqual([...new Set(statuses.slice(0, 50))], [404]);
      assert.deepEqual(statuses.slice(50), [429, 429]);
      const last = answers.at(-1);
      assert(last !== undefined && "status" in last);
      assert.equal(last.headers["content-type"], "text/html");
      assert.match(last.body, /429 Too Many Requests/);
      const { limits } = state() as { limits: { passed: number; excess: number } };
      assert.deepEqual({ passed: limits.passed, excess: limits.excess }, { passed: 50, excess: 2 });
    } finally {
      await service.close();
    }
  });
});
