// Values that are created once for all callers, and again after a failure.
import assert from "node:assert/strict";
import { once } from "../../../src/workbench/lazy-value.ts";

describe("A value that is created on first use", () => {
  it("is created once for simultaneous callers", async () => {
    let made = 0;
    const thing = once(() => Promise.resolve((made += 1)));
    assert.deepEqual(await Promise.all([thing(), thing()]), [1, 1]);
    assert.equal(await thing(), 1);
  });

  it("is created again after a failure", async () => {
    let tries = 0;
    const thing = once(() => {
      tries += 1;
      return tries === 1 ? Promise.reject(new Error("the file could not be read")) : Promise.resolve(tries);
    });
    await assert.rejects(thing(), /could not be read/);
    assert.equal(await thing(), 2);
  });
});
