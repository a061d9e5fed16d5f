// Opens and restores the panels of block ranges.
import { Problem } from "../../base/problem.ts";
import {
  contentPanel,
  type ContentPanel,
  type ContentPort,
  type ContentSource,
} from "../../workbench/panels/content-panel.ts";
import type { Store } from "../store/store.ts";
import { rangeAddress, readRange, type RangeAddress } from "../model/saved-names.ts";
import { OpenRange, type RangePanelServices } from "./open-range.ts";

/** The panels of ranges, one per range. */
export class RangePanels {
  readonly kind: ContentPanel<RangeAddress>;
  readonly #store: Store;
  readonly #services: RangePanelServices;
  readonly #open = new Set<OpenRange>();

  constructor(store: Store, services: RangePanelServices) {
    this.#store = store;
    this.#services = services;
    this.kind = contentPanel({
      id: "triptych.blocks.range",
      icon: "block",
      toKey: ({ network, from, to }) => JSON.stringify([network, from, to]),
      decodeSubject: (kept) => {
        const address = readRange(kept);
        if (address === undefined) throw new Problem("malformed", { detail: "no range was kept" });
        return rangeAddress(address.network, address.range);
      },
      open: (address, port) => this.#openRange(address, port),
    });
  }

  show(address: RangeAddress): void {
    this.#services.panels.show(this.kind, address);
  }

  /** Shows a range and verifies its chain. */
  verify(address: RangeAddress): void {
    this.show(address);
    for (const each of this.#open) if (each.isOf(address)) each.verify();
  }

  #openRange(address: RangeAddress, port: ContentPort<RangeAddress>): ContentSource {
    const open = new OpenRange(address, port, this.#store, this.#services, () => this.#open.delete(open));
    this.#open.add(open);
    return open;
  }
}
