// Loads the entities of networks, and caches them briefly.
import { ExpiringCache } from "../../base/tasks/expiring-cache.ts";
import { asProblem, type Problem } from "../../base/problem.ts";
import type { Nanoseconds } from "../../base/time.ts";
import type { RequestOptions } from "../api/mirror-node.ts";
import { getFirst, walkPages, type ListPage } from "../api/paged-answers.ts";
import type { Source } from "./mirror-nodes.ts";
import type { ContractLog, ContractResult } from "../model/contract-result.ts";
import { entityOfAddress, type Entity, type Token, type TopicMessage } from "../model/entity.ts";
import type { Network } from "../model/network.ts";
import type { Transaction } from "../model/transaction.ts";

/** A hover and the panel that follows it share one request. */
const LIMITS = { maxAgeMs: 30_000, maxEntries: 200 };
/** The number of entries that a panel shows of each list. */
const RECENT_ITEMS = 25;

/** The latest activity of an entity. */
export type Latest =
  | { readonly kind: "transaction"; readonly time: Nanoseconds; readonly transaction: Transaction }
  | { readonly kind: "result"; readonly time: Nanoseconds; readonly result: ContractResult }
  | { readonly kind: "message"; readonly time: Nanoseconds; readonly message: TopicMessage };

/** Lists of an entity's latest activity, the newest first. Its kind determines which of them the node has. */
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

  /** Finds an entity by its ID, EVM address or alias; undefined if the node has none. Throws if a request fails. */
  async find(network: Network, id: string, options: RequestOptions = {}): Promise<Entity | undefined> {
    const load = (signal: AbortSignal): Promise<Entity | undefined> => this.#ask(network, id, { ...options, signal });
    return await this.#found.get(toKey(network, id), load, options.signal);
  }

  /** Finds a token whose ID is known to be one; undefined if it can't be loaded, because amounts are shown without it. */
  async findToken(network: Network, id: string, options: RequestOptions = {}): Promise<Token | undefined> {
    const load = async (signal: AbortSignal): Promise<Entity> =>
      await this.#source.getApi(network).entities.token(id, { ...options, signal });
    try {
      const found = await this.#found.get(toKey(network, id), load, options.signal);
      return found?.kind === "token" ? found : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * The latest activity of an entity; undefined if the node lists none. The transaction list covers only payers and
   * receivers, so a contract's results or a topic's messages are requested too. Tokens and schedules have no list.
   */
  async latest(
    network: Network,
    { kind, id }: Pick<Entity, "kind" | "id">,
    options: RequestOptions = {},
  ): Promise<Latest | undefined> {
    if (kind === "token" || kind === "schedule") return undefined;
    const api = this.#source.getApi(network);
    if (kind === "topic") {
      const message = getFirst(await api.entities.messages(id, { ...options, limit: 1 }));
      return message && { kind: "message", time: message.time, message };
    }
    const results = kind === "contract" ? await api.entities.results(id, { ...options, limit: 1 }) : undefined;
    const result = results && getFirst(results);
    // Few transactions of a contract are listed. Without a start time, the node would search its entire history.
    const since = result === undefined ? {} : { from: result.time };
    const transaction = getFirst(await api.transactions({ ...options, ...since, account: id, limit: 1 }));
    const isResult = result !== undefined && (transaction === undefined || result.time > transaction.time);
    return isResult
      ? { kind: "result", time: result.time, result }
      : transaction && { kind: "transaction", time: transaction.time, transaction };
  }

  /** The latest transactions of an account, calls and logs of a contract, or messages of a topic. */
  async recent(
    network: Network,
    { kind, id }: Pick<Entity, "kind" | "id">,
    options: RequestOptions = {},
  ): Promise<Recent> {
    const api = this.#source.getApi(network);
    const page = { ...options, limit: RECENT_ITEMS };
    switch (kind) {
      case "account": {
        const first = await api.transactions({ ...page, account: id });
        const { values: transactions, ...rest } = await gather(first, RECENT_ITEMS, options);
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
      // Mirror nodes can't list the activity of a token or a schedule.
      case "token":
      case "schedule":
        return { kind, skipped: 0 };
    }
  }

  /** Drops an entity, so that the next call requests it again. */
  forget(network: Network, id: string): void {
    this.#found.delete(toKey(network, id));
  }

  /** Drops all entities, because a network started over. */
  clear(): void {
    this.#found.clear();
  }

  /** Tries each kind, as no route returns the kind of an entity. Contracts are accounts too, so accounts come last. */
  async #ask(network: Network, idOrAddress: string, options: RequestOptions): Promise<Entity | undefined> {
    const { entities } = this.#source.getApi(network);
    // Only accounts and contracts can be requested by address, but the ID in a derived address works for every kind.
    const id = entityOfAddress(idOrAddress) ?? idOrAddress;
    const hasId = id.includes(".");
    const routes = [
      // Only accounts have an alias.
      ...(hasId || /^(0x)?[0-9a-f]{40}$/i.test(id) ? [() => entities.contract(id, options)] : []),
      // Tokens, topics and schedules have no EVM address of their own.
      ...(hasId
        ? [() => entities.token(id, options), () => entities.topic(id, options), () => entities.schedule(id, options)]
        : []),
      () => entities.account(id, options),
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
 * Loads the first elements of a list, from as many pages as needed: a node that stops a search early returns short
 * ones. If a page can't be loaded, returns the elements before it.
 */
async function gather<Value>(first: ListPage<Value>, most: number, options: RequestOptions) {
  const values: Value[] = [];
  let skipped = 0;
  let problem: Problem | undefined;
  try {
    for await (const page of walkPages(first, options)) {
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

/** Loads one of several lists without throwing, so that the others are shown even if this one fails. */
async function attempt<Value>(
  loading: Promise<ListPage<Value>>,
): Promise<{ page?: ListPage<Value>; problem?: Problem }> {
  try {
    return { page: await loading };
  } catch (error) {
    return { problem: asProblem(error) };
  }
}

function toKey({ address }: Network, id: string): string {
  return `${address} ${id.toLowerCase()}`;
}
