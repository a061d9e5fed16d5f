// Remembers the blocks that were loaded in this session, by number and by hash, so that none is requested twice.
import type { BlockName } from "../model/block-name.ts";
import type { Block } from "../model/block.ts";

/** Beyond this, the oldest blocks are dropped. They can be requested again. */
const MAX_BLOCKS = 1000;
/** Characters of a short hash, including 0x. */
const SHORT_HASH_CHARS = 66;

/** The known blocks of one ledger. A block never changes, so a known one stays valid. */
export class KnownBlocks {
  readonly #byNumber = new Map<bigint, Block>();
  readonly #byHash = new Map<string, Block>();
  #newest: Block | undefined;

  /** The newest known block; the ledger may have newer ones. */
  get newest(): Block | undefined {
    return this.#newest;
  }

  get(name: BlockName): Block | undefined {
    return "number" in name ? this.#byNumber.get(name.number) : this.#byHash.get(name.hash);
  }

  /** True if a different block with the same number is known. */
  contradicts({ number, hash }: Block): boolean {
    const kept = this.#byNumber.get(number);
    return kept !== undefined && kept.hash !== hash;
  }

  keep(block: Block): void {
    this.#byNumber.delete(block.number);
    this.#byNumber.set(block.number, block);
    this.#byHash.set(block.hash, block);
    this.#forget();
    if (this.#newest === undefined || this.#newest.number <= block.number) this.#newest = block;
  }

  /** Drops all blocks, because the network started over. */
  forget(): void {
    this.#byNumber.clear();
    this.#byHash.clear();
    this.#newest = undefined;
  }

  /** Adds a short hash that the node has resolved to this block: other hashes may start with the same digits. */
  keepShortHash(hash: string, block: Block): void {
    if (hash.length === SHORT_HASH_CHARS) this.#byHash.set(hash, block);
  }

  #forget(): void {
    if (this.#byNumber.size <= MAX_BLOCKS) return;
    const [oldest] = this.#byNumber.values();
    if (oldest === undefined) return;
    this.#byNumber.delete(oldest.number);
    this.#byHash.delete(oldest.hash);
    this.#byHash.delete(oldest.hash.slice(0, SHORT_HASH_CHARS));
  }
}
