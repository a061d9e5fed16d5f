// Opens and restores the panels of blocks: one for each block, and each can move to other blocks.
import * as v from "valibot";
import { decode } from "../../base/decode.ts";
import { Problem } from "../../base/problem.ts";
import { pagePanel, type PagePanel } from "../../workbench/panels/page-panel.ts";
import { openBlockPage, type Parts } from "./block-page.ts";
import { tabName, type ShownBlock } from "./block-state.ts";
import type { Store } from "../ledger/store.ts";
import { toAddress, readAddress } from "../model/addresses.ts";

export type BlockPanel = PagePanel<ShownBlock>;

const keptTab = v.object({ tab: v.optional(tabName) });

export function blockPanel(store: Store, parts: Parts): BlockPanel {
  return pagePanel({
    id: "triptych.block",
    icon: "block",
    toKey: ({ network, block }) => JSON.stringify([network, block]),
    decodeSubject: (kept) => {
      const address = readAddress(kept);
      if (address === undefined) throw new Problem("malformed", { detail: "no block was kept" });
      return { ...toAddress(address.network, address.name), ...decode(keptTab, kept, "kept block") };
    },
    open: (subject, port) => openBlockPage(subject, port, store, parts),
  });
}
