// Attempts that are made again when they time out: what is clicked may move, and what is typed into may close.
import { errors } from "playwright-core";

/** How long an attempt may take before it is made again, in milliseconds. */
export const PATIENCE = 8000;
const MAX_ATTEMPTS = 10;

/**
 * Makes attempts until one doesn't time out.
 * @param {() => Promise<void>} attempt @param {() => Promise<void>} [cleanUp] after an attempt that timed out
 * @param {number} [attempts]
 */
export async function retry(attempt, cleanUp = async () => undefined, attempts = MAX_ATTEMPTS) {
  for (let left = attempts - 1; ; left -= 1) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (left === 0 || !(error instanceof errors.TimeoutError)) throw error;
      await cleanUp();
    }
  }
}
