/** A timer of Node that is set for longer ends at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Ends one exchange: when its caller cancels it, when its next part doesn't arrive, or when it takes too long. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #cancel = (): void => this.#controller.abort();
  #endsAt: number;
  #timer: NodeJS.Timeout | undefined;
  #missed = false;

  /** `endsAt`: when all of it must be over, by the clock of `performance`. */
  constructor(caller: AbortSignal | undefined, endsAt: number) {
    this.#caller = caller;
    this.#endsAt = endsAt;
    if (caller?.aborted === true) this.#controller.abort();
    else caller?.addEventListener("abort", this.#cancel, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The reason, if it did not end by itself. */
  get cause(): "timeout" | "canceled" | undefined {
    return this.#missed ? "timeout" : this.#caller?.aborted === true ? "canceled" : undefined;
  }

  /** From now on the next thing must come within so many milliseconds, and before the end of the whole. */
  expect(milliseconds: number): void {
    this.rest();
    const left = Math.max(0, Math.min(milliseconds, this.#endsAt - performance.now()));
    if (left > MAX_TIMER_MS) return;
    this.#timer = setTimeout(() => {
      this.#missed = true;
      this.#controller.abort();
    }, left);
  }

  /** What is left must be over within so many milliseconds, or sooner. */
  hurry(milliseconds: number): void {
    this.#endsAt = Math.min(this.#endsAt, performance.now() + milliseconds);
  }

  /** Nothing is awaited. */
  rest(): void {
    clearTimeout(this.#timer);
  }

  /** Lets go of the caller's signal, and ends the exchange where it is not over. */
  end({ over }: { readonly over: boolean }): void {
    this.rest();
    this.#caller?.removeEventListener("abort", this.#cancel);
    if (!over) this.#controller.abort();
  }
}
