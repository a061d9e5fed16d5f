// Requests blocks, transactions, contract results, logs and facts about the network from a mirror node.
import { decode, decodeList, type DecodedList } from "../../base/decode.ts";
import type { Client } from "../../base/http.ts";
import { path } from "../../base/origin.ts";
import { Problem } from "../../base/problem.ts";
import { formatSeconds, type Nanoseconds } from "../../base/time.ts";
import * as wire from "./block-decoder.ts";
import { EntityApi, LOGS, RESULTS } from "./entity-routes.ts";
import * as network from "./network-decoder.ts";
import { Answers, type Asked, type Listed, type Page } from "./pages.ts";
import * as ledger from "./transaction-decoder.ts";
import { nameText, type BlockName } from "../model/block-name.ts";
import { HIGHEST_BLOCK, isNamed, type Block } from "../model/block.ts";
import type { ContractLog, ContractResult } from "../model/contract-result.ts";
import type { ExchangeRate, Fees, NetworkNode, Stake, Supply } from "../model/network-state.ts";
import type { Transaction, WholeTransaction } from "../model/transaction.ts";

export type { Asked, Page } from "./pages.ts";

export type Operator = "eq" | "gt" | "gte" | "lt" | "lte";

export type Order = "asc" | "desc";

/** Conditions of a list of blocks. All must hold. */
export interface BlocksAsked extends Asked {
  /** The default is 25; the node returns at most 100. */
  readonly limit?: number;
  /** The default is newest first. */
  readonly order?: Order;
  readonly number?: readonly { readonly is: Operator; readonly than: bigint }[];
  /** Compared with the end of a block. Many pages load faster by number. */
  readonly timestamp?: readonly { readonly is: Operator | "ne"; readonly than: Nanoseconds }[];
}

/** The transactions from one moment to another, both included. */
export interface TransactionsAsked extends Asked {
  /** Without it a node may search only 60 days at a time, and return empty pages that link to the next ones. */
  readonly from?: Nanoseconds;
  readonly to?: Nanoseconds;
  readonly limit?: number;
  readonly order?: Order;
  /** Any of these types, as the node names them. */
  readonly types?: readonly string[];
  readonly result?: "success" | "fail";
  readonly account?: string;
}

export interface ResultsAsked extends Asked {
  readonly limit?: number;
  readonly order?: Order;
  /** Includes calls that other calls triggered. */
  readonly internal?: boolean;
}

export interface LogsAsked extends Asked {
  readonly from: Nanoseconds;
  readonly to: Nanoseconds;
  readonly limit: number;
}

/** Blocks as the node sent them, and a function that loads the next ones. */
export type BlockPage = Page<Block>;

const MAX_REPEATED_PARAMETERS = 100;

const BLOCKS: Listed<Block> = {
  path: "/api/v1/blocks",
  field: "blocks",
  what: "block list",
  schema: wire.block,
  getSortKey: ({ number }) => number,
};

const TRANSACTIONS: Listed<Transaction> = {
  path: "/api/v1/transactions",
  field: "transactions",
  what: "transaction list",
  schema: ledger.transaction,
  getSortKey: ({ time }) => time,
  goesOnEmpty: true,
};

const NODES: Listed<NetworkNode> = {
  path: "/api/v1/network/nodes",
  field: "nodes",
  what: "list of nodes",
  schema: network.networkNode,
  getSortKey: ({ id }) => id,
};

/** A call of a contract may set off some hundreds. */
const MAX_TRANSACTIONS_PER_ID = 2_000;

