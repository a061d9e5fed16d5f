// Polls for news, one request at a time, as long as the user can see the result.
import type { Disposable } from "vscode";
import { runOnOwnBehalf } from "../base/http/contacts.ts";

/** Runs something once, later. Passed in, so that tests can control the time. */
export type After = (milliseconds: number, run: () => void) => Disposable;

export const after: After = (milliseconds, run) => {
  const timer = setTimeout(() => runOnOwnBehalf(run), milliseconds);
  return { dispose: () => clearTimeout(timer) };
};

export interface Outcome {
  /** Something has changed: the next poll follows after the shortest interval. */
  readonly fresh: boolean;
  /** There is more to load: the next poll follows at once. */
  readonly more?: boolean;
  /** The earliest time of the next poll, in epoch milliseconds. */
  readonly notBefore?: number | undefined;
}

/** Intervals in milliseconds. */
export interface PollIntervals {
  /** Between two polls while something changes. */
  readonly shortest: number;
  /** Limit of the interval while nothing changes. */
  readonly longest: number;
  /** If set, the interval in any case. */
  readonly steady?: number | undefined;
}

export interface PollerDependencies {
  /** Polls once. Must report its own failures. */
  readonly ask: (signal: AbortSignal) => Promise<Outcome>;
  readonly getIntervals: () => PollIntervals;
  /** Polls as soon as the user can see the result, even if no poll is due. */
  readonly eager?: boolean;
  readonly now: () => number;
  readonly after: After;
  readonly random: () => number;
  /** Called after each poll with the time of the next one, in epoch milliseconds. */
  readonly planned?: (nextAt: number) => void;
}

/** Varies the intervals, so that windows that were opened together don't keep polling at the same time. */
const JITTER_SHARE = 0.1;

/** Polls less often the longer nothing changes, and at once if a poll is due when the user looks again. */
export class Poller implements Disposable {
  readonly #dependencies: PollerDependencies;
  #interval: number;
  #nextAt: number;
  #timer: Disposable | undefined;
  #polling: AbortController | undefined;
  #watched = false;
  /** Whether `pollSoon` or the like was called since the current poll started, so that it may miss something new. */
  #isHurried = false;

  constructor(dependencies: PollerDependencies) {
    this.#dependencies = dependencies;
    this.#interval = dependencies.getIntervals().shortest;
    this.#nextAt = this.#afterInterval();
  }

  /** Starts or stops polling. `watched` says whether the user can see the result. */
  watch(watched: boolean): void {
    if (watched === this.#watched) return;
    this.#watched = watched;
    if (!watched) {
      this.#timer?.dispose();
      this.#polling?.abort();
      this.#polling = undefined;
    } else if (this.#dependencies.eager === true) {
      void this.#poll();
    } else {
      this.#plan(Math.min(this.#nextAt, this.#resetInterval()));
    }
  }

  /** Polls now, unless a poll is running or the user can't see the result. */
  ask(): void {
    if (this.#watched && this.#polling === undefined) void this.#poll();
  }

  /** Something may have changed: polls after the shortest interval at the latest. */
  pollSoon(): void {
    const soon = this.#resetInterval();
    if (soon < this.#nextAt) this.#plan(soon);
  }

  /** Everything was just loaded, or the intervals changed: polls after the shortest interval. */
  postpone(): void {
    this.#resetInterval();
    this.restart();
  }

  /** Starts the current interval again. */
  restart(): void {
    this.#plan(this.#afterInterval());
  }

  dispose(): void {
    this.watch(false);
  }

  /** Resets the interval to the shortest one and returns its end. It doesn't vary, because someone is waiting. */
  #resetInterval(): number {
    const { now, getIntervals } = this.#dependencies;
    const { shortest, steady } = getIntervals();
    this.#interval = shortest;
    this.#isHurried = true;
    return now() + (steady ?? shortest);
  }

  #afterInterval(): number {
    const { now, random, getIntervals } = this.#dependencies;
    const interval = getIntervals().steady ?? this.#interval;
    return now() + Math.round(interval * (1 - JITTER_SHARE + 2 * JITTER_SHARE * random()));
  }

  #plan(nextAt: number): void {
    this.#nextAt = nextAt;
    if (!this.#watched || this.#polling !== undefined) return;
    const { after: later, now } = this.#dependencies;
    this.#timer?.dispose();
    this.#timer = later(Math.max(0, nextAt - now()), () => void this.#poll());
  }

  async #poll(): Promise<void> {
    const { ask, now, planned, getIntervals } = this.#dependencies;
    this.#timer?.dispose();
    const polling = new AbortController();
    this.#polling = polling;
    // A canceled poll stays due.
    this.#nextAt = now();
    this.#isHurried = false;
    let outcome: Outcome = { fresh: false };
    try {
      outcome = await ask(polling.signal);
    } catch {
      // The next poll follows after the usual interval.
    }
    if (this.#polling !== polling) return;
    this.#polling = undefined;
    if (outcome.more === true) return await this.#poll();
    const { shortest, longest } = getIntervals();
    this.#interval = outcome.fresh || this.#isHurried ? shortest : Math.min(this.#interval * 2, longest);
    this.#plan(Math.max(this.#afterInterval(), outcome.notBefore ?? 0));
    planned?.(this.#nextAt);
  }
}
