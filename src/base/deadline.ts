/** Ends one exchange: when its caller cancels it, or when what must come next does not come in time. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #cancel = (): void => this.#controller.abort();
  #timer: NodeJS.Timeout | undefined;
  #missed = false;

  constructor(caller: AbortSignal | undefined) {
    this.#caller = caller;
    if (caller?.aborted === true) this.#controller.abort();
    else caller?.addEventListener("abort", this.#cancel, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why it ended, if it did not end by itself. */
  get cause(): "timeout" | "cancelled" | undefined {
    return this.#missed ? "timeout" : this.#caller?.aborted === true ? "cancelled" : undefined;
  }

  /** From now on the next thing must come within so many milliseconds; Infinity is as long as it takes. */
  expect(milliseconds: number): void {
    this.rest();
    if (milliseconds >= 2 ** 31) return;
    this.#timer = setTimeout(() => {
      this.#missed = true;
      this.#controller.abort();
    }, milliseconds);
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
