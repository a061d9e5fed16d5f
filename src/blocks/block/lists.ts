import { formatSeconds } from "../../base/time.ts";
import type { Nanoseconds } from "../../base/time.ts";
import type { Fact, ListName, Reach, Rows } from "../../panels/block/messages.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count } from "../../workbench/words.ts";
import { gasOf, logFacts, logRow, resultFacts, resultRow } from "./calls.ts";
import { Listing } from "./listing.ts";
import type { Listed } from "./listing.ts";
import { sortsOf, transactionFacts, transactionRow, wholeFigures } from "./rows.ts";
import type { Store } from "../ledger/store.ts";
import type { Block } from "../model/block.ts";
import type { BlockResult, ContractLog } from "../model/contract-result.ts";
import type { Network } from "../model/network.ts";
import type { Transaction } from "../model/transaction.ts";

interface Parts {
  readonly store: Store;
  readonly now: () => number;
  readonly post: (rows: Rows) => void;
}

/** One element of a list in full. */
export interface Whole {
  readonly heading: string;
  readonly facts: readonly Fact[];
  /** Of its transaction. */
  readonly time: string;
}

/** What is in the block of a panel: its transactions, contract results and logs, as rows. */
export class Lists {
  readonly #network: Network;
  readonly #block: Block;
  readonly #parts: Parts;
  #transactions: Listing<Transaction> | undefined;
  #results: Listing<BlockResult> | undefined;
  #logs: Listing<ContractLog> | undefined;

  constructor(network: Network, block: Block, parts: Parts) {
    this.#network = network;
    this.#block = block;
    this.#parts = parts;
    this.#transactions = this.#ofTransactions();
  }

  /** The first transactions; a block seldom has more than come at once. */
  async begin(): Promise<void> {
    await this.#transactions?.begin();
  }

  resend(): void {
    this.#transactions?.resend();
    this.#results?.resend();
    this.#logs?.resend();
  }

  /** Loads more of a list. One that ended too early is loaded from the start. */
  async read(list: ListName, all: boolean): Promise<void> {
    if (list === "results") {
      const before = this.#results;
      await readOn((this.#results ??= this.#ofResults()), before === undefined, all);
      return;
    }
    if (list === "logs") {
      const before = this.#logs;
      await readOn((this.#logs ??= this.#ofLogs()), before === undefined, all);
      return;
    }
    if (this.#transactions?.extent === "short") {
      this.#transactions.dispose();
      this.#transactions = this.#ofTransactions();
    }
    await (all ? this.#transactions?.all() : this.#transactions?.more());
  }

  stop(): void {
    this.#transactions?.stop();
    this.#results?.stop();
    this.#logs?.stop();
  }

  /** An element in full, by its place in its list. */
  whole(list: ListName, place: number): Whole | undefined {
    switch (list) {
      case "transactions": {
        const one = this.#transactions?.values[place];
        if (one === undefined) return undefined;
        const heading = one.id === undefined ? l10n.t("Transaction") : l10n.t("Transaction {0}", one.id);
        return { heading, facts: transactionFacts(one), time: formatSeconds(one.time) };
      }
      case "results": {
        const one = this.#results?.values[place];
        if (one === undefined) return undefined;
        const heading = l10n.t("Call of {0}", one.contract ?? one.to ?? "–");
        return { heading, facts: resultFacts(one), time: formatSeconds(one.time) };
      }
      case "logs": {
        const one = this.#logs?.values[place];
        if (one === undefined) return undefined;
        const heading = l10n.t("Log of {0}", one.contract ?? one.address ?? "–");
        return { heading, facts: logFacts(one), time: formatSeconds(one.time) };
      }
    }
  }

  /** Reads on until the transaction of this consensus time has come, and says its place. */
  async placeOf(time: string): Promise<number | undefined> {
    const listing = this.#transactions;
    if (listing === undefined) return undefined;
    const find = (): number => listing.values.findLastIndex((each) => formatSeconds(each.time) === time);
    await listing.all(() => find() >= 0);
    const place = find();
    return place < 0 ? undefined : place;
  }

  dispose(): void {
    this.#transactions?.dispose();
    this.#results?.dispose();
    this.#logs?.dispose();
  }

  #ofTransactions(): Listing<Transaction> | undefined {
    const { store, now, post } = this.#parts;
    const start: Nanoseconds = this.#block.from ?? 0n;
    const gathered = store.contents.transactions(this.#network, this.#block);
    if (gathered === undefined) return undefined;
    return new Listing(gathered, {
      send: (from, values, list) => {
        const whole = list.extent === "all";
        post({
          type: "transactions",
          from,
          rows: values.map((each) => transactionRow(each, start)),
          list: {
            ...reachOf(list, now()),
            ...sortsOf(list.values),
            count: list.expected === undefined ? (whole ? count(list.values.length) : undefined) : count(list.expected),
            part: whole || list.extent === "unread" ? undefined : l10n.t("of {0} loaded", count(list.values.length)),
            figures: whole ? wholeFigures(list.values) : [],
          },
        });
      },
    });
  }

  #ofResults(): Listing<BlockResult> {
    const { store, now, post } = this.#parts;
    return new Listing(store.contents.results(this.#network, this.#block), {
      send: (from, values, list) => {
        const whole = list.extent === "all";
        post({
          type: "results",
          from,
          rows: values.map(resultRow),
          list: {
            ...reachOf(list, now()),
            count: whole ? count(list.values.length) : undefined,
            gas: whole ? gasOf(list.values, this.#block.gasUsed) : undefined,
          },
        });
      },
    });
  }

  #ofLogs(): Listing<ContractLog> | undefined {
    const { store, now, post } = this.#parts;
    const start: Nanoseconds = this.#block.from ?? 0n;
    const gathered = store.contents.logs(this.#network, this.#block);
    if (gathered === undefined) return undefined;
    return new Listing(gathered, {
      send: (from, values, list) => {
        const shown = list.extent === "all" ? count(list.values.length) : undefined;
        const rows = values.map((each) => logRow(each, start));
        post({ type: "logs", from, rows, list: { ...reachOf(list, now()), count: shown } });
      },
    });
  }
}

async function readOn<Value>(listing: Listing<Value> | undefined, isNew: boolean, all: boolean): Promise<void> {
  await (all ? listing?.all() : isNew ? listing?.begin() : listing?.more());
}

/** How far a list has been read, in words. */
function reachOf(list: Listed<unknown>, now: number): Omit<Reach, "count"> {
  const { values, skipped, extent, expected, busy, problem } = list;
  const shown = count(values.length);
  const foot = [
    extent === "all" || expected === undefined
      ? l10n.t("{0} loaded", shown)
      : l10n.t("{0} of {1} loaded", shown, count(expected)),
    ...(skipped === 0 ? [] : [l10n.t("{0} skipped: the response could not be read", count(skipped))]),
  ].join(" · ");
  const trouble =
    problem !== undefined
      ? describeProblem(problem, now).sentence
      : extent === "short"
        ? l10n.t("Transactions are still arriving. Refresh in a moment.")
        : undefined;
  return { foot, more: extent !== "all", busy, trouble };
}
