import type { Disposable, Event } from "vscode";
import { asProblem } from "../base/problem.ts";
import type { Nanoseconds } from "../base/time.ts";
import { Emitter } from "../workbench/events.ts";
import type { Shared } from "../workbench/shared.ts";
import type { Asked, BlockPage, Page } from "./api.ts";
import { chosenNetwork, pace } from "./model.ts";
import type { Block, Network } from "./model.ts";
import type { BlockName } from "./model/names.ts";
import type { BlockRange } from "./model/range.ts";
import type { Transaction } from "./model/transaction.ts";
import { KnownBlocks } from "./store/known.ts";
import { Nodes } from "./store/nodes.ts";

export type { BlockPage } from "./api.ts";

/** Why there is no block of a name. */
export interface Absence {
  /** The newest block that the node has; nothing where it has none at all. */
  readonly newest: Block | undefined;
  /** How long the newest blocks took each. */
  readonly pace: Nanoseconds | undefined;
}

/** What came of looking for a block: the block, or that there is none. A request that failed is neither. */
export type Lookup = { readonly block: Block } | { readonly absent: Absence };

/** As many as the view shows at once. */
const PAGE = 50;
/** The node gives no more at once, whatever is asked for. */
const MOST_A_PAGE = 100;
/** Enough to tell the pace of a ledger. */
const RECENT = 25;

/** From one moment to another, both included. */
export interface Span {
  readonly from: Nanoseconds;
  readonly to: Nanoseconds;
}

type TransactionPage = Page<Transaction>;

type Parts = Pick<Shared, "folder" | "log" | "now" | "settings">;

/** What is known of the ledgers. */
export class Store implements Disposable {
  readonly #parts: Parts;
  readonly #nodes: Nodes;
  readonly #known = new Map<string, KnownBlocks>();
  readonly #changed = new Emitter<Network>();
  /** A newer block of this network was seen. */
  readonly onDidSeeNewest: Event<Network> = this.#changed.event;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#nodes = new Nodes(parts);
  }

  /** The network that the view shows. */
  get network(): Network {
    const { settings } = this.#parts;
    return chosenNetwork(settings.get("triptych.blocks.networks"), settings.get("triptych.blocks.network"));
  }

  /** The network of that name, as long as the settings know it. */
  networkNamed(name: string): Network | undefined {
    const address = this.#parts.settings.get("triptych.blocks.networks").get(name);
    return address === undefined ? undefined : { name, address };
  }

  newestKnown(network: Network): Block | undefined {
    return this.#knownOf(network).newest;
  }

  /** The block, if it was seen in this session. */
  known(network: Network, name: BlockName): Block | undefined {
    return this.#knownOf(network).get(name);
  }

  /** The newest blocks, and from page to page the older ones. */
  async newest(network: Network, asked: Asked = {}): Promise<BlockPage> {
    return this.#kept(network, await this.#nodes.at(network.address).blocks({ ...asked, limit: PAGE }));
  }

  /** Looks for a block; one that was seen before is not asked for again. */
  async find(network: Network, name: BlockName, asked: Asked = {}): Promise<Lookup> {
    const known = this.known(network, name);
    if (known !== undefined) return { block: known };
    const found = await this.#ask(network, name, asked);
    if (found !== undefined) return { block: found };
    // An address that is no mirror node answers the same; this request then fails, and says so.
    const recent = this.#kept(network, await this.#nodes.at(network.address).blocks({ ...asked, limit: RECENT }));
    const absent = { newest: recent.values[0], pace: pace(recent.values) };
    if (!("number" in name) || absent.newest === undefined || name.number > absent.newest.number) return { absent };
    // It may have closed between the two questions.
    const late = this.known(network, name) ?? (await this.#ask(network, name, asked));
    return late === undefined ? { absent } : { block: late };
  }

  /** The blocks of a range in the order of their numbers, page after page, as the node has them now. */
  async *walk(network: Network, { from, to }: BlockRange, asked: Asked = {}): AsyncGenerator<BlockPage, void> {
    const number = [
      { is: "gte", than: from },
      { is: "lte", than: to },
    ] as const;
    const first = await this.#nodes.at(network.address).blocks({ ...asked, number, order: "asc", limit: MOST_A_PAGE });
    let page: BlockPage | undefined = this.#kept(network, first);
    while (page !== undefined) {
      yield page;
      page = await page.next?.(asked);
    }
  }

  /** The transactions from one moment to another, both included, in the order of their times, page after page. */
  async *walkTransactions(
    network: Network,
    { from, to }: Span,
    asked: Asked = {},
  ): AsyncGenerator<TransactionPage, void> {
    const api = this.#nodes.at(network.address);
    let page: TransactionPage | undefined = await api.transactions({
      ...asked,
      from,
      to,
      order: "asc",
      limit: MOST_A_PAGE,
    });
    while (page !== undefined) {
      yield page;
      page = await page.next?.(asked);
    }
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #ask(network: Network, name: BlockName, asked: Asked): Promise<Block | undefined> {
    try {
      const block = await this.#nodes.at(network.address).block(name, asked);
      this.#keep(network, [block]);
      if ("hash" in name) this.#knownOf(network).keepAs(name.hash, block);
      return block;
    } catch (error) {
      const problem = asProblem(error);
      if (problem.kind === "notFound") return undefined;
      throw problem;
    }
  }

  #kept(network: Network, page: BlockPage): BlockPage {
    const { next, skipped, reasons } = page;
    this.#keep(network, page.values);
    if (skipped > 0) {
      const why = reasons.map(({ message }) => message);
      this.#parts.log.warn("Blocks could not be read and are left out", { network: network.name, skipped, why });
    }
    return next === undefined ? page : { ...page, next: async (asked) => this.#kept(network, await next(asked)) };
  }

  #keep(network: Network, blocks: readonly Block[]): void {
    const known = this.#knownOf(network);
    const newer = blocks.map((block) => known.keep(block));
    if (newer.includes(true)) this.#changed.fire(network);
  }

  #knownOf({ address }: Network): KnownBlocks {
    const known = this.#known.get(address) ?? new KnownBlocks();
    this.#known.set(address, known);
    return known;
  }
}
