// The transactions, contract results and logs of a panel's block: loaded on demand, and sent to the page as rows.
import { formatSeconds } from "../../base/time.ts";
import type { Fact, Figure, Meter } from "../../panels/kit/page/model.ts";
import type { Row } from "../../panels/kit/page/table-model.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count } from "../../workbench/format.ts";
import type { BlockAct, ListName } from "./block-state.ts";
import { gasMeter, logFacts, logRow, resultFacts, resultRow } from "./contract-calls.ts";
import { ListLoader, type Listed } from "./list-loader.ts";
import { countSorts, totalFigures, transactionFacts, transactionRow, type CountedSort } from "./rows.ts";
import type { PagedList } from "../ledger/paged-list.ts";
import type { Store } from "../ledger/store.ts";
import type { Block } from "../model/block.ts";
import type { BlockResult, ContractLog } from "../model/contract-result.ts";
import type { Network } from "../model/network.ts";
import type { Transaction } from "../model/transaction.ts";

interface Parts {
  readonly store: Store;
  readonly now: () => number;
  /** Sends rows of a list, in place of those from `from` on. */
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
  /** Why no more could be loaded, or why there is less than there should be. */
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

/** One element of a list in full. */
export interface OpenRow {
  readonly heading: string;
  readonly facts: readonly Fact<BlockAct>[];
}

/** Lists that are undefined can't be asked for: the node recorded no times for the block. */
export class Lists {
  readonly #network: Network;
  readonly #block: Block;
  readonly #parts: Parts;
  #transactions: ListLoader<Transaction> | undefined;
  #results: ListLoader<BlockResult> | undefined;
  #logs: ListLoader<ContractLog> | undefined;
  #states: ListStates = {};

  constructor(network: Network, block: Block, parts: Parts) {
    this.#network = network;
    this.#block = block;
    this.#parts = parts;
    this.#transactions = this.#ofTransactions();
  }

  get states(): ListStates {
    return this.#states;
  }

  /** Loads the first page of a list, unless it is loaded. A block rarely has more. */
  async begin(list: ListName): Promise<void> {
    if (list === "results") this.#results ??= this.#ofResults();
    if (list === "logs") this.#logs ??= this.#ofLogs();
    await this.#listNamed(list)?.begin();
  }

