// Loads the nodes, fees, exchange rate, supply and stake of networks, and caches them as long as nodes do.
import { asProblem, type Problem } from "../../base/problem.ts";
import type { Api, Asked } from "../api/mirror-node.ts";
import type { ExchangeRate, Fees, NetworkNode, Stake, Supply } from "../model/network-state.ts";
import type { Network } from "../model/network.ts";

/** How long a mirror node caches these answers itself, in milliseconds. */
const MAX_AGE_MS = 60_000;
/** More nodes than any network has; it ends paging at a server whose pages never end. */
const MAX_NODES = 2000;

/** One part of a snapshot. With neither a value nor a problem, the node doesn't provide it. */
export interface Part<Value> {
  readonly value: Value | undefined;
  /** Why it could not be loaded again; the value is then the previous one. */
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

interface Parts {
  readonly getApi: (network: Network) => Api;
  readonly now: () => number;
}

/** The latest snapshot of each network, loaded when it is shown. */
export class NetworkFacts {
  readonly #parts: Parts;
  readonly #snapshots = new Map<string, NetworkSnapshot>();
  readonly #underWay = new Map<string, Promise<NetworkSnapshot>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  getKnown({ address }: Network): NetworkSnapshot | undefined {
    return this.#snapshots.get(address);
  }

  /** The known snapshot if it is fresh, or else a new one; `isForced` always loads a new one. */
  async read(network: Network, asked: Asked = {}, isForced = false): Promise<NetworkSnapshot> {
    const known = this.#snapshots.get(network.address);
    if (!isForced && known !== undefined && this.#parts.now() - known.readAt < MAX_AGE_MS && !hasFailed(known))
      return known;
    // The first caller may have canceled the request; then it is sent again.
    const before = this.#underWay.get(network.address);
    const shared = before === undefined ? undefined : await before.catch(() => undefined);
    if (shared !== undefined) return shared;
    const reading = this.#ask(network, known, asked);
    this.#underWay.set(network.address, reading);
    try {
      return await reading;
    } finally {
      if (this.#underWay.get(network.address) === reading) this.#underWay.delete(network.address);
    }
  }

  async #ask(network: Network, known: NetworkSnapshot | undefined, asked: Asked): Promise<NetworkSnapshot> {
    const api = this.#parts.getApi(network);
    const [nodes, fees, rate, supply, stake] = await Promise.all([
      part(known?.nodes, () => loadNodes(api, asked)),
      part(known?.fees, () => api.fees(asked)),
      part(known?.rate, () => api.exchangeRate(asked)),
      part(known?.supply, () => api.supply(asked)),
      part(known?.stake, () => api.stake(asked)),
    ]);
    const snapshot: NetworkSnapshot = { readAt: this.#parts.now(), nodes, fees, rate, supply, stake };
    this.#snapshots.set(network.address, snapshot);
    return snapshot;
  }
}

/** All parts of a snapshot, for callers that treat them alike. */
export function listParts({ nodes, fees, rate, supply, stake }: NetworkSnapshot): readonly Part<unknown>[] {
  return [nodes, fees, rate, supply, stake];
}

/** Why nothing at all is known, if a failure is the reason. */
export function findFailure(snapshot: NetworkSnapshot): Problem | undefined {
  const parts = listParts(snapshot);
  return parts.some(({ value }) => value !== undefined)
    ? undefined
    : parts.find(({ problem }) => problem !== undefined)?.problem;
}

function hasFailed(snapshot: NetworkSnapshot): boolean {
  return listParts(snapshot).some(({ problem }) => problem !== undefined);
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

async function loadNodes(api: Api, asked: Asked): Promise<Nodes> {
  const all: NetworkNode[] = [];
  let skipped = 0;
  let page: Awaited<ReturnType<Api["nodes"]>> | undefined = await api.nodes(asked);
  while (page !== undefined && all.length < MAX_NODES) {
    all.push(...page.values);
    skipped += page.skipped;
    page = await page.next?.(asked);
  }
  return { all, skipped };
}
