// Loads and keeps entities, by network.
import { ExpiringCache } from "../../base/expiring-cache.ts";
import { asProblem, type Problem } from "../../base/problem.ts";
import type { Nanoseconds } from "../../base/time.ts";
import type { Asked } from "../api/mirror-node.ts";
import { walkPages, type Page } from "../api/pages.ts";
import type { Source } from "../ledger/mirror-nodes.ts";
import { entityOfAddress } from "../model/abi.ts";
import type { ContractLog, ContractResult } from "../model/contract-result.ts";
import type { Entity, TopicMessage } from "../model/entity.ts";
import type { Network } from "../model/network.ts";
import type { Transaction } from "../model/transaction.ts";

/** A hover and the panel that follows it share one request. */
const LIMITS = { maxAgeMs: 30_000, maxEntries: 200 };
/** As many as a panel shows of each. */
const RECENT_ITEMS = 25;

/** The latest that an entity had a part in. */
export type Latest =
  | { readonly is: "transaction"; readonly time: Nanoseconds; readonly transaction: Transaction }
  | { readonly is: "result"; readonly time: Nanoseconds; readonly result: ContractResult }
  | { readonly is: "message"; readonly time: Nanoseconds; readonly message: TopicMessage };

/** The latest of what an entity did, the newest first; a list is left out if the node has none of that kind for it. */
export interface Recent {
  readonly kind: Entity["kind"];
  readonly transactions?: readonly Transaction[];
  readonly results?: readonly ContractResult[] | undefined;
  readonly logs?: readonly ContractLog[] | undefined;
  readonly messages?: readonly TopicMessage[];
  /** How many elements of these lists could not be decoded. */
  readonly skipped: number;
  /** Why one of two lists, or the rest of one, is missing; if none could be loaded, the load itself fails. */
  readonly problem?: Problem | undefined;
}

export class Entities {
  readonly #source: Pick<Source, "getApi" | "now">;
  readonly #found: ExpiringCache<Entity | undefined>;

  constructor(source: Pick<Source, "getApi" | "now">) {
    this.#source = source;
    this.#found = new ExpiringCache(LIMITS, source.now);
  }

  /** The entity of an id or an EVM address; nothing if the node has none. A failed request is a problem. */
  async find(network: Network, id: string, asked: Asked = {}): Promise<Entity | undefined> {
    const load = (signal: AbortSignal): Promise<Entity | undefined> => this.#ask(network, id, { ...asked, signal });
    return await this.#found.get(toKey(network, id), load, asked.signal);
  }

  /**
   * The latest activity of an entity; undefined if the node lists none. The list of transactions knows payers and
   * receivers only, so a contract's results and a topic's messages are requested as well, and nothing for a token.
   */
  async latest(
    network: Network,
    { kind, id }: Pick<Entity, "kind" | "id">,
    asked: Asked = {},
  ): Promise<Latest | undefined> {
    if (kind === "token" || kind === "schedule") return undefined;
    const api = this.#source.getApi(network);
    if (kind === "topic") {
      const [message] = (await api.entities.messages(id, { ...asked, limit: 1 })).values;
      return message && { is: "message", time: message.time, message };
    }
    const results = kind === "contract" ? await api.entities.results(id, { ...asked, limit: 1 }) : undefined;
    const [result] = results?.values ?? [];
    // It lists few transactions of a contract. Without a time, a node would search its whole age for them, bit by bit.
    const since = result === undefined ? {} : { from: result.time };
    const [transaction] = (await api.transactions({ ...asked, ...since, account: id, limit: 1 })).values;
    const isResult = result !== undefined && (transaction === undefined || result.time > transaction.time);
    return isResult
      ? { is: "result", time: result.time, result }
      : transaction && { is: "transaction", time: transaction.time, transaction };
  }

  /** The latest transactions of an account, calls and logs of a contract, or messages of a topic. */
  async recent(network: Network, { kind, id }: Pick<Entity, "kind" | "id">, asked: Asked = {}): Promise<Recent> {
    const api = this.#source.getApi(network);
    const page = { ...asked, limit: RECENT_ITEMS };
    switch (kind) {
      case "account": {
        const first = await api.transactions({ ...page, account: id });
        const { values: transactions, ...rest } = await gather(first, RECENT_ITEMS, asked);
        return { kind, transactions, ...rest };
      }
      case "contract": {
        const [results, logs] = await Promise.all([
          attempt(api.entities.results(id, page)),
          attempt(api.entities.logs(id, page)),
        ]);
        if (results.problem !== undefined && logs.problem !== undefined) throw results.problem;
        const skipped = (results.page?.skipped ?? 0) + (logs.page?.skipped ?? 0);
        const problem = results.problem ?? logs.problem;
        return { kind, results: results.page?.values, logs: logs.page?.values, skipped, problem };
      }
      case "topic": {
        const { values: messages, skipped } = await api.entities.messages(id, page);
        return { kind, messages, skipped };
      }
      // A mirror node has no list of what concerns a token or a schedule.
      case "token":
      case "schedule":
        return { kind, skipped: 0 };
    }
  }

  /** Drops an entity, so that the next call requests it again. */
  forget(network: Network, id: string): void {
    this.#found.delete(toKey(network, id));
  }

  /** No route says what kind an entity is. A contract answers as an account too, so accounts come last. */
  async #ask(network: Network, idOrAddress: string, asked: Asked): Promise<Entity | undefined> {
    const { entities } = this.#source.getApi(network);
    // Only accounts and contracts are found by an address; the ID that an address stands for finds every kind.
    const id = entityOfAddress(idOrAddress) ?? idOrAddress;
    const isAddress = /^(0x)?[0-9a-f]{40}$/i.test(id);
    const routes = [
      () => entities.contract(id, asked),
      // Tokens, topics and schedules have no EVM address of their own.
      ...(isAddress
        ? []
        : [() => entities.token(id, asked), () => entities.topic(id, asked), () => entities.schedule(id, asked)]),
      () => entities.account(id, asked),
    ];
    for (const ask of routes) {
      try {
        return await ask();
      } catch (error) {
        const problem = asProblem(error);
        if (problem.kind !== "notFound") throw problem;
      }
    }
    return undefined;
  }
}

/**
 * The first elements of a list, from as many pages as that takes: a node that stops a search early returns short ones. If
 * one of them can't be loaded, those before it are shown.
 */
async function gather<Value>(first: Page<Value>, most: number, asked: Asked) {
  const values: Value[] = [];
  let skipped = 0;
  let problem: Problem | undefined;
  try {
    for await (const page of walkPages(first, asked)) {
      values.push(...page.values);
      skipped += page.skipped;
      if (values.length + skipped >= most) break;
    }
  } catch (error) {
    problem = asProblem(error);
    if (problem.kind === "canceled") throw problem;
  }
  return { values: values.slice(0, most), skipped, problem };
}

/** Loads one of several lists, so that the others are shown even if this one fails. */
async function attempt<Value>(loading: Promise<Page<Value>>): Promise<{ page?: Page<Value>; problem?: Problem }> {
  try {
    return { page: await loading };
  } catch (error) {
    return { problem: asProblem(error) };
  }
}

function toKey({ address }: Network, id: string): string {
  return `${address} ${id.toLowerCase()}`;
}
