import { SECOND } from "../../base/time.ts";
import type { Nanoseconds } from "../../base/time.ts";
import type { Store } from "../ledger/store.ts";
import { lengthOf } from "../model/block-range.ts";
import type { BlockRange } from "../model/block-range.ts";
import type { Block } from "../model/block.ts";
import { ChainCheck } from "../model/chain.ts";
import type { Break, Tally } from "../model/chain.ts";
import type { Network } from "../model/network.ts";

/** What came of looking at a range. */
export interface Verdict {
  readonly broken: Break | undefined;
  readonly tally: Tally;
  readonly requests: number;
  /** What the node has just sent, up to the break. */
  readonly blocks: readonly Block[];
}

export interface Walk {
  readonly signal: AbortSignal;
  /** How many blocks were looked at. */
  readonly tell: (checked: bigint) => void;
}

/**
 * Loads the range again and checks the number, hash and time of each block. It stops at the first break, because later
 * blocks depend on it. Blocks missing at the end of the range are a gap too.
 */
export async function verify(
  store: Pick<Store, "walk">,
  network: Network,
  range: BlockRange,
  { signal, tell }: Walk,
): Promise<Verdict> {
  const check = new ChainCheck(range.from);
  let requests = 0;
  let unread = 0;
  let last = range.from - 1n;
  const blocks: Block[] = [];
  const ended = (broken: Break | undefined): Verdict => {
    // A block that could not be read is not a gap in the chain.
    const isUnread = unread > 0 && (broken?.kind === "gap" || broken?.kind === "end");
    return { broken: isUnread ? { ...broken, kind: "unread" } : broken, tally: check.tally, requests, blocks };
  };
  for await (const { values, skipped } of store.walk(network, range, { signal })) {
    requests += 1;
    unread += skipped;
    for (const block of values) {
      const broken = check.next(block);
      if (broken !== undefined) return ended(broken);
      blocks.push(block);
      last = block.number;
    }
    tell(last - range.from + 1n);
  }
  return ended(last < range.to ? { kind: "end", at: last + 1n, after: last } : undefined);
}

/** The requests that reading a range takes at best. */
export function pagesOf(range: BlockRange): bigint {
  return (lengthOf(range) + 99n) / 100n;
}

/** What came of counting. */
export interface Counted {
  /** Blocks whose count is that of their transactions. */
  readonly good: number;
  /** The first whose count is another. */
  readonly wrong: { readonly at: bigint; readonly said: bigint; readonly found: bigint } | undefined;
  /** The newest of the ledger, whose transactions are not all there yet. */
  readonly late: number;
}

/** Behind the newest block a replica may lack transactions for so long. */
const LATE: Nanoseconds = 60n * SECOND;

/**
 * Counts the transactions of blocks that follow one another and holds them against what each block says. They are read
 * as one list, as many blocks of few transactions share a page. `now` tells which blocks are so new that some of their
 * transactions may still be on their way.
 */
export async function countTransactions(
  store: Pick<Store, "transactions">,
  network: Network,
  blocks: readonly Block[],
  now: Nanoseconds,
  { signal, tell }: Walk,
): Promise<Counted> {
  const countable = blocks.filter(isCountable);
  const [first] = countable;
  const last = countable.at(-1);
  if (first === undefined || last === undefined) return { good: 0, wrong: undefined, late: 0 };
  const found = countable.map(() => 0n);
  let place = 0;
  for await (const { values } of store.transactions.walk(network, { from: first.from, to: last.to }, { signal })) {
    for (const { time } of values) {
      while (place < countable.length - 1 && time > (countable[place]?.to ?? 0n)) place += 1;
      const block = countable[place];
      if (block !== undefined && time >= block.from && time <= block.to) found[place] = (found[place] ?? 0n) + 1n;
    }
    tell(BigInt(place));
  }
  const asked = countable.map(({ number, count, to }, at) => ({ number, count, to, found: found[at] ?? 0n }));
  const isLate = (each: (typeof asked)[number]): boolean => each.found < each.count && now - each.to < LATE;
  const wrong = asked.find((each) => each.found !== each.count && !isLate(each));
  return {
    good: asked.filter((each) => each.found === each.count).length,
    wrong: wrong === undefined ? undefined : { at: wrong.number, said: wrong.count, found: wrong.found },
    late: asked.filter(isLate).length,
  };
}

type Countable = Block & { readonly count: bigint; readonly from: Nanoseconds; readonly to: Nanoseconds };

function isCountable(block: Block): block is Countable {
  return block.count !== undefined && block.from !== undefined && block.to !== undefined;
}

/** The requests that counting takes at best. */
export function countRequests(blocks: readonly Block[]): bigint {
  const transactions = blocks.reduce((sum, { count }) => sum + (count ?? 0n), 0n);
  return transactions / 100n + 1n;
}
