// Asks a mirror node for new blocks while someone watches.
import type { Disposable, Event } from "vscode";
import { asProblem } from "../../base/problem.ts";
import type { Problem } from "../../base/problem.ts";
import type { Wait } from "../../base/wait.ts";
import { Emitter } from "../../workbench/events.ts";

/** The longest wait between requests to a failing node, unless the interval itself is longer. */
const LONGEST = 60_000;

export type TailState =
  | { readonly is: "live" }
  | { readonly is: "paused"; readonly since: number | undefined }
  /** The node could not be asked; it is asked again then. */
  | { readonly is: "failing"; readonly problem: Problem; readonly again: number };

interface Parts {
  /** Requests new blocks once; true if there are more. */
  readonly ask: (signal: AbortSignal) => Promise<boolean>;
  /** Milliseconds between two requests. */
  readonly interval: () => number;
  readonly wait: Wait;
  readonly now: () => number;
  readonly random: () => number;
  /** When it was paused, if it is. */
  readonly pausedSince?: number | undefined;
}

/** A view as far as it can be seen. */
interface Seen {
  readonly visible: boolean;
  readonly onDidChangeVisibility: Event<unknown>;
}

/**
 * Asks again and again for what is new, one question a tick, as long as someone watches. Who pauses it is not disturbed
 * until they resume it.
 */
export class Tail implements Disposable {
  readonly #parts: Parts;
  readonly #changed = new Emitter<TailState>();
  #state: TailState;
  #watched = false;
  #abort: AbortController | undefined;
  readonly onDidChange: Event<TailState> = this.#changed.event;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { pausedSince: since } = parts;
    this.#state = since === undefined ? { is: "live" } : { is: "paused", since };
  }

  get state(): TailState {
    return this.#state;
  }

  /** Runs while a view can be seen, also on a second screen while another window has the focus. */
  follow(view: Seen): Disposable {
    this.watch(view.visible);
    return view.onDidChangeVisibility(() => this.watch(view.visible));
  }

  /** Whether anyone can see what it brings. */
  watch(watched: boolean): void {
    this.#watched = watched;
    this.#turn();
  }

  pause(): void {
    if (this.#state.is === "paused") return;
    this.#become({ is: "paused", since: this.#parts.now() });
    this.#turn();
  }

  resume(): void {
    if (this.#state.is === "live") return;
    this.#become({ is: "live" });
    this.reschedule();
  }

  /** The interval changed: it counts from now on. */
  reschedule(): void {
    this.#abort?.abort();
    this.#abort = undefined;
    this.#turn();
  }

  dispose(): void {
    this.watch(false);
    this.#changed.dispose();
  }

  #turn(): void {
    const runs = this.#watched && this.#state.is !== "paused";
    if (runs && this.#abort === undefined) {
      this.#abort = new AbortController();
      void this.#run(this.#abort.signal);
    } else if (!runs) {
      this.#abort?.abort();
      this.#abort = undefined;
    }
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { ask, interval, wait, now, random } = this.#parts;
    for (let failures = 0; !signal.aborted;) {
      const tick = interval();
      let pause = tick * (0.9 + 0.2 * random());
      try {
        const more = await ask(signal);
        if (signal.aborted) return;
        failures = 0;
        this.#become({ is: "live" });
        if (more) continue;
      } catch (error) {
        if (signal.aborted) return;
        const problem = asProblem(error);
        failures += 1;
        pause = Math.max(
          Math.min(pause * 2 ** failures, Math.max(LONGEST, tick)),
          (problem.facts.retryAt ?? 0) - now(),
        );
        this.#become({ is: "failing", problem, again: now() + pause });
      }
      try {
        await wait(pause, signal);
      } catch {
        return;
      }
    }
  }

  #become(state: TailState): void {
    const same = state.is === "live" && this.#state.is === "live";
    this.#state = state;
    if (!same) this.#changed.fire(state);
  }
}
