import type { Disposable } from "vscode";
import { asProblem, Problem } from "../../base/problem.ts";
import type { Detail, FromBlock, ListName, Point, ToBlock, Towards } from "../../panels/block/messages.ts";
import type { Port } from "../../workbench/panels/kind.ts";
import type { ReceivingConnection, Receivers } from "../../workbench/panels/receivers.ts";
import type { Ways } from "../../workbench/problems.ts";
import type { Shared } from "../../workbench/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { neighbours, panelWords } from "./content.ts";
import { exportBlock, shareBlock } from "./export.ts";
import { Lists } from "./lists.ts";
import { beginSearch, finishSearch } from "./log-search.ts";
import type { LogSearch } from "./log-search.ts";
import type { Pointed, Pointer } from "./pointer.ts";
import { receiversOf } from "./receivers.ts";
import { contentOf, logsContent, titleOf } from "./state.ts";
import type { State } from "./state.ts";
import { hostOf } from "../format.ts";
import type { Pin, Pins } from "../ledger/pins.ts";
import type { Store } from "../ledger/store.ts";
import { addressOf, readAddress } from "../model/addresses.ts";
import type { BlockAddress } from "../model/addresses.ts";
import type { BlockName } from "../model/block-name.ts";
import { follows } from "../model/block.ts";
import type { Block } from "../model/block.ts";
import { explorerAddress } from "../model/network.ts";
import type { Network } from "../model/network.ts";

export type Parts = Pick<Shared, "dialogs" | "exports" | "log" | "now" | "openSettings" | "shares"> & {
  /** Asks for a block and shows it. */
  readonly goToBlock: () => unknown;
  readonly pins: Pick<Pins, "has" | "add" | "remove" | "onDidChange">;
  readonly pointer: Pointer;
};

/** The extension side of one panel, which moves from block to block. */
export class BlockConnection implements ReceivingConnection<FromBlock> {
  readonly #port: Port<ToBlock, BlockAddress>;
  readonly #store: Store;
  readonly #parts: Parts;
  readonly receivers: Receivers<FromBlock>;
  #address: BlockAddress;
  #state: State = { is: "reading" };
  #abort = new AbortController();
  #lists: Lists | undefined;
  #point: Point | undefined;
  /** What is shown in full below each list; sent again to a page that listens only now or comes back. */
  readonly #details = new Map<ListName, Detail>();
  /** It stays when the panel goes to a neighbour: who looks for something goes from block to block. */
  #typedSearch = "";
  #search: LogSearch = { is: "nothing" };
  readonly #listening: readonly Disposable[];

