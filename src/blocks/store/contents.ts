import type { Api, Asked, Page } from "../api.ts";
import type { Block, Network } from "../model.ts";
import type { ContractLog } from "../model/contract-log.ts";
import type { BlockResult } from "../model/contract-result.ts";
import type { Transaction } from "../model/transaction.ts";
import { readResults } from "./block-results.ts";
import { Gathered } from "./gathered.ts";

/** What a node gives at once. */
const PAGE = 100;
/** Blocks whose contents are kept; those that someone still looks at live on with them. */
const MOST_BLOCKS = 8;

interface Parts {
  readonly apiOf: (network: Network) => Api;
  /** Hears what could not be understood. */
  readonly skipped: (network: Network, page: Page<unknown>) => void;
}

/** What is in blocks: their transactions, contract results and logs, each read as far as somebody wanted it. */
export class Contents {
  readonly #parts: Parts;
  readonly #transactions = new Map<string, Gathered<Transaction>>();
  readonly #results = new Map<string, Gathered<BlockResult>>();
  readonly #logs = new Map<string, Gathered<ContractLog>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Those of a block by its times, the first and the last included; nothing where its times were not recorded. */
  transactions(network: Network, block: Block): Gathered<Transaction> | undefined {
    const { from, to, count: expected } = block;
    if (from === undefined || to === undefined) return undefined;
    return this.#gathered(this.#transactions, network, block, expected, (asked) =>
      this.#parts.apiOf(network).transactions({ ...asked, from, to, limit: PAGE, order: "asc" }),
    );
  }

  results(network: Network, block: Block): Gathered<BlockResult> {
    const api = this.#parts.apiOf(network);
    return this.#gathered(this.#results, network, block, undefined, (asked) =>
      readResults(
        (internal, each) => api.contractResults(block.number, { ...each, internal, limit: PAGE, order: "asc" }),
        asked,
      ),
    );
  }

  /** What the contracts logged in a block; nothing where its times were not recorded. */
  logs(network: Network, block: Block): Gathered<ContractLog> | undefined {
    const { from, to } = block;
    if (from === undefined || to === undefined) return undefined;
    return this.#gathered(this.#logs, network, block, undefined, (asked) =>
      this.#parts.apiOf(network).logs({ ...asked, from, to, limit: PAGE }),
    );
  }

  #gathered<Value>(
    kept: Map<string, Gathered<Value>>,
    network: Network,
    { number, hash }: Block,
    expected: bigint | undefined,
    read: (asked: Asked) => Promise<Page<Value>>,
  ): Gathered<Value> {
    const key = `${network.address} ${number} ${hash}`;
    const gathered =
      kept.get(key) ?? this.#made(kept, key, expected, async (asked) => this.#told(network, await read(asked)));
    kept.delete(key);
    kept.set(key, gathered);
    const [oldest] = kept.keys();
    if (kept.size > MOST_BLOCKS && oldest !== undefined) kept.delete(oldest);
    return gathered;
  }

  #made<Value>(
    kept: Map<string, Gathered<Value>>,
    key: string,
    expected: bigint | undefined,
    read: (asked: Asked) => Promise<Page<Value>>,
  ): Gathered<Value> {
    const gathered = new Gathered(read, {
      expected,
      // Transactions come from a replica that may lag behind: what is not whole is not kept, and asked for again later.
      ended: (extent) => {
        if (extent === "short" && kept.get(key) === gathered) kept.delete(key);
      },
    });
    return gathered;
  }

  #told<Value>(network: Network, page: Page<Value>): Page<Value> {
    const { next } = page;
    if (page.skipped > 0) this.#parts.skipped(network, page);
    return next === undefined ? page : { ...page, next: async (asked) => this.#told(network, await next(asked)) };
  }
}
