// What is known of entities, by the network that was asked.
import { asProblem } from "../../base/problem.ts";
import type { Api, Asked } from "../api.ts";
import type { Network } from "../model.ts";
import type { Entity } from "../model/entity.ts";

/** Milliseconds for which what a node said of an entity holds: a hover and the panel that follows it ask once. */
const FRESH_MS = 30_000;
const MOST_KEPT = 200;

interface Parts {
  readonly apiOf: (network: Network) => Api;
  readonly now: () => number;
}

interface Kept {
  readonly at: number;
  readonly entity: Promise<Entity | undefined>;
}

export class Entities {
  readonly #parts: Parts;
  readonly #kept = new Map<string, Kept>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The entity of an id or an EVM address; nothing if the node has none. A failed request is a problem. */
  async find(network: Network, id: string, asked: Asked = {}): Promise<Entity | undefined> {
    const key = `${network.address} ${id.toLowerCase()}`;
    const known = this.#kept.get(key);
    if (known !== undefined && this.#parts.now() - known.at < FRESH_MS) {
      // Whoever asked first may have given up or failed; then this one asks.
      const entity = await known.entity.catch(() => "failed" as const);
      if (entity !== "failed") return entity;
    }
    const entity = this.#ask(network, id, asked);
    this.#kept.set(key, { at: this.#parts.now(), entity });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return await entity;
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
