// Checks that the numbers, hashes and times of blocks form a chain.
import type { Nanoseconds } from "../../base/time.ts";
import type { Block } from "./block.ts";

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
  #checkHash({ number, previousHash }: Link, before: Link | undefined): Break | undefined {
    if (before === undefined || previousHash === undefined) return undefined;
    if (previousHash !== before.hash) return { kind: "hash", at: number, named: previousHash, before: before.hash };
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