  constructor(address: BlockAddress, port: Port<ToBlock, BlockAddress>, store: Store, parts: Parts) {
    this.#address = address;
    this.#port = port;
    this.#store = store;
    this.#parts = parts;
    this.receivers = receiversOf({
      go: ({ to }) => this.#go(to),
      ask: async () => void (await parts.goToBlock()),
      explore: () => this.#explore(),
      export: () => this.#take(exportBlock),
      share: () => this.#take(shareBlock),
      cancel: () => this.#abort.abort(),
      pin: () => this.#pin(),
      read: async ({ list, all }) => await this.#lists?.read(list, all),
      stop: () => this.#lists?.stop(),
      look: ({ list, at }) => this.#look(list, at),
      closeDetail: ({ list }) => void this.#details.delete(list),
      openTransaction: async ({ list, at }) => {
        const time = this.#lists?.whole(list, at)?.time;
        if (time !== undefined) await this.#reveal({ tab: "transactions", time });
      },
      seek: async ({ typed }) => await this.#seek(typed),
      remedy: async ({ remedy }) => void (await this.#ways()[remedy]?.()),
    });
    this.#listening = [
      parts.pointer.onDidPoint(() => void this.#follow()),
      parts.pins.onDidChange(() => this.#show()),
      store.onDidStartOver(({ name }) => {
        if (name === this.#address.network) void this.#read();
      }),
    ];
    void this.#read();
  }

  ready(): void {
    this.#show();
    this.#lists?.resend();
    for (const detail of this.#details.values()) this.#port.post(detail);
  }

  dispose(): void {
    this.#abort.abort();
    this.#lists?.dispose();
    for (const each of this.#listening) each.dispose();
  }

  get #network(): Network | undefined {
    return this.#store.networkNamed(this.#address.network);
  }

  get #name(): BlockName {
    const address = readAddress(this.#address);
    if (address === undefined) throw new Problem("malformed", { detail: "no block was named" });
    return address.name;
  }

  /** Looks for the block. Whatever an older search still brings is not looked at. */
  async #read(): Promise<void> {
    this.#abort.abort();
    this.#lists?.dispose();
    this.#lists = undefined;
    this.#point = undefined;
    this.#details.clear();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    const become = (state: State): void => {
      this.#state = state;
      this.#show();
    };
    const network = this.#network;
    const name = this.#name;
    if (network === undefined) return become({ is: "nowhere" });
    const known = this.#store.known(network, name);
    become(known === undefined ? { is: "reading" } : this.#found(network, known));
    try {
      const found = await this.#store.find(network, name, { signal });
      if (signal.aborted) return;
      if ("absent" in found) return become({ is: "absent", absent: found.absent });
      this.#settle(network, found.block);
      become(this.#found(network, found.block));
      this.#list(network, found.block);
      await this.#readBefore(network, found.block, signal);
    } catch (error) {
      // Who cancels sees that; who went on to another block does not.
      if (signal === this.#abort.signal) become({ is: "failed", problem: asProblem(error) });
    }
  }

  /** Begins to read what is in the block. */
  #list(network: Network, block: Block): void {
    const { now } = this.#parts;
    const lists = new Lists(network, block, { store: this.#store, now, post: (rows) => this.#port.post(rows) });
    this.#lists = lists;
    void lists.begin().then(() => this.#follow());
  }

  /** Opens what a command asked this panel to show. */
  async #follow(): Promise<void> {
    const lists = this.#lists;
    const pointed: Pointed | undefined = lists === undefined ? undefined : this.#parts.pointer.take(this.#address);
    if (lists === undefined || pointed === undefined) return;
    if (pointed.search !== undefined) void this.#seek(pointed.search);
    await this.#reveal(pointed);
  }

  async #reveal({ tab, type: only, time }: Pick<Pointed, "tab" | "type" | "time">): Promise<void> {
    const lists = this.#lists;
    const serial = Math.max(this.#parts.now(), (this.#point?.serial ?? 0) + 1);
    // Now, and once more when the transaction has come: reading that far may take a while.
    this.#point = { serial, tab, only, at: undefined };
    this.#show();
    const at = time === undefined ? undefined : await lists?.placeOf(time);
    if (at === undefined || lists !== this.#lists) return;
    this.#point = { serial: Math.max(this.#parts.now(), serial + 1), tab, only, at };
    this.#show();
    this.#look("transactions", at);
  }

  #look(list: ListName, at: number): void {
    const whole = this.#lists?.whole(list, at);
    if (whole === undefined) return;
    const detail: Detail = { type: "detail", list, at, heading: whole.heading, facts: whole.facts };
    this.#details.set(list, detail);
    this.#port.post(detail);
  }

  /** Looks for something in the logs; the EVM address of an entity comes a little later. */
  async #seek(typed: string): Promise<void> {
    this.#typedSearch = typed;
    this.#search = beginSearch(typed);
    this.#show();
    const network = this.#network;
    if (this.#search.is !== "lookingUp" || network === undefined) return;
    const found = await finishSearch(this.#store, network, typed);
    if (typed !== this.#typedSearch) return;
    this.#search = found;
    this.#show();
  }

  async #pin(): Promise<void> {
    const { pins } = this.#parts;
    const pin = this.#asPin();
    if (pin !== undefined) await (pins.has(pin) ? pins.remove(pin) : pins.add(pin));
  }

  #asPin(): Pin | undefined {
    const { network } = this.#address;
    return this.#state.is === "block" ? { network, number: this.#state.block.number } : undefined;
  }

  /** The panel of a hash becomes that of the block's number, if no other one is. */
  #settle(network: Network, { number }: Block): void {
    if ("number" in this.#name) return;
    const address = addressOf(network.name, { number });
    if (this.#port.move(address)) this.#address = address;
  }

  #found(network: Network, block: Block): State {
    const before = block.number === 0n ? undefined : this.#store.known(network, { number: block.number - 1n });
    // One that doesn't fit may be remembered from before the network started over: it is requested before it is shown.
    return { is: "block", block, before: before !== undefined && follows(block, before) ? before : undefined };
  }

  /** The block before tells whether the chain holds, and is the next one to be looked at. */
  async #readBefore(network: Network, block: Block, signal: AbortSignal): Promise<void> {
    let before: Block | undefined;
    try {
      before = await this.#store.before(network, block, { signal });
    } catch (error) {
      this.#parts.log.debug("The block before could not be read", { problem: asProblem(error).message });
    }
    if (signal.aborted) return;
    this.#state = { is: "block", block, before };
    this.#show();
  }

  #go(to: Towards): void {
    const target = this.#target(to);
    if (target === undefined) return;
    const address = addressOf(this.#address.network, target);
    if (!this.#port.move(address)) return;
    this.#address = address;
    void this.#read();
  }

  #target(to: Towards): BlockName | undefined {
    if (to === "newest") return this.#state.is === "absent" ? this.#state.absent.newest : undefined;
    const number = this.#number;
    if (number === undefined || neighbours({ number })[to].idle !== "") return undefined;
    return { number: to === "next" ? number + 1n : number - 1n };
  }

  get #number(): bigint | undefined {
    if (this.#state.is === "block") return this.#state.block.number;
    const name = this.#name;
    return "number" in name ? name.number : undefined;
  }

  async #explore(): Promise<void> {
    const address = this.#number === undefined ? undefined : explorerAddress(this.#address.network, this.#number);
    if (address !== undefined) await this.#parts.dialogs.openExternal(address);
  }

  async #take(take: typeof exportBlock): Promise<void> {
    if (this.#state.is === "block" && this.#network !== undefined) {
      await take(this.#network, this.#state.block, this.#parts);
    }
  }

  #ways(): Ways {
    const { log, openSettings } = this.#parts;
    return {
      retry: () => this.#read(),
      openSettings: () => openSettings("triptych.blocks"),
      showLog: () => log.show(),
    };
  }

  #show(): void {
    const number = this.#number;
    const title = titleOf(number === undefined ? this.#address : addressOf(this.#address.network, { number }));
    const pin = this.#asPin();
    const pinned = pin !== undefined && this.#parts.pins.has(pin);
    this.#port.retitle(title);
    this.#port.post({
      type: "show",
      network: this.#address.network,
      host: hostOf(this.#network),
      title,
      words: panelWords(),
      ...neighbours(number === undefined ? undefined : { number }),
      explorer: this.#state.is === "block" && explorerAddress(this.#address.network, 0n) !== undefined,
      pin: pin === undefined ? undefined : { name: pinned ? l10n.t("Unpin Block") : l10n.t("Pin Block"), pinned },
      point: this.#point,
      logs: logsContent(this.#typedSearch, this.#search, this.#state, this.#parts.now()),
      content: contentOf(this.#state, {
        title,
        network: this.#network ?? { name: this.#address.network, address: "" },
        name: this.#name,
        ways: this.#ways(),
        now: this.#parts.now(),
      }),
    });
  }
}
