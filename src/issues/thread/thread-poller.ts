// Requests news of a thread while its panel is visible.
import type { Disposable, Event } from "vscode";
import { Poller, type PollerParts } from "../../workbench/poller.ts";

/** Whether the reader looks at the window at all. */
export interface Attention {
  isHere(): boolean;
  readonly onDidChange: Event<unknown>;
}

/** Whether the thread's panel is the active tab. */
export interface Front {
  isInFront(): boolean;
  readonly onDidChange: Event<unknown>;
}

export interface Interval {
  milliseconds(): number;
  readonly onDidChange: Event<unknown>;
}

export interface ThreadPollerParts extends Pick<PollerParts, "after" | "now" | "random"> {
  readonly attention: Attention;
  readonly front: Front;
  /** How often to look while the panel is in front. */
  readonly interval: Interval;
  /** Looks for news, and says whether there were some. It doesn't throw. */
  look(how: { readonly thorough: boolean; readonly signal: AbortSignal }): Promise<boolean>;
}

const MIN_BACKGROUND_INTERVAL_MS = 15_000;
const MAX_BACKGROUND_INTERVAL_MS = 300_000;
/** Every so many looks it looks thoroughly, and after an absence that was longer than so many looks take. */
const CHECKS_PER_FULL_CHECK = 4;

/**
 * Looks for news while a thread is visible and the window has the focus: often while its panel is active, and less and
 * less often in an inactive one if nothing happens.
 */
export class ThreadPoller implements Disposable {
  readonly #parts: ThreadPollerParts;
  readonly #poller: Poller;
  readonly #listening: readonly Disposable[];
  #visible = false;
  #looks = 0;
  /** Much may have happened since the last look. */
  #wasAway = false;
  /** When all of it was last known, in epoch milliseconds. */
  #thoroughAt = -Infinity;

  constructor(parts: ThreadPollerParts) {
    const { attention, front, interval } = parts;
    this.#parts = parts;
    this.#poller = new Poller({
      ...parts,
      ask: (signal) => this.#look(signal),
      getIntervals: () => {
        const shortest = Math.max(MIN_BACKGROUND_INTERVAL_MS, interval.milliseconds());
        const steady = front.isInFront() ? interval.milliseconds() : undefined;
        return { shortest, longest: Math.max(MAX_BACKGROUND_INTERVAL_MS, shortest), steady };
      },
    });
    this.#listening = [
      attention.onDidChange(() => this.#watch()),
      front.onDidChange(() => this.#poller.restart()),
      interval.onDidChange(() => this.#poller.postpone()),
    ];
  }

  /** The panel is visible. */
  show(): void {
    this.#visible = true;
  }

  /** It was just read. If it is out of sight by now, nothing more is asked. */
  begin(): void {
    this.#looks = 0;
    this.#wasAway = false;
    this.#thoroughAt = this.#parts.now();
    this.#watch();
    this.#poller.postpone();
  }

  /** The panel is visible again, and its data may be outdated. */
  resume(): void {
    this.#visible = true;
    this.#wasAway = true;
    this.#watch();
    this.#poller.ask();
  }

  /** It is out of sight. */
  end(): void {
    this.#visible = false;
    this.#watch();
  }

  /** Something happened to it here, so more may follow. */
  wake(): void {
    this.#poller.hurry();
  }

  dispose(): void {
    this.end();
    for (const each of this.#listening) each.dispose();
  }

  #watch(): void {
    const isHere = this.#parts.attention.isHere();
    if (!isHere) this.#wasAway = true;
    this.#poller.watch(this.#visible && isHere);
  }

  async #look(signal: AbortSignal): Promise<{ readonly fresh: boolean }> {
    this.#looks += 1;
    const { interval, now } = this.#parts;
    const isOld = now() - this.#thoroughAt >= CHECKS_PER_FULL_CHECK * interval.milliseconds();
    const thorough = (this.#wasAway && isOld) || this.#looks % CHECKS_PER_FULL_CHECK === 0;
    this.#wasAway = false;
    if (thorough) this.#thoroughAt = now();
    return { fresh: await this.#parts.look({ thorough, signal }) };
  }
}
