import assert from "node:assert/strict";

/** Comes back when the condition holds; fails after so many turns of the loop, rather than wait for ever. */
export async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1000; turn += 1) {
    if (condition()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.fail("What was waited for did not come");
}
