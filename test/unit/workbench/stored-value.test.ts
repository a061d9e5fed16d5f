// Stored values survive other versions and other windows.
import assert from "node:assert/strict";
import * as v from "valibot";
import { StoredValue } from "../../../src/workbench/storage/stored-value.ts";

const numbers = v.record(v.string(), v.number());

/** A Memento like VS Code's: undefined removes the key. */
function memento() {
  const values = new Map<string, unknown>();
  return {
    values,
    get: (key: string): unknown => structuredClone(values.get(key)),
    update: async (key: string, value: unknown): Promise<void> => {
      if (value === undefined) values.delete(key);
      else values.set(key, structuredClone(value));
    },
  };
}

describe("A stored value", () => {
  it("returns the fallback until something is stored", async () => {
    const value = new StoredValue(memento(), "key", numbers, { a: 1 });
    assert.deepEqual(value.get(), { a: 1 });
    await value.set({ b: 2 });
    assert.deepEqual(value.get(), { b: 2 });
  });

  it("returns the fallback if another version stored something else, and leaves that until it is set", async () => {
    const state = memento();
    state.values.set("key", { a: "one" });
    const value = new StoredValue(state, "key", numbers, {});
    assert.deepEqual(value.get(), {});
    assert.deepEqual(state.values.get("key"), { a: "one" });
    await value.set({ a: 1 });
    assert.deepEqual(state.values.get("key"), { a: 1 });
  });

  it("changes what another window stored last, not what it read before", async () => {
    const state = memento();
    const [one, other] = [new StoredValue(state, "key", numbers, {}), new StoredValue(state, "key", numbers, {})];
    await one.update((all) => ({ ...all, a: 1 }));
    await other.update((all) => ({ ...all, b: 2 }));
    assert.deepEqual(one.get(), { a: 1, b: 2 });
  });

  it("is checked once, and again after it changed", async () => {
    let stored: unknown = { a: 1 };
    const state = {
      get: () => stored,
      update: (_key: string, value: unknown) => Promise.resolve(void (stored = value)),
    };
    let checks = 0;
    const counted = v.pipe(
      numbers,
      v.check(() => {
        checks += 1;
        return true;
      }),
    );
    const value = new StoredValue(state, "key", counted, {});
    for (let read = 0; read < 100; read += 1) assert.deepEqual(value.get(), { a: 1 });
    assert.equal(checks, 1);
    stored = { a: 2 };
    assert.deepEqual(value.get(), { a: 2 });
    await value.set({ a: 3 });
    assert.deepEqual(value.get(), { a: 3 });
    assert.equal(checks, 3);
  });

  it("removes its key when it is set to undefined", async () => {
    const state = memento();
    const value = new StoredValue(state, "key", v.optional(v.number()), undefined);
    await value.set(3);
    assert.equal(value.get(), 3);
    await value.set(undefined);
    assert.equal(state.values.has("key"), false);
    assert.equal(value.get(), undefined);
  });
});
