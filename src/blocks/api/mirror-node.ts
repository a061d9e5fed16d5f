// Requests blocks, transactions, contract results, logs and facts about the network from a mirror node.
import { decode, decodeList } from "../../base/decode.ts";
import type { Client } from "../../base/http/client.ts";
import { path } from "../../base/origin.ts";
import { Problem } from "../../base/problem.ts";
import { formatSeconds, type Nanoseconds } from "../../base/time.ts";
import { EntityApi, LOGS, RESULTS } from "./entity-routes.ts";
import { anyList, Answers, type RequestOptions, type Listed, type ListPage } from "./paged-answers.ts";
import { nameText, type BlockName } from "../model/block-name.ts";
import { block, HIGHEST_BLOCK, isNamed, type Block } from "../model/block.ts";
import type { ContractLog, ContractResult } from "../model/contract-result.ts";
import * as network from "../model/network-state.ts";
import { transaction, wholeTransaction, type Transaction } from "../model/transaction.ts";

export type { RequestOptions, ListPage } from "./paged-answers.ts";

export type Order = "asc" | "desc";

/** Options of a list, which starts with the newest element by default. */
interface ListOptions extends RequestOptions {
  /** The default is 25; the node returns at most 100. */
  readonly limit?: number;
  readonly order?: Order;
}

/** Comparisons that must all hold: `{ gte: 5n, lte: 7n }`. */
type Conditions = { readonly [operator in "eq" | "ne" | "gt" | "gte" | "lt" | "lte"]?: bigint };

export interface BlocksOptions extends ListOptions {
  readonly number?: Omit<Conditions, "ne">;
  /** Compared with the end of each block. Many pages load faster by number. */
  readonly timestamp?: Conditions;
}

/** The transactions of a span of time, including both ends. */
export interface TransactionsOptions extends ListOptions {
  /** Without it a node may search only 60 days at a time, and return empty pages that link to the next ones. */
  readonly from?: Nanoseconds;
  readonly to?: Nanoseconds;
  readonly account?: string;
}

export interface ResultsOptions extends ListOptions {
  /** Includes calls that other calls triggered. */
  readonly internal?: boolean;
}

export interface LogsOptions extends RequestOptions {
  readonly from: Nanoseconds;
  readonly to: Nanoseconds;
  readonly limit: number;
}

/** A page of blocks, and a function that loads the next one. */
export type BlockPage = ListPage<Block>;

const BLOCKS: Listed<Block> = {
  path: "/api/v1/blocks",
  field: "blocks",
  what: "block list",
  schema: block,
  getSortKey: ({ number }) => number,
};

const TRANSACTIONS: Listed<Transaction> = {
  path: "/api/v1/transactions",
  field: "transactions",
  what: "transaction list",
  schema: transaction,
  getSortKey: ({ time }) => time,
  continuesAfterEmptyPage: true,
};

const NODES: Listed<network.NetworkNode> = {
  path: "/api/v1/network/nodes",
  field: "nodes",
  what: "list of nodes",
  schema: network.networkNode,
  getSortKey: ({ id }) => id,
};

/** A contract call may trigger several hundred transactions. */
const MAX_TRANSACTIONS_PER_ID = 2_000;

/** The maximum that the node returns; its default is 10. */
const NODES_PER_PAGE = "25";

/** The routes of a mirror node. */
export class Api {
  readonly #answers: Answers;
  readonly entities: EntityApi;

