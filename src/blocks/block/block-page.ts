// An open panel of a block, which moves from block to block.
import type { Disposable } from "vscode";
import { asProblem, Problem } from "../../base/problem.ts";
import type { Page } from "../../panels/kit/page/model.ts";
import type { PagePort, PageSource } from "../../workbench/panels/page-panel.ts";
import { receive } from "../../workbench/panels/receive.ts";
import type { Ways } from "../../workbench/problems.ts";
import type { Shared } from "../../workbench/shared.ts";
import {
  blockMessages,
  type BlockAct,
  type BlockState,
  type ListName,
  type ShownBlock,
  type TabName,
  type Wanted,
} from "./block-state.ts";
import { blockPage, getBlockNumber } from "./content.ts";
import { exportBlock, shareBlock } from "./export.ts";
import { Lists } from "./lists.ts";
import { beginSearch, finishSearch, type LogSearch } from "./log-search.ts";
import type { BlockTarget, Pointer } from "./pointer.ts";
import type { ShownRow } from "./tables.ts";
import type { Pin, Pins } from "../ledger/pins.ts";
import type { Store } from "../ledger/store.ts";
import { toAddress, readAddress } from "../model/addresses.ts";
import type { BlockName } from "../model/block-name.ts";
import { follows, HIGHEST_BLOCK, type Block } from "../model/block.ts";
import { explorerAddress, type Network } from "../model/network.ts";
import { createWays } from "../page-parts.ts";

export type Parts = Pick<Shared, "dialogs" | "exports" | "log" | "now" | "openSettings" | "shares"> & {
  /** Asks for a block and shows it. */
  readonly goToBlock: () => unknown;
  readonly pins: Pick<Pins, "has" | "add" | "remove" | "onDidChange">;
  readonly pointer: Pointer;
};

/** One open page. It shows the known data of its block immediately, and loads the rest. */
export class BlockPage implements PageSource {
  readonly #port: PagePort<ShownBlock>;
  readonly #store: Store;
  readonly #parts: Parts;
  readonly #ways: Ways;
  readonly receive: PageSource["receive"];
  #thing: ShownBlock;
  #state: BlockState = { is: "loading" };
  #loading = new AbortController();
  #lists: Lists | undefined;
  readonly #rows = new Map<ListName, ShownRow>();
  #wanted: Wanted | undefined;
  #serial = 0;
  /** Stays when the panel goes to a neighbor: who looks for something goes from block to block. */
  #typed = "";
  #search: LogSearch = { is: "nothing" };
  readonly #listening: readonly Disposable[];

