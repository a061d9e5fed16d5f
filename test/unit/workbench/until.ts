// Waits for a condition in unit tests.
import assert from "node:assert/strict";

const PATIENCE_MS = 60_000;

/** Returns when the condition holds, and fails after a while. */
export async function until(condition: () => boolean): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end;) {
    if (condition()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.fail("What was waited for did not come");
}
