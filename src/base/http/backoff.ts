// Spaces out automatic retries, so that a recurring failure can't cause a retry loop.

const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 5 * 60_000;

/** Allows the first retry at once. The pause before each further one doubles, until a retry succeeds. */
export class Backoff {
  #pauseMs = FIRST_PAUSE_MS;
  #notBefore = 0;

  /** True if a retry is due. The next one is then due after the pause. */
  isDue(now: number): boolean {
    // If the clock was set back, that time is further away than any pause lasts.
    if (now < this.#notBefore && this.#notBefore - now <= MAX_PAUSE_MS) return false;
    this.#notBefore = now + this.#pauseMs;
    this.#pauseMs = Math.min(this.#pauseMs * 2, MAX_PAUSE_MS);
    return true;
  }

  /** Call this after a success: the next retry is then allowed at once. */
  reset(): void {
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#notBefore = 0;
  }
}
