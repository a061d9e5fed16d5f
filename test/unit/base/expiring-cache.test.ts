// A cache that loads each value once, shares loads, and lets values expire.
import assert from "node:assert/strict";
import { ExpiringCache } from "../../../src/base/tasks/expiring-cache.ts";
import { Problem } from "../../../src/base/problem.ts";

describe("An expiring cache", () => {
  let now = 0;
  let loads: { readonly signal: AbortSignal; readonly resolve: (value: string) => void; fail(error: unknown): void }[];
  let cache: ExpiringCache<string>;

  beforeEach(() => {
    [now, loads] = [0, []];
    cache = new ExpiringCache({ maxAgeMs: 1000, maxEntries: 2 }, () => now);
  });

  const load = (signal: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => {
      loads.push({ signal, resolve, fail: reject });
    });

  async function loaded(key: string, value: string): Promise<void> {
    const got = cache.get(key, load);
    loads.at(-1)?.resolve(value);
    assert.equal(await got, value);
  }

  it("loads a value once until it expires", async () => {
    await loaded("a", "one");
    now = 999;
    assert.equal(await cache.get("a", load), "one");
    assert.equal(loads.length, 1);
    now = 1000;
    await loaded("a", "two");
    assert.equal(loads.length, 2);
  });

  it("loads a value again after the clock was set back", async () => {
    now = 100_000;
    await loaded("a", "one");
    now = 0;
    await loaded("a", "two");
    assert.equal(loads.length, 2);
  });

  it("shares a load between simultaneous callers for the same key", async () => {
    const both = Promise.all([cache.get("a", load), cache.get("a", load)]);
    loads[0]?.resolve("one");
    assert.deepEqual(await both, ["one", "one"]);
    assert.equal(loads.length, 1);
  });

  it("keeps loading for the others when one caller cancels, and cancels when all have", async () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const first = cache.get("a", load, one.signal);
    const second = cache.get("a", load, other.signal);
    one.abort();
    await assert.rejects(first, (error) => error instanceof Problem && error.kind === "canceled");
    assert.equal(loads[0]?.signal.aborted, false);
    other.abort();
    await assert.rejects(second, (error) => error instanceof Problem && error.kind === "canceled");
    assert.equal(loads[0]?.signal.aborted, true);
    await loaded("a", "again");
  });

  it("doesn't cache a load that fails", async () => {
    const failing = cache.get("a", load);
    loads[0]?.fail(new Problem("offline"));
    await assert.rejects(failing);
    await loaded("a", "one");
  });

  it("keeps a value that was set during a load, and none if the key was deleted", async () => {
    const late = cache.get("a", load);
    cache.set("a", "newer");
    loads[0]?.resolve("older");
    await late;
    assert.equal(await cache.get("a", load), "newer");
    const deleted = cache.get("b", load);
    cache.delete("b");
    loads[1]?.resolve("stale");
    await deleted;
    assert.equal(cache.peek("b"), undefined);
  });

  it("drops the least recently used entry", async () => {
    await loaded("a", "1");
    await loaded("b", "2");
    await cache.get("a", load);
    await loaded("c", "3");
    assert.deepEqual(
      ["a", "b", "c"].map((key) => cache.peek(key)),
      ["1", undefined, "3"],
    );
  });

  it("returns an expired value to callers that accept one", async () => {
    await loaded("a", "one");
    now = 5000;
    assert.equal(cache.peek("a"), "one");
  });
});
