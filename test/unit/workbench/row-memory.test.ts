// What a view showed last, as the next window reads it.
import assert from "node:assert/strict";
import { rowMemory } from "../../../src/workbench/tree/row-memory.ts";

const LOOK = { id: "open", label: "Open", icon: "issues", fold: "open", under: [{ id: "#7", label: "#7", under: [] }] };

function memory(stored = new Map<string, unknown>()) {
  let stamp = "en, ada";
  let writes = 0;
  const state = {
    get: (key: string) => stored.get(key),
    update(key: string, value: unknown) {
      writes += 1;
      // VS Code stores JSON.
      if (value === undefined) stored.delete(key);
      else stored.set(key, JSON.parse(JSON.stringify(value)));
      return Promise.resolve();
    },
  };
  return {
    rows: rowMemory(state, "triptych.issues", () => stamp),
    stored,
    restamp: (next: string) => (stamp = next),
    countWrites: () => writes,
  };
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("The memory of a view's rows", () => {
  it("returns what was written", () => {
    const { rows } = memory();
    rows.write([{ ...LOOK, fold: "open" }]);
    assert.deepEqual(plain(rows.read()), [LOOK]);
  });

  it("returns nothing in another language or for other accounts", () => {
    const { rows, restamp } = memory();
    rows.write([{ ...LOOK, fold: "open" }]);
    restamp("en, grace");
    assert.deepEqual(rows.read(), []);
  });

  it("keeps nothing of a view without rows, and writes nothing if nothing was kept", () => {
    const { rows, stored, countWrites } = memory();
    rows.write([]);
    assert.equal(countWrites(), 0);
    rows.write([{ ...LOOK, fold: "open" }]);
    rows.write([]);
    assert.equal(stored.size, 0);
  });

  it("leaves out what another version may have written", () => {
    for (const rows of [null, "Open", { 0: LOOK }]) {
      const kept = memory(new Map([["triptych.issues.rows", { stamp: "en, ada", rows }]]));
      assert.deepEqual(kept.rows.read(), []);
    }
    const odd = [{ label: "no id" }, null, 7, { ...LOOK, icon: 7, fold: "half", under: [{ id: 1, label: "x" }] }];
    const kept = memory(new Map([["triptych.issues.rows", { stamp: "en, ada", rows: odd }]]));
    assert.deepEqual(plain(kept.rows.read()), [{ id: "open", label: "Open", under: [] }]);
    for (const stored of [null, 7, "rows", []])
      assert.deepEqual(memory(new Map([["triptych.issues.rows", stored]])).rows.read(), []);
  });
});
