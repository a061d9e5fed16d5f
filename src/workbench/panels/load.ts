// Runs one cancelable load of a panel at a time and keeps its outcome.
import { asProblem, type Problem } from "../../base/problem.ts";

/** Runs one load at a time. A newer one aborts the previous one, whose outcome is dropped. */
export class Load {
  readonly #changed: () => void;
  #running: AbortController | undefined;
  #problem: Problem | undefined;

  /** `changed` is called when a load begins and when it ends. */
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

  /** Ends the load that runs; that it was canceled is its problem. */
  cancel(): void {
    this.#running?.abort();
  }

  /** Ends the load that runs, and drops its outcome. */
  dispose(): void {
    this.#running?.abort();
    this.#running = undefined;
  }
}
