// The time limits of one HTTP exchange.

/** A Node timer with a longer delay fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Aborts one exchange if its caller cancels it, its next part is overdue, or the whole takes too long. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #cancel = (): void => this.#controller.abort();
  #endsAt: number;
  #timer: NodeJS.Timeout | undefined;
  #missed = false;

  /** `endsAt`: when the whole exchange must be over, by the clock of `performance`. */
  constructor(caller: AbortSignal | undefined, endsAt: number) {
    this.#caller = caller;
    this.#endsAt = endsAt;
    if (caller?.aborted === true) this.#controller.abort();
    else caller?.addEventListener("abort", this.#cancel, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why the exchange was cut short; undefined if it wasn't. */
  get cause(): "timeout" | "canceled" | undefined {
    return this.#missed ? "timeout" : this.#caller?.aborted === true ? "canceled" : undefined;
  }

  /** Aborts the exchange if its next part takes longer than this, or arrives after the end of the whole. */
  expect(milliseconds: number): void {
    this.pause();
    const left = Math.max(0, Math.min(milliseconds, this.#endsAt - performance.now()));
    if (left > MAX_TIMER_MS) return;
    this.#timer = setTimeout(() => {
      this.#missed = true;
      this.#controller.abort();
    }, left);
  }

  /** Makes the whole exchange end within this many milliseconds, unless it ends sooner anyway. */
  shorten(milliseconds: number): void {
    this.#endsAt = Math.min(this.#endsAt, performance.now() + milliseconds);
  }

  /** Stops the timer while the exchange expects nothing from the server. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  /** Stops listening to the caller's signal, and aborts the exchange unless it is over. */
  end({ over }: { readonly over: boolean }): void {
    this.pause();
    this.#caller?.removeEventListener("abort", this.#cancel);
    if (!over) this.#controller.abort();
  }
}
