// A map that drops its least recently used entries.
import assert from "node:assert/strict";
import { LruMap } from "../../../src/base/lru.ts";

describe("A map with a limit", () => {
  it("drops the least recently used entry", () => {
    const map = new LruMap<string, number>(2);
    map.set("a", 1);
    map.set("b", 2);
    map.get("a");
    map.set("c", 3);
    assert.deepEqual(map.keys(), ["a", "c"]);
    assert.equal(map.get("b"), undefined);
  });

  it("counts a new value as a use", () => {
    const map = new LruMap<string, number>(2);
    for (const key of ["a", "b", "a", "c"]) map.set(key, 1);
    assert.deepEqual(map.keys(), ["a", "c"]);
  });

  it("keeps entries in use beyond its limit, until they are released", () => {
    const shown = new Set(["a", "b", "c"]);
    const map = new LruMap<string, number>(1, (key) => shown.has(key));
    for (const key of ["a", "b", "c", "d", "e"]) map.set(key, 1);
    assert.deepEqual(map.keys(), ["a", "b", "c", "e"]);
    shown.clear();
    map.trim();
    assert.deepEqual(map.keys(), ["e"]);
  });

  it("stays as small after a hundred thousand entries", () => {
    const map = new LruMap<number, number>(50);
    for (let key = 0; key < 100_000; key += 1) map.set(key, key);
    assert.equal(map.size, 50);
  });
});
