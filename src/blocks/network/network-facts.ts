import { asProblem } from "../../base/problem.ts";
import type { Problem } from "../../base/problem.ts";
import type { Api, Asked } from "../api/mirror-node.ts";
import type { ExchangeRate, Fees, NetworkNode, Stake, Supply } from "../model/network-state.ts";
import type { Network } from "../model/network.ts";

/** As long as a mirror node itself keeps what it says of the network, in milliseconds. */
const FRESH = 60_000;
/** No network has so many; a server that never comes to an end is not followed further. */
const MOST_NODES = 2000;

/** One part of what is known of a network. Without a value and a problem, the node doesn't provide it. */
export interface Part<Value> {
  readonly value: Value | undefined;
  /** Why it could not be asked again; the value is then the one from before. */
  readonly problem: Problem | undefined;
}

export interface Nodes {
  readonly all: readonly NetworkNode[];
  /** How many could not be understood. */
  readonly skipped: number;
}

/** What is known of a network. Which parts a mirror node provides depends on its version. */
export interface Told {
  /** Milliseconds since 1970. */
  readonly readAt: number;
  readonly nodes: Part<Nodes>;
  readonly fees: Part<Fees>;
  readonly rate: Part<ExchangeRate>;
  readonly supply: Part<Supply>;
  readonly stake: Part<Stake>;
}

interface Parts {
  readonly apiOf: (network: Network) => Api;
  readonly now: () => number;
}

/** What mirror nodes return about their networks: loaded when shown, and kept for a while. */
export class NetworkFacts {
  readonly #parts: Parts;
  readonly #told = new Map<string, Told>();
  readonly #underWay = new Map<string, Promise<Told>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  known({ address }: Network): Told | undefined {
    return this.#told.get(address);
  }

  /** What is known, if that is fresh; `anew` asks whatever is known. */
  async read(network: Network, asked: Asked = {}, anew = false): Promise<Told> {
    const known = this.#told.get(network.address);
    if (!anew && known !== undefined && this.#parts.now() - known.readAt < FRESH && !hasFailed(known)) return known;
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

  async #ask(network: Network, known: Told | undefined, asked: Asked): Promise<Told> {
    const api = this.#parts.apiOf(network);
    const [nodes, fees, rate, supply, stake] = await Promise.all([
      part(known?.nodes, () => nodesOf(api, asked)),
      part(known?.fees, () => api.fees(asked)),
      part(known?.rate, () => api.exchangeRate(asked)),
      part(known?.supply, () => api.supply(asked)),
      part(known?.stake, () => api.stake(asked)),
    ]);
    const told: Told = { readAt: this.#parts.now(), nodes, fees, rate, supply, stake };
    this.#told.set(network.address, told);
    return told;
  }
}

/** The parts of what is told, for those who look at each in the same way. */
export function partsOf({ nodes, fees, rate, supply, stake }: Told): readonly Part<unknown>[] {
  return [nodes, fees, rate, supply, stake];
}

/** Why nothing at all is known, if a failure is the reason. */
export function failureOf(told: Told): Problem | undefined {
  const parts = partsOf(told);
  return parts.some(({ value }) => value !== undefined)
    ? undefined
    : parts.find(({ problem }) => problem !== undefined)?.problem;
}

function hasFailed(told: Told): boolean {
  return partsOf(told).some(({ problem }) => problem !== undefined);
}

async function part<Value>(before: Part<Value> | undefined, ask: () => Promise<Value>): Promise<Part<Value>> {
  try {
    return { value: await ask(), problem: undefined };
  } catch (error) {
    const problem = asProblem(error);
    if (problem.kind === "cancelled") throw problem;
    // Which routes there are depends on the age of the node: one that is not there says nothing, and is no failure.
    if (problem.kind === "notFound") return { value: undefined, problem: undefined };
    return { value: before?.value, problem };
  }
}

async function nodesOf(api: Api, asked: Asked): Promise<Nodes> {
  const all: NetworkNode[] = [];
  let skipped = 0;
  let page: Awaited<ReturnType<Api["nodes"]>> | undefined = await api.nodes(asked);
  while (page !== undefined && all.length < MOST_NODES) {
    all.push(...page.values);
    skipped += page.skipped;
    page = await page.next?.(asked);
  }
  return { all, skipped };
}
