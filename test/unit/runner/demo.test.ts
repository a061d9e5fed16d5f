// The demo of `npm start`: what its simulated users do.
import assert from "node:assert/strict";
import { actionAt } from "../../demo/people.js";

describe("The people of the demo", () => {
  it("never write the same text twice, however long it runs", () => {
    const texts = Array.from({ length: 2000 }, (_, turn) => JSON.stringify(actionAt(turn).body));
    assert.equal(new Set(texts).size, texts.length);
  });
});
