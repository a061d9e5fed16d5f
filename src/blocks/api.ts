import type { Answer } from "../base/call.ts";
import { decode, decodeList } from "../base/decode.ts";
import type { DecodedList } from "../base/decode.ts";
import type { Client } from "../base/http.ts";
import { path } from "../base/origin.ts";
import type { Place } from "../base/origin.ts";
import { asProblem, Problem } from "../base/problem.ts";
import { formatSeconds } from "../base/time.ts";
import type { Nanoseconds } from "../base/time.ts";
import * as wire from "./api/wire.ts";
import { HIGHEST, isNamed } from "./model.ts";
import type { Block } from "./model.ts";
import { nameText } from "./model/names.ts";
import type { BlockName } from "./model/names.ts";

export interface Asked {
  readonly signal?: AbortSignal | undefined;
}

export type Operator = "eq" | "gt" | "gte" | "lt" | "lte";

/** What a list is asked for. All that is named must hold. */
export interface BlocksAsked extends Asked {
  /** 25 where nothing is said; more than 100 come as 100. */
  readonly limit?: number;
  /** The newest first where nothing is said. */
  readonly order?: "asc" | "desc";
  readonly number?: readonly { readonly is: Operator; readonly than: bigint }[];
  /** Compares the end of a block alone. A walk of many pages is quicker by number. */
  readonly timestamp?: readonly { readonly is: Operator | "ne"; readonly than: Nanoseconds }[];
}

/** Blocks as they came, and the way to those after them. */
export interface BlockPage extends DecodedList<Block> {
  /** Reads the next page; the last one has none. */
  readonly next: ((asked?: Asked) => Promise<BlockPage>) | undefined;
}

const LIST = "/api/v1/blocks";
const MOST_REPEATS = 100;

/** The block routes of a mirror node. */
export class Api {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Blocks in order. */
  async blocks(asked: BlocksAsked = {}): Promise<BlockPage> {
    const walk = { down: asked.order !== "asc", edge: undefined };
    return await this.#page({ path: LIST, query: queryOf(asked) }, walk, asked);
  }

  /** One block. A 404 is a `notFound` problem: the node answers the same for a block and for a route that it lacks. */
  async block(name: BlockName, { signal }: Asked = {}): Promise<Block> {
    if ("number" in name) checked(name.number, "the number of a block");
    const below = LIST + path`/${nameText(name)}`;
    const answer = await this.#client.get(below, { signal });
    return this.#understood(answer, below, () => {
      const block = decode(wire.block, answer.json, "block");
      if (!isNamed(block, name)) throw new Problem("malformed", { detail: "block: it is another one" });
      return block;
    });
  }

  async #page(place: Place, walk: Walk, { signal }: Asked): Promise<BlockPage> {
    const answer = await this.#client.get(place.path, { query: place.query, signal });
    return this.#understood(answer, place.path, () => {
      const { blocks, links } = decode(wire.blockList, answer.json, "block list");
      const list = decodeList(wire.block, blocks, "block list", { at: "blocks" });
      const edge = beyond(list.values, walk);
      const link = links?.next === undefined ? undefined : this.#client.place(links.next);
      const isNew = edge !== walk.edge || list.skipped > 0;
      // A link may lead to itself for ever, and a page that brings nothing new is the last.
      if (link === undefined || !isNew || isSame(link, place)) return { ...list, next: undefined };
      return { ...list, next: (asked = {}) => this.#page(link, { ...walk, edge }, asked) };
    });
  }

  /** Says where an answer came from that could not be understood. */
  #understood<Output>({ status }: Answer, below: string, read: () => Output): Output {
    try {
      return read();
    } catch (error) {
      const { kind, facts } = asProblem(error);
      throw new Problem(kind, { ...facts, status, origin: this.#client.origin, method: "GET", path: below });
    }
  }
}

/** Where a walk through the pages goes, and the furthest block that it has seen. */
interface Walk {
  readonly down: boolean;
  readonly edge: bigint | undefined;
}

function beyond(blocks: readonly Block[], { down, edge }: Walk): bigint | undefined {
  return blocks.reduce<bigint | undefined>(
    (far, { number }) => (far === undefined || (down ? number < far : number > far) ? number : far),
    edge,
  );
}

function isSame(one: Place, other: Place): boolean {
  return one.path === other.path && one.query.toString() === other.query.toString();
}

function queryOf({ limit, order, number = [], timestamp = [] }: BlocksAsked): URLSearchParams {
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 1)) {
    throw new Problem("invalid", { detail: "a page has at least one block" });
  }
  if (Math.max(number.length, timestamp.length) > MOST_REPEATS) {
    throw new Problem("invalid", { detail: `a list takes at most ${MOST_REPEATS} conditions of one sort` });
  }
  const query = new URLSearchParams();
  // A list is in the order of its first condition; that of the numbers is the quick one.
  for (const { is, than } of number) query.append("block.number", `${is}:${checked(than, "the number of a block")}`);
  for (const { is, than } of timestamp) query.append("timestamp", `${is}:${formatSeconds(checked(than, "a time"))}`);
  if (limit !== undefined) query.append("limit", String(limit));
  if (order !== undefined) query.append("order", order);
  return query;
}

/** Beyond 64 bits the node answers 503 though the form is right, again and again. It is never asked. */
function checked(value: bigint, what: string): bigint {
  if (value < 0n || value > HIGHEST) throw new Problem("invalid", { detail: `${what} is between 0 and ${HIGHEST}` });
  return value;
}
