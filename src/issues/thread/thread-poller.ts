import type { Disposable, Event } from "vscode";

/** Whether the reader looks at the window at all. */
export interface Attention {
  isHere(): boolean;
  readonly onDidChange: Event<unknown>;
}

/** Runs something once, later; handed in, so that a test can have its own time. */
export type Later = (milliseconds: number, run: () => void) => Disposable;

export interface ThreadPollerParts {
  readonly attention: Attention;
  readonly later: Later;
  readonly random: () => number;
  /** Looks for news, and says whether there were some. It does not throw. */
  look(how: { readonly thorough: boolean }): Promise<boolean>;
}

const SOONEST = 15_000;
const LATEST = 300_000;
/** Every so many looks it looks thoroughly. */
const THOROUGH = 4;
/** Not all that is open asks at the same moment. */
const JITTER = 0.2;

/**
 * Looks for news while something is in sight and the window has the reader's attention: soon at first, less and less
 * often while nothing happens, and not at all while it is hidden.
 */
export class ThreadPoller implements Disposable {
  readonly #parts: ThreadPollerParts;
  readonly #listening: Disposable;
  #visible = false;
  #pause = SOONEST;
  #looks = 0;
  #timer: Disposable | undefined;
  #looking = false;

  constructor(parts: ThreadPollerParts) {
    this.#parts = parts;
    this.#listening = parts.attention.onDidChange(() => {
      if (this.#visible && parts.attention.isHere() && this.#timer === undefined) void this.#look({ thorough: true });
    });
  }

  /** It is in sight. */
  show(): void {
    this.#visible = true;
  }

  /** It was just read. Where it is out of sight by now, nothing more is asked. */
  begin(): void {
    this.#pause = SOONEST;
    this.#looks = 0;
    this.#wait();
  }

  /** It is in sight again, and what is known of it may be old. */
  async resume(): Promise<void> {
    this.#visible = true;
    this.#pause = SOONEST;
    await this.#look({ thorough: true });
  }

  /** It is out of sight. */
  end(): void {
    this.#visible = false;
    this.#stop();
  }

  /** Something happened to it here, so that more may follow. */
  stir(): void {
    if (this.#pause === SOONEST) return;
    this.#pause = SOONEST;
    if (this.#timer !== undefined) this.#wait();
  }

  dispose(): void {
    this.end();
    this.#listening.dispose();
  }

  #wait(): void {
    this.#stop();
    const { attention, later, random } = this.#parts;
    if (!this.#visible || !attention.isHere()) return;
    const pause = Math.round(this.#pause * (1 - JITTER + 2 * JITTER * random()));
    this.#timer = later(pause, () => {
      this.#timer = undefined;
      this.#looks += 1;
      // Whoever went away meanwhile is told when they are back.
      if (attention.isHere()) void this.#look({ thorough: this.#looks % THOROUGH === 0 });
    });
  }

  async #look(how: { readonly thorough: boolean }): Promise<void> {
    if (this.#looking) return;
    this.#stop();
    this.#looking = true;
    try {
      const news = await this.#parts.look(how);
      this.#pause = news ? SOONEST : Math.min(LATEST, this.#pause * 2);
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