  constructor(thing: ShownBlock, port: PagePort<ShownBlock>, store: Store, parts: Parts) {
    this.#thing = thing;
    this.#port = port;
    this.#store = store;
    this.#parts = parts;
    this.#ways = createWays(parts, () => this.#load());
    this.receive = receive(blockMessages, {
      go: ({ to }) => this.#goTo(to),
      goToBlock: async () => void (await parts.goToBlock()),
      openInExplorer: () => this.#openInExplorer(),
      export: () => this.#take(exportBlock),
      share: () => this.#take(shareBlock),
      pin: () => this.#pin(),
      cancel: () => this.#loading.abort(),
      chooseTab: ({ tab }) => this.#chooseTab(tab),
      showSort: ({ by, id }) => {
        this.#setWanted({ [by]: id });
        this.#chooseTab("transactions");
      },
      load: async ({ list, all }) => await this.#lists?.load(list, all),
      stop: () => this.#lists?.stop(),
      openRow: ({ list, at }) => this.#openRow(list, at),
      closeRow: ({ list }) => {
        this.#rows.delete(list);
        port.update();
      },
      openTransaction: async ({ list, at }) => {
        const time = this.#lists?.getConsensusTime(list, at);
        if (time !== undefined) await this.#show({ tab: "transactions", time });
      },
      searchLogs: ({ typed }) => this.#searchLogs(typed),
      remedy: async ({ remedy }) => void (await this.#ways[remedy]?.()),
    });
    this.#listening = [
      parts.pointer.onDidPoint(() => void this.#follow()),
      parts.pins.onDidChange(() => port.update()),
      store.onDidStartOver(({ name }) => {
        if (name === this.#thing.network) void this.#load();
      }),
    ];
    void this.#load();
  }

  page(): Page<BlockAct> {
    const pin = this.#asPin();
    return blockPage({
      network: this.#thing.network,
      known: this.#network,
      name: this.#name,
      tab: this.#tab,
      state: this.#state,
      isPinned: pin && this.#parts.pins.has(pin),
      lists: this.#lists?.states ?? {},
      rows: this.#rows,
      wanted: this.#wanted,
      typed: this.#typed,
      search: this.#search,
      ways: this.#ways,
      now: this.#parts.now(),
    });
  }

  ready(): void {
    this.#lists?.resend();
  }

  hidden(): void {
    // A page that comes back doesn't undo what its reader chose since.
    this.#wanted = undefined;
  }

  dispose(): void {
    this.#loading.abort();
    this.#lists?.dispose();
    for (const each of this.#listening) each.dispose();
  }

  get #network(): Network | undefined {
    return this.#store.networkNamed(this.#thing.network);
  }

  get #tab(): TabName {
    return this.#thing.tab ?? "block";
  }

  get #name(): BlockName {
    const address = readAddress(this.#thing);
    if (address === undefined) throw new Problem("malformed", { detail: "no block was named" });
    return address.name;
  }

  /** Looks for the block. What an older search still brings is dropped. */
  async #load(): Promise<void> {
    this.#loading.abort();
    this.#lists?.dispose();
    this.#lists = undefined;
    this.#wanted = undefined;
    this.#rows.clear();
    this.#loading = new AbortController();
    const { signal } = this.#loading;
    const network = this.#network;
    const name = this.#name;
    if (network === undefined) return this.#become({ is: "networkGone" });
    const known = this.#store.getKnown(network, name);
    this.#become(known === undefined ? { is: "loading" } : this.#createState(network, known));
    try {
      const found = await this.#store.find(network, name, { signal });
      if (signal.aborted) return;
      if ("absent" in found) return this.#become({ is: "absent", absent: found.absent });
      this.#settle(network, found.block);
      this.#become(this.#createState(network, found.block));
      this.#list(network, found.block);
      await this.#loadBefore(network, found.block, signal);
    } catch (error) {
      // That it was canceled is shown, unless the panel went on to another block.
      if (signal === this.#loading.signal) this.#become({ is: "failed", problem: asProblem(error) });
    }
  }

  /** Starts to load the contents of the block. */
  #list(network: Network, block: Block): void {
    const lists = new Lists(network, block, {
      store: this.#store,
      now: this.#parts.now,
      send: (list, from, rows) => this.#port.send({ type: "rows", id: list, from, rows }),
      changed: () => this.#port.update(),
    });
    this.#lists = lists;
    void lists.begin("transactions").then(() => this.#follow());
    this.#loadTab();
  }

  /** Contract results and logs are loaded when their tab is opened. */
  #loadTab(): void {
    if (this.#tab === "results" || this.#tab === "logs") void this.#lists?.begin(this.#tab);
  }

  #chooseTab(tab: TabName): void {
    const thing = { ...this.#thing, tab };
    if (this.#port.move(thing)) this.#thing = thing;
    this.#port.update();
    this.#loadTab();
  }

  /** Shows what a command asked this panel to show. */
  async #follow(): Promise<void> {
    const pointed = this.#lists === undefined ? undefined : this.#parts.pointer.take(this.#thing);
    if (pointed === undefined) return;
    if (pointed.search !== undefined) void this.#searchLogs(pointed.search);
    await this.#show(pointed);
  }

  async #show({ tab, type, time }: Pick<BlockTarget, "tab" | "type" | "time">): Promise<void> {
    const lists = this.#lists;
    if (tab === "transactions") this.#setWanted({ type });
    this.#chooseTab(tab);
    // Loading as far as the transaction may take a while.
    const row = time === undefined ? undefined : await lists?.findPlace(time);
    if (row === undefined || lists !== this.#lists) return;
    this.#setWanted({ type, row });
    this.#openRow("transactions", row);
  }

  #setWanted(wanted: Omit<Wanted, "serial">): void {
    this.#wanted = { serial: ++this.#serial, ...wanted };
  }

