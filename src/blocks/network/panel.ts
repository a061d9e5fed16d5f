// Opens and restores the panels of networks.
import { decode } from "../../base/decode.ts";
import { Problem } from "../../base/problem.ts";
import { Load } from "../../workbench/panels/load.ts";
import { pagePanel, type PagePanel, type PagePort, type PageSource } from "../../workbench/panels/page-panel.ts";
import { receive } from "../../workbench/panels/receive.ts";
import { Poller, type PollerParts } from "../../workbench/poller.ts";
import type { Shared } from "../../workbench/shared.ts";
import type { Network } from "../model/network.ts";
import { exportThing, shareThing, type ExportAction } from "../parts/export-actions.ts";
import { remedyActionsFor, receiveRemedies } from "../parts/page-parts.ts";
import type { Store } from "../ledger/store.ts";
import type { NetworkSnapshot } from "../ledger/network-facts.ts";
import { networkPage } from "./content.ts";
import { networkExport } from "./export.ts";
import { networkAddress, networkMessages, type NetworkAddress } from "./network-address.ts";

export type NetworkPanel = PagePanel<NetworkAddress>;

type Parts = Pick<Shared, "exports" | "log" | "now" | "openSettings" | "shares"> &
  Pick<PollerParts, "after"> & { readonly openEntity: (network: string, id: string) => void };

/** How often a visible page is updated. */
const POLL_INTERVAL_MS = 60_000;

export function networkPanel(store: Store, parts: Parts): NetworkPanel {
  return pagePanel({
    id: "triptych.blocks.network",
    icon: "block",
    toKey: ({ network }) => network,
    decodeSubject: (kept) => decode(networkAddress, kept, "kept network"),
    open: (subject, port) => openPage(subject, port, store, parts),
  });
}

/** One open page; it loads only while it is visible. */
function openPage(first: NetworkAddress, port: PagePort<NetworkAddress>, store: Store, parts: Parts): PageSource {
  const { facts } = store;
  const load = new Load(() => port.update());
  const actions = remedyActionsFor(parts, () => read(true));
  const getNetwork = (): Network | undefined => store.networkNamed(first.network);
  let address = first;
  let snapshot: NetworkSnapshot | undefined;
  let isVisible = false;
  const listening = store.onDidReplace(({ name }) => {
    if (name !== first.network) return;
    load.dispose();
    snapshot = undefined;
    if (isVisible) void read(true);
  });

  async function read(force: boolean): Promise<void> {
    const network = getNetwork();
    if (network === undefined) return port.update();
    await load.run(async (signal) => {
      snapshot = facts.getKnown(network);
      port.update();
      const found = await facts.read(network, { signal }, force);
      if (signal.aborted) throw new Problem("canceled");
      snapshot = found;
    });
  }

  async function take(action: ExportAction): Promise<void> {
    const network = getNetwork();
    if (network !== undefined) await action(networkExport(network, await facts.read(network)), parts);
  }

  const poller = new Poller({
    ...parts,
    ask: async () => {
      await read(false);
      return { fresh: true };
    },
    eager: true,
    getIntervals: () => ({ shortest: POLL_INTERVAL_MS, longest: POLL_INTERVAL_MS }),
    random: Math.random,
  });
  return {
    receive: receive(networkMessages, {
      ...receiveRemedies(actions),
      refresh: () => void read(true),
      cancel: () => load.cancel(),
      export: () => take(exportThing),
      share: () => take(shareThing),
      openEntity: ({ id }) => parts.openEntity(first.network, id),
      choose: ({ node }) => {
        // The choice survives a reload.
        const moved = { network: address.network, node };
        if (!port.move(moved)) return;
        address = moved;
        port.update();
      },
    }),
    page: () =>
      networkPage({
        address,
        network: getNetwork(),
        snapshot,
        actions,
        isLoading: load.isRunning,
        problem: load.problem,
        now: parts.now(),
      }),
    ready: () => {
      isVisible = true;
      poller.watch(true);
    },
    hidden: () => {
      isVisible = false;
      poller.watch(false);
      load.dispose();
    },
    dispose: () => {
      poller.dispose();
      load.dispose();
      listening.dispose();
    },
  };
}