  constructor(client: Client) {
    this.#answers = new Answers(client);
    this.entities = new EntityApi(this.#answers);
  }

  /** Blocks in order. */
  async blocks(options: BlocksOptions = {}): Promise<BlockPage> {
    return await this.#answers.pages(BLOCKS, blocksQuery(options), { ...options, down: options.order !== "asc" });
  }

  /** One block. A 404 is a `notFound` problem, whether the node lacks the block or the route. */
  async block(name: BlockName, options: RequestOptions = {}): Promise<Block> {
    if ("number" in name) requireInRange(name.number, "the number of a block");
    return await this.#answers.requestOne(BLOCKS.path + path`/${nameText(name)}`, options, ({ json }) => {
      const found = decode(block, json, "block");
      if (!isNamed(found, name)) throw new Problem("malformed", { detail: "block: it is another one" });
      return found;
    });
  }

  async transactions(options: TransactionsOptions = {}): Promise<ListPage<Transaction>> {
    const query = transactionsQuery(options);
    return await this.#answers.pages(TRANSACTIONS, query, { ...options, down: options.order !== "asc" });
  }

  /**
   * All transactions with this ID ("0.0.8-1234567890-000000006") or hash: the transaction itself, its duplicates and
   * those that it triggered.
   */
  async transaction(idOrHash: string, options: RequestOptions = {}) {
    const list = { at: "transactions", most: MAX_TRANSACTIONS_PER_ID };
    const route = TRANSACTIONS.path + path`/${idOrHash}`;
    return await this.#answers.requestOne(route, { ...options, list }, ({ json, leftOut }) => {
      const { [list.at]: all } = decode(anyList(list.at), json, "transaction");
      return decodeList(wholeTransaction, all, "transaction", { at: list.at, leftOut });
    });
  }

  /** The results of a block's contract calls; empty for a block that the node doesn't know. */
  async contractResults(block: bigint, options: ResultsOptions = {}): Promise<ListPage<ContractResult>> {
    const query = new URLSearchParams({ "block.number": String(requireInRange(block, "the number of a block")) });
    if (options.internal === true) query.append("internal", "true");
    addPaging(query, options);
    return await this.#answers.pages(RESULTS, query, { ...options, down: options.order !== "asc" });
  }

  /** The contract logs of a span of time, including both ends, the oldest first. */
  async logs({ from, to, limit, ...options }: LogsOptions): Promise<ListPage<ContractLog>> {
    const query = transactionsQuery({ from, to, limit, order: "asc" });
    return await this.#answers.pages(LOGS, query, { ...options, down: false });
  }

  async nodes(options: RequestOptions = {}): Promise<ListPage<network.NetworkNode>> {
    return await this.#answers.pages(NODES, new URLSearchParams({ limit: NODES_PER_PAGE }), {
      ...options,
      down: false,
    });
  }

  // Older nodes return 404 for some of these routes.

  async fees(options?: RequestOptions) {
    return await this.#answers.decodeOne("/api/v1/network/fees", network.fees, "fees", options);
  }

  async exchangeRate(options?: RequestOptions) {
    return await this.#answers.decodeOne(
      "/api/v1/network/exchangerate",
      network.exchangeRate,
      "exchange rate",
      options,
    );
  }

  async supply(options?: RequestOptions) {
    return await this.#answers.decodeOne("/api/v1/network/supply", network.supply, "supply", options);
  }

  async stake(options?: RequestOptions) {
    return await this.#answers.decodeOne("/api/v1/network/stake", network.stake, "stake", options);
  }
}

function blocksQuery({ number = {}, timestamp = {}, ...options }: BlocksOptions): URLSearchParams {
  const query = new URLSearchParams();
  // The node sorts the list by the first condition, and responds faster if that is the number.
  for (const [is, than] of Object.entries(number))
    query.append("block.number", `${is}:${requireInRange(than, "the number of a block")}`);
  for (const [is, than] of Object.entries(timestamp)) query.append("timestamp", `${is}:${moment(than)}`);
  addPaging(query, options);
  return query;
}

function transactionsQuery({ from, to, account, ...options }: TransactionsOptions): URLSearchParams {
  const query = new URLSearchParams();
  if (from !== undefined) query.append("timestamp", `gte:${moment(from)}`);
  if (to !== undefined) query.append("timestamp", `lte:${moment(to)}`);
  if (account !== undefined) query.append("account.id", account);
  addPaging(query, options);
  return query;
}

function addPaging(query: URLSearchParams, { limit, order }: ListOptions): void {
  if (limit !== undefined) {
    if (!Number.isSafeInteger(limit) || limit < 1) {
      throw new Problem("invalid", { detail: "a page has at least one element" });
    }
    query.append("limit", String(limit));
  }
  if (order !== undefined) query.append("order", order);
}

function moment(time: Nanoseconds): string {
  return formatSeconds(requireInRange(time, "a time"));
}

/** Rejects values beyond 64 bits, for which the node always returns 503. */
function requireInRange(value: bigint, what: string): bigint {
  if (value < 0n || value > HIGHEST_BLOCK)
    throw new Problem("invalid", { detail: `${what} is between 0 and ${HIGHEST_BLOCK}` });
  return value;
}
