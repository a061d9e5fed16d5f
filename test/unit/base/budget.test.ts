// The rate limit, in simulated time: bursts, order, penalties, clock changes, and folders that fail.
import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Budget, type BudgetOptions, type BudgetRule } from "../../../src/base/http/budget.ts";
import { Problem } from "../../../src/base/problem.ts";
import { clientOf, problemOf, Services } from "./service.ts";

const RULE: BudgetRule = { id: "all", capacity: 4, perSecond: 2 };

/** Simulated time. It passes only while the code waits, and jumps to the earliest time that is waited for. */
class Time {
  now = 1_000_000;
  /** How far the time of day is ahead of the simulated time. */
  set = 0;
  /** How far the clock since the machine's start is ahead of the simulated time. */
  boot = 0;
  readonly #waiting = new Set<{ readonly until: number; readonly wake: () => void }>();

  readonly ofDay = (): number => this.now + this.set;
  readonly clock = (): number => this.now + this.boot;

  readonly wait = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const waiter = { until: this.now + milliseconds, wake: resolve };
      const leave = (): void => {
        this.#waiting.delete(waiter);
        reject(new Problem("canceled"));
      };
      if (signal?.aborted === true) return leave();
      signal?.addEventListener("abort", leave, { once: true });
      this.#waiting.add(waiter);
      return undefined;
    });

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Jumps from one awaited time to the next until the work is done. */
  async run<Result>(work: Promise<Result>): Promise<Result> {
    const state = { done: false };
    const finish = (): void => {
      state.done = true;
    };
    work.then(finish, finish);
    for (;;) {
      await this.settle();
      if (state.done) return work;
      const [next] = [...this.#waiting].sort((one, other) => one.until - other.until);
      if (next === undefined) continue;
      this.#waiting.delete(next);
      this.now = Math.max(this.now, next.until);
      next.wake();
    }
  }

  /** Lets all work run until it waits for time: until no file is being read or written. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 10; quiet += 1) {
      await new Promise(setImmediate);
      if (process.getActiveResourcesInfo().some((name) => /^(FSReq|CloseReq)/.test(name))) quiet = 0;
    }
  }
}

describe("A budget", () => {
  const services = new Services();
  let folder = "";
  let time = new Time();

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-budget-"));
    time = new Time();
  });
  afterEach(async () => {
    await services.close();
    await chmod(folder, 0o700);
    await rm(folder, { recursive: true, force: true });
  });

  function budgetOf(rules: readonly BudgetRule[] = [RULE], more: Partial<BudgetOptions> = {}): Budget {
    return new Budget({ folder, rules, now: time.ofDay, clock: time.clock, wait: time.wait, ...more });
  }

  /** Takes this many requests, one after the other. Returns when each was granted, relative to the start. */
  async function takes(budget: Budget, count: number, ids?: readonly string[]): Promise<number[]> {
    const startedAt = time.now;
    const given: number[] = [];
    const work = (async () => {
      for (let each = 0; each < count; each += 1) {
        await budget.take(ids);
        given.push(time.now - startedAt);
      }
    })();
    await time.run(work);
    return given;
  }

  it("grants as many requests at once as it holds, and then one whenever one is due", async () => {
    assert.deepEqual(await takes(budgetOf(), 7), [0, 0, 0, 0, 500, 1000, 1500]);
  });

  it("refills while idle, but not beyond its size", async () => {
    const budget = budgetOf();
    await takes(budget, 4);
    time.now += 1000;
    assert.deepEqual(await takes(budget, 3), [0, 0, 500]);
    time.now += 3_600_000;
    assert.deepEqual(await takes(budget, 5), [0, 0, 0, 0, 500]);
  });

  it("is shared by all windows of the machine", async () => {
    const [one, other] = [budgetOf(), budgetOf()];
    assert.deepEqual(await takes(one, 3), [0, 0, 0]);
    assert.deepEqual(await takes(other, 3), [0, 500, 1000]);
  });

  it("serves windows in turn, however many requests one of them makes", async () => {
    const [busy, quiet] = [budgetOf(), budgetOf()];
    await takes(busy, 4);
    const order: string[] = [];
    const flood = Array.from({ length: 10 }, async () => {
      await busy.take();
      order.push("busy");
    });
    await time.settle();
    const one = quiet.take().then(() => order.push("quiet"));
    await time.run(Promise.all([...flood, one]));
    assert.ok(order.indexOf("quiet") <= 2, order.join());
  });

  it("serves the requests of one window in the order in which they came", async () => {
    const budget = budgetOf();
    const order: number[] = [];
    await time.run(Promise.all([0, 1, 2, 3, 4, 5, 6].map((each) => budget.take().then(() => order.push(each)))));
    assert.deepEqual(order, [0, 1, 2, 3, 4, 5, 6]);
  });

  it("applies several rules, and a slow one doesn't delay requests that don't count against it", async () => {
    const slow: BudgetRule = { id: "trackers", capacity: 1, perSecond: 1 / 20 };
    const budget = budgetOf([RULE, slow]);
    assert.deepEqual(await takes(budget, 2, ["trackers", "all"]), [0, 20_000]);
    const waiting = budget.take(["trackers", "all"]);
    await time.settle();
    assert.equal(time.waiting, 1);
    assert.deepEqual(await takes(budget, 3, ["all"]), [0, 0, 0]);
    await time.run(waiting);
    await assert.rejects(budget.take(["none"]), RangeError);
  });

  it("counts against all of its rules if none is named", async () => {
    const budget = budgetOf([RULE, { id: "slow", capacity: 1, perSecond: 0.1 }]);
    assert.deepEqual(await takes(budget, 2), [0, 10_000]);
  });

  it("gives the place of a canceled request to the next", async () => {
    const budget = budgetOf();
    await takes(budget, 4);
    const leaving = new AbortController();
    const left = problemOf(budget.take(undefined, leaving.signal));
    await time.settle();
    const second = problemOf(budget.take(undefined, leaving.signal));
    leaving.abort();
    assert.equal((await left).kind, "canceled");
    assert.equal((await second).kind, "canceled");
    assert.deepEqual(await takes(budget, 1), [500]);
  });

  it("gives the place of a request to the next if it is canceled while another rule delays it", async () => {
    const slow: BudgetRule = { id: "trackers", capacity: 1, perSecond: 1 / 20 };
    const budget = budgetOf([RULE, slow]);
    await takes(budget, 4, ["all"]);
    const leaving = new AbortController();
    const left = problemOf(budget.take(undefined, leaving.signal));
    await time.settle();
    leaving.abort();
    assert.equal((await left).kind, "canceled");
    assert.deepEqual(await takes(budget, 2), [500, 20_000]);
  });

  it("pauses every window after a penalty, even those that already wait", async () => {
    const [one, other] = [budgetOf(), budgetOf()];
    await takes(one, 4);
    const startedAt = time.now;
    let given = 0;
    const waiting = other.take().then(() => (given = time.now - startedAt));
    await time.settle();
    await one.pauseUntil(time.now + 5000);
    await time.run(waiting);
    assert.equal(given, 5000);
    assert.deepEqual(await takes(one, 1), [0]);
  });

  it("rejects long waits after a penalty, and says until when", async () => {
    const budget = budgetOf();
    const until = time.now + 120_000;
    await budget.pauseUntil(until);
    const problem = await problemOf(budgetOf().take());
    assert.equal(problem.kind, "rateLimited");
    assert.equal(problem.facts.retryAt, until);
    await budget.pauseUntil(time.now + 10 * 365 * 24 * 3_600_000);
    const most = await problemOf(budget.take());
    assert.equal(most.facts.retryAt, time.now + 3_600_000);
  });

  it("grants neither more nor less when the clock is set forward or back", async () => {
    const [one, other] = [budgetOf(), budgetOf()];
    assert.deepEqual(await takes(one, 5), [0, 0, 0, 0, 500]);
    for (const set of [365 * 24 * 3_600_000, 3_600_000, -3_600_000, -90_000_000]) {
      time.set = set;
      assert.deepEqual(await takes(other, 3), [500, 1000, 1500], `${set}`);
    }
    await one.pauseUntil(time.ofDay() + 60_000);
    time.set = 3_600_000;
    const { kind, facts } = await problemOf(other.take());
    assert.deepEqual([kind, facts.retryAt], ["rateLimited", time.ofDay() + 60_000]);
  });

  it("uses a clock that can't be set, unless it is given another", async () => {
    const rules = [{ id: "hourly", capacity: 1, perSecond: 1 / 3600 }];
    const budget = new Budget({ folder, rules, wait: () => Promise.reject(new Error("it would wait")) });
    await budget.take();
    const timeOfDay = Date.now;
    Date.now = () => timeOfDay() + 365 * 24 * 3_600_000;
    try {
      await assert.rejects(budget.take());
    } finally {
      Date.now = timeOfDay;
    }
  });

  it("continues after a restart of the machine without granting more", async () => {
    const [one, other] = [budgetOf(), budgetOf()];
    assert.deepEqual(await takes(one, 5), [0, 0, 0, 0, 500]);
    time.boot = -3_600_000;
    // How much time passed between the last write and the restart is unknown, and counts as none.
    assert.deepEqual(await takes(other, 3), [1000, 1500, 2000]);
    time.boot = -90_000_000;
    assert.deepEqual(await takes(one, 2), [1000, 1500]);
    time.boot = -90_000_500;
    assert.deepEqual(await takes(other, 2), [1000, 1500]);
  });

  it("starts over, and reports it, if the folder has times that no window can have written", async () => {
    const far = "1e300";
    for (const [wholeAt, heldUntil] of [
      [far, 0],
      [1_000_000 + 36_000_000, 0],
      [0, far],
      [0, 1_000_000 + 2 * 3_600_000],
      ["1e999", "1e999"],
    ]) {
      let resets = 0;
      const content = `{"written":1000000,"heldUntil":${heldUntil},"wholeAt":{"all":${wholeAt}}}`;
      await writeFile(join(folder, "1.json"), `{"content":${content},"marks":[]}`);
      const budget = budgetOf([RULE], { onReset: () => (resets += 1) });
      assert.deepEqual(await takes(budget, 5), [0, 0, 0, 0, 500], content);
      assert.equal(resets, 1, content);
      await rm(folder, { recursive: true });
      await mkdir(folder);
      time = new Time();
    }
    // A number above 2^53 is the same as the next one.
    for (const name of ["99999999999999999999.json", "999999999999999.json"]) {
      await writeFile(join(folder, name), '{"content":1,"marks":[]}');
      assert.equal((await takes(budgetOf(), 1)).length, 1, name);
    }
  });

  it("survives what a killed process or a failing machine leaves in its folder", async () => {
    const budget = budgetOf();
    await takes(budget, 4);
    const old = join(folder, "left.draft");
    await writeFile(old, "{");
    await utimes(old, new Date(0), new Date(0));
    await writeFile(join(folder, "100.json"), "");
    await writeFile(join(folder, "101.json"), '{"content":');
    await writeFile(join(folder, "notes.txt"), "");
    assert.deepEqual(await takes(budgetOf(), 2), [500, 1000]);
    assert.ok(!(await readdir(folder)).includes("left.draft"));
  });

  it("leaves few files behind", async () => {
    await takes(budgetOf(), 100);
    const names = await readdir(folder);
    assert.ok(names.length <= 17, names.join());
  });

  it("creates its folder, and creates it again if it is deleted, without granting anything twice", async () => {
    folder = join(folder, "not", "there");
    const alone: Problem[] = [];
    const budget = budgetOf([RULE], { onAlone: (reason) => alone.push(reason) });
    assert.deepEqual(await takes(budget, 5), [0, 0, 0, 0, 500]);
    await rm(folder, { recursive: true });
    assert.deepEqual(await takes(budget, 2), [500, 1000]);
    assert.deepEqual(alone, []);
  });

  it("enforces the limit within the window if the folder can't be used, and reports that once", async () => {
    await writeFile(join(folder, "file"), "");
    folder = join(folder, "file");
    const alone: Problem[] = [];
    const budget = budgetOf([RULE], { onAlone: (reason) => alone.push(reason) });
    assert.deepEqual(await takes(budget, 6), [0, 0, 0, 0, 500, 1000]);
    await budget.pauseUntil(time.now + 3000);
    assert.deepEqual(await takes(budget, 1), [3000]);
    assert.equal(alone.length, 1);
    folder = join(folder, "..");
  });

  it("shares again as soon as the folder can be used again", async () => {
    const parent = folder;
    folder = join(parent, "place");
    await writeFile(folder, "in the way");
    const budget = budgetOf();
    assert.deepEqual(await takes(budget, 4), [0, 0, 0, 0]);
    await rm(folder);
    await mkdir(folder);
    assert.deepEqual(await takes(budget, 1), [500]);
    assert.deepEqual(await takes(budgetOf(), 1), [500]);
    folder = parent;
  });

  it("counts every attempt of a client, and pauses all windows if the server requests it", async () => {
    const service = await services.start();
    const rule: BudgetRule = { id: "all", capacity: 10, perSecond: 1 / 1000 };
    const budget = budgetOf([rule]);
    const client = clientOf(service.origin, { budget, now: time.ofDay, wait: time.wait });
    service.faults.add({ kind: "status", status: 503, times: 2 });
    await time.run(client.get("/a"));
    service.faults.add({ kind: "redirect", path: "^/old", location: "/new" });
    await time.run(client.get("/old"));
    assert.equal(service.journal.length, 5);
    assert.deepEqual(await takes(budgetOf([rule]), 5), [0, 0, 0, 0, 0]);
    assert.ok((await takes(budgetOf([rule]), 1)).every((given) => given > 900_000));
    time.now += 10_000_000;

    service.faults.clear();
    service.faults.add({ kind: "status", status: 429, retryAfter: "600", times: 1 });
    const startedAt = time.now;
    const work = problemOf(client.request({ method: "POST", path: "/a" }));
    await time.run(work);
    assert.equal((await work).kind, "rateLimited");
    const held = await problemOf(clientOf(service.origin, { budget: budgetOf([rule]), now: time.ofDay }).get("/b"));
    assert.equal(held.kind, "rateLimited");
    assert.equal(held.facts.origin, service.origin);
    assert.ok((held.facts.retryAt ?? 0) >= startedAt + 600_000);
    assert.equal(service.journal.at(-1)?.target, "/a");
  });
});
