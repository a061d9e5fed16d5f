// Events behave as those of VS Code.
import assert from "node:assert/strict";
import { Emitter } from "../../../src/workbench/events.ts";

describe("An event", () => {
  it("no longer reaches a listener that an earlier listener of the same event disposed of", () => {
    const emitter = new Emitter<number>();
    const heard: string[] = [];
    emitter.event((value) => {
      heard.push(`one ${value}`);
      other.dispose();
    });
    const other = emitter.event((value) => heard.push(`other ${value}`));
    emitter.event((value) => heard.push(`last ${value}`));
    emitter.fire(1);
    emitter.fire(2);
    assert.deepEqual(heard, ["one 1", "last 1", "one 2", "last 2"]);
  });

  it("reaches no one after its emitter was disposed of, not even while it fires", () => {
    const emitter = new Emitter<void>();
    let count = 0;
    emitter.event(() => emitter.dispose());
    emitter.event(() => (count += 1));
    emitter.fire();
    emitter.fire();
    assert.equal(count, 0);
  });
});
