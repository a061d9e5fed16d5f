// Loads the nodes, fees, exchange rate, supply and stake of networks, and caches them as long as nodes do.
import { ExpiringCache } from "../../base/tasks/expiring-cache.ts";
import { asProblem, type Problem } from "../../base/problem.ts";
import type { Api, RequestOptions } from "../api/mirror-node.ts";
import { walkPages } from "../api/paged-answers.ts";
import type { ExchangeRate, Fees, NetworkNode, Stake, Supply } from "../model/network-state.ts";
import type { Source } from "./mirror-nodes.ts";
import type { Network } from "../model/network.ts";

/** Mirror nodes cache these responses for a minute, too. */
const LIMITS = { maxAgeMs: 60_000, maxEntries: 100 };
/** More nodes than any network has. Stops paging if a server's pages never end. */
const MAX_NODES = 2000;

/** One part of a snapshot. With neither a value nor a problem, the node doesn't provide it. */
export interface Part<Value> {
  readonly value: Value | undefined;
  /** Why the last load failed. `value` is then the previous one. */
  readonly problem: Problem | undefined;
}

export interface Nodes {
  readonly all: readonly NetworkNode[];
  /** How many could not be decoded. */
  readonly skipped: number;
}

/** The data about a network. Which parts a mirror node provides depends on its version. */
export interface NetworkSnapshot {
  /** Milliseconds since 1970. */
  readonly readAt: number;
  readonly nodes: Part<Nodes>;
  readonly fees: Part<Fees>;
  readonly rate: Part<ExchangeRate>;
  readonly supply: Part<Supply>;
  readonly stake: Part<Stake>;
}

/** The latest snapshot of each network, loaded when it is shown. */
export class NetworkFacts {
  readonly #source: Pick<Source, "getApi" | "now">;
  readonly #known = new Map<string, NetworkSnapshot>();
  readonly #fresh: ExpiringCache<NetworkSnapshot>;

  constructor(source: Pick<Source, "getApi" | "now">) {
    this.#source = source;
    this.#fresh = new ExpiringCache(LIMITS, source.now);
  }

  getKnown({ address }: Network): NetworkSnapshot | undefined {
    return this.#known.get(address);
  }

  /** The known snapshot if it is fresh, or else a new one; `isForced` always loads a new one. */
  async read(network: Network, options: RequestOptions = {}, isForced = false): Promise<NetworkSnapshot> {
    const { address } = network;
    if (isForced) this.#fresh.delete(address);
    const snapshot = await this.#fresh.get(
      address,
      (signal) => this.#ask(network, { ...options, signal }),
      options.signal,
    );
    // A load that began before a refresh isn't cached, because its result is older.
    if (this.#fresh.peek(address) !== snapshot) return snapshot;
    this.#known.set(address, snapshot);
    // After a failure, the next call sends its requests right away.
    if (listParts(snapshot).some(({ problem }) => problem !== undefined)) this.#fresh.delete(address);
    return snapshot;
  }

  async #ask(network: Network, options: RequestOptions): Promise<NetworkSnapshot> {
    const api = this.#source.getApi(network);
    const known = this.#known.get(network.address);
    const [nodes, fees, rate, supply, stake] = await Promise.all([
      part(known?.nodes, () => loadNodes(api, options)),
      part(known?.fees, () => api.fees(options)),
      part(known?.rate, () => api.exchangeRate(options)),
      part(known?.supply, () => api.supply(options)),
      part(known?.stake, () => api.stake(options)),
    ]);
    return { readAt: this.#source.now(), nodes, fees, rate, supply, stake };
  }
}

/** All parts of a snapshot, for callers that treat them alike. */
export function listParts({ nodes, fees, rate, supply, stake }: NetworkSnapshot): readonly Part<unknown>[] {
  return [nodes, fees, rate, supply, stake];
}

/** Why nothing could be loaded; undefined if any part has a value, or no request failed. */
export function findFailure(snapshot: NetworkSnapshot): Problem | undefined {
  const parts = listParts(snapshot);
  return parts.some(({ value }) => value !== undefined)
    ? undefined
    : parts.find(({ problem }) => problem !== undefined)?.problem;
}

async function part<Value>(before: Part<Value> | undefined, ask: () => Promise<Value>): Promise<Part<Value>> {
  try {
    return { value: await ask(), problem: undefined };
  } catch (error) {
    const problem = asProblem(error);
    if (problem.kind === "canceled") throw problem;
    // Older nodes lack some of these routes, so a missing route is not a failure.
    if (problem.kind === "notFound") return { value: undefined, problem: undefined };
    return { value: before?.value, problem };
  }
}

async function loadNodes(api: Api, options: RequestOptions): Promise<Nodes> {
  const all: NetworkNode[] = [];
  let skipped = 0;
  for await (const page of walkPages(await api.nodes(options), options)) {
    all.push(...page.values);
    skipped += page.skipped;
    if (all.length >= MAX_NODES) break;
  }
  return { all, skipped };
}
