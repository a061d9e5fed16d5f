// Opens and restores the panels of block ranges.
import { Problem } from "../../base/problem.ts";
import { pagePanel, type PagePanel } from "../../workbench/panels/page-panel.ts";
import type { BlockPanel } from "../block/panel.ts";
import type { Store } from "../ledger/store.ts";
import { rangeAddress, readRange, type RangeAddress } from "../model/addresses.ts";
import { openRangePage, type Parts, type RangePage } from "./range-page.ts";

export interface RangePanel extends PagePanel<RangeAddress> {
  /** Verifies the chain in the open panel of the range. */
  verify(address: RangeAddress): void;
}

export function rangePanel(store: Store, blockPanel: BlockPanel, parts: Parts): RangePanel {
  const open = new Set<RangePage>();
  const toKey = ({ network, from, to }: RangeAddress): string => JSON.stringify([network, from, to]);
  return {
    ...pagePanel({
      id: "triptych.blocks.range",
      icon: "block",
      toKey,
      decodeSubject: (kept) => {
        const address = readRange(kept);
        if (address === undefined) throw new Problem("malformed", { detail: "no range was kept" });
        return rangeAddress(address.network, address.range);
      },
      open: (address, port) => {
        const page = openRangePage(address, port, store, blockPanel, parts);
        const dispose = (): void => {
          open.delete(page);
          page.dispose();
        };
        open.add(page);
        return { ...page, dispose };
      },
    }),
    verify: (address) => {
      for (const page of open) if (toKey(page.address) === toKey(address)) page.verify();
    },
  };
}
