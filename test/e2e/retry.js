// Retries attempts that time out: a row may move before the click, and an input may close while it is filled.
import { errors } from "playwright-core";

/** The time in milliseconds after which an attempt is retried. */
export const PATIENCE = 8000;
/** The time in milliseconds after which a command that shows no effect runs again. */
export const EFFECT_PATIENCE = 40_000;
const MAX_ATTEMPTS = 10;

/**
 * Retries the attempt until it doesn't time out.
 * @param {() => Promise<void>} attempt @param {() => Promise<void>} [cleanUp] runs after an attempt that timed out
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
