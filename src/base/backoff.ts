// Spaces out automatic retries, so that a recurring cause can't make a loop of them.

const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 5 * 60_000;

/** Allows a first retry at once, and each further one only after twice the pause before it, until one succeeds. */
export class Backoff {
  #pauseMs = FIRST_PAUSE_MS;
  #notBefore = 0;

  /** Whether a retry is due; if it is, the next one is put off. */
  isDue(now: number): boolean {
    // A clock that was set back is further from that time than any pause is long.
    if (now < this.#notBefore && this.#notBefore - now <= MAX_PAUSE_MS) return false;
    this.#notBefore = now + this.#pauseMs;
    this.#pauseMs = Math.min(this.#pauseMs * 2, MAX_PAUSE_MS);
    return true;
  }

  /** It has succeeded. */
  reset(): void {
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#notBefore = 0;
  }
}
