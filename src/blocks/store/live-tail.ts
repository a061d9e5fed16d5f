// Requests new blocks from a mirror node while the view is visible.
import type { Disposable, Event } from "vscode";
import { asProblem, type Problem } from "../../base/problem.ts";
import { Emitter } from "../../workbench/events.ts";
import type { View } from "../../workbench/wings/views.ts";
import { Poller, type Outcome, type PollerDependencies } from "../../workbench/poller.ts";

/** Time between two requests. A network closes a block about every two seconds. */
const INTERVAL_MS = 2000;
/** The longest pause between requests to a failing node. */
const MAX_PAUSE_MS = 60_000;

export type TailState =
  | { readonly kind: "live" }
  | { readonly kind: "paused"; readonly since: number | undefined }
  /** The last request failed; the next one is sent at this time. */
  | { readonly kind: "failing"; readonly problem: Problem; readonly retryAt: number };

interface TailDependencies extends Pick<PollerDependencies, "after" | "now" | "random"> {
  /** Requests new blocks once; true if there are more. */
  readonly ask: (signal: AbortSignal) => Promise<boolean>;
  /** When it was paused, if it is. */
  readonly pausedSince?: number | undefined;
}

/**
 * Requests new blocks, one request per tick, while the view is visible. A paused tail stays paused until it is resumed.
 */
export class Tail implements Disposable {
  readonly #dependencies: TailDependencies;
  readonly #changed = new Emitter<TailState>();
  #state: TailState;
  readonly #poller: Poller;
  #isVisible = false;
  /** Why the last request failed. */
  #problem: Problem | undefined;
  readonly onDidChange: Event<TailState> = this.#changed.event;

  constructor(dependencies: TailDependencies) {
    this.#dependencies = dependencies;
    const { pausedSince: since } = dependencies;
    this.#state = since === undefined ? { kind: "live" } : { kind: "paused", since };
    this.#poller = new Poller({
      ...dependencies,
      ask: (signal) => this.#ask(signal),
      eager: true,
      getIntervals: () => ({ shortest: INTERVAL_MS, longest: MAX_PAUSE_MS }),
      planned: (retryAt) => {
        if (this.#problem !== undefined) this.#setState({ kind: "failing", problem: this.#problem, retryAt });
      },
    });
  }

  get state(): TailState {
    return this.#state;
  }

  /** Runs while a view is visible, even if another window has the focus. */
  follow(view: Pick<View, "visible" | "onDidChangeVisibility">): Disposable {
    this.watch(view.visible);
    return view.onDidChangeVisibility(() => this.watch(view.visible));
  }

  /** Sets whether the view is visible. */
  watch(isVisible: boolean): void {
    this.#isVisible = isVisible;
    this.#updatePolling();
  }

  pause(): void {
    if (this.#state.kind === "paused") return;
    this.#setState({ kind: "paused", since: this.#dependencies.now() });
    this.#updatePolling();
  }

  resume(): void {
    if (this.#state.kind === "live") return;
    this.#setState({ kind: "live" });
    this.#updatePolling();
    this.#poller.ask();
  }

  /** Starts over with another network, to which earlier problems don't apply. */
  restart(): void {
    if (this.#state.kind === "paused") return;
    this.#setState({ kind: "live" });
    this.#poller.watch(false);
    // The pause after failures of the previous network isn't one of this network.
    this.#poller.postpone();
    this.#updatePolling();
  }

  dispose(): void {
    this.watch(false);
    this.#changed.dispose();
  }

  #updatePolling(): void {
    this.#poller.watch(this.#isVisible && this.#state.kind !== "paused");
  }

  async #ask(signal: AbortSignal): Promise<Outcome> {
    this.#problem = undefined;
    try {
      const more = await this.#dependencies.ask(signal);
      if (!signal.aborted) this.#setState({ kind: "live" });
      return { fresh: true, more };
    } catch (error) {
      const problem = asProblem(error);
      if (!signal.aborted) this.#problem = problem;
      return { fresh: false, notBefore: problem.facts.retryAt };
    }
  }

  #setState(state: TailState): void {
    const same = state.kind === "live" && this.#state.kind === "live";
    this.#state = state;
    if (!same) this.#changed.fire(state);
  }
}
