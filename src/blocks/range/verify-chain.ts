// Verifies the chain of a range, and the number of transactions in its blocks.
import type { Nanoseconds } from "../../base/time.ts";
import type { Store } from "../store/store.ts";
import type { Transactions } from "../store/transactions.ts";
import type { BlockRange } from "../model/block-range.ts";
import { MAX_DELAY_NS, type Block } from "../model/block.ts";
import { ChainCheck, type Break, type CheckedCounts } from "../model/block-sequence.ts";
import type { Network } from "../model/network.ts";

/** The result of verifying a range. */
export interface Verdict {
  readonly broken: Break | undefined;
  readonly tally: CheckedCounts;
  readonly requests: number;
  /** The blocks that were loaded again, up to the break. */
  readonly blocks: readonly Block[];
}

export interface Walk {
  readonly signal: AbortSignal;
  /** Reports how many blocks have been checked. */
  readonly report: (checked: bigint) => void;
}

/**
 * Loads the range again and checks the number, hash and time of each block. It stops at the first break, because later
 * blocks depend on it. Blocks missing at the end of the range are a gap too.
 */
export async function verify(
  store: Pick<Store, "walk">,
  network: Network,
  range: BlockRange,
  { signal, report }: Walk,
): Promise<Verdict> {
  const check = new ChainCheck(range.from);
  let requests = 0;
  let unread = 0;
  let last = range.from - 1n;
  const blocks: Block[] = [];
  const finish = (broken: Break | undefined): Verdict => {
    // A block that could not be read is not a gap in the chain.
    const isUnread = unread > 0 && (broken?.kind === "gap" || broken?.kind === "end");
    return { broken: isUnread ? { ...broken, kind: "unread" } : broken, tally: check.tally, requests, blocks };
  };
  for await (const { values, skipped } of store.walk(network, range, { signal })) {
    requests += 1;
    unread += skipped;
    for (const block of values) {
      const broken = check.next(block);
      if (broken !== undefined) return finish(broken);
      blocks.push(block);
      last = block.number;
    }
    report(last - range.from + 1n);
  }
  return finish(last < range.to ? { kind: "end", at: last + 1n, after: last } : undefined);
}

/** The result of counting. */
export interface TransactionCount {
  /** Number of blocks whose count matches their transactions. */
  readonly good: number;
  /** The first block whose count doesn't match. */
  readonly wrong: { readonly at: bigint; readonly expected: bigint; readonly found: bigint } | undefined;
  /** Number of blocks so new that some of their transactions have not arrived yet. */
  readonly late: number;
  /** Number of listed transactions that could not be decoded. They may belong to any block. */
  readonly unread: number;
}

/**
 * Counts the transactions of consecutive blocks and compares them with the count of each block. They are loaded as one
 * list, because blocks with few transactions share a page. `now` determines which blocks are so new that some of their
 * transactions may not have arrived yet.
 */
export async function formatTransactionCount(
  store: { readonly transactions: Pick<Transactions, "walk"> },
  network: Network,
  blocks: readonly Block[],
  now: Nanoseconds,
  { signal, report }: Walk,
): Promise<TransactionCount> {
  const countable = blocks.filter(isCountable);
  const [first] = countable;
  const last = countable.at(-1);
  if (first === undefined || last === undefined) return { good: 0, wrong: undefined, late: 0, unread: 0 };
  const found = countable.map(() => 0n);
  let place = 0;
  let unread = 0;
  for await (const { values, skipped } of store.transactions.walk(
    network,
    { from: first.from, to: last.to },
    { signal },
  )) {
    unread += skipped;
    for (const { time } of values) {
      while (place < countable.length - 1 && time > (countable[place]?.to ?? 0n)) place += 1;
      const block = countable[place];
      if (block !== undefined && time >= block.from && time <= block.to) found[place] = (found[place] ?? 0n) + 1n;
    }
    report(BigInt(place));
  }
  const checked = countable.map(({ number, count, to }, at) => ({ number, count, to, found: found[at] ?? 0n }));
  const isLate = (each: (typeof checked)[number]): boolean => each.found < each.count && now - each.to < MAX_DELAY_NS;
  // A transaction that could not be decoded is not missing.
  const isWrong = (each: (typeof checked)[number]): boolean =>
    each.found > each.count || (each.found < each.count && !isLate(each) && unread === 0);
  const wrong = checked.find(isWrong);
  return {
    good: checked.filter((each) => each.found === each.count).length,
    wrong: wrong === undefined ? undefined : { at: wrong.number, expected: wrong.count, found: wrong.found },
    late: checked.filter(isLate).length,
    unread,
  };
}

type Countable = Block & { readonly count: bigint; readonly from: Nanoseconds; readonly to: Nanoseconds };

function isCountable(block: Block): block is Countable {
  return block.count !== undefined && block.from !== undefined && block.to !== undefined;
}

/** The minimum number of requests that counting takes. */
export function countRequests(blocks: readonly Block[]): bigint {
  const transactions = blocks.reduce((sum, { count }) => sum + (count ?? 0n), 0n);
  return transactions / 100n + 1n;
}
