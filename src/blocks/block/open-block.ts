// An open panel of a block, which can move to other blocks.
import type { Disposable } from "vscode";
import { asProblem, Problem } from "../../base/problem.ts";
import { parseSeconds } from "../../base/time.ts";
import type { PanelContent } from "../../panels/kit/content/content-model.ts";
import type { ContentPort, ContentSource } from "../../workbench/panels/content-panel.ts";
import { receive } from "../../workbench/panels/receive-messages.ts";
import { receiveRemedies } from "../../workbench/panels/remedies.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import type { Pin, Pins } from "../store/pins.ts";
import type { Store } from "../store/store.ts";
import { toAddress, readAddress, type BlockAddress } from "../model/saved-names.ts";
import type { BlockName } from "../model/block-name.ts";
import { HIGHEST_BLOCK, type Block } from "../model/block.ts";
import { follows } from "../model/block-sequence.ts";
import { explorerAddress, type Network } from "../model/network.ts";
import { exportThing, shareThing, type ExportAction } from "../parts/export-actions.ts";
import { remedyActionsFor, type Links, type ShowsPanels } from "../parts/content-parts.ts";
import {
  blockMessages,
  type BlockAct,
  type BlockDetail,
  type BlockState,
  type ListName,
  type ShownBlock,
  type TabName,
  type Wanted,
} from "./protocol.ts";
import { blockPage, getBlockNumber } from "./content.ts";
import { blockExport } from "./export.ts";
import { Lists } from "./block-lists.ts";
import { beginSearch, finishSearch, type LogSearch } from "./log-search.ts";
import type { ShownRow } from "./list-tabs.ts";

export type BlockPanelServices = Pick<
  Shared,
  "allowServer" | "dialogs" | "exports" | "log" | "now" | "openSettings" | "shares"
> &
  Links &
  ShowsPanels & { readonly pins: Pick<Pins, "has" | "add" | "remove" | "onDidChange"> };

type Direction = "previous" | "next" | "newest";

/** An open panel of a block. It shows the known data of its block immediately, and loads the rest. */
export class OpenBlock implements ContentSource {
  readonly receive: ContentSource["receive"];
  readonly #port: ContentPort<ShownBlock>;
  readonly #store: Store;
  readonly #services: BlockPanelServices;
  readonly #closed: () => void;
  readonly #listening: readonly Disposable[];
  #shown: ShownBlock;
  #state: BlockState = { kind: "loading" };
  #loading = new AbortController();
  #lists: Lists | undefined;
  /** The open row of each list. */
  readonly #rows = new Map<ListName, Pick<ShownRow, "at" | "serial">>();
  /** The detail to show, until the lists begin to load. */
  #detail: BlockDetail | undefined;
  #wanted: Wanted | undefined;
  #serial = 0;
  /** Kept when the panel moves to a neighbor, so that users can search block by block. */
  #typed = "";
  #search: LogSearch = { kind: "nothing" };

