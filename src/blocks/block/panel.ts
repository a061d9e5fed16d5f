// Opens and restores the panels of blocks: one for each block, and each can move to other blocks.
import * as v from "valibot";
import { decode } from "../../base/decode.ts";
import { Problem } from "../../base/problem.ts";
import {
  contentPanel,
  type ContentPanel,
  type ContentPort,
  type ContentSource,
} from "../../workbench/panels/content-panel.ts";
import type { Placement } from "../../workbench/placement.ts";
import type { Store } from "../store/store.ts";
import { toAddress, readAddress, type BlockAddress } from "../model/saved-names.ts";
import { tabName, type BlockDetail, type ShownBlock } from "./protocol.ts";
import { OpenBlock, type BlockPanelServices } from "./open-block.ts";

const keptTab = v.object({ tab: v.optional(tabName) });

/** The panels of blocks. */
export class BlockPanels {
  readonly kind: ContentPanel<ShownBlock>;
  readonly #store: Store;
  readonly #services: BlockPanelServices;
  readonly #open = new Set<OpenBlock>();

  constructor(store: Store, services: BlockPanelServices) {
    this.#store = store;
    this.#services = services;
    this.kind = contentPanel({
      id: "triptych.block",
      icon: "block",
      toKey: ({ network, block }) => JSON.stringify([network, block]),
      decodeSubject: (kept) => {
        const address = readAddress(kept);
        if (address === undefined) throw new Problem("malformed", { detail: "no block was kept" });
        return { ...toAddress(address.network, address.name), ...decode(keptTab, kept, "kept block") };
      },
      open: (subject, port) => this.#openBlock(subject, port),
    });
  }

  /** Shows a block and, if given, a detail of it. */
  show({ network, block }: BlockAddress, detail?: BlockDetail, placement?: Placement): void {
    this.#services.panels.show(this.kind, { network, block }, placement);
    if (detail === undefined) return;
    for (const each of this.#open) if (each.isOf({ network, block })) each.showDetail(detail);
  }

  #openBlock(subject: ShownBlock, port: ContentPort<ShownBlock>): ContentSource {
    const open = new OpenBlock(subject, port, this.#store, this.#services, () => this.#open.delete(open));
    this.#open.add(open);
    return open;
  }
}
