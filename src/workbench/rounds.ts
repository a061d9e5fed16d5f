// Polls while a view is visible.
import type { Disposable } from "vscode";

/** Runs something once, later; handed in, so that a test can have its own time. */
export type After = (milliseconds: number, run: () => void) => Disposable;

export const after: After = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds);
  return { dispose: () => clearTimeout(timer) };
};

/** What a round came to. */
export interface Outcome {
  /** Something had changed: the next round comes soon. */
  readonly fresh: boolean;
  /** Not before this, in epoch milliseconds. */
  readonly notBefore?: number | undefined;
}

export interface Rhythm {
  /** Between two rounds while things happen, in milliseconds. */
  readonly shortest: number;
  /** While nothing does. */
  readonly longest: number;
}

/**
 * Polls while a view is visible: less often the longer nothing changes, and at once when it becomes visible after long
 * enough.
 */
export class Rounds implements Disposable {
  readonly #work: (signal: AbortSignal) => Promise<Outcome>;
  readonly #rhythm: () => Rhythm;
  readonly #now: () => number;
  readonly #after: After;
  readonly #random: () => number;
  #pause: number;
  #next: number;
  #timer: Disposable | undefined;
  #abort: AbortController | undefined;
  #watched = false;

  constructor(
    work: (signal: AbortSignal) => Promise<Outcome>,
    rhythm: () => Rhythm,
    parts: { readonly now: () => number; readonly after: After; readonly random?: () => number },
  ) {
    this.#work = work;
    this.#rhythm = rhythm;
    this.#now = parts.now;
    this.#after = parts.after;
    this.#random = parts.random ?? Math.random;
    this.#pause = rhythm().shortest;
    this.#next = this.#now() + this.#pause;
  }

  /** Whether anybody could see what is new. */
  watch(watched: boolean): void {
    if (watched === this.#watched) return;
    this.#watched = watched;
    if (watched) {
      this.#pause = this.#rhythm().shortest;
      this.#next = Math.min(this.#next, this.#now() + this.#pause);
      this.#schedule();
    } else {
      this.#timer?.dispose();
      this.#timer = undefined;
      this.#abort?.abort();
    }
  }

  /** Everything was loaded just now, or the rhythm changed: the next round comes after the shortest pause. */
  postpone(): void {
    this.#pause = this.#rhythm().shortest;
    this.#next = this.#now() + this.#pause;
    if (this.#watched) this.#schedule();
  }

  dispose(): void {
    this.watch(false);
  }

  #schedule(): void {
    this.#timer?.dispose();
    this.#timer = this.#after(Math.max(0, this.#next - this.#now()), () => void this.#round());
  }

  async #round(): Promise<void> {
    this.#timer = undefined;
    const abort = new AbortController();
    this.#abort = abort;
    let outcome: Outcome = { fresh: false };
    try {
      outcome = await this.#work(abort.signal);
    } catch {
      // The task reports its own failures; the next round comes later.
    }
    const { shortest, longest } = this.#rhythm();
    this.#pause = outcome.fresh ? shortest : Math.min(this.#pause * 2, longest);
    // Windows that were opened together do not ask together for ever.
    const jittered = this.#pause * (0.9 + 0.2 * this.#random());
    this.#next = Math.max(this.#now() + jittered, outcome.notBefore ?? 0);
    if (this.#watched) this.#schedule();
  }
}
