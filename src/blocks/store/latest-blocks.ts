// Keeps the latest blocks of a ledger without a gap, and notices when its network starts over.
import { Problem } from "../../base/problem.ts";
import { SharedRead } from "../../base/tasks/shared-read.ts";
import type { RequestOptions, BlockPage, BlocksOptions } from "../api/mirror-node.ts";
import type { Block } from "../model/block.ts";
import { mayFollow } from "../model/block-sequence.ts";
import { isMissing, isReplaced, mayBeOfSameNetwork } from "./started-over.ts";

/** The number of blocks that the view shows at once. */
const PAGE_SIZE = 50;
/** The maximum that a node returns. */
const MAX_BLOCKS_PER_REQUEST = 100;
/** Beyond this, the oldest blocks are dropped. They can be requested again. */
const MAX_BLOCKS = 2000;
/** Live updates keep at most this many blocks, unless more were loaded on demand. */
const MAX_LIVE_BLOCKS = 400;
/** After this many responses without a new block, the next request includes the newest known one. */
const MAX_RESPONSES_WITHOUT_BLOCK = 8;

/** Requests blocks from the node, and keeps them. */
export type Read = (options: BlocksOptions) => Promise<BlockPage>;

interface Callbacks {
  /** The latest blocks were loaded again. */
  readonly reloaded: () => void;
  /** The node has a newer block, or more unreadable ones after it. */
  readonly advanced: () => void;
  /** The list shows other blocks. */
  readonly listed: () => void;
  /** The network started over: its blocks differ from the kept ones. */
  readonly startedOver: () => void;
}

/**
 * Kept blocks are never requested again: live updates add newer ones at the front, and Load More adds older ones at the
 * end.
 */
export class LatestBlocks {
  readonly #read: Read;
  readonly #callbacks: Callbacks;
  /** The newest first. */
  #blocks: readonly Block[] = [];
  #skipped = 0;
  /** The first block of the list. Newer ones wait until the user asks for them, so that no row moves under the pointer. */
  #listed: Block | undefined;
  /** How many blocks after the newest one could not be read. */
  #skippedNewer = 0;
  /** The pages of such blocks, if they fill any. They are not requested again. */
  #unreadable: { readonly skipped: number; readonly next: NonNullable<BlockPage["next"]> } | undefined;
  #hasOlder = true;
  #stale = true;
  readonly #newestPage = new SharedRead((signal) => this.#loadNewest(signal));
  /** The retries of the request for that page. */
  #retries: RequestOptions["retries"];
  #emptyResponses = 0;
  /** How many blocks the view has paged through since its last refresh, and how many it usually does. */
  #paged = PAGE_SIZE;
  #usuallyPaged = PAGE_SIZE;

  constructor(read: Read, callbacks: Callbacks) {
    this.#read = read;
    this.#callbacks = callbacks;
  }

  get newest(): Block | undefined {
    return this.#blocks[0];
  }

  /** The first block of the list. */
  get newestListed(): Block | undefined {
    return this.#listed;
  }

  /** How many newer blocks wait to be listed. */
  get waiting(): bigint {
    const { newest } = this;
    return newest === undefined || this.#listed === undefined ? 0n : newest.number - this.#listed.number;
  }

  get all(): readonly Block[] {
    return this.#blocks;
  }

  /** Lists the blocks that wait. */
  listAll(): void {
    if (this.waiting === 0n) return;
    this.#listed = this.newest;
    this.#callbacks.listed();
  }

