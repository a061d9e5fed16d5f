// One load at a time.
import assert from "node:assert/strict";
import { Problem } from "../../../src/base/problem.ts";
import { Load } from "../../../src/workbench/panels/panel-load.ts";

describe("Loading a panel", () => {
  it("shows that it is running, and its outcome", async () => {
    const states: string[] = [];
    const load = new Load(() => states.push(`${load.isRunning} ${load.problem?.kind ?? "fine"}`));
    await load.run(async () => await Promise.reject(new Problem("offline")));
    await load.run(async () => await Promise.resolve());
    assert.deepEqual(states, ["true fine", "false offline", "true fine", "false fine"]);
  });

  it("yields to a newer load, and its own outcome is dropped", async () => {
    const load = new Load(() => undefined);
    const aborted: boolean[] = [];
    const first = load.run(async (signal) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      aborted.push(signal.aborted);
      throw new Problem("timeout");
    });
    await load.run(async () => await Promise.resolve());
    await first;
    assert.deepEqual([aborted, load.problem, load.isRunning], [[true], undefined, false]);
  });

  it("reports a problem if it is canceled, and none if the panel is disposed", async () => {
    const load = new Load(() => undefined);
    const wait = (signal: AbortSignal) =>
      new Promise<void>((_resolve, reject) => signal.addEventListener("abort", () => reject(new Problem("canceled"))));
    const canceled = load.run(wait);
    load.cancel();
    await canceled;
    assert.equal(load.problem?.kind, "canceled");
    const disposed = load.run(wait);
    load.dispose();
    await disposed;
    assert.deepEqual([load.problem, load.isRunning], [undefined, false]);
  });
});