/** The most that the node returns; its default is 10. */
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
  async blocks(asked: BlocksAsked = {}): Promise<BlockPage> {
    return await this.#answers.pages(BLOCKS, blocksQuery(asked), { ...asked, down: asked.order !== "asc" });
  }

  /** One block. A 404 is a `notFound` problem: the node answers the same for a block and for a route that it lacks. */
  async block(name: BlockName, asked: Asked = {}): Promise<Block> {
    if ("number" in name) requireInRange(name.number, "the number of a block");
    return await this.#answers.requestOne(BLOCKS.path + path`/${nameText(name)}`, asked, ({ json }) => {
      const block = decode(wire.block, json, "block");
      if (!isNamed(block, name)) throw new Problem("malformed", { detail: "block: it is another one" });
      return block;
    });
  }

  async transactions(asked: TransactionsAsked = {}): Promise<Page<Transaction>> {
    const query = transactionsQuery(asked);
    return await this.#answers.pages(TRANSACTIONS, query, { ...asked, down: asked.order !== "asc" });
  }

  /**
   * Everything recorded under an id ("0.0.8-1234567890-000000006") or the hash of a transaction: itself, its duplicates and
   * what it triggered.
   */
  async transaction(idOrHash: string, asked: Asked = {}): Promise<DecodedList<WholeTransaction>> {
    const list = { at: "transactions", most: MAX_TRANSACTIONS_PER_ID };
    return await this.#answers.requestOne(
      TRANSACTIONS.path + path`/${idOrHash}`,
      { ...asked, list },
      ({ json, leftOut }) => {
        const { transactions } = decode(ledger.transactionsOfId, json, "transaction");
        return decodeList(ledger.wholeTransaction, transactions, "transaction", { at: list.at, leftOut });
      },
    );
  }

  /** The results of a block's contract calls. For a block that it doesn't know, the node returns an empty list. */
  async contractResults(block: bigint, asked: ResultsAsked = {}): Promise<Page<ContractResult>> {
    const query = new URLSearchParams({ "block.number": String(requireInRange(block, "the number of a block")) });
    if (asked.internal === true) query.append("internal", "true");
    addPaging(query, asked);
    return await this.#answers.pages(RESULTS, query, { ...asked, down: asked.order !== "asc" });
  }

  /** What contracts logged from one moment to another, both included, the oldest first. */
  async logs({ from, to, limit, ...asked }: LogsAsked): Promise<Page<ContractLog>> {
    const query = new URLSearchParams();
    query.append("timestamp", `gte:${moment(from)}`);
    query.append("timestamp", `lte:${moment(to)}`);
    addPaging(query, { limit, order: "asc" });
    return await this.#answers.pages(LOGS, query, { ...asked, down: false });
  }

  async nodes(asked: Asked = {}): Promise<Page<NetworkNode>> {
    return await this.#answers.pages(NODES, new URLSearchParams({ limit: NODES_PER_PAGE }), { ...asked, down: false });
  }

  // Each of these may be a 404: which routes a node has depends on its age.

  async fees(asked: Asked = {}): Promise<Fees> {
    return await this.#answers.requestOne("/api/v1/network/fees", asked, ({ json }) =>
      decode(network.fees, json, "fees"),
    );
  }

  async exchangeRate(asked: Asked = {}): Promise<ExchangeRate> {
    return await this.#answers.requestOne("/api/v1/network/exchangerate", asked, ({ json }) =>
      decode(network.exchangeRate, json, "exchange rate"),
    );
  }

  async supply(asked: Asked = {}): Promise<Supply> {
    return await this.#answers.requestOne("/api/v1/network/supply", asked, ({ json }) =>
      decode(network.supply, json, "supply"),
    );
  }

  async stake(asked: Asked = {}): Promise<Stake> {
    return await this.#answers.requestOne("/api/v1/network/stake", asked, ({ json }) =>
      decode(network.stake, json, "stake"),
    );
  }
}

function blocksQuery({ number = [], timestamp = [], ...asked }: BlocksAsked): URLSearchParams {
  if (Math.max(number.length, timestamp.length) > MAX_REPEATED_PARAMETERS) {
    throw new Problem("invalid", { detail: `a list takes at most ${MAX_REPEATED_PARAMETERS} conditions of one sort` });
  }
  const query = new URLSearchParams();
  // The first condition decides the order of the list; by number, the node answers faster.
  for (const { is, than } of number)
    query.append("block.number", `${is}:${requireInRange(than, "the number of a block")}`);
  for (const { is, than } of timestamp) query.append("timestamp", `${is}:${moment(than)}`);
  addPaging(query, asked);
  return query;
}

function transactionsQuery({ from, to, types = [], result, account, ...asked }: TransactionsAsked): URLSearchParams {
  const query = new URLSearchParams();
  if (from !== undefined) query.append("timestamp", `gte:${moment(from)}`);
  if (to !== undefined) query.append("timestamp", `lte:${moment(to)}`);
  for (const type of types) query.append("transactiontype", type);
  if (result !== undefined) query.append("result", result);
  if (account !== undefined) query.append("account.id", account);
  addPaging(query, asked);
  return query;
}

function addPaging(
  query: URLSearchParams,
  { limit, order }: { readonly limit?: number; readonly order?: Order },
): void {
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

/** Beyond 64 bits the node answers 503 every time although the form is right, so it is never asked. */
function requireInRange(value: bigint, what: string): bigint {
  if (value < 0n || value > HIGHEST_BLOCK)
    throw new Problem("invalid", { detail: `${what} is between 0 and ${HIGHEST_BLOCK}` });
  return value;
}
