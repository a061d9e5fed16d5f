// The data of one network: its blocks by number and hash, its latest in order, and when it started over.
import { ExpiringCache } from "../../base/tasks/expiring-cache.ts";
import type { BlockPage, BlocksOptions } from "../api/mirror-node.ts";
import { LatestBlocks } from "./latest-blocks.ts";
import { KnownBlocks } from "./known-blocks.ts";
import { Timeline } from "./block-times.ts";
import type { Block } from "../model/block.ts";

interface NetworkBlocksDependencies {
  /** Requests blocks and keeps them here. */
  readonly read: (options: BlocksOptions) => Promise<BlockPage>;
  /** Called when the node has a newer block. */
  readonly advanced: () => void;
  /** Called when the list of the latest blocks shows other blocks. */
  readonly listed: () => void;
  /** Called when the network's blocks differ from the known ones, before any of them is kept. */
  readonly startedOver: () => void;
  readonly now: () => number;
}

/** If one server returns the blocks of several ledgers in turn, each of them seems to start over again and again. */
const MIN_MS_BETWEEN_REPORTS = 10_000;

export class NetworkBlocks {
  readonly #dependencies: NetworkBlocksDependencies;
  #reportedAt: number | undefined;
  /** The network has started over since the last report. */
  #isUnreported = false;
  readonly known = new KnownBlocks();
  readonly head: LatestBlocks;
  readonly timeline = new Timeline();
  readonly oldest: ExpiringCache<Block | undefined>;
  /** When the newest block arrived, and when the node last returned the latest blocks, in milliseconds since 1970. */
  #arrivedAt = 0;
  #answeredAt = 0;
  /** When the network was found to have started over, in milliseconds since 1970. */
  startedOverAt: number | undefined;

  constructor(dependencies: NetworkBlocksDependencies) {
    this.#dependencies = dependencies;
    this.oldest = new ExpiringCache({ maxAgeMs: Infinity, maxEntries: 1 }, dependencies.now);
    const read = async (options: BlocksOptions): Promise<BlockPage> => {
      const page = await dependencies.read(options);
      this.#answeredAt = dependencies.now();
      return page;
    };
    this.head = new LatestBlocks(read, {
      reloaded: () => this.#alignKnown(),
      advanced: () => {
        this.#arrivedAt = dependencies.now();
        dependencies.advanced();
      },
      listed: () => dependencies.listed(),
      startedOver: () => this.#startOver(),
    });
  }

  /** For how many milliseconds the node has returned no new block. The clock of the ledger may differ from this one. */
  get quietMs(): number {
    return Math.max(0, this.#answeredAt - this.#arrivedAt);
  }

  /** Keeps blocks. A known number with a different hash means that the network started over. */
  keep(blocks: readonly Block[]): void {
    if (blocks.some((block) => this.known.contradicts(block))) this.#startOver();
    else this.#reportStartOver();
    this.timeline.add([blocks.at(0), blocks.at(-1)].flatMap((block) => block ?? []));
    for (const block of blocks) this.known.keep(block);
  }

  markStale(): void {
    this.oldest.clear();
    this.startedOverAt = undefined;
    this.head.markStale();
  }

  /** Makes the list the known blocks if one of those is newer than its newest, or if a reset dropped them all. */
  #alignKnown(): void {
    const { known, head } = this;
    if (head.newest === undefined || (known.newest !== undefined && head.newest.number >= known.newest.number)) return;
    known.forget();
    this.timeline.forget();
    this.keep(head.all);
  }

  #startOver(): void {
    this.known.forget();
    this.timeline.forget();
    this.head.forget();
    this.oldest.clear();
    this.startedOverAt = this.#dependencies.now();
    this.#isUnreported = true;
    this.#reportStartOver();
  }

  #reportStartOver(): void {
    const now = this.#dependencies.now();
    const isTooSoon = this.#reportedAt !== undefined && Math.abs(now - this.#reportedAt) < MIN_MS_BETWEEN_REPORTS;
    if (!this.#isUnreported || isTooSoon) return;
    this.#isUnreported = false;
    this.#reportedAt = now;
    this.#dependencies.startedOver();
  }
}
