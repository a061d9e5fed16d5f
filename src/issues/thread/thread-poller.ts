// Polls for changes of a thread while its panel, or a file of its pull request, is visible.
import type { Disposable, Event } from "vscode";
import { Poller, type PollerDependencies } from "../../workbench/poller.ts";

/** Whether the window has the user's attention. */
export interface Attention {
  isHere(): boolean;
  readonly onDidChange: Event<unknown>;
}

/** Whether what shows the thread is the active tab. */
export interface Front {
  isInFront(): boolean;
  readonly onDidChange: Event<unknown>;
}

export interface ThreadPollerDependencies extends Pick<PollerDependencies, "after" | "now" | "random"> {
  readonly attention: Attention;
  readonly front: Front;
  /** Loads changes, and returns whether there were any. Never throws. */
  look(how: { readonly thorough: boolean; readonly signal: AbortSignal }): Promise<boolean>;
}

/** Timers, and whether the user is present. */
export type PollTime = Pick<ThreadPollerDependencies, "after" | "attention" | "random">;

/** How often to poll while the panel is in front, so that a comment appears within 15 seconds. */
const FRONT_INTERVAL_MS = 11_000;
const MIN_BACKGROUND_INTERVAL_MS = 15_000;
const MAX_BACKGROUND_INTERVAL_MS = 300_000;
/** Every nth check is thorough, and so is the first after an absence if the last thorough one is n intervals old. */
const CHECKS_PER_FULL_CHECK = 4;

/**
 * Polls while a thread is visible and the window has focus: at a steady rate while its panel is active, and less and
 * less often in an inactive one if nothing changes.
 */
export class ThreadPoller implements Disposable {
  readonly #dependencies: ThreadPollerDependencies;
  readonly #poller: Poller;
  readonly #disposables: readonly Disposable[];
  #visible = false;
  #checks = 0;
  /** True if the user was away, so much may have changed since the last check. */
  #wasAway = false;
  /** The time of the last load or thorough check, in epoch milliseconds. */
  #thoroughAt = -Infinity;

  constructor(dependencies: ThreadPollerDependencies) {
    const { attention, front } = dependencies;
    this.#dependencies = dependencies;
    this.#poller = new Poller({
      ...dependencies,
      ask: (signal) => this.#check(signal),
      getIntervals: () => {
        const steady = front.isInFront() ? FRONT_INTERVAL_MS : undefined;
        return { shortest: MIN_BACKGROUND_INTERVAL_MS, longest: MAX_BACKGROUND_INTERVAL_MS, steady };
      },
    });
    this.#disposables = [attention.onDidChange(() => this.#watch()), front.onDidChange(() => this.#poller.restart())];
  }

  /** Call when the panel becomes visible and is about to load. */
  show(): void {
    this.#visible = true;
  }

  /** Call when the thread was just loaded. Polling starts if the panel is still visible. */
  begin(): void {
    this.#checks = 0;
    this.#wasAway = false;
    this.#thoroughAt = this.#dependencies.now();
    this.#watch();
    this.#poller.postpone();
  }

  /** Call when the panel is visible again with data that may be outdated. */
  resume(): void {
    this.#visible = true;
    this.#wasAway = true;
    this.#watch();
    this.#poller.ask();
  }

  /** Call when the panel is hidden. */
  end(): void {
    this.#visible = false;
    this.#watch();
  }

  /** Call when the thread changed: more changes may follow soon. */
  wake(): void {
    this.#poller.pollSoon();
  }

  dispose(): void {
    this.end();
    for (const each of this.#disposables) each.dispose();
  }

  #watch(): void {
    const isHere = this.#dependencies.attention.isHere();
    if (!isHere) this.#wasAway = true;
    this.#poller.watch(this.#visible && isHere);
  }

  async #check(signal: AbortSignal): Promise<{ readonly fresh: boolean }> {
    this.#checks += 1;
    const { now } = this.#dependencies;
    const isOld = now() - this.#thoroughAt >= CHECKS_PER_FULL_CHECK * FRONT_INTERVAL_MS;
    const thorough = (this.#wasAway && isOld) || this.#checks % CHECKS_PER_FULL_CHECK === 0;
    this.#wasAway = false;
    if (thorough) this.#thoroughAt = now();
    return { fresh: await this.#dependencies.look({ thorough, signal }) };
  }
}
