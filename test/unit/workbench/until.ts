// Waits for a condition in unit tests.
import { setTimeout as pass } from "node:timers/promises";

/** Returns when the condition holds. The runner ends a test that waits forever. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pass(1);
}
