// Keeps the loaded contents of a few blocks, so that all views of a block share them.
import { LruMap } from "../../base/lru.ts";
import type { RequestOptions, ListPage } from "../api/mirror-node.ts";
import type { Source } from "./mirror-nodes.ts";
import { PagedList, type Options } from "./paged-list.ts";
import { bitsSet, isArriving, type Block } from "../model/block.ts";
import type { BlockResult, ContractLog, ContractResult } from "../model/contract-result.ts";
import type { Network } from "../model/network.ts";
import type { Transaction } from "../model/transaction.ts";

/** The maximum that a node returns. */
const PAGE_SIZE = 100;
/** Contents of at most this many blocks are kept, besides those of open views. */
const MAX_BLOCKS = 8;

/** How to load a list, and how to notice that the node doesn't have all of it yet. */
interface Contained<Value> extends Pick<Options<Value>, "expected" | "lacksValues"> {
  readonly read: (options: RequestOptions) => Promise<ListPage<Value>>;
}

/** Transactions, contract results and logs of blocks, loaded on demand. */
export class Contents {
  readonly #source: Source;
  readonly #transactions = new LruMap<string, PagedList<Transaction>>(MAX_BLOCKS);
  readonly #results = new LruMap<string, PagedList<BlockResult>>(MAX_BLOCKS);
  readonly #logs = new LruMap<string, PagedList<ContractLog>>(MAX_BLOCKS);

  constructor(source: Source) {
    this.#source = source;
  }

  /** The transactions of a block, by its times; undefined if those were not recorded. */
  transactions(network: Network, block: Block): PagedList<Transaction> | undefined {
    const { from, to, count: expected } = block;
    if (from === undefined || to === undefined) return undefined;
    const read = (options: RequestOptions): Promise<ListPage<Transaction>> =>
      this.#source.getApi(network).transactions({ ...options, from, to, limit: PAGE_SIZE, order: "asc" });
    return this.#getList(this.#transactions, network, block, { expected, read });
  }

  results(network: Network, block: Block): PagedList<BlockResult> {
    const api = this.#source.getApi(network);
    const load: LoadResults = (internal, options) =>
      api.contractResults(block.number, { ...options, internal, limit: PAGE_SIZE, order: "asc" });
    return this.#getList(this.#results, network, block, {
      read: (options) => loadResults(load, options),
      lacksValues: (results) =>
        isArriving(block, this.#source.now()) &&
        results.reduce((sum, { gasUsed = 0n }) => sum + gasUsed, 0n) < (block.gasUsed ?? 0n),
    });
  }

  /** The contract logs of a block; undefined if its times were not recorded. */
  logs(network: Network, block: Block): PagedList<ContractLog> | undefined {
    const { from, to } = block;
    if (from === undefined || to === undefined) return undefined;
    return this.#getList(this.#logs, network, block, {
      read: (options) => this.#source.getApi(network).logs({ ...options, from, to, limit: PAGE_SIZE }),
      lacksValues: (logs) =>
        isArriving(block, this.#source.now()) && logs.length === 0 && (bitsSet(block.logsBloom ?? "0x") ?? 0) > 0,
    });
  }

  /** All contract logs of a block; undefined unless they are loaded. */
  loadedLogs(network: Network, block: Block): readonly ContractLog[] | undefined {
    const list = this.#logs.peek(toKey(network, block));
    return list?.extent === "all" && list.skipped === 0 ? list.values : undefined;
  }

  #getList<Value>(
    lists: LruMap<string, PagedList<Value>>,
    network: Network,
    block: Block,
    { read, ...signs }: Contained<Value>,
  ): PagedList<Value> {
    const key = toKey(network, block);
    const known = lists.get(key);
    if (known !== undefined) return known;
    const list = new PagedList(async (options) => this.#reportSkipped(network, await read(options)), {
      ...signs,
      // Contents come from a replica that may lag behind, so a list that may be incomplete is dropped and loaded again
      // later.
      onEnd: (extent) => {
        const isCertain = extent === "all" && (signs.expected !== undefined || !isArriving(block, this.#source.now()));
        if (!isCertain && lists.peek(key) === list) lists.delete(key);
      },
    });
    lists.set(key, list);
    return list;
  }

  #reportSkipped<Value>(network: Network, page: ListPage<Value>): ListPage<Value> {
    const { next } = page;
    if (page.skipped > 0) this.#source.skipped(network, page);
    return next === undefined
      ? page
      : { ...page, next: async (options) => this.#reportSkipped(network, await next(options)) };
  }
}

function toKey({ address }: Network, { number, hash }: Block): string {
  return `${address} ${number} ${hash}`;
}

/** Requests the first page, with or without internal results, the oldest first. */
export type LoadResults = (internal: boolean, options: RequestOptions) => Promise<ListPage<ContractResult>>;

async function loadResults(read: LoadResults, options: RequestOptions): Promise<ListPage<BlockResult>> {
  const [all, outer] = await Promise.all([read(true, options), read(false, options)]);
  return markInternal(all, outer, new Set());
}

/**
 * Marks the results that are missing in the list without internal ones, because the node sends no nonce. That list is
 * shorter, so each of its pages reaches at least as far.
 */
function markInternal(
  all: ListPage<ContractResult>,
  outer: ListPage<ContractResult> | undefined,
  before: ReadonlySet<bigint>,
): ListPage<BlockResult> {
  const { next } = all;
  const times = new Set([...before, ...(outer?.values ?? []).map(({ time }) => time)]);
  return {
    ...all,
    values: all.values.map((result) => ({ ...result, isInternal: !times.has(result.time) })),
    next:
      next === undefined
        ? undefined
        : async (options) => {
            const [more, moreOuter] = await Promise.all([next(options), outer?.next?.(options)]);
            return markInternal(more, moreOuter, times);
          },
  };
}
