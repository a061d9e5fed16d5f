// The panels of networks: opening and restoring them, state, messages and loading.
import type { Disposable } from "vscode";
import { decode } from "../../base/decode.ts";
import { Problem } from "../../base/problem.ts";
import type { PanelContent } from "../../panels/kit/content/content-model.ts";
import { Load } from "../../workbench/panels/panel-load.ts";
import {
  contentPanel,
  type ContentPanel,
  type ContentPort,
  type ContentSource,
} from "../../workbench/panels/content-panel.ts";
import { receive } from "../../workbench/panels/receive-messages.ts";
import { receiveRemedies } from "../../workbench/panels/remedies.ts";
import { Poller, type PollerDependencies } from "../../workbench/poller.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import type { NetworkSnapshot } from "../store/network-states.ts";
import type { Store } from "../store/store.ts";
import type { Network } from "../model/network.ts";
import { exportThing, shareThing, type ExportAction } from "../parts/export-actions.ts";
import { remedyActionsFor, type Links, type ShowsPanels } from "../parts/content-parts.ts";
import { networkPage } from "./content.ts";
import { networkExport } from "./export.ts";
import { networkAddress, networkMessages, type NetworkAct, type NetworkAddress } from "./protocol.ts";
import type { Placement } from "../../workbench/placement.ts";

type NetworkPanelServices = Pick<Shared, "allowServer" | "exports" | "log" | "now" | "openSettings" | "shares"> &
  Pick<PollerDependencies, "after"> &
  Pick<Links, "openEntity"> &
  ShowsPanels;

/** How often a visible page is updated. */
const POLL_INTERVAL_MS = 60_000;

/** The panels of networks, one per network. */
export class NetworkPanels {
  readonly kind: ContentPanel<NetworkAddress>;
  readonly #panels: NetworkPanelServices["panels"];

  constructor(store: Store, services: NetworkPanelServices) {
    this.#panels = services.panels;
    this.kind = contentPanel({
      id: "triptych.blocks.network",
      icon: "block",
      toKey: ({ network }) => network,
      decodeSubject: (kept) => decode(networkAddress, kept, "kept network"),
      open: (address, port) => new OpenNetwork(address, port, store, services),
    });
  }

  show(address: NetworkAddress, placement?: Placement): void {
    this.#panels.show(this.kind, address, placement);
  }
}

/** An open panel of a network. It loads only while it is visible. */
class OpenNetwork implements ContentSource {
  readonly receive: ContentSource["receive"];
  readonly #port: ContentPort<NetworkAddress>;
  readonly #store: Store;
  readonly #services: NetworkPanelServices;
  readonly #load: Load;
  readonly #poller: Poller;
  readonly #listening: Disposable;
  #address: NetworkAddress;
  #snapshot: NetworkSnapshot | undefined;
  #isVisible = false;

  constructor(first: NetworkAddress, port: ContentPort<NetworkAddress>, store: Store, services: NetworkPanelServices) {
    this.#address = first;
    this.#port = port;
    this.#store = store;
    this.#services = services;
    this.#load = new Load(() => port.update());
    this.receive = receive(networkMessages, {
      ...receiveRemedies(remedyActionsFor(services, () => this.#read(true))),
      refresh: () => void this.#read(true),
      cancel: () => this.#load.cancel(),
      export: () => this.#export(exportThing),
      share: () => this.#export(shareThing),
      openEntity: ({ id }) => services.openEntity(first.network, id),
      choose: ({ node }) => {
        // The choice survives a reload.
        const moved = { network: first.network, node };
        if (!port.move(moved)) return;
        this.#address = moved;
        port.update();
      },
    });
    this.#poller = new Poller({
      ...services,
      ask: async () => {
        await this.#read(false);
        return { fresh: true };
      },
      eager: true,
      getIntervals: () => ({ shortest: POLL_INTERVAL_MS, longest: POLL_INTERVAL_MS }),
      random: Math.random,
    });
    this.#listening = store.onDidReplace(({ name }) => {
      if (name !== first.network) return;
      this.#load.dispose();
      this.#snapshot = undefined;
      if (this.#isVisible) void this.#read(true);
    });
  }

  page(): PanelContent<NetworkAct> {
    return networkPage({
      address: this.#address,
      network: this.#network,
      snapshot: this.#snapshot,
      isLoading: this.#load.isRunning,
      problem: this.#load.problem,
      now: this.#services.now(),
    });
  }

  ready(): void {
    this.#isVisible = true;
    this.#poller.watch(true);
  }

  hidden(): void {
    this.#isVisible = false;
    this.#poller.watch(false);
    this.#load.dispose();
  }

  dispose(): void {
    this.#poller.dispose();
    this.#load.dispose();
    this.#listening.dispose();
  }

  get #network(): Network | undefined {
    return this.#store.networkNamed(this.#address.network);
  }

  async #read(force: boolean): Promise<void> {
    const network = this.#network;
    if (network === undefined) return this.#port.update();
    const { facts } = this.#store;
    await this.#load.run(async (signal) => {
      this.#snapshot = facts.getKnown(network);
      this.#port.update();
      const found = await facts.read(network, { signal }, force);
      if (signal.aborted) throw new Problem("canceled");
      this.#snapshot = found;
    });
  }

  async #export(action: ExportAction): Promise<void> {
    const network = this.#network;
    if (network === undefined) return;
    await action(networkExport(network, await this.#store.facts.read(network)), this.#services);
  }
}
