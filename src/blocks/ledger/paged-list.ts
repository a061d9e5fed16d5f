import { Problem } from "../../base/problem.ts";
import type { Asked, Page } from "../api/mirror-node.ts";

/** How far a list has been read. `short`: to its end, though there should be more. */
export type Extent = "unread" | "part" | "all" | "short";

/** A list loaded page by page, on demand; all views of it share what is loaded. */
export class Gathered<Value> {
  readonly #first: (asked: Asked) => Promise<Page<Value>>;
  readonly #ended: (extent: "all" | "short") => void;
  /** How many there should be, if known. */
  readonly expected: bigint | undefined;
  #values: Value[] = [];
  #skipped = 0;
  #next: Page<Value>["next"];
  #extent: Extent = "unread";
  #underWay: Promise<void> | undefined;

  constructor(
    first: (asked: Asked) => Promise<Page<Value>>,
    { expected, ended }: { readonly expected?: bigint | undefined; readonly ended: (extent: "all" | "short") => void },
  ) {
    this.#first = first;
    this.#ended = ended;
    this.expected = expected;
  }

  /** What has been read, in order. */
  get values(): readonly Value[] {
    return this.#values;
  }

  /** How many could not be understood. */
  get skipped(): number {
    return this.#skipped;
  }

  get extent(): Extent {
    return this.#extent;
  }

  /** Whether there is something left to read. */
  get goesOn(): boolean {
    return this.#extent === "unread" || this.#extent === "part";
  }

  /** Reads the next page. Who asks while one is being read waits for the same one. */
  async more(asked: Asked = {}): Promise<void> {
    if (asked.signal?.aborted === true) throw new Problem("cancelled");
    if (!this.goesOn) return;
    this.#underWay ??= this.#read(asked).finally(() => (this.#underWay = undefined));
    await this.#underWay;
  }

  /** Reads on until so many are there, or all. */
  async until(wanted: number, asked: Asked = {}): Promise<void> {
    while (this.goesOn && this.#values.length < wanted) await this.more(asked);
  }

  async #read(asked: Asked): Promise<void> {
    const page = await (this.#next === undefined ? this.#first(asked) : this.#next(asked));
    for (const value of page.values) this.#values.push(value);
    this.#skipped += page.skipped;
    this.#next = page.next;
    if (page.next !== undefined) {
      this.#extent = "part";
      return;
    }
    const found = BigInt(this.#values.length + this.#skipped);
    const extent = this.expected !== undefined && found < this.expected ? "short" : "all";
    this.#extent = extent;
    this.#ended(extent);
  }
}
