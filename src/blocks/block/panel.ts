// The panel of one block, and what it shows before its script runs.
import { Problem } from "../../base/problem.ts";
import type { BlockContent, Fact, FromBlock, ToBlock } from "../../panels/block/messages.ts";
import { html } from "../../workbench/panels/html.ts";
import type { Html } from "../../workbench/panels/html.ts";
import { receivingKind } from "../../workbench/panels/receivers.ts";
import type { ReceivingKind } from "../../workbench/panels/receivers.ts";
import { BlockConnection } from "./connection.ts";
import type { Parts } from "./connection.ts";
import { blockContent } from "./content.ts";
import { titleOf } from "./state.ts";
import { beingReadWords, hostOf } from "../format.ts";
import type { Store } from "../ledger/store.ts";
import { addressOf, readAddress } from "../model/addresses.ts";
import type { BlockAddress } from "../model/addresses.ts";

export type BlockPanel = ReceivingKind<BlockAddress, FromBlock, ToBlock>;

/** The panels of single blocks. */
export function blockPanel(store: Store, parts: Parts): BlockPanel {
  return receivingKind({
    id: "triptych.block",
    script: "block",
    icon: "block",
    keyOf: ({ network, block }) => JSON.stringify([network, block]),
    decodeThing: (kept) => {
      const address = readAddress(kept);
      if (address === undefined) throw new Problem("malformed", { detail: "no block was kept" });
      return addressOf(address.network, address.name);
    },
    paint: (address) => {
      const title = titleOf(address);
      const network = store.networkNamed(address.network);
      const name = readAddress(address)?.name;
      const known = network === undefined || name === undefined ? undefined : store.known(network, name);
      const content = known === undefined ? beingReadWords(title) : blockContent(known, undefined);
      return { title, body: painted({ network: address.network, host: hostOf(network), title, content }) };
    },
    connect: (address, port) => new BlockConnection(address, port, store, parts),
  });
}

interface Painted {
  readonly network: string;
  readonly host: string;
  readonly title: string;
  /** What the block shows, or the sentence that it is being read. */
  readonly content: BlockContent | string;
}

/** What is seen of a block before the panel's script runs; it takes as much room as what the script then draws. */
function painted({ network, host, title, content }: Painted): Html {
  return html`<main class="panel">
    <triptych-head>
      <span slot="crumb">${network} · ${host}</span>
      <h1>${title}</h1>
      ${typeof content === "string" ? undefined : html`<span slot="under">${content.length}</span>`}
    </triptych-head>
    ${typeof content === "string" ? html`<section><p class="quiet">${content}</p></section>` : block(content)}
  </main>`;
}

function block({ figures, facts }: BlockContent): Html {
  return html`<triptych-figures
      >${figures.map(
        ({ value, word }) => html`<triptych-figure value="${value}">${word}</triptych-figure>`,
      )}</triptych-figures
    >
    <triptych-tabs><triptych-facts>${facts.map(fact)}</triptych-facts></triptych-tabs>`;
}

function fact({ name, value, wide, mono }: Fact): Html {
  const form = html`${wide === true ? html`wide` : undefined} ${mono === true ? html`mono` : undefined}`;
  return html`<triptych-fact name="${name}" ${form}>${value}</triptych-fact>`;
}
