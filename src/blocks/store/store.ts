// Loads and keeps the blocks of ledgers, and fires events when newer ones appear.
import type { Disposable, Event } from "vscode";
import { asProblem } from "../../base/problem.ts";
import type { Nanoseconds } from "../../base/time.ts";
import type { Wait } from "../../base/tasks/wait.ts";
import { Emitter } from "../../workbench/events.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import type { RequestOptions, BlockPage, BlocksOptions, ListPage } from "../api/mirror-node.ts";
import { getFirst, walkPages } from "../api/paged-answers.ts";
import { Entities } from "./entities.ts";
import { Contents } from "./block-contents.ts";
import { NetworkBlocks } from "./network-blocks.ts";
import { Nodes, type Source } from "./mirror-nodes.ts";
import type { BlockName } from "../model/block-name.ts";
import type { BlockRange } from "../model/block-range.ts";
import { measureBlockTime, type Block } from "../model/block.ts";
import { follows } from "../model/block-sequence.ts";
import { firstNetwork, readNetworks, type Network } from "../model/network.ts";
import { listEntries } from "./network-list.ts";
import { NETWORKS } from "./settings.ts";
import { Transactions } from "./transactions.ts";
import { NetworkFacts } from "./network-states.ts";

export type { BlockPage } from "../api/mirror-node.ts";

/** Why a block number or hash has no block. */
export interface MissingBlock {
  /** The latest block of the node; undefined if it has none. */
  readonly newest: Block | undefined;
  /** The average time per block of the newest blocks. */
  readonly pace: Nanoseconds | undefined;
}

/** The result of a lookup: the block, or why there is none. A request that fails is neither, and throws. */
export type Lookup = { readonly block: Block } | { readonly absent: MissingBlock };

/** The block at a time; between two blocks, the later one. */
export type BlockAtTime = { readonly block: Block; readonly between: boolean } | { readonly absent: MissingBlock };

/** The maximum that the node returns, whatever the limit. */
const MAX_PAGE_SIZE = 100;
/** Enough blocks to measure the pace of a ledger. */
const RECENT_BLOCKS = 25;

type StoreDependencies = Pick<Shared, "contacts" | "folder" | "log" | "now" | "settings"> & {
  readonly wait?: Wait | undefined;
};

/** The data of the ledgers. */
export class Store implements Disposable {
  readonly #dependencies: StoreDependencies;
  readonly #listening: Disposable;
  readonly #nodes: Nodes;
  readonly #blocksByAddress = new Map<string, NetworkBlocks>();
  readonly contents: Contents;
  readonly transactions: Transactions;
  /** Fees, supply, stake and nodes of the networks. */
  readonly facts: NetworkFacts;
  readonly entities: Entities;
  readonly #advanced = new Emitter<Network>();
  /** Fires when a network has a newer block. */
  readonly onDidAdvance: Event<Network> = this.#advanced.event;
  readonly #listed = new Emitter<Network>();
  /** Fires when the list of a network's latest blocks shows other blocks. */
  readonly onDidList: Event<Network> = this.#listed.event;
  readonly #replaced = new Emitter<Pick<Network, "name">>();
  /**
   * Fires when a network has other data than before: its blocks differ from the known ones, usually because a local
   * network was set up again, or the settings have changed its URL.
   */
  readonly onDidReplace: Event<Pick<Network, "name">> = this.#replaced.event;
  readonly #refined = new Emitter<Network>();
  /** Fires when estimated times of blocks have become more precise. */
  readonly onDidRefineTimes: Event<Network> = this.#refined.event;

  constructor(dependencies: StoreDependencies) {
    this.#dependencies = dependencies;
    this.#nodes = new Nodes(dependencies);
    const source: Source = {
      getApi: ({ address }) => this.#nodes.at(address),
      now: dependencies.now,
      skipped: (network, page) => this.#logSkipped(network, page),
    };
    this.facts = new NetworkFacts(source);
    this.entities = new Entities(source);
    this.contents = new Contents(source);
    this.transactions = new Transactions(source);
    this.#listening = this.#followSettings(dependencies.settings);
  }

