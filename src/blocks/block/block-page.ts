// Runs the open panel of a block, which can move to other blocks.
import { asProblem, Problem } from "../../base/problem.ts";
import { parseSeconds, type Nanoseconds } from "../../base/time.ts";
import type { PagePort, PageSource } from "../../workbench/panels/page-panel.ts";
import { receive } from "../../workbench/panels/receive.ts";
import type { Shared } from "../../workbench/shared.ts";
import {
  blockMessages,
  type BlockState,
  type ListName,
  type ShownBlock,
  type TabName,
  type Wanted,
} from "./block-state.ts";
import { blockPage, getBlockNumber } from "./content.ts";
import { blockExport } from "./export.ts";
import { Lists } from "./lists.ts";
import { beginSearch, finishSearch, type LogSearch } from "./log-search.ts";
import type { BlockTarget, Pointer } from "./pointer.ts";
import type { ShownRow } from "./tables.ts";
import { exportThing, shareThing, type ExportAction } from "../parts/export-actions.ts";
import type { Pin, Pins } from "../ledger/pins.ts";
import type { Store } from "../ledger/store.ts";
import { toAddress, readAddress } from "../model/addresses.ts";
import type { BlockName } from "../model/block-name.ts";
import { follows, HIGHEST_BLOCK, type Block } from "../model/block.ts";
import { explorerAddress, type Network } from "../model/network.ts";
import { remedyActionsFor, receiveRemedies } from "../parts/page-parts.ts";

export type Parts = Pick<Shared, "dialogs" | "exports" | "log" | "now" | "openSettings" | "shares"> & {
  /** Asks for a block and shows it. */
  readonly goToBlock: () => unknown;
  readonly openEntity: (network: string, id: string) => void;
  /** Opens a transaction in its block. */
  readonly openTransaction: (network: Network, time: Nanoseconds) => Promise<void>;
  readonly pins: Pick<Pins, "has" | "add" | "remove" | "onDidChange">;
  readonly pointer: Pointer;
};

