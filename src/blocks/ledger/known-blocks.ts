import type { BlockName } from "../model/block-name.ts";
import type { Block } from "../model/block.ts";

/** The oldest are forgotten beyond this; they can be asked for again. */
const MOST = 1000;
/** 0x and the digits that a short hash has. */
const SHORT = 66;

/** The blocks of one ledger that were seen in this session. A block never changes, so what was seen once holds. */
export class KnownBlocks {
  readonly #byNumber = new Map<bigint, Block>();
  readonly #byHash = new Map<string, Block>();
  #newest: Block | undefined;

  /** The newest that was seen; those after it are not known of. */
  get newest(): Block | undefined {
    return this.#newest;
  }

  get(name: BlockName): Block | undefined {
    return "number" in name ? this.#byNumber.get(name.number) : this.#byHash.get(name.hash);
  }

  /** Whether another block of the same number is kept. */
  contradicts({ number, hash }: Block): boolean {
    const kept = this.#byNumber.get(number);
    return kept !== undefined && kept.hash !== hash;
  }

  /** Keeps the block; true if it is newer than all others. */
  keep(block: Block): boolean {
    this.#byNumber.delete(block.number);
    this.#byNumber.set(block.number, block);
    this.#byHash.set(block.hash, block);
    this.#forget();
    if (this.#newest !== undefined && this.#newest.number >= block.number) return false;
    this.#newest = block;
    return true;
  }

  /** The network started over: nothing that was seen before holds. */
  forget(): void {
    this.#byNumber.clear();
    this.#byHash.clear();
    this.#newest = undefined;
  }

  /** A short hash names a block only as long as no other begins with it, so it is kept when the node has said so. */
  keepAs(hash: string, block: Block): void {
    if (hash.length === SHORT) this.#byHash.set(hash, block);
  }

  #forget(): void {
    if (this.#byNumber.size <= MOST) return;
    const [oldest] = this.#byNumber.values();
    if (oldest === undefined) return;
    this.#byNumber.delete(oldest.number);
    this.#byHash.delete(oldest.hash);
    this.#byHash.delete(oldest.hash.slice(0, SHORT));
  }
}
