// What is known of entities, by the network that was asked.
import { ExpiringCache } from "../../base/expiring-cache.ts";
import { asProblem } from "../../base/problem.ts";
import type { Nanoseconds } from "../../base/time.ts";
import type { Api, Asked } from "../api/mirror-node.ts";
import type { ContractLog, ContractResult } from "../model/contract-result.ts";
import type { Entity } from "../model/entity.ts";
import type { Network } from "../model/network.ts";
import type { Transaction } from "../model/transaction.ts";

/** A hover and the panel that follows it share one request. */
const LIMITS = { maxAgeMs: 30_000, maxEntries: 200 };
/** As many as a panel shows of each. */
const RECENT = 25;

interface Parts {
  readonly apiOf: (network: Network) => Api;
  readonly now: () => number;
}

/** The latest that an entity had a part in. */
export type Latest =
  | { readonly is: "transaction"; readonly time: Nanoseconds; readonly transaction: Transaction }
  | { readonly is: "result"; readonly time: Nanoseconds; readonly result: ContractResult };

/** What an entity had a part in, the latest first; undefined if the node lists none of its kind. */
export interface Recent {
  readonly transactions: readonly Transaction[] | undefined;
  readonly results: readonly ContractResult[] | undefined;
  readonly logs: readonly ContractLog[] | undefined;
}

export class Entities {
  readonly #parts: Parts;
  readonly #found: ExpiringCache<Entity | undefined>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#found = new ExpiringCache(LIMITS, parts.now);
  }

  /** The entity of an id or an EVM address; nothing if the node has none. A failed request is a problem. */
  async find(network: Network, id: string, asked: Asked = {}): Promise<Entity | undefined> {
    const load = (signal: AbortSignal): Promise<Entity | undefined> => this.#ask(network, id, { ...asked, signal });
    return await this.#found.get(keyOf(network, id), load, asked.signal);
  }

  /**
   * The latest that an entity had a part in; nothing if the node lists none. The list of transactions knows payers and
   * receivers only, so a contract is asked for its results.
   */
  async latest(
    network: Network,
    { kind, id }: Pick<Entity, "kind" | "id">,
    asked: Asked = {},
  ): Promise<Latest | undefined> {
    const api = this.#parts.apiOf(network);
    const results = kind === "contract" ? await api.entities.results(id, { ...asked, limit: 1 }) : undefined;
    const [result] = results?.values ?? [];
    const [transaction] = (await api.transactions({ ...asked, account: id, limit: 1 })).values;
    const isResult = result !== undefined && (transaction === undefined || result.time > transaction.time);
    return isResult
      ? { is: "result", time: result.time, result }
      : transaction && { is: "transaction", time: transaction.time, transaction };
  }

  /** The latest transactions of an account, or calls and logs of a contract; the node lists none of other entities. */
  async recent(network: Network, { kind, id }: Pick<Entity, "kind" | "id">, asked: Asked = {}): Promise<Recent> {
    const api = this.#parts.apiOf(network);
    const limit = RECENT;
    if (kind === "account") {
      const { values } = await api.transactions({ ...asked, account: id, limit });
      return { transactions: values, results: undefined, logs: undefined };
    }
    if (kind !== "contract") return { transactions: undefined, results: undefined, logs: undefined };
    const [results, logs] = await Promise.all([
      api.entities.results(id, { ...asked, limit }),
      api.entities.logs(id, { ...asked, limit }),
    ]);
    return { transactions: undefined, results: results.values, logs: logs.values };
  }

  /** What is known of an entity is requested again. */
  forget(network: Network, id: string): void {
    this.#found.delete(keyOf(network, id));
  }

  /** No route says what kind an entity is. A contract answers as an account too, so accounts come last. */
  async #ask(network: Network, id: string, asked: Asked): Promise<Entity | undefined> {
    const { entities } = this.#parts.apiOf(network);
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

function keyOf({ address }: Network, id: string): string {
  return `${address} ${id.toLowerCase()}`;
}
