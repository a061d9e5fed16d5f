// A clock that moves only when a test moves it, for parts that take their time from outside.
import type { Disposable } from "vscode";

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

export class SimulatedTime {
  readonly #timers = new Set<Timer>();
  #now: number;
  #working = 0;

  constructor(start: number) {
    this.#now = start;
  }

  /** How many timers are set. */
  get timers(): number {
    return this.#timers.size;
  }

  readonly now = (): number => this.#now;

  readonly after = (milliseconds: number, run: () => void): Disposable => {
    const timer = { at: this.#now + milliseconds, run };
    this.#timers.add(timer);
    return { dispose: () => void this.#timers.delete(timer) };
  };

  /** The clock waits until this task is done. */
  async during<Result>(work: Promise<Result>): Promise<Result> {
    this.#working += 1;
    try {
      return await work;
    } finally {
      this.#working -= 1;
    }
  }

  /** Runs what is due within this time, each after the tasks that were started before it. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    for (;;) {
      await this.#settle();
      const [next] = [...this.#timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
    }
    this.#now = end;
  }

  /** A running task may start more tasks in the next turn. */
  async #settle(): Promise<void> {
    do await new Promise(setImmediate);
    while (this.#working > 0);
  }
}