  constructor(
    first: ShownBlock,
    port: ContentPort<ShownBlock>,
    store: Store,
    services: BlockPanelServices,
    closed: () => void,
  ) {
    const { pins, dialogs } = services;
    this.#shown = first;
    this.#port = port;
    this.#store = store;
    this.#services = services;
    this.#closed = closed;
    this.receive = receive(blockMessages, {
      ...receiveRemedies(remedyActionsFor(services, () => this.#load())),
      go: ({ to }) => this.#go(to),
      goToBlock: async () => void (await services.goToBlock()),
      openInExplorer: async () => {
        const number = this.#number;
        const url = number === undefined ? undefined : explorerAddress(this.#shown.network, "block", number);
        if (url !== undefined) await dialogs.openExternal(url);
      },
      export: () => this.#export(exportThing),
      share: () => this.#export(shareThing),
      pin: async () => {
        const pin = this.#pin;
        if (pin !== undefined) await (pins.has(pin) ? pins.remove(pin) : pins.add(pin));
      },
      cancel: () => this.#loading.abort(),
      chooseTab: ({ tab }) => this.#chooseTab(tab),
      showSort: ({ by, id }) => {
        this.#want({ [by]: id });
        this.#chooseTab("transactions");
      },
      load: async ({ list, all }) => await this.#lists?.load(list, all),
      stop: () => this.#lists?.stop(),
      openRow: ({ list, at }) => this.#openRow(list, at),
      closeRow: ({ list }) => {
        this.#rows.delete(list);
        this.#port.update();
      },
      openTransaction: async ({ list, at }) => {
        const time = this.#lists?.getConsensusTime(list, at);
        if (time !== undefined) await this.#showTransactions({ time });
      },
      openTime: async ({ time }) => await this.#openTime(time),
      openEntity: ({ id }) => services.openEntity(this.#shown.network, id),
      searchLogs: async ({ typed }) => await this.#searchLogs(typed),
    });
    this.#listening = [
      pins.onDidChange(() => this.#port.update()),
      store.onDidReplace(({ name }) => {
        if (name !== this.#shown.network) return;
        void this.#load();
        // The EVM address of an entity may be another one there.
        if (this.#typed !== "") void this.#searchLogs(this.#typed);
      }),
    ];
    void this.#load();
  }

  isOf({ network, block }: BlockAddress): boolean {
    return this.#shown.network === network && this.#shown.block === block;
  }

  /** Shows a detail of the block, as soon as its lists begin to load. */
  showDetail(detail: BlockDetail): void {
    this.#detail = detail;
    this.#showPendingDetail();
  }

  page(): PanelContent<BlockAct> {
    const [pin, network, state] = [this.#pin, this.#network, this.#state];
    const { contents } = this.#store;
    return blockPage({
      network: this.#shown.network,
      known: network,
      logs: state.kind === "block" && network ? contents.loadedLogs(network, state.block) : undefined,
      name: this.#name,
      tab: this.#tab,
      state,
      isPinned: pin && this.#services.pins.has(pin),
      lists: this.#lists?.states ?? {},
      rows: this.#getShownRows(),
      wanted: this.#wanted,
      typed: this.#typed,
      search: this.#search,
      now: this.#services.now(),
    });
  }

  ready(): void {
    this.#lists?.resend();
  }

  hidden(): void {
    // When the page is shown again, it keeps the filters that the user has chosen since.
    this.#wanted = undefined;
  }

  dispose(): void {
    this.#loading.abort();
    this.#lists?.dispose();
    for (const each of this.#listening) each.dispose();
    this.#closed();
  }

  get #network(): Network | undefined {
    return this.#store.networkNamed(this.#shown.network);
  }

  get #tab(): TabName {
    return this.#shown.tab ?? "block";
  }

  get #name(): BlockName {
    const address = readAddress(this.#shown);
    if (address === undefined) throw new Problem("malformed", { detail: "no block was named" });
    return address.name;
  }

  get #number(): bigint | undefined {
    return getBlockNumber({ state: this.#state, name: this.#name });
  }

  get #pin(): Pin | undefined {
    const state = this.#state;
    return state.kind === "block" ? { network: this.#shown.network, number: state.block.number } : undefined;
  }

  #setState(next: BlockState): void {
    this.#state = next;
    this.#port.update();
  }

  /** Loads the block. Results of an earlier load are dropped. */
  async #load(): Promise<void> {
    this.#loading.abort();
    this.#lists?.dispose();
    this.#lists = undefined;
    this.#wanted = undefined;
    this.#rows.clear();
    this.#loading = new AbortController();
    const { signal } = this.#loading;
    const [network, name] = [this.#network, this.#name];
    if (network === undefined) return this.#setState({ kind: "networkGone" });
    const known = this.#store.getKnown(network, name);
    this.#setState(known === undefined ? { kind: "loading" } : this.#createState(network, known));
    try {
      const found = await this.#store.find(network, name, { signal });
      if (signal.aborted) throw new Problem("canceled");
      if ("absent" in found) return this.#setState({ kind: "absent", absent: found.absent });
      const { block } = found;
      // The panel of a hash becomes that of the block's number, unless that number already has a panel.
      if ("hash" in name) this.#moveToBlock({ number: block.number });
      this.#setState(this.#createState(network, block));
      this.#beginLists(network, block);
      const before = await this.#loadPrevious(network, block, signal);
      if (!signal.aborted) this.#setState({ kind: "block", block, before });
    } catch (error) {
      // Shows a cancellation, too, unless the panel has moved to another block.
      if (signal === this.#loading.signal) this.#setState({ kind: "failed", problem: asProblem(error) });
    }
  }

  #createState(network: Network, block: Block): BlockState {
    const before = block.number === 0n ? undefined : this.#store.getKnown(network, { number: block.number - 1n });
    // A block that doesn't fit may date from before the network started over, so it is requested before it is shown.
    return { kind: "block", block, before: before !== undefined && follows(block, before) ? before : undefined };
  }

  /** The previous block shows whether the chain is intact, and users often go to it next. */
  async #loadPrevious(network: Network, block: Block, signal: AbortSignal): Promise<Block | undefined> {
    try {
      return await this.#store.loadPrevious(network, block, { signal });
    } catch (error) {
      this.#services.log.debug("Could not load the previous block", { problem: asProblem(error).message });
      return undefined;
    }
  }

  /** Starts to load the contents of the block. */
  #beginLists(network: Network, block: Block): void {
    const lists = new Lists(network, block, {
      store: this.#store,
      now: this.#services.now,
      send: (list, from, added) => this.#port.send({ type: "rows", id: list, from, rows: added }),
      changed: () => this.#port.update(),
    });
    this.#lists = lists;
    void lists.begin("transactions").then(() => this.#showPendingDetail());
    this.#loadTab();
  }

  /** Contract results and logs are loaded when their tab is opened. */
  #loadTab(): void {
    const tab = this.#tab;
    if (tab === "results" || tab === "logs") void this.#lists?.begin(tab);
  }

  #chooseTab(tab: TabName): void {
    this.#moveTo({ ...this.#shown, tab });
    this.#port.update();
    this.#loadTab();
  }

  #showPendingDetail(): void {
    const detail = this.#detail;
    if (detail === undefined || this.#lists === undefined) return;
    this.#detail = undefined;
    if (detail.search !== undefined) void this.#searchLogs(detail.search);
    if (detail.tab === "transactions") void this.#showTransactions(detail);
    else this.#chooseTab(detail.tab);
  }

  /** Shows the transactions of a type, or opens the row of one of them. */
  async #showTransactions({ type, time }: Pick<BlockDetail, "type" | "time">): Promise<void> {
    const lists = this.#lists;
    this.#want({ type });
    this.#chooseTab("transactions");
    // Loading up to the transaction may take a while.
    const row = time === undefined ? undefined : await lists?.findPlace(time);
    if (row === undefined || lists !== this.#lists) return;
    this.#want({ type, row });
    this.#openRow("transactions", row);
  }

  #want(next: Omit<Wanted, "serial">): void {
    this.#wanted = { serial: ++this.#serial, ...next };
  }

  #openRow(list: ListName, at: number): void {
    const lists = this.#lists;
    if (lists?.openRow(list, at) === undefined) return;
    this.#rows.set(list, { at, serial: ++this.#serial });
    this.#port.update();
    if (list === "transactions") void lists.loadDetails(at);
  }

  /** The details of the open row of each list, with what has been loaded since it was opened. */
  #getShownRows(): ReadonlyMap<ListName, ShownRow> {
    const shown = new Map<ListName, ShownRow>();
    for (const [list, row] of this.#rows) {
      const details = this.#lists?.openRow(list, row.at);
      if (details !== undefined) shown.set(list, { ...row, ...details });
    }
    return shown;
  }

