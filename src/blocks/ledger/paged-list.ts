// Loads a list of the mirror node page by page, for all views that show parts of it.
import { asProblem, Problem } from "../../base/problem.ts";
import type { RequestOptions, Page } from "../api/mirror-node.ts";

/** How much of a list is loaded. `short`: all of it, but less than expected. */
export type Extent = "unread" | "part" | "all" | "short";

export interface Options<Value> {
  readonly expected?: bigint | undefined;
  /** Whether a list without an expected number can't be complete yet. */
  readonly lacksValues?: (values: readonly Value[]) => boolean;
  readonly onEnd: (extent: "all" | "short") => void;
}

/** A list that loads on demand. All views of it share what is loaded. */
export class PagedList<Value> {
  readonly #loadFirst: (options: RequestOptions) => Promise<Page<Value>>;
  readonly #lacksValues: () => boolean;
  readonly #onEnd: (extent: "all" | "short") => void;
  /** The expected number of values, if known. */
  readonly expected: bigint | undefined;
  #values: Value[] = [];
  #skipped = 0;
  #next: Page<Value>["next"];
  #extent: Extent = "unread";
  #loading: Promise<void> | undefined;

  constructor(
    loadFirst: (options: RequestOptions) => Promise<Page<Value>>,
    { expected, lacksValues = () => false, onEnd }: Options<Value>,
  ) {
    this.#loadFirst = loadFirst;
    this.#lacksValues = () => lacksValues(this.#values);
    this.#onEnd = onEnd;
    this.expected = expected;
  }

  /** The loaded values, in order. */
  get values(): readonly Value[] {
    return this.#values;
  }

  /** How many values could not be decoded. */
  get skipped(): number {
    return this.#skipped;
  }

  get extent(): Extent {
    return this.#extent;
  }

  get hasMore(): boolean {
    return this.#extent === "unread" || this.#extent === "part";
  }

  /** Loads the next page. Calls made while a page is loading wait for that page, even if its first caller cancels. */
  async loadMore(options: RequestOptions = {}): Promise<void> {
    if (options.signal?.aborted === true) throw new Problem("canceled");
    if (!this.hasMore) return;
    if (this.#loading !== undefined) {
      try {
        return await this.#loading;
      } catch (error) {
        // The first caller may have canceled the request; then it is sent again.
        if (asProblem(error).kind !== "canceled") throw error;
        return await this.loadMore(options);
      }
    }
    this.#loading = this.#loadPage(options).finally(() => (this.#loading = undefined));
    await this.#loading;
  }

  /** Loads pages until this many values are loaded, or all of them. */
  async until(wanted: number, options: RequestOptions = {}): Promise<void> {
    while (this.hasMore && this.#values.length < wanted) await this.loadMore(options);
  }

  async #loadPage(options: RequestOptions): Promise<void> {
    const page = await (this.#next === undefined ? this.#loadFirst(options) : this.#next(options));
    for (const value of page.values) this.#values.push(value);
    this.#skipped += page.skipped;
    this.#next = page.next;
    if (page.next !== undefined) {
      this.#extent = "part";
      return;
    }
    const found = BigInt(this.#values.length + this.#skipped);
    const isShort = this.expected === undefined ? this.#skipped === 0 && this.#lacksValues() : found < this.expected;
    const extent = isShort ? "short" : "all";
    this.#extent = extent;
    this.#onEnd(extent);
  }
}
