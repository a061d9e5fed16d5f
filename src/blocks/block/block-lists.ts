// Loads the transactions, contract results and logs of a panel's block on demand, and sends them to the page as rows.
import { formatSeconds, parseSeconds } from "../../base/time.ts";
import type { Fact, Figure, Meter } from "../../panels/kit/content/content-model.ts";
import type { Row } from "../../panels/kit/content/table-model.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import type { BlockAct, ListName } from "./protocol.ts";
import { describeError, gasMeter, logColumns, logFacts, resultColumns, resultFacts } from "./contract-calls.ts";
import { createRow } from "./list-columns.ts";
import { ListLoader, type Listed } from "./list-loader.ts";
import {
  countSorts,
  totalFigures,
  transactionColumns,
  transactionFacts,
  type CountedSort,
} from "./transaction-rows.ts";
import type { PagedList } from "../store/paged-list.ts";
import type { Store } from "../store/store.ts";
import { isArriving, type Block } from "../model/block.ts";
import type { BlockResult, ContractLog } from "../model/contract-result.ts";
import type { Token } from "../model/entity.ts";
import type { Network } from "../model/network.ts";
import { isSuccess, type Transaction } from "../model/transaction.ts";

interface ListsDependencies {
  readonly store: Store;
  readonly now: () => number;
  /** Sends rows of a list, which replace those from index `from` on. */
  readonly send: (list: ListName, from: number, rows: readonly Row[]) => void;
  /** Called when something besides the rows has changed. */
  readonly changed: () => void;
}

/** How far a list is loaded. */
export interface ListState {
  /** "100 of 2,500 loaded" */
  readonly foot: string;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly isEmpty: boolean;
  /** Why loading failed, or why the list is shorter than expected. */
  readonly trouble: string | undefined;
  /** The count on the tab. */
  readonly count: string | undefined;
}

export interface TransactionsState extends ListState {
  readonly types: readonly CountedSort[];
  readonly results: readonly CountedSort[];
  /** "of 100 loaded", if these are not all. */
  readonly part: string | undefined;
  readonly figures: readonly Figure[];
}

export interface ListStates {
  readonly transactions?: TransactionsState;
  readonly results?: ListState & { readonly gas: Meter | undefined };
  readonly logs?: ListState;
}

/** The details of one element of a list. */
export interface OpenRow {
  readonly heading: string;
  readonly facts: readonly Fact<BlockAct>[];
}

/** More tokens than that aren't loaded for one transaction. */
const MAX_TOKENS = 20;

