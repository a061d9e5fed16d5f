import { Problem } from "../../base/problem.ts";
import type { FromNetwork, Show } from "../../panels/network/messages.ts";
import { html } from "../../workbench/panels/html.ts";
import type { PanelKind } from "../../workbench/panels/kind.ts";
import { beingReadWords, hostOf } from "../format.ts";
import type { Store } from "../ledger/store.ts";
import { NetworkConnection } from "./connection.ts";
import type { Parts } from "./connection.ts";
import { networkTitle } from "./network-text.ts";

/** A network, as its panel names it. */
export interface NetworkAddress {
  readonly network: string;
}

export type NetworkPanel = PanelKind<NetworkAddress, FromNetwork, Show>;

/** The panels of networks. */
export function networkPanel(store: Store, parts: Parts): NetworkPanel {
  return {
    id: "triptych.blocks.network",
    script: "network",
    icon: "block",
    keyOf: ({ network }) => network,
    decodeThing: (kept) => {
      if (typeof kept !== "object" || kept === null || !("network" in kept) || typeof kept.network !== "string") {
        throw new Problem("malformed", { detail: "no network was kept" });
      }
      return { network: kept.network };
    },
    paint: ({ network }) => {
      const title = networkTitle(network);
      return {
        title,
        body: html`<main class="panel">
          <triptych-head
            ><span slot="crumb">${network} · ${hostOf(store.networkNamed(network))}</span>
            <h1>${title}</h1></triptych-head
          >
          <section><p class="quiet">${beingReadWords(title)}</p></section>
        </main>`,
      };
    },
    connect: (address, port) => new NetworkConnection(address.network, port, store, parts),
  };
}
