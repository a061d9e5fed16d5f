import { Problem } from "../base/problem.ts";
import type { FromBlock, ToBlock } from "../panels/block/messages.ts";
import type { PanelKind } from "../workbench/panels/kind.ts";
import { BlockConnection } from "./panel/connection.ts";
import type { Parts } from "./panel/connection.ts";
import { blockContent } from "./panel/content.ts";
import { painted } from "./panel/paint.ts";
import { titleOf } from "./panel/state.ts";
import type { Store } from "./store.ts";
import { addressOf, readAddress } from "./subject.ts";
import type { BlockAddress } from "./subject.ts";
import { beingReadWords, hostOf } from "./words.ts";

export type BlockPanel = PanelKind<BlockAddress, FromBlock, ToBlock>;

/** The panels of single blocks. */
export function blockPanel(store: Store, parts: Parts): BlockPanel {
  return {
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
  };
}