  /** The listed blocks, kept ones or from the node. */
  async page(options: RequestOptions = {}): Promise<BlockPage> {
    if (this.#stale) await this.#reload(options);
    this.#usuallyPaged = Math.max(this.#paged, this.#usuallyPaged - PAGE_SIZE);
    this.#paged = PAGE_SIZE;
    const first = this.#listed;
    const at = first === undefined ? 0 : this.#blocks.findIndex(({ number }) => number <= first.number);
    // So many blocks wait that the listed ones were dropped.
    if (first !== undefined && at < 0) return await this.#loadOlder(first.number + 1n, options);
    return this.#createPage(this.#blocks.slice(at, at + PAGE_SIZE), this.#skipped + this.#skippedNewer);
  }

  /** Makes the next call request the latest blocks. The kept ones stay until the response arrives. */
  markStale(): void {
    this.#stale = true;
    // A refresh doesn't wait for an earlier request, which may hang. Callers of that one get the new response.
    this.#newestPage.restart();
  }

  /** Drops all blocks, because none is valid anymore. */
  forget(): void {
    this.#blocks = [];
    this.#listed = undefined;
    this.#skipped = 0;
    this.#skippedNewer = 0;
    this.#unreadable = undefined;
    this.#hasOlder = true;
    this.#stale = true;
    this.#emptyResponses = 0;
  }

  /** Requests the latest blocks. The view and the live updates share a request if both need them. */
  async #reload(options: RequestOptions): Promise<void> {
    if (!this.#newestPage.isReading) this.#retries = options.retries;
    await this.#newestPage.get(options.signal);
  }

  async #loadNewest(signal: AbortSignal): Promise<void> {
    const retries = this.#retries === undefined ? {} : { retries: this.#retries };
    const page = await this.#read({ signal, ...retries, limit: PAGE_SIZE });
    // A refresh since then needs a newer response than this one.
    if (signal.aborted) throw new Problem("canceled");
    if (!mayBeOfSameNetwork(page, this.#blocks)) this.#callbacks.startedOver();
    this.#emptyResponses = 0;
    const [newest] = page.values;
    const before = this.newest;
    // A node behind a load balancer may lag behind another. The kept blocks are of the same network, and newer.
    if (newest !== undefined && before !== undefined && newest.number < before.number) {
      this.#stale = false;
      this.listAll();
      return;
    }
    const oldest = page.values.at(-1);
    const kept = this.#blocks.filter(({ number }) => oldest !== undefined && number < oldest.number);
    const [next] = kept;
    // The kept blocks continue the page if there is no gap between them and the ledger is still the same.
    const continues = next !== undefined && oldest !== undefined && mayFollow(oldest, next);
    this.#blocks = continues ? [...page.values, ...kept] : page.values;
    // The others are returned again with the next newer or older blocks.
    this.#skipped = page.next === undefined ? page.skipped : countInner(page.values.toReversed(), page.skipped);
    this.#skippedNewer = page.skipped - this.#skipped;
    this.#unreadable = undefined;
    if (!continues || newest === undefined) this.#hasOlder = page.next !== undefined;
    this.#stale = false;
    this.#trim();
    const isOther = newest?.hash !== this.#listed?.hash;
    this.#listed = newest;
    this.#callbacks.reloaded();
    if (newest?.hash !== before?.hash) this.#callbacks.advanced();
    if (isOther) this.#callbacks.listed();
  }

  /**
   * Sends one request for the blocks after the newest kept one, so that a burst loses none. Returns true if there are
   * more. The link to the next page would not help, because it is null on a short page. A local network may start over
   * with other blocks. So new blocks must name the hash of the newest kept one, which must still exist after a while
   * without any.
   */
  async catchUp(options: RequestOptions = {}): Promise<boolean> {
    const { newest } = this;
    if (newest === undefined || this.#stale) {
      await this.#reload(options);
      return false;
    }
    const unreadable = this.#unreadable;
    const isCheck = unreadable === undefined && this.#emptyResponses >= MAX_RESPONSES_WITHOUT_BLOCK;
    const number = { [isCheck ? "gte" : "gt"]: newest.number };
    const page = await (unreadable === undefined
      ? this.#read({ ...options, limit: MAX_BLOCKS_PER_REQUEST, order: "asc", number })
      : unreadable.next(options));
    // Another call has loaded the latest blocks since, or these were dropped.
    if (this.newest !== newest) return true;
    const added = page.values.filter(({ number }) => number > newest.number);
    this.#emptyResponses = added.length > 0 || isCheck ? 0 : this.#emptyResponses + 1;
    if (isCheck && isMissing(page, newest)) return await this.#reloadAfterCheck(options);
    const skipped = (unreadable?.skipped ?? 0) + page.skipped;
    const [first] = added;
    if (first === undefined) return this.#countUnreadable(skipped, page);
    if (!mayFollow(first, newest) && (await this.#checkReplaced(newest, options))) return true;
    this.#blocks = [...added.toReversed(), ...this.#blocks];
    const inner = countInner([newest, ...added], skipped);
    this.#skipped += inner;
    this.#skippedNewer = skipped - inner;
    this.#unreadable = undefined;
    this.#trim();
    this.#callbacks.advanced();
    return page.next !== undefined;
  }

  /** Counts new blocks that could not be read. Returns true if there are more after them. */
  #countUnreadable(skipped: number, { next, values, skipped: onPage }: BlockPage): boolean {
    const isMore = values.length === 0 && onPage > 0 && next !== undefined;
    if (isMore) this.#unreadable = { skipped, next };
    const isChanged = skipped !== this.#skippedNewer;
    this.#skippedNewer = skipped;
    if (isChanged) this.#callbacks.advanced();
    return isMore;
  }

  /** The node no longer returns the newest kept block: it lags behind, or its ledger started over. */
  async #reloadAfterCheck(options: RequestOptions): Promise<boolean> {
    this.markStale();
    await this.#reload(options);
    return false;
  }

  /** True if another block, or none, replaced the newest kept one. All kept blocks are then dropped. */
  async #checkReplaced(newest: Block, options: RequestOptions): Promise<boolean> {
    const page = await this.#read({ ...options, limit: 1, order: "asc", number: { gte: newest.number } });
    if (this.newest !== newest) return true;
    if (!isReplaced(page, newest)) return false;
    this.#callbacks.startedOver();
    return true;
  }

  #createPage(values: readonly Block[], skipped: number): BlockPage {
    const last = values.at(-1);
    const ends = last === undefined || (last === this.#blocks.at(-1) && !this.#hasOlder);
    return {
      values,
      skipped,
      reasons: [],
      next: ends ? undefined : (options = {}) => this.#loadOlder(last.number, options),
    };
  }

  async #loadOlder(number: bigint, options: RequestOptions): Promise<BlockPage> {
    const at = this.#blocks.findIndex((block) => block.number < number);
    if (at >= 0) {
      this.#paged = Math.max(this.#paged, at + PAGE_SIZE);
      return this.#createPage(this.#blocks.slice(at, at + PAGE_SIZE), 0);
    }
    let page = await this.#read({ ...options, limit: PAGE_SIZE, number: { lt: number } });
    // A page without a readable block still links to the next one.
    let { skipped } = page;
    while (page.values.length === 0 && page.skipped > 0 && page.next !== undefined) {
      page = await page.next(options);
      skipped += page.skipped;
    }
    const older = page.values.filter((block) => block.number < number);
    const hasOlder = older.length > 0 && page.next !== undefined;
    if (this.#blocks.at(-1)?.number === number) {
      this.#blocks = [...this.#blocks, ...older];
      this.#paged = this.#blocks.length;
      this.#skipped += skipped;
      this.#hasOlder = hasOlder;
      return this.#createPage(older, skipped);
    }
    const last = older.at(-1);
    const next =
      !hasOlder || last === undefined ? undefined : (again: RequestOptions = {}) => this.#loadOlder(last.number, again);
    return { values: older, skipped, reasons: page.reasons, next };
  }

  #trim(): void {
    const kept = Math.min(
      MAX_BLOCKS,
      Math.max(MAX_LIVE_BLOCKS, this.#paged + PAGE_SIZE, this.#usuallyPaged + PAGE_SIZE),
    );
    if (this.#blocks.length <= kept) return;
    this.#blocks = this.#blocks.slice(0, kept);
    this.#hasOlder = true;
  }
}

/** How many of the skipped blocks are between these. Their numbers are ascending. */
function countInner(blocks: readonly Block[], skipped: number): number {
  const [first] = blocks;
  const last = blocks.at(-1);
  if (first === undefined || last === undefined) return 0;
  return Math.max(0, Math.min(skipped, Number(last.number - first.number) + 1 - blocks.length));
}