/** One open page. It shows the known data of its block immediately, and loads the rest. */
export function openBlockPage(first: ShownBlock, port: PagePort<ShownBlock>, store: Store, parts: Parts): PageSource {
  const { pins, pointer } = parts;
  let thing = first;
  let state: BlockState = { is: "loading" };
  let loading = new AbortController();
  let lists: Lists | undefined;
  const rows = new Map<ListName, Pick<ShownRow, "at" | "serial">>();
  let wanted: Wanted | undefined;
  let serial = 0;
  /** Kept when the panel moves to a neighbor, so that users can search block by block. */
  let typed = "";
  let search: LogSearch = { is: "nothing" };
  const actions = remedyActionsFor(parts, () => load());
  const listening = [
    pointer.onDidPoint(() => void showTarget()),
    pins.onDidChange(() => port.update()),
    store.onDidReplace(({ name }) => {
      if (name !== thing.network) return;
      void load();
      // The EVM address of an entity may be another one there.
      if (typed !== "") void searchLogs(typed);
    }),
  ];

  function getNetwork(): Network | undefined {
    return store.networkNamed(thing.network);
  }

  function getTab(): TabName {
    return thing.tab ?? "block";
  }

  function getName(): BlockName {
    const address = readAddress(thing);
    if (address === undefined) throw new Problem("malformed", { detail: "no block was named" });
    return address.name;
  }

  function getNumber(): bigint | undefined {
    return getBlockNumber({ state, name: getName() });
  }

  function getPin(): Pin | undefined {
    return state.is === "block" ? { network: thing.network, number: state.block.number } : undefined;
  }

  function setState(next: BlockState): void {
    state = next;
    port.update();
  }

  /** Loads the block. Results of an earlier load are dropped. */
  async function load(): Promise<void> {
    loading.abort();
    lists?.dispose();
    lists = undefined;
    wanted = undefined;
    rows.clear();
    loading = new AbortController();
    const { signal } = loading;
    const [network, name] = [getNetwork(), getName()];
    if (network === undefined) return setState({ is: "networkGone" });
    const known = store.getKnown(network, name);
    setState(known === undefined ? { is: "loading" } : createState(network, known));
    try {
      const found = await store.find(network, name, { signal });
      if (signal.aborted) throw new Problem("canceled");
      if ("absent" in found) return setState({ is: "absent", absent: found.absent });
      const { block } = found;
      // The panel of a hash becomes that of the block's number, unless that number already has a panel.
      if ("hash" in name) move({ number: block.number });
      setState(createState(network, block));
      beginLists(network, block);
      const before = await loadBefore(network, block, signal);
      if (!signal.aborted) setState({ is: "block", block, before });
    } catch (error) {
      // Shows a cancellation, too, unless the panel has moved to another block.
      if (signal === loading.signal) setState({ is: "failed", problem: asProblem(error) });
    }
  }

  function createState(network: Network, block: Block): BlockState {
    const before = block.number === 0n ? undefined : store.getKnown(network, { number: block.number - 1n });
    // A block that doesn't fit may date from before the network started over, so it is requested before it is shown.
    return { is: "block", block, before: before !== undefined && follows(block, before) ? before : undefined };
  }

  /** The previous block shows whether the chain is intact, and users often go to it next. */
  async function loadBefore(network: Network, block: Block, signal: AbortSignal): Promise<Block | undefined> {
    try {
      return await store.loadPrevious(network, block, { signal });
    } catch (error) {
      parts.log.debug("Could not load the previous block", { problem: asProblem(error).message });
      return undefined;
    }
  }

  /** Starts to load the contents of the block. */
  function beginLists(network: Network, block: Block): void {
    lists = new Lists(network, block, {
      store,
      now: parts.now,
      send: (list, from, added) => port.send({ type: "rows", id: list, from, rows: added }),
      changed: () => port.update(),
    });
    void lists.begin("transactions").then(() => showTarget());
    loadTab();
  }

  /** Contract results and logs are loaded when their tab is opened. */
  function loadTab(): void {
    const tab = getTab();
    if (tab === "results" || tab === "logs") void lists?.begin(tab);
  }

  function chooseTab(tab: TabName): void {
    moveTo({ ...thing, tab });
    port.update();
    loadTab();
  }

  /** Shows the target that a command set for this panel. */
  async function showTarget(): Promise<void> {
    const pointed = lists === undefined ? undefined : pointer.take(thing);
    if (pointed === undefined) return;
    if (pointed.search !== undefined) void searchLogs(pointed.search);
    await show(pointed);
  }

  async function show({ tab, type, time }: Pick<BlockTarget, "tab" | "type" | "time">): Promise<void> {
    const shown = lists;
    if (tab === "transactions") want({ type });
    chooseTab(tab);
    // Loading up to the transaction may take a while.
    const row = time === undefined ? undefined : await shown?.findPlace(time);
    if (row === undefined || shown !== lists) return;
    want({ type, row });
    openRow("transactions", row);
  }

  function want(next: Omit<Wanted, "serial">): void {
    wanted = { serial: ++serial, ...next };
  }

  function openRow(list: ListName, at: number): void {
    if (lists?.openRow(list, at) === undefined) return;
    rows.set(list, { at, serial: ++serial });
    port.update();
    if (list === "transactions") void lists.loadDetails(at);
  }

  /** The details of the open row of each list, with what has been loaded since it was opened. */
  function getShownRows(): ReadonlyMap<ListName, ShownRow> {
    const shown = new Map<ListName, ShownRow>();
    for (const [list, row] of rows) {
      const details = lists?.openRow(list, row.at);
      if (details !== undefined) shown.set(list, { ...row, ...details });
    }
    return shown;
  }

  /** Opens a transaction: its row if it is in this block, or else the block that contains it. */
  async function openTime(time: string): Promise<void> {
    const [at, network] = [parseSeconds(time), getNetwork()];
    const { from, to } = state.is === "block" ? state.block : {};
    const isHere = at !== undefined && from !== undefined && to !== undefined && at >= from && at <= to;
    if (isHere) await show({ tab: "transactions", time });
    else if (at !== undefined && network !== undefined) await parts.openTransaction(network, at);
  }

  /** Searches the logs. A search for an entity first loads its EVM address. */
  async function searchLogs(text: string): Promise<void> {
    typed = text;
    const started = beginSearch(text);
    search = started;
    port.update();
    const network = getNetwork();
    if (started.is !== "lookingUp" || network === undefined) return;
    const found = await finishSearch(store, network, started);
    if (search !== started) return;
    search = found;
    port.update();
  }

  function move(name: BlockName): boolean {
    return moveTo({ ...thing, ...toAddress(thing.network, name) });
  }

  function moveTo(next: ShownBlock): boolean {
    if (!port.move(next)) return false;
    thing = next;
    return true;
  }

  function goTo(to: "previous" | "next" | "newest"): void {
    const target = getTarget(to);
    if (target !== undefined && move(target)) void load();
  }

  function getTarget(to: "previous" | "next" | "newest"): BlockName | undefined {
    if (to === "newest") return state.is === "absent" ? state.absent.newest : undefined;
    const number = getNumber();
    if (number === undefined || number === (to === "next" ? HIGHEST_BLOCK : 0n)) return undefined;
    return { number: to === "next" ? number + 1n : number - 1n };
  }

  async function take(action: ExportAction): Promise<void> {
    if (state.is === "block") await action(blockExport(thing, state.block), parts);
  }

  void load();
  return {
    receive: receive(blockMessages, {
      ...receiveRemedies(actions),
      go: ({ to }) => goTo(to),
      goToBlock: async () => void (await parts.goToBlock()),
      openInExplorer: async () => {
        const number = getNumber();
        const url = number === undefined ? undefined : explorerAddress(thing.network, "block", number);
        if (url !== undefined) await parts.dialogs.openExternal(url);
      },
      export: () => take(exportThing),
      share: () => take(shareThing),
      pin: async () => {
        const pin = getPin();
        if (pin !== undefined) await (pins.has(pin) ? pins.remove(pin) : pins.add(pin));
      },
      cancel: () => loading.abort(),
      chooseTab: ({ tab }) => chooseTab(tab),
      showSort: ({ by, id }) => {
        want({ [by]: id });
        chooseTab("transactions");
      },
      load: async ({ list, all }) => await lists?.load(list, all),
      stop: () => lists?.stop(),
      openRow: ({ list, at }) => openRow(list, at),
      closeRow: ({ list }) => {
        rows.delete(list);
        port.update();
      },
      openTransaction: async ({ list, at }) => {
        const time = lists?.getConsensusTime(list, at);
        if (time !== undefined) await show({ tab: "transactions", time });
      },
      openTime: async ({ time }) => await openTime(time),
      openEntity: ({ id }) => parts.openEntity(thing.network, id),
      searchLogs: async ({ typed: text }) => await searchLogs(text),
    }),
    page: () => {
      const [pin, network] = [getPin(), getNetwork()];
      return blockPage({
        network: thing.network,
        known: network,
        logs: state.is === "block" && network ? store.contents.loadedLogs(network, state.block) : undefined,
        name: getName(),
        tab: getTab(),
        state,
        isPinned: pin && pins.has(pin),
        lists: lists?.states ?? {},
        rows: getShownRows(),
        wanted,
        typed,
        search,
        actions,
        now: parts.now(),
      });
    },
    ready: () => lists?.resend(),
    hidden: () => {
      // When the page is shown again, it keeps the filters that the user has chosen since.
      wanted = undefined;
    },
    dispose: () => {
      loading.abort();
      lists?.dispose();
      for (const each of listening) each.dispose();
    },
  };
}
