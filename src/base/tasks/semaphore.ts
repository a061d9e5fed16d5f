// Limits how many tasks run at the same time.
import { Problem } from "../problem.ts";

/** Runs at most `limit` tasks at a time; the rest wait in order. A task that is canceled while it waits never starts. */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(limit: number) {
    this.#free = limit;
  }

  async run<Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    await this.#enter(signal);
    try {
      return await task();
    } finally {
      this.#free += 1;
      this.#waiting.shift()?.();
    }
  }

  async #enter(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted === true) throw new Problem("canceled");
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const enter = (): void => {
        signal?.removeEventListener("abort", leave);
        this.#free -= 1;
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(new Problem("canceled"));
      };
      this.#waiting.push(enter);
      signal?.addEventListener("abort", leave, { once: true });
    });
  }
}
