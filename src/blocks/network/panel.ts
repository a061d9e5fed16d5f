// The panels of networks.
import * as v from "valibot";
import { decode, optional } from "../../base/decode.ts";
import type { Page } from "../../panels/kit/page/model.ts";
import { Load } from "../../workbench/panels/load.ts";
import { pagePanel, type PagePanel, type PagePort, type PageSource } from "../../workbench/panels/page-panel.ts";
import { noFields, receive } from "../../workbench/panels/receive.ts";
import { remedyMessage } from "../../workbench/panels/remedies.ts";
import { Poller, type PollerParts } from "../../workbench/poller.ts";
import type { Ways } from "../../workbench/problems.ts";
import type { Shared } from "../../workbench/shared.ts";
import type { Network } from "../model/network.ts";
import { createWays } from "../page-parts.ts";
import type { Store } from "../ledger/store.ts";
import type { NetworkSnapshot } from "./network-facts.ts";
import { networkPage, type NetworkAct } from "./content.ts";
import { exportNetwork, shareNetwork } from "./export.ts";

/** A network, as in its panel's state, and the node that is shown in full. */
export interface NetworkAddress {
  readonly network: string;
  readonly node?: string | undefined;
}

export type NetworkPanel = PagePanel<NetworkAddress>;

type Parts = Pick<Shared, "exports" | "log" | "now" | "openSettings" | "shares"> & Pick<PollerParts, "after">;

/** While the page is visible, what it shows is never much older. */
const POLL_INTERVAL_MS = 60_000;

const node = optional(v.pipe(v.string(), v.regex(/^\d{1,19}$/)));
const address = v.object({ network: v.string(), node });

export const networkMessages = {
  refresh: noFields,
  cancel: noFields,
  export: noFields,
  share: noFields,
  /** Shows a node in full, or none. */
  choose: v.object({ node }),
  ...remedyMessage,
};

export function networkPanel(store: Store, parts: Parts): NetworkPanel {
  return pagePanel({
    id: "triptych.blocks.network",
    icon: "block",
    toKey: ({ network }) => network,
    decodeThing: (kept) => decode(address, kept, "kept network"),
    open: (thing, port) => new NetworkPage(thing, port, store, parts),
  });
}

/** One open page; it loads only while it is visible. */
class NetworkPage implements PageSource {
  readonly #port: PagePort<NetworkAddress>;
  readonly #store: Store;
  readonly #parts: Parts;
  readonly #ways: Ways;
  readonly #load: Load;
  readonly receive: PageSource["receive"];
  readonly #poller: Poller;
  #address: NetworkAddress;
  #snapshot: NetworkSnapshot | undefined;

  constructor(address: NetworkAddress, port: PagePort<NetworkAddress>, store: Store, parts: Parts) {
    this.#address = address;
    this.#port = port;
    this.#store = store;
    this.#parts = parts;
    this.#ways = createWays(parts, () => this.#read(true));
    this.#load = new Load(() => port.update());
    this.#poller = new Poller({
      ...parts,
      ask: async () => {
        await this.#read(false);
        return { fresh: true };
      },
      eager: true,
      getIntervals: () => ({ shortest: POLL_INTERVAL_MS, longest: POLL_INTERVAL_MS }),
      random: Math.random,
    });
    this.receive = receive(networkMessages, {
      refresh: () => void this.#read(true),
      cancel: () => this.#load.cancel(),
      export: () => this.#take(exportNetwork),
      share: () => this.#take(shareNetwork),
      choose: ({ node: chosen }) => this.#choose(chosen),
      remedy: async ({ remedy }) => void (await this.#ways[remedy]?.()),
    });
  }

  page(): Page<NetworkAct> {
    return networkPage({
      address: this.#address,
      network: this.#network,
      snapshot: this.#snapshot,
      isLoading: this.#load.isRunning,
      problem: this.#load.problem,
      ways: this.#ways,
      now: this.#parts.now(),
    });
  }

  ready(): void {
    this.#poller.watch(true);
  }

  hidden(): void {
    this.#poller.watch(false);
    this.#load.dispose();
  }

  dispose(): void {
    this.#poller.dispose();
    this.#load.dispose();
  }

  get #network(): Network | undefined {
    return this.#store.networkNamed(this.#address.network);
  }

  async #read(afresh: boolean): Promise<void> {
    const network = this.#network;
    if (network === undefined) return this.#port.update();
    const { facts } = this.#store;
    await this.#load.run(async (signal) => {
      this.#snapshot = facts.getKnown(network);
      this.#port.update();
      this.#snapshot = await facts.read(network, { signal }, afresh);
    });
  }

  /** Kept over a reload. */
  #choose(chosen: string | undefined): void {
    const chosenAddress = { network: this.#address.network, node: chosen };
    if (!this.#port.move(chosenAddress)) return;
    this.#address = chosenAddress;
    this.#port.update();
  }

  async #take(take: typeof exportNetwork): Promise<void> {
    const network = this.#network;
    if (network !== undefined) await take(network, await this.#store.facts.read(network), this.#parts);
  }
}
