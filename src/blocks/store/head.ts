import type { Asked, BlockPage, BlocksAsked } from "../api.ts";
import type { Block } from "../model.ts";

/** As many as the view shows at once. */
const PAGE = 50;
/** The most that a node gives at once. */
const MOST_AT_ONCE = 100;
/** Beyond these the oldest are let go of; they can be asked for again. */
const MOST_KEPT = 2000;

/** Asks the node for blocks, and keeps what came. */
export type Read = (asked: BlocksAsked) => Promise<BlockPage>;

/**
 * The newest blocks of one ledger, one after the other without a gap. What is here is not asked for again: the tail adds
 * in front, Load More behind.
 */
export class Head {
  readonly #read: Read;
  readonly #renewed: () => void;
  /** The newest first. */
  #blocks: readonly Block[] = [];
  #skipped = 0;
  #hasOlder = true;
  #stale = true;
  #reading: Promise<void> | undefined;

  /** `renewed` hears when the newest were asked for whatever was here. */
  constructor(read: Read, renewed: () => void) {
    this.#read = read;
    this.#renewed = renewed;
  }

  get newest(): Block | undefined {
    return this.#blocks[0];
  }

  get all(): readonly Block[] {
    return this.#blocks;
  }

  /** The newest, from what is here or from the node. */
  async page(asked: Asked = {}): Promise<BlockPage> {
    if (this.#stale) await this.#readAnew(asked);
    return this.#shown(this.#blocks.slice(0, PAGE), this.#skipped);
  }

  /** Whoever next wants the newest has them asked for, whatever is here; that is given up only when the answer is there. */
  markStale(): void {
    this.#stale = true;
  }

  /** The view and the tail may both want the newest: they are asked for once. */
  async #readAnew(asked: Asked): Promise<void> {
    // Whoever asked first may have given up since; then it is asked again.
    if (this.#reading !== undefined) {
      await this.#reading.catch(() => undefined);
      if (!this.#stale) return;
    }
    const reading = this.#askAnew(asked);
    this.#reading = reading;
    try {
      await reading;
    } finally {
      if (this.#reading === reading) this.#reading = undefined;
    }
  }

  async #askAnew(asked: Asked): Promise<void> {
    const page = await this.#read({ ...asked, limit: PAGE });
    const [newest] = page.values;
    const oldest = page.values.at(-1);
    const kept = this.#blocks.filter(({ number }) => oldest !== undefined && number < oldest.number);
    const [next] = kept;
    // What is here goes on behind what came, if nothing is between them and it is the same ledger still.
    const goesOn = next !== undefined && next.number + 1n === oldest?.number && next.hash === oldest.previousHash;
    this.#blocks = goesOn ? [...page.values, ...kept] : page.values;
    this.#skipped = page.skipped;
    if (!goesOn || newest === undefined) this.#hasOlder = page.next !== undefined;
    this.#stale = false;
    this.#trim();
    this.#renewed();
  }

  /**
   * One question for what is new, from the newest that is here onwards: a burst loses none. True where more is waiting.
   * A link to the next page would be of no use, as it is null on a short page.
   */
  async catchUp(asked: Asked = {}): Promise<boolean> {
    const { newest } = this;
    if (newest === undefined || this.#stale) {
      await this.#readAnew(asked);
      return false;
    }
    const { values, next } = await this.#read({
      ...asked,
      limit: MOST_AT_ONCE,
      order: "asc",
      number: [{ is: "gt", than: newest.number }],
    });
    const news = values.filter(({ number }) => number > newest.number);
    if (news.length === 0) return false;
    this.#blocks = [...news.toReversed(), ...this.#blocks];
    this.#trim();
    return next !== undefined;
  }

  #shown(values: readonly Block[], skipped: number): BlockPage {
    const last = values.at(-1);
    const ends = last === undefined || (last === this.#blocks.at(-1) && !this.#hasOlder);
    return { values, skipped, reasons: [], next: ends ? undefined : (asked = {}) => this.#below(last.number, asked) };
  }

  async #below(number: bigint, asked: Asked): Promise<BlockPage> {
    const at = this.#blocks.findIndex((block) => block.number < number);
    if (at >= 0) return this.#shown(this.#blocks.slice(at, at + PAGE), 0);
    let page = await this.#read({ ...asked, limit: PAGE, number: [{ is: "lt", than: number }] });
    // A page of which nothing could be read says where the one after it is.
    while (page.values.length === 0 && page.skipped > 0 && page.next !== undefined) page = await page.next(asked);
    const older = page.values.filter((block) => block.number < number);
    const hasOlder = older.length > 0 && page.next !== undefined;
    if (this.#blocks.at(-1)?.number === number) {
      this.#blocks = [...this.#blocks, ...older];
      this.#skipped += page.skipped;
      this.#hasOlder = hasOlder;
      return this.#shown(older, page.skipped);
    }
    const last = older.at(-1);
    const next = !hasOlder || last === undefined ? undefined : (again: Asked = {}) => this.#below(last.number, again);
    return { values: older, skipped: page.skipped, reasons: page.reasons, next };
  }

  #trim(): void {
    if (this.#blocks.length <= MOST_KEPT) return;
    this.#blocks = this.#blocks.slice(0, MOST_KEPT);
    this.#hasOlder = true;
  }
}
