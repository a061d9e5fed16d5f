// Finds transactions of a ledger by ID or hash, and loads those of a span of time.
import { asProblem } from "../../base/problem.ts";
import type { Nanoseconds } from "../../base/time.ts";
import type { Api, RequestOptions, ListPage } from "../api/mirror-node.ts";
import { getFirst, walkPages } from "../api/paged-answers.ts";
import type { Source } from "./mirror-nodes.ts";
import type { Network } from "../model/network.ts";
import type { Transaction } from "../model/transaction.ts";

/**
 * The hash of an Ethereum transaction. The route of transactions returns 400 for it; the route of contract results
 * accepts it.
 */
const ETHEREUM_HASH = /^0x[0-9a-f]{64}$/i;
/** The maximum that the node returns, whatever the limit. */
const MAX_PAGE_SIZE = 100;

/** A span of time, including both ends. */
export interface Span {
  readonly from: Nanoseconds;
  readonly to: Nanoseconds;
}

export class Transactions {
  readonly #source: Pick<Source, "getApi" | "skipped">;

  constructor(source: Pick<Source, "getApi" | "skipped">) {
    this.#source = source;
  }

  /** Yields the transactions of a span in the order of their times, page by page. */
  async *walk(
    network: Network,
    { from, to }: Span,
    options: RequestOptions = {},
  ): AsyncGenerator<ListPage<Transaction>, void> {
    const api = this.#source.getApi(network);
    yield* walkPages(await api.transactions({ ...options, from, to, order: "asc", limit: MAX_PAGE_SIZE }), options);
  }

  /** The error of a failed contract call; undefined if the node has none, or if it can't be loaded. */
  async findError(
    network: Network,
    { id, nonce, time }: Pick<Transaction, "id" | "nonce" | "time">,
    options: RequestOptions = {},
  ): Promise<string | undefined> {
    if (id === undefined) return undefined;
    const which = nonce === undefined || nonce === 0n ? {} : { nonce };
    try {
      const found = await this.#source.getApi(network).entities.result(id, { ...options, ...which });
      // A scheduled transaction shares its ID with the one that created it.
      return found.time === time ? found.error : undefined;
    } catch {
      return undefined;
    }
  }

  /** All transactions with this ID or hash; empty if the node has none. */
  async find(network: Network, idOrHash: string, options: RequestOptions = {}): Promise<readonly Transaction[]> {
    const api = this.#source.getApi(network);
    try {
      const found = ETHEREUM_HASH.test(idOrHash)
        ? await findEthereum(api, idOrHash, options)
        : await api.transaction(idOrHash, options);
      if (found.skipped > 0) this.#source.skipped(network, found);
      return getFirst(found) === undefined ? [] : found.values;
    } catch (error) {
      const problem = asProblem(error);
      if (problem.kind === "notFound") return [];
      throw problem;
    }
  }
}

async function findEthereum(api: Api, hash: string, options: RequestOptions): Promise<ListPage<Transaction>> {
  const { time } = await api.entities.result(hash, options);
  return await api.transactions({ ...options, from: time, to: time });
}