  /** Opens a transaction: its row if it is in this block, or else the block that contains it. */
  async #openTime(time: string): Promise<void> {
    const [at, network, state] = [parseSeconds(time), this.#network, this.#state];
    const { from, to } = state.kind === "block" ? state.block : {};
    const isHere = at !== undefined && from !== undefined && to !== undefined && at >= from && at <= to;
    if (isHere) await this.#showTransactions({ time });
    else if (at !== undefined && network !== undefined) await this.#services.openTransaction(network, at);
  }

  /** Searches the logs. A search for an entity first loads its EVM address. */
  async #searchLogs(typed: string): Promise<void> {
    this.#typed = typed;
    const started = beginSearch(typed);
    this.#search = started;
    this.#port.update();
    const network = this.#network;
    if (started.kind !== "lookingUp" || network === undefined) return;
    const found = await finishSearch(this.#store, network, started);
    if (this.#search !== started) return;
    this.#search = found;
    this.#port.update();
  }

  #moveToBlock(name: BlockName): boolean {
    return this.#moveTo({ ...this.#shown, ...toAddress(this.#shown.network, name) });
  }

  #moveTo(next: ShownBlock): boolean {
    if (!this.#port.move(next)) return false;
    this.#shown = next;
    return true;
  }

  #go(to: Direction): void {
    const target = this.#getBlock(to);
    if (target === undefined || !this.#moveToBlock(target)) return;
    this.#detail = undefined;
    void this.#load();
  }

  #getBlock(to: Direction): BlockName | undefined {
    const state = this.#state;
    if (to === "newest") return state.kind === "absent" ? state.absent.newest : undefined;
    const number = this.#number;
    if (number === undefined || number === (to === "next" ? HIGHEST_BLOCK : 0n)) return undefined;
    return { number: to === "next" ? number + 1n : number - 1n };
  }

  async #export(action: ExportAction): Promise<void> {
    const state = this.#state;
    if (state.kind === "block") await action(blockExport(this.#shown, state.block), this.#services);
  }
}
