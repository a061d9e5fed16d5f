// The panels of entities: accounts, contracts, tokens, topics and schedules.
import { Problem } from "../../base/problem.ts";
import type { FromEntity, Show } from "../../panels/entity/messages.ts";
import { html } from "../../workbench/panels/html.ts";
import type { PanelKind } from "../../workbench/panels/kind.ts";
import { EntityConnection } from "./connection.ts";
import type { Parts } from "./connection.ts";
import { beingReadWords, hostOf } from "../format.ts";
import type { Store } from "../ledger/store.ts";

/** An entity, as its panel names it: by its id or its EVM address. */
export interface EntityAddress {
  readonly network: string;
  readonly entity: string;
}

export type EntityPanel = PanelKind<EntityAddress, FromEntity, Show>;

const FORM = /^\d{1,5}\.\d{1,5}\.\d{1,19}$|^0x[0-9a-f]{40}$/;

export function entityPanel(store: Store, parts: Parts): EntityPanel {
  return {
    id: "triptych.blocks.entity",
    script: "entity",
    icon: "block",
    keyOf: ({ network, entity }) => JSON.stringify([network, entity]),
    decodeThing: (kept) => {
      if (
        typeof kept !== "object" ||
        kept === null ||
        !("network" in kept && typeof kept.network === "string") ||
        !("entity" in kept && typeof kept.entity === "string" && FORM.test(kept.entity))
      ) {
        throw new Problem("malformed", { detail: "no entity was kept" });
      }
      return { network: kept.network, entity: kept.entity };
    },
    paint: ({ network, entity }) => ({
      title: entity,
      body: html`<main class="panel">
        <triptych-head
          ><span slot="crumb">${network} · ${hostOf(store.networkNamed(network))}</span>
          <h1>${entity}</h1></triptych-head
        >
        <section><p class="quiet">${beingReadWords(entity)}</p></section>
      </main>`,
    }),
    connect: (address, port) => new EntityConnection(address, port, store, parts),
  };
}