  /** Sends all rows: the page is a new one. */
  resend(): void {
    for (const list of [this.#transactions, this.#results, this.#logs]) list?.resend();
  }

  /** Loads the next page, or everything. Transactions that ended too early are loaded from the start. */
  async load(list: ListName, all: boolean): Promise<void> {
    if (list === "transactions" && this.#transactions?.extent === "short") {
      this.#transactions.dispose();
      this.#transactions = this.#ofTransactions();
    }
    const listing = this.#listNamed(list);
    await (all ? listing?.all() : listing?.more());
  }

  stop(): void {
    for (const list of [this.#transactions, this.#results, this.#logs]) list?.stop();
  }

  /** An element in full, by its place in its list. */
  openRow(list: ListName, at: number): OpenRow | undefined {
    const open: BlockAct = { type: "openTransaction", list, at };
    switch (list) {
      case "transactions": {
        const one = this.#transactions?.values[at];
        if (one === undefined) return undefined;
        const heading = one.id === undefined ? l10n.t("Transaction") : l10n.t("Transaction {0}", one.id);
        return { heading, facts: transactionFacts(one) };
      }
      case "results": {
        const one = this.#results?.values[at];
        if (one === undefined) return undefined;
        return { heading: l10n.t("Call of {0}", one.contract ?? one.to ?? "–"), facts: resultFacts(one, open) };
      }
      case "logs": {
        const one = this.#logs?.values[at];
        if (one === undefined) return undefined;
        return { heading: l10n.t("Log of {0}", one.contract ?? one.address ?? "–"), facts: logFacts(one, open) };
      }
    }
  }

  /** The consensus time of an element's transaction, as the node writes it. */
  getConsensusTime(list: ListName, at: number): string | undefined {
    const time = this.#listNamed(list)?.values[at]?.time;
    return time === undefined ? undefined : formatSeconds(time);
  }

  /** Loads until the transaction of this consensus time is there, and returns its place. */
  async findPlace(time: string): Promise<number | undefined> {
    const listing = this.#transactions;
    if (listing === undefined) return undefined;
    const find = (): number => listing.values.findLastIndex((each) => formatSeconds(each.time) === time);
    await listing.all(() => find() >= 0);
    const place = find();
    return place < 0 ? undefined : place;
  }

  dispose(): void {
    for (const list of [this.#transactions, this.#results, this.#logs]) list?.dispose();
  }

  #listNamed(list: ListName): ListLoader<Transaction> | ListLoader<BlockResult> | ListLoader<ContractLog> | undefined {
    return { transactions: this.#transactions, results: this.#results, logs: this.#logs }[list];
  }

  #ofTransactions(): ListLoader<Transaction> | undefined {
    const transactions = this.#parts.store.contents.transactions(this.#network, this.#block);
    const start = this.#block.from ?? 0n;
    return (
      transactions &&
      this.#listing(
        "transactions",
        transactions,
        (each) => transactionRow(each, start),
        (list) => ({ transactions: this.#transactionsState(list) }),
      )
    );
  }

  #ofResults(): ListLoader<BlockResult> {
    const results = this.#parts.store.contents.results(this.#network, this.#block);
    return this.#listing("results", results, resultRow, (list) => ({
      results: { ...this.#state(list), gas: isWhole(list) ? gasMeter(list.values, this.#block.gasUsed) : undefined },
    }));
  }

  #ofLogs(): ListLoader<ContractLog> | undefined {
    const logs = this.#parts.store.contents.logs(this.#network, this.#block);
    const start = this.#block.from ?? 0n;
    return (
      logs &&
      this.#listing(
        "logs",
        logs,
        (log) => logRow(log, start),
        (list) => ({ logs: this.#state(list) }),
      )
    );
  }

  #listing<Value>(
    name: ListName,
    gathered: PagedList<Value>,
    row: (value: Value) => Row,
    state: (list: Listed<Value>) => ListStates,
  ): ListLoader<Value> {
    return new ListLoader(gathered, (from, values, list) => {
      this.#states = { ...this.#states, ...state(list) };
      this.#parts.send(name, from, values.map(row));
      this.#parts.changed();
    });
  }

  #transactionsState(list: Listed<Transaction>): TransactionsState {
    const { values, expected, extent } = list;
    const isAll = isWhole(list);
    const state = this.#state(list);
    return {
      ...state,
      ...countSorts(values),
      count: expected === undefined ? state.count : count(expected),
      part: isAll || extent === "unread" ? undefined : l10n.t("of {0} loaded", count(values.length)),
      figures: isAll ? totalFigures(values) : [],
    };
  }

  #state(list: Listed<unknown>): ListState {
    const { values, skipped, extent, expected, busy, problem } = list;
    const shown = count(values.length);
    const foot = [
      isWhole(list) || expected === undefined
        ? l10n.t("{0} loaded", shown)
        : l10n.t("{0} of {1} loaded", shown, count(expected)),
      ...(skipped === 0 ? [] : [l10n.t("{0} skipped: the response could not be read", count(skipped))]),
    ].join(" · ");
    const trouble =
      problem !== undefined
        ? describeProblem(problem, this.#parts.now()).sentence
        : extent === "short"
          ? l10n.t("Transactions are still arriving. Refresh in a moment.")
          : undefined;
    return {
      foot,
      hasMore: !isWhole(list),
      isLoading: busy,
      isEmpty: values.length === 0 && isWhole(list),
      trouble,
      count: isWhole(list) ? shown : undefined,
    };
  }
}

function isWhole({ extent }: Listed<unknown>): boolean {
  return extent === "all";
}
