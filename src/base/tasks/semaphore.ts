// Limits how many tasks run at the same time.
import { Problem } from "../problem.ts";

/** A task that waits for its turn. */
interface Waiting {
  readonly signal: AbortSignal | undefined;
  readonly start: () => void;
  readonly cancel: () => void;
}

/** Runs at most `limit` tasks at a time; the rest wait in order. A task that is canceled while it waits never starts. */
export class Semaphore {
  #waiting: Waiting[] = [];
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
      this.#startNext();
    }
  }

  async #enter(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted === true) throw new Problem("canceled");
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const cancel = (): void => reject(new Problem("canceled"));
      this.#waiting.push({ signal, start: resolve, cancel });
      // A signal keeps one listener, however many tasks wait: Node warns of a leak if it has more than ten.
      signal?.addEventListener("abort", this.#onAbort);
    });
  }

  #startNext(): void {
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#free -= 1;
    const isLast = !this.#waiting.some(({ signal }) => signal === next.signal);
    if (isLast) next.signal?.removeEventListener("abort", this.#onAbort);
    next.start();
  }

  #onAbort = ({ target }: Event): void => {
    const canceled = this.#waiting.filter(({ signal }) => signal === target);
    this.#waiting = this.#waiting.filter(({ signal }) => signal !== target);
    for (const { cancel } of canceled) cancel();
  };
}
