// Checks the meter that other tests use to see whether work blocks the extension host.
import assert from "node:assert/strict";
import { assertHeartbeat, withHeartbeat } from "./heartbeat.ts";

function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) Math.sqrt(end);
}

async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe("The heartbeat of the extension host", () => {
  it("shows work that blocks the thread, even if it ends before the next beat", async () => {
    const { result, longestHoldMs } = await withHeartbeat(async () => {
      await turn();
      // Long enough to show on a machine where this thread gets a quarter of a processor.
      work(2000);
      return "done";
    });
    assert.equal(result, "done");
    assert.ok(longestHoldMs > 300, `${longestHoldMs} ms`);
    await assert.rejects(
      assertHeartbeat("Counting", () => Promise.resolve(work(2000))),
      /Counting held the extension host for \d+ ms at a time/,
    );
  });

  it("shows nothing while work yields to others or waits", async () => {
    await assertHeartbeat("Counting in slices", async () => {
      for (let slice = 0; slice < 50; slice += 1) {
        work(10);
        await turn();
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
  });
});
