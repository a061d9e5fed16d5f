// Asks for what is new in a thread while its panel is in sight.
import type { Disposable, Event } from "vscode";

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

/** Runs something once, later; handed in, so that a test can have its own time. */
export type Later = (milliseconds: number, run: () => void) => Disposable;

export interface ThreadPollerParts {
  readonly attention: Attention;
  readonly front: Front;
  readonly later: Later;
  readonly random: () => number;
  /** How often to look while the panel is in front. */
  readonly interval: Interval;
  /** Looks for news, and says whether there were some. It does not throw. */
  look(how: { readonly thorough: boolean }): Promise<boolean>;
}

const BESIDE_MIN_MS = 15_000;
const BESIDE_MAX_MS = 300_000;
/** Every so many looks it looks thoroughly. */
const THOROUGH = 4;
/** Panels that were opened together don't all ask at the same moment. */
const JITTER = 0.2;

/**
 * Looks for news while a thread is in sight and the window has the focus: often while its panel is in front, and beside
 * other tabs less and less often as long as nothing happens.
 */
export class ThreadPoller implements Disposable {
  readonly #parts: ThreadPollerParts;
  readonly #listening: readonly Disposable[];
  #visible = false;
  #pause: number;
  #looks = 0;
  #timer: Disposable | undefined;
  #looking = false;

  constructor(parts: ThreadPollerParts) {
    this.#parts = parts;
    this.#pause = this.#shortestPause;
    this.#listening = [
      parts.attention.onDidChange(() => {
        if (this.#visible && parts.attention.isHere() && this.#timer === undefined) void this.#look({ thorough: true });
      }),
      parts.front.onDidChange(() => {
        if (this.#timer !== undefined) this.#wait();
      }),
      parts.interval.onDidChange(() => {
        this.#pause = this.#shortestPause;
        if (this.#timer !== undefined) this.#wait();
      }),
    ];
  }

  /** The first pause while the panel is beside other tabs. */
  get #shortestPause(): number {
    return Math.max(BESIDE_MIN_MS, this.#parts.interval.milliseconds());
  }

  /** It is in sight. */
  show(): void {
    this.#visible = true;
  }

  /** It was just read. Where it is out of sight by now, nothing more is asked. */
  begin(): void {
    this.#pause = this.#shortestPause;
    this.#looks = 0;
    this.#wait();
  }

  /** It is in sight again, and what is known of it may be old. */
  async resume(): Promise<void> {
    this.#visible = true;
    this.#pause = this.#shortestPause;
    await this.#look({ thorough: true });
  }

  /** It is out of sight. */
  end(): void {
    this.#visible = false;
    this.#stop();
  }

  /** Something happened to it here, so that more may follow. */
  stir(): void {
    if (this.#pause === this.#shortestPause) return;
    this.#pause = this.#shortestPause;
    if (this.#timer !== undefined) this.#wait();
  }

  dispose(): void {
    this.end();
    for (const each of this.#listening) each.dispose();
  }

  #wait(): void {
    this.#stop();
    const { attention, front, interval, later, random } = this.#parts;
    if (!this.#visible || !attention.isHere()) return;
    const usual = front.isInFront() ? interval.milliseconds() : this.#pause;
    const pause = Math.round(usual * (1 - JITTER + 2 * JITTER * random()));
    this.#timer = later(pause, () => {
      this.#timer = undefined;
      this.#looks += 1;
      // If the window has lost the focus since, the look happens when it is back.
      if (attention.isHere()) void this.#look({ thorough: this.#looks % THOROUGH === 0 });
    });
  }

  async #look(how: { readonly thorough: boolean }): Promise<void> {
    if (this.#looking) return;
    this.#stop();
    this.#looking = true;
    try {
      const news = await this.#parts.look(how);
      const longest = Math.max(BESIDE_MAX_MS, this.#shortestPause);
      this.#pause = news ? this.#shortestPause : Math.min(longest, this.#pause * 2);
    } finally {
      this.#looking = false;
      this.#wait();
    }
  }

  #stop(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
  }
}
