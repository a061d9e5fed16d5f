import { l10n } from "../../workbench/text/l10n.ts";
import { Problem } from "../../base/problem.ts";
import type { Blocks, FromRange, Show } from "../../panels/range/messages.ts";
import { html } from "../../workbench/panels/html.ts";
import { receivingKind } from "../../workbench/panels/receivers.ts";
import type { ReceivingKind } from "../../workbench/panels/receivers.ts";
import type { BlockPanel } from "../block/panel.ts";
import type { Store } from "../ledger/store.ts";
import { rangeAddress, readRange } from "../model/addresses.ts";
import type { RangeAddress } from "../model/addresses.ts";
import { beingReadWords, hostOf } from "../format.ts";
import { RangeConnection } from "./connection.ts";
import type { Parts } from "./connection.ts";
import { rangeTitle } from "./content.ts";

/** The panels of ranges of blocks. */
export interface RangePanel extends ReceivingKind<RangeAddress, FromRange, Show | Blocks> {
  /** Looks at the chain in the panel that is open for the range. */
  verify(address: RangeAddress): void;
}

export function rangePanel(store: Store, blockPanel: BlockPanel, parts: Parts): RangePanel {
  const open = new Set<RangeConnection>();
  const keyOf = ({ network, from, to }: RangeAddress): string => JSON.stringify([network, from, to]);
  return {
    ...receivingKind({
      id: "triptych.blocks.range",
      script: "range",
      icon: "block",
      keyOf,
      decodeThing: (kept) => {
        const address = readRange(kept);
        if (address === undefined) throw new Problem("malformed", { detail: "no range was kept" });
        return rangeAddress(address.network, address.range);
      },
      paint: (address) => {
        const range = readRange(address)?.range;
        const title = range === undefined ? l10n.t("Blocks") : rangeTitle(range);
        return {
          title,
          body: html`<main class="panel">
            <triptych-head
              ><span slot="crumb">${address.network} · ${hostOf(store.networkNamed(address.network))}</span>
              <h1>${title}</h1></triptych-head
            >
            <section><p class="quiet">${beingReadWords(title)}</p></section>
          </main>`,
        };
      },
      connect: (address, port) => {
        const connection = new RangeConnection(address, port, { store, blockPanel, parts }, () =>
          open.delete(connection),
        );
        open.add(connection);
        return connection;
      },
    }),
    verify: (address) => {
      for (const connection of open) if (keyOf(connection.address) === keyOf(address)) connection.verify();
    },
  };
}