/** The lists of one block. Without recorded times, its transactions and logs can't be requested and stay undefined. */
export class Lists {
  readonly #network: Network;
  readonly #block: Block;
  readonly #dependencies: ListsDependencies;
  readonly #lists: {
    transactions?: ListLoader<Transaction> | undefined;
    results?: ListLoader<BlockResult> | undefined;
    logs?: ListLoader<ContractLog> | undefined;
  } = {};
  #states: ListStates = {};
  readonly #loading = new AbortController();
  /** Tokens that the transactions move, by ID, and why calls failed, by consensus time. */
  readonly #tokens = new Map<string, Token>();
  readonly #reasons = new Map<bigint, string>();

  constructor(network: Network, block: Block, dependencies: ListsDependencies) {
    this.#network = network;
    this.#block = block;
    this.#dependencies = dependencies;
    this.#create("transactions");
  }

  get states(): ListStates {
    return this.#states;
  }

  /** Loads the first page of a list, unless it is loaded. Few blocks have more. */
  async begin(list: ListName): Promise<void> {
    if (this.#lists[list] === undefined) this.#create(list);
    await this.#lists[list]?.begin();
  }

  /** Sends all rows again, to a new page. */
  resend(): void {
    for (const list of Object.values(this.#lists)) list?.resend();
  }

  /** Loads the next page, or all pages. If the list ended too early, loads it from the start. */
  async load(list: ListName, all: boolean): Promise<void> {
    if (this.#lists[list]?.extent === "short") {
      this.#lists[list].dispose();
      this.#create(list);
    }
    const loader = this.#lists[list];
    await (all ? loader?.loadAll() : loader?.loadMore());
  }

  stop(): void {
    for (const list of Object.values(this.#lists)) list?.stop();
  }

  dispose(): void {
    this.#loading.abort();
    for (const list of Object.values(this.#lists)) list?.dispose();
  }

  /** The details of an element, by its index in its list. */
  openRow(list: ListName, at: number): OpenRow | undefined {
    const { transactions, results, logs } = this.#lists;
    const open: BlockAct = { type: "openTransaction", list, at };
    switch (list) {
      case "transactions": {
        const one = transactions?.values[at];
        if (one === undefined) return undefined;
        const heading = one.id === undefined ? l10n.t("Transaction") : l10n.t("Transaction {0}", one.id);
        const children = (transactions?.values ?? []).filter(({ parent }) => parent === one.time);
        const context = { tokens: this.#tokens, reason: this.#reasons.get(one.time), children };
        return { heading, facts: transactionFacts(one, context) };
      }
      case "results": {
        const one = results?.values[at];
        return one && { heading: l10n.t("Call of {0}", one.contract ?? one.to ?? "–"), facts: resultFacts(one, open) };
      }
      case "logs": {
        const one = logs?.values[at];
        return one && { heading: l10n.t("Log of {0}", one.contract ?? one.address ?? "–"), facts: logFacts(one, open) };
      }
    }
  }

  /** Loads what the details of a transaction show besides the list: its tokens, and the error of its failed call. */
  async loadDetails(at: number): Promise<void> {
    const one = this.#lists.transactions?.values[at];
    if (one === undefined) return;
    const ids = new Set([...one.tokens, ...one.nfts].map(({ token }) => token));
    const unknown = [...ids].filter((id) => !this.#tokens.has(id)).slice(0, MAX_TOKENS);
    await Promise.all([...unknown.map((id) => this.#loadToken(id)), this.#loadReason(one)]);
  }

  async #loadToken(id: string): Promise<void> {
    const { store, changed } = this.#dependencies;
    const token = await store.entities.findToken(this.#network, id, { signal: this.#loading.signal });
    if (token === undefined || this.#loading.signal.aborted) return;
    this.#tokens.set(id, token);
    changed();
  }

  async #loadReason(transaction: Transaction): Promise<void> {
    const { store, changed } = this.#dependencies;
    const { time, type = "", result } = transaction;
    const isFailed = result !== undefined && !isSuccess(result);
    if (!isFailed || !/^(CONTRACT|ETHEREUM)/.test(type) || this.#reasons.has(time)) return;
    const error = await store.transactions.findError(this.#network, transaction, { signal: this.#loading.signal });
    const reason = describeError(error);
    if (reason === undefined || this.#loading.signal.aborted) return;
    this.#reasons.set(time, reason);
    changed();
  }

  /** The consensus time of an element's transaction, in the node's format. */
  getConsensusTime(list: ListName, at: number): string | undefined {
    const time = this.#lists[list]?.values[at]?.time;
    return time === undefined ? undefined : formatSeconds(time);
  }

  /** Loads the list up to the transaction with this consensus time, and returns its index. */
  async findPlace(time: string): Promise<number | undefined> {
    const loader = this.#lists.transactions;
    if (loader === undefined) return undefined;
    const wanted = parseSeconds(time) ?? 0n;
    await loader.loadAll(() => (loader.values.at(-1)?.time ?? -1n) >= wanted);
    const place = loader.values.findLastIndex((each) => each.time === wanted);
    return place < 0 ? undefined : place;
  }

  #create(list: ListName): void {
    const { contents } = this.#dependencies.store;
    const [network, block] = [this.#network, this.#block];
    const start = block.from ?? 0n;
    switch (list) {
      case "transactions": {
        const columns = transactionColumns();
        const row = (each: Transaction): Row => createRow(columns, each, start);
        this.#lists.transactions = this.#listing(list, contents.transactions(network, block), row, (listed) => ({
          transactions: this.#transactionsState(listed),
        }));
        break;
      }
      case "results": {
        const columns = resultColumns();
        // The hash has no column, but is copied with the row.
        const row = (each: BlockResult): Row => createRow(columns, each, start, [each.hash ?? ""]);
        this.#lists.results = this.#listing(list, contents.results(network, block), row, (listed) => ({
          results: {
            ...this.#state(listed),
            gas: isWhole(listed) ? gasMeter(listed.values, block.gasUsed) : undefined,
          },
        }));
        break;
      }
      case "logs": {
        const columns = logColumns();
        const row = (each: ContractLog): Row => createRow(columns, each, start);
        this.#lists.logs = this.#listing(list, contents.logs(network, block), row, (listed) => ({
          logs: this.#state(listed),
        }));
      }
    }
  }

  #listing<Value>(
    name: ListName,
    paged: PagedList<Value> | undefined,
    row: (value: Value) => Row,
    state: (list: Listed<Value>) => ListStates,
  ): ListLoader<Value> | undefined {
    const deliver = (from: number, values: readonly Value[], list: Listed<Value>): void => {
      this.#states = { ...this.#states, ...state(list) };
      this.#dependencies.send(name, from, values.map(row));
      this.#dependencies.changed();
    };
    return paged && new ListLoader(paged, deliver);
  }

  #transactionsState(list: Listed<Transaction>): TransactionsState {
    const { values, expected, extent } = list;
    const isAll = isWhole(list);
    const state = this.#state(list);
    return {
      ...state,
      ...countSorts(values),
      count: expected === undefined ? state.count : format.count(expected),
      part: isAll || extent === "unread" ? undefined : l10n.t("of {0} loaded", format.count(values.length)),
      figures: isAll ? totalFigures(values) : [],
    };
  }

  #state(list: Listed<unknown>): ListState {
    const { values, skipped, extent, expected, busy, problem } = list;
    const shown = format.count(values.length);
    const foot = [
      isWhole(list) || expected === undefined
        ? l10n.t("{0} loaded", shown)
        : l10n.t("{0} of {1} loaded", shown, format.count(expected)),
      ...(skipped === 0 ? [] : [l10n.t("{0} skipped: the response could not be read", format.count(skipped))]),
    ].join(" · ");
    const trouble =
      problem !== undefined
        ? describeProblem(problem, this.#dependencies.now()).sentence
        : extent === "short"
          ? isArriving(this.#block, this.#dependencies.now())
            ? l10n.t("Some entries are still arriving. Load more in a moment.")
            : l10n.t("The mirror node does not have all entries.")
          : undefined;
    return {
      foot,
      hasMore: !isWhole(list),
      isLoading: busy,
      isEmpty: values.length === 0 && skipped === 0 && isWhole(list),
      trouble,
      count: isWhole(list) ? shown : undefined,
    };
  }
}

function isWhole({ extent }: Listed<unknown>): boolean {
  return extent === "all";
}