  #openRow(list: ListName, at: number): void {
    const row = this.#lists?.openRow(list, at);
    if (row !== undefined) this.#rows.set(list, { ...row, serial: ++this.#serial });
    this.#port.update();
  }

  /** Looks for something in the logs; the EVM address of an entity comes a little later. */
  async #searchLogs(typed: string): Promise<void> {
    this.#typed = typed;
    this.#search = beginSearch(typed);
    this.#port.update();
    const network = this.#network;
    if (this.#search.is !== "lookingUp" || network === undefined) return;
    const found = await finishSearch(this.#store, network, typed);
    if (typed !== this.#typed) return;
    this.#search = found;
    this.#port.update();
  }

  async #pin(): Promise<void> {
    const { pins } = this.#parts;
    const pin = this.#asPin();
    if (pin !== undefined) await (pins.has(pin) ? pins.remove(pin) : pins.add(pin));
  }

  #asPin(): Pin | undefined {
    const { network } = this.#thing;
    return this.#state.is === "block" ? { network, number: this.#state.block.number } : undefined;
  }

  /** The panel of a hash becomes that of the block's number, unless another panel already is. */
  #settle(network: Network, { number }: Block): void {
    if ("number" in this.#name) return;
    this.#move(network.name, { number });
  }

  #move(network: string, name: BlockName): boolean {
    const thing = { ...this.#thing, ...toAddress(network, name) };
    if (!this.#port.move(thing)) return false;
    this.#thing = thing;
    return true;
  }

  #createState(network: Network, block: Block): BlockState {
    const before = block.number === 0n ? undefined : this.#store.getKnown(network, { number: block.number - 1n });
    // One that doesn't fit may be from before the network started over, so it is requested before it is shown.
    return { is: "block", block, before: before !== undefined && follows(block, before) ? before : undefined };
  }

  /** The previous block shows whether the chain is intact, and users often go to it next. */
  async #loadBefore(network: Network, block: Block, signal: AbortSignal): Promise<void> {
    let before: Block | undefined;
    try {
      before = await this.#store.loadPrevious(network, block, { signal });
    } catch (error) {
      this.#parts.log.debug("Could not load the previous block", { problem: asProblem(error).message });
    }
    if (!signal.aborted) this.#become({ is: "block", block, before });
  }

  #become(state: BlockState): void {
    this.#state = state;
    this.#port.update();
  }

  #goTo(to: "previous" | "next" | "newest"): void {
    const target = this.#target(to);
    if (target === undefined || !this.#move(this.#thing.network, target)) return;
    void this.#load();
  }

  #target(to: "previous" | "next" | "newest"): BlockName | undefined {
    if (to === "newest") return this.#state.is === "absent" ? this.#state.absent.newest : undefined;
    const number = this.#number;
    if (number === undefined || number === (to === "next" ? HIGHEST_BLOCK : 0n)) return undefined;
    return { number: to === "next" ? number + 1n : number - 1n };
  }

  get #number(): bigint | undefined {
    return getBlockNumber({ state: this.#state, name: this.#name });
  }

  async #openInExplorer(): Promise<void> {
    const url = this.#number === undefined ? undefined : explorerAddress(this.#thing.network, this.#number);
    if (url !== undefined) await this.#parts.dialogs.openExternal(url);
  }

  async #take(take: typeof exportBlock): Promise<void> {
    if (this.#state.is === "block" && this.#network !== undefined) {
      await take(this.#network, this.#state.block, this.#parts);
    }
  }
}
