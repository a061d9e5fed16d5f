// Asks again and again, one question at a time, as long as someone looks.
import type { Disposable } from "vscode";

/** Runs something once, later; handed in, so that a test can have its own time. */
export type After = (milliseconds: number, run: () => void) => Disposable;

export const after: After = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds);
  return { dispose: () => clearTimeout(timer) };
};

export interface Outcome {
  /** Something had changed: the next question comes after the shortest pause. */
  readonly fresh: boolean;
  /** There is more to ask for: the next question comes at once. */
  readonly more?: boolean;
  /** Not before this, in epoch milliseconds. */
  readonly notBefore?: number | undefined;
}

/** Pauses in milliseconds. */
export interface Rhythm {
  /** Between two questions while things happen. */
  readonly shortest: number;
  /** While nothing does. */
  readonly longest: number;
  /** Replaces every pause, whatever happens. */
  readonly steady?: number | undefined;
}

export interface PollerParts {
  /** Reports its own failures. */
  readonly ask: (signal: AbortSignal) => Promise<Outcome>;
  readonly getIntervals: () => Rhythm;
  /** Whether it asks as soon as someone looks, even if no question is due. */
  readonly eager?: boolean;
  readonly now: () => number;
  readonly after: After;
  readonly random: () => number;
  /** Called with the time of the next question after each one, in epoch milliseconds. */
  readonly planned?: (nextAt: number) => void;
}

/** Windows that were opened together don't ask together forever. */
const JITTER_SHARE = 0.1;

/** Asks less often the longer nothing changes, and right away if a question is due when someone looks again. */
export class Poller implements Disposable {
  readonly #parts: PollerParts;
  #pause: number;
  #nextAt: number;
  #timer: Disposable | undefined;
  #asking: AbortController | undefined;
  #watched = false;
  /** Since the question that is being asked, more may have become new. */
  #isHurried = false;

  constructor(parts: PollerParts) {
    this.#parts = parts;
    this.#pause = parts.getIntervals().shortest;
    this.#nextAt = this.#afterPause();
  }

  /** Whether anyone can see what is new. */
  watch(watched: boolean): void {
    if (watched === this.#watched) return;
    this.#watched = watched;
    if (!watched) {
      this.#timer?.dispose();
      this.#asking?.abort();
      this.#asking = undefined;
    } else if (this.#parts.eager === true) {
      void this.#ask();
    } else {
      this.#plan(Math.min(this.#nextAt, this.#resetPause()));
    }
  }

  /** Asks now, unless it is asking or no one looks. */
  ask(): void {
    if (this.#watched && this.#asking === undefined) void this.#ask();
  }

  /** More may be new: the next question comes after the shortest pause, or earlier. */
  hurry(): void {
    const soon = this.#resetPause();
    if (soon < this.#nextAt) this.#plan(soon);
  }

  /** Everything was loaded just now, or the rhythm changed: the next question comes after the shortest pause. */
  postpone(): void {
    this.#resetPause();
    this.restart();
  }

  /** The pause begins again. */
  restart(): void {
    this.#plan(this.#afterPause());
  }

  dispose(): void {
    this.watch(false);
  }

  /** Makes the pause the shortest one, and returns when it ends. It isn't varied, as someone is waiting. */
  #resetPause(): number {
    const { now, getIntervals } = this.#parts;
    const { shortest, steady } = getIntervals();
    this.#pause = shortest;
    this.#isHurried = true;
    return now() + (steady ?? shortest);
  }

  #afterPause(): number {
    const { now, random, getIntervals } = this.#parts;
    const pause = getIntervals().steady ?? this.#pause;
    return now() + Math.round(pause * (1 - JITTER_SHARE + 2 * JITTER_SHARE * random()));
  }

  #plan(nextAt: number): void {
    this.#nextAt = nextAt;
    if (!this.#watched || this.#asking !== undefined) return;
    const { after: later, now } = this.#parts;
    this.#timer?.dispose();
    this.#timer = later(Math.max(0, nextAt - now()), () => void this.#ask());
  }

  async #ask(): Promise<void> {
    const { ask, now, planned, getIntervals } = this.#parts;
    this.#timer?.dispose();
    const asking = new AbortController();
    this.#asking = asking;
    // A question that is canceled stays due.
    this.#nextAt = now();
    this.#isHurried = false;
    let outcome: Outcome = { fresh: false };
    try {
      outcome = await ask(asking.signal);
    } catch {
      // The next question comes later.
    }
    if (this.#asking !== asking) return;
    this.#asking = undefined;
    if (outcome.more === true) return await this.#ask();
    const { shortest, longest } = getIntervals();
    this.#pause = outcome.fresh || this.#isHurried ? shortest : Math.min(this.#pause * 2, longest);
    this.#plan(Math.max(this.#afterPause(), outcome.notBefore ?? 0));
    planned?.(this.#nextAt);
  }
}
