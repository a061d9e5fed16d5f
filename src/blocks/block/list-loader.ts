// Loads one list of a block's panel page by page, and sends its elements in batches.
import { asProblem, type Problem } from "../../base/problem.ts";
import type { Extent, PagedList } from "../store/paged-list.ts";

const ROWS_PER_MESSAGE = 1000;

/** How far a list is loaded. */
export interface Listed<Value> extends Pick<PagedList<Value>, "values" | "skipped" | "extent" | "expected"> {
  /** More of it is loading. */
  readonly busy: boolean;
  readonly problem: Problem | undefined;
}

/** Loads a list as far as requested, and sends its elements as they arrive, each of them once. */
export class ListLoader<Value> {
  readonly #list: PagedList<Value>;
  readonly #deliver: (from: number, values: readonly Value[], list: Listed<Value>) => void;
  #sent = 0;
  #abort: AbortController | undefined;
  /** The current read, or the last one. */
  #reading: Promise<void> | undefined;
  #isDisposed = false;
  #problem: Problem | undefined;

  /** Each call of `deliver` gets the values that follow those of the previous call. */
  constructor(list: PagedList<Value>, deliver: (from: number, values: readonly Value[], list: Listed<Value>) => void) {
    this.#list = list;
    this.#deliver = deliver;
  }

  get values(): readonly Value[] {
    return this.#list.values;
  }

  get extent(): Extent {
    return this.#list.extent;
  }

  /** Sends everything again, to a new page. */
  resend(): void {
    this.#sent = 0;
    this.#send();
  }

  /** Reads the first page, if nothing has been read yet. */
  async begin(): Promise<void> {
    if (this.extent === "unread") await this.#startRead((signal) => this.#list.loadMore(signal));
    else this.#send();
  }

  async loadMore(): Promise<void> {
    await this.#startRead((signal) => this.#list.loadMore(signal));
  }

  /** Waits for the current read, then reads to the end or until `enough` returns true. Sends elements in batches. */
  async loadAll(enough: () => boolean = () => false): Promise<void> {
    while (this.#abort !== undefined) {
      const { signal } = this.#abort;
      await this.#reading;
      if (signal.aborted) return;
    }
    await this.#startRead(async (signal) => {
      while (!signal.aborted && this.#list.hasMore && !enough()) {
        await this.#list.until(this.#sent + ROWS_PER_MESSAGE, signal);
        if (this.#list.hasMore) this.#send();
      }
    });
  }

  stop(): void {
    this.#abort?.abort();
    this.#abort = undefined;
  }

  /** Stops loading and sending, because the panel shows something else. */
  dispose(): void {
    this.#isDisposed = true;
    this.stop();
  }

  async #startRead(read: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (this.#abort !== undefined || this.#isDisposed) return;
    const abort = new AbortController();
    this.#abort = abort;
    this.#problem = undefined;
    this.#send();
    this.#reading = this.#finish(abort, read);
    await this.#reading;
  }

  async #finish(abort: AbortController, read: (signal: AbortSignal) => Promise<void>): Promise<void> {
    try {
      await read(abort.signal);
    } catch (error) {
      if (!abort.signal.aborted) this.#problem = asProblem(error);
    } finally {
      if (this.#abort === abort) this.#abort = undefined;
      this.#send();
    }
  }

  #send(): void {
    if (this.#isDisposed) return;
    const { values, skipped, extent, expected } = this.#list;
    const from = this.#sent;
    const rows = values.slice(from, from + ROWS_PER_MESSAGE);
    this.#sent += rows.length;
    const busy = this.#abort !== undefined;
    this.#deliver(from, rows, { values, skipped, extent, expected, busy, problem: this.#problem });
    if (this.#sent < values.length) this.#send();
  }
}
