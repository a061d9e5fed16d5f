// Decides whether a block follows another, and checks that the numbers, hashes and times of blocks form a chain.
import type { Nanoseconds } from "../../base/time.ts";
import type { Block } from "./block.ts";

/** Whether `before` is known to be the previous block: its number is one lower and its hash is the previous hash. */
export function follows(
  block: Pick<Block, "number" | "previousHash">,
  before: Pick<Block, "number" | "hash">,
): boolean {
  return block.previousHash !== undefined && mayFollow(block, before);
}

/** Whether `before` can be the previous block. Older nodes omit the previous hash, so then the number alone decides. */
export function mayFollow(
  { number, previousHash }: Pick<Block, "number" | "previousHash">,
  before: Pick<Block, "number" | "hash">,
): boolean {
  return before.number + 1n === number && (previousHash === undefined || before.hash === previousHash);
}

/** True for the first block of a ledger: it has number 0, or a previous hash of zeros. */
export function isFirst({ number, previousHash }: Pick<Block, "number" | "previousHash">): boolean {
  return number === 0n || (previousHash !== undefined && /^0x0+$/.test(previousHash));
}

/** The fields of a block that the check needs. */
export type Link = Pick<Block, "number" | "hash" | "previousHash" | "from" | "to">;

/** Faults in the sequence of block numbers. */
export type SequenceFault =
  /** Blocks are missing before this one. */
  | "gap"
  /** The node has no further block of the range. */
  | "end"
  /** A block in between could not be decoded. */
  | "unread"
  /** A block arrived twice, or after a later one. */
  | "order";

/** Where and how a chain is broken. `at` is the number of the block that shows it. */
export type Break =
  | { readonly kind: SequenceFault; readonly at: bigint; readonly after: bigint }
  | { readonly kind: "hash"; readonly at: bigint; readonly named: string; readonly before: string }
  /** The block starts before the previous one ended. */
  | { readonly kind: "time"; readonly at: bigint; readonly begins: Nanoseconds; readonly ended: Nanoseconds }
  /** The block ends before it starts. */
  | { readonly kind: "span"; readonly at: bigint; readonly from: Nanoseconds; readonly to: Nanoseconds };

/** How many blocks passed each check, up to the first fault. */
export interface CheckedCounts {
  readonly numbers: number;
  readonly hashes: number;
  readonly times: number;
}

/** Checks blocks in the order of their numbers, up to the first break. */
export class ChainCheck {
  #before: Link | undefined;
  #numbers = 0;
  #hashes = 0;
  #times = 0;

  /** The first number of the range. */
  readonly #first: bigint;

  constructor(first: bigint) {
    this.#first = first;
  }

  get tally(): CheckedCounts {
    return { numbers: this.#numbers, hashes: this.#hashes, times: this.#times };
  }

  /** Checks the next block. Callers stop at a break, because later blocks depend on it. */
  next(block: Link): Break | undefined {
    const before = this.#before;
    const broken = this.#checkNumber(block, before) ?? this.#checkHash(block, before) ?? this.#checkTime(block, before);
    this.#before = block;
    return broken;
  }

  #checkNumber({ number }: Link, before: Link | undefined): Break | undefined {
    const after = before?.number ?? this.#first - 1n;
    if (number > after + 1n) return { kind: "gap", at: number, after };
    if (number <= after) return { kind: "order", at: number, after };
    this.#numbers += 1;
    return undefined;
  }

  /** Skips hashes that were not recorded. The tally counts the compared ones. */
  #checkHash(block: Link, before: Link | undefined): Break | undefined {
    const { number, previousHash } = block;
    if (before === undefined || previousHash === undefined) return undefined;
    if (!follows(block, before)) return { kind: "hash", at: number, named: previousHash, before: before.hash };
    this.#hashes += 1;
    return undefined;
  }

  #checkTime({ number, from, to }: Link, before: Link | undefined): Break | undefined {
    if (from === undefined || to === undefined) return undefined;
    if (to < from) return { kind: "span", at: number, from, to };
    const ended = before?.to;
    if (ended !== undefined && from < ended) return { kind: "time", at: number, begins: from, ended };
    this.#times += 1;
    return undefined;
  }
}
