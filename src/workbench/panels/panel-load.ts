// Runs the loads of a panel one at a time, and keeps the outcome of the last one.
import { asProblem, type Problem } from "../../base/problem.ts";

/** Runs one load at a time. A new load aborts the current one and drops its outcome. */
export class Load {
  readonly #changed: () => void;
  #running: AbortController | undefined;
  #problem: Problem | undefined;

  /** `changed` is called when a load starts and when it ends. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Why the last load failed. */
  get problem(): Problem | undefined {
    return this.#problem;
  }

  async run(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.#problem = undefined;
    this.#changed();
    let problem: Problem | undefined;
    try {
      await work(running.signal);
    } catch (error) {
      problem = asProblem(error);
    }
    if (this.#running !== running) return;
    this.#running = undefined;
    this.#problem = problem;
    this.#changed();
  }

  /** Aborts the current load, which then usually fails with the problem `canceled`. */
  cancel(): void {
    this.#running?.abort();
  }

  /** Aborts the current load and drops its outcome. */
  dispose(): void {
    this.#running?.abort();
    this.#running = undefined;
  }
}