  /** The network that the view shows. */
  get network(): Network {
    return firstNetwork(listEntries(this.#dependencies.settings));
  }

  /** The network with this name; undefined if the settings don't have it. */
  networkNamed(name: string): Network | undefined {
    const address = this.#networks.get(name);
    return address === undefined ? undefined : { name, address };
  }

  /** The names of all networks, in the order of the list. */
  get networkNames(): readonly string[] {
    return [...this.#networks.keys()];
  }

  /** The first block in the list of the latest blocks. */
  newestListed(network: Network): Block | undefined {
    return this.#blocksOf(network).head.newestListed;
  }

  /** How many newer blocks wait until the user asks for them. */
  countWaiting(network: Network): bigint {
    return this.#blocksOf(network).head.waiting;
  }

  /** Lists the blocks that wait. */
  listWaiting(network: Network): void {
    this.#blocksOf(network).head.listAll();
  }

  /** Makes the next call for the latest blocks send a request. The listed ones stay until the response arrives. */
  markLatestStale(network: Network): void {
    this.#blocksOf(network).head.markStale();
  }

  /** For how many milliseconds the node has returned no new block. */
  measureQuiet(network: Network): number {
    return this.#blocksOf(network).quietMs;
  }

  /** The newest block that any request returned, which may not be in the list yet. */
  newestKnown(network: Network): Block | undefined {
    return this.#blocksOf(network).known.newest;
  }

  getKnown(network: Network, name: BlockName): Block | undefined {
    return this.#blocksOf(network).known.get(name);
  }

  /** The latest blocks, and older ones page by page. Loaded blocks are not requested again. */
  async newest(network: Network, options: RequestOptions = {}): Promise<BlockPage> {
    return await this.#blocksOf(network).head.page(options);
  }

  /**
   * Makes the next calls for the latest or the oldest block send a request. The list stays until the response arrives.
   */
  markStale(network: Network): void {
    this.#blocksOf(network).markStale();
  }

  /** When the network was found to have started over; undefined after the next refresh. */
  startedOverAt(network: Network): number | undefined {
    return this.#blocksOf(network).startedOverAt;
  }

  /** Requests new blocks once; true if there are more. */
  async catchUp(network: Network, options: RequestOptions = {}): Promise<boolean> {
    return await this.#blocksOf(network).head.catchUp(options);
  }

  /** The first block that the node has; undefined if it has none. */
  async oldest(network: Network, options: RequestOptions = {}): Promise<Block | undefined> {
    const { oldest } = this.#blocksOf(network);
    const load = async (signal: AbortSignal): Promise<Block | undefined> =>
      await this.#loadFirst(network, { ...options, signal, order: "asc" });
    const found = await oldest.get("", load, options.signal);
    // A ledger without blocks may have its first one soon.
    if (found === undefined) oldest.clear();
    return found;
  }

  /** The last hundred blocks of a range, the newest first. If all are known, nothing is requested. */
  async rangePage(network: Network, range: BlockRange, options: RequestOptions = {}): Promise<BlockPage> {
    const known = this.#getKnownRange(network, range);
    if (known !== undefined) return { values: known, skipped: 0, reasons: [], next: undefined };
    const { from, to } = range;
    return await this.#read(network, {
      ...options,
      order: "desc",
      limit: MAX_PAGE_SIZE,
      number: { gte: from, lte: to },
    });
  }

  /** The previous block. A known one that doesn't fit is requested again, as the network may have started over. */
  async loadPrevious(network: Network, block: Block, options: RequestOptions = {}): Promise<Block | undefined> {
    if (block.number === 0n) return undefined;
    const name = { number: block.number - 1n };
    const known = this.getKnown(network, name);
    return known !== undefined && follows(block, known) ? known : await this.#request(network, name, options);
  }

  /** Estimates when a block closed, from the times of loaded ones. */
  estimateTime(network: Network, number: bigint): Nanoseconds | undefined {
    return this.#blocksOf(network).timeline.estimateTime(number);
  }

  /** Loads a few blocks, so that a pause of the network doesn't distort the estimated times of these numbers. */
  async refineTimes(network: Network, numbers: readonly bigint[]): Promise<void> {
    const load = async (number: bigint): Promise<Block | undefined> =>
      this.getKnown(network, { number }) ?? (await this.#request(network, { number }, { retries: 0 }));
    if (await this.#blocksOf(network).timeline.refine(numbers, load)) this.#refined.fire(network);
  }

  /** Looks for a block; a known one is not requested again. */
  async find(network: Network, name: BlockName, options: RequestOptions = {}): Promise<Lookup> {
    const known = this.getKnown(network, name);
    if (known !== undefined) return { block: known };
    const found = await this.#request(network, name, options);
    if (found !== undefined) return { block: found };
    const absent = await this.#absence(network, options);
    if (!("number" in name) || absent.newest === undefined || name.number > absent.newest.number) return { absent };
    // The block may have closed between the two requests.
    const late = this.getKnown(network, name) ?? (await this.#request(network, name, options));
    return late === undefined ? { absent } : { block: late };
  }

  /** Yields the blocks of a range in ascending order, page by page. All of them are requested from the node. */
  async *walk(
    network: Network,
    { from, to }: BlockRange,
    options: RequestOptions = {},
  ): AsyncGenerator<BlockPage, void> {
    const number = { gte: from, lte: to };
    yield* walkPages(await this.#read(network, { ...options, number, order: "asc", limit: MAX_PAGE_SIZE }), options);
  }

  /** Finds the block at a time: the first that ends then or later. */
  async findAt(network: Network, time: Nanoseconds, options: RequestOptions = {}): Promise<BlockAtTime> {
    const block = await this.#loadFirst(network, { ...options, order: "asc", timestamp: { gte: time } });
    if (block === undefined) return { absent: await this.#absence(network, options) };
    return { block, between: block.from !== undefined && block.from > time };
  }

  /** The newest block, requested even if one is known. */
  async loadLatest(network: Network, options: RequestOptions = {}): Promise<Block | undefined> {
    return await this.#loadFirst(network, options);
  }

  dispose(): void {
    this.#advanced.dispose();
    this.#listed.dispose();
    this.#replaced.dispose();
    this.#listening.dispose();
    this.#refined.dispose();
  }

  async #absence(network: Network, options: RequestOptions): Promise<MissingBlock> {
    // A server that isn't a mirror node returns 404 for everything, so this request fails too.
    const recent = await this.#read(network, { ...options, limit: RECENT_BLOCKS });
    return { newest: getFirst(recent), pace: measureBlockTime(recent.values) };
  }

  async #loadFirst(network: Network, options: BlocksOptions): Promise<Block | undefined> {
    return getFirst(await this.#read(network, { ...options, limit: 1 }));
  }

  #getKnownRange(network: Network, { from, to }: BlockRange): readonly Block[] | undefined {
    if (to - from >= BigInt(MAX_PAGE_SIZE)) return undefined;
    const { known } = this.#blocksOf(network);
    const blocks: Block[] = [];
    for (let number = to; number >= from; number -= 1n) {
      const block = known.get({ number });
      if (block === undefined) return undefined;
      blocks.push(block);
    }
    return blocks;
  }

  async #request(network: Network, name: BlockName, options: RequestOptions): Promise<Block | undefined> {
    try {
      const block = await this.#nodes.at(network.address).block(name, options);
      this.#blocksOf(network).keep([block]);
      if ("hash" in name) this.#blocksOf(network).known.keepShortHash(name.hash, block);
      return block;
    } catch (error) {
      const problem = asProblem(error);
      if (problem.kind === "notFound") return undefined;
      throw problem;
    }
  }

  async #read(network: Network, options: BlocksOptions): Promise<BlockPage> {
    return this.#keepPage(network, await this.#nodes.at(network.address).blocks(options));
  }

  #keepPage(network: Network, page: BlockPage): BlockPage {
    const { next } = page;
    this.#blocksOf(network).keep(page.values);
    if (page.skipped > 0) this.#logSkipped(network, page);
    return next === undefined
      ? page
      : { ...page, next: async (options) => this.#keepPage(network, await next(options)) };
  }

  #logSkipped({ name }: Network, { skipped, reasons }: Pick<ListPage<unknown>, "skipped" | "reasons">): void {
    const why = reasons.map(({ message }) => message);
    this.#dependencies.log.warn("Skipped malformed items", { network: name, skipped, why });
  }

  get #networks(): ReadonlyMap<string, string> {
    return readNetworks(listEntries(this.#dependencies.settings));
  }

  #followSettings(settings: StoreDependencies["settings"]): Disposable {
    let networks = this.#networks;
    return settings.onDidChange((affects) => {
      if (!affects(NETWORKS)) return;
      const before = networks;
      networks = this.#networks;
      for (const name of new Set([...before.keys(), ...networks.keys()]))
        if (before.get(name) !== networks.get(name)) this.#replaced.fire({ name });
    });
  }

  /** Fires an event for all names of a ledger's URL, which may have changed since it was first loaded. */
  #fireForNames(event: Pick<Emitter<Network>, "fire">, address: string): void {
    for (const [name, known] of this.#networks) if (known === address) event.fire({ name, address });
  }

  #blocksOf(network: Network): NetworkBlocks {
    const found = this.#blocksByAddress.get(network.address);
    if (found !== undefined) return found;
    const blocks = new NetworkBlocks({
      read: (options) => this.#read(network, options),
      advanced: () => this.#fireForNames(this.#advanced, network.address),
      listed: () => this.#fireForNames(this.#listed, network.address),
      startedOver: () => {
        this.entities.clear();
        this.#fireForNames(this.#replaced, network.address);
      },
      now: this.#dependencies.now,
    });
    this.#blocksByAddress.set(network.address, blocks);
    return blocks;
  }
}
