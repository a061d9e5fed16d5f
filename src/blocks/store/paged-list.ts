// Loads a list of the mirror node page by page, for all views that show parts of it.
import { SharedRead } from "../../base/tasks/shared-read.ts";
import type { RequestOptions, ListPage } from "../api/mirror-node.ts";

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
  readonly #loadFirst: (options: RequestOptions) => Promise<ListPage<Value>>;
  readonly #lacksValues: () => boolean;
  readonly #onEnd: (extent: "all" | "short") => void;
  /** The expected number of values, if known. */
  readonly expected: bigint | undefined;
  #values: Value[] = [];
  #skipped = 0;
  #next: ListPage<Value>["next"];
  #extent: Extent = "unread";
  readonly #nextPage = new SharedRead((signal) => this.#loadPage(signal));

  constructor(
    loadFirst: (options: RequestOptions) => Promise<ListPage<Value>>,
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

  /** Loads the next page. Calls made while a page is loading wait for that page. */
  async loadMore(signal?: AbortSignal): Promise<void> {
    if (this.hasMore) await this.#nextPage.get(signal);
  }

  /** Loads pages until this many values are loaded, or all of them. */
  async until(wanted: number, signal?: AbortSignal): Promise<void> {
    while (this.hasMore && this.#values.length < wanted) await this.loadMore(signal);
  }

  async #loadPage(signal: AbortSignal): Promise<void> {
    const page = await (this.#next ?? this.#loadFirst)({ signal });
    // Its callers have left, and the next one requests the page again.
    if (signal.aborted) return;
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
