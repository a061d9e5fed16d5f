// Go to Block: finds the block of typed or linked text, and opens it.
import type { Nanoseconds } from "../../base/time.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { BlockPanels } from "../block/panel.ts";
import type { EntityPanels } from "../entity/panel.ts";
import type { Store } from "../store/store.ts";
import { toAddress } from "../model/saved-names.ts";
import type { BlockName } from "../model/block-name.ts";
import type { Network } from "../model/network.ts";
import { askForBlock, describeLocated, describeReading } from "../search/ask-for-block.ts";
import { locate, transactionAt, type Located } from "../search/find-block.ts";
import type { Reading } from "../search/typed-text.ts";

type NavigationServices = Pick<Shared, "dialogs" | "now"> & {
  readonly blocks: Pick<BlockPanels, "show">;
  readonly entities: Pick<EntityPanels, "show">;
};

/** Finds blocks, transactions and entities, and opens their panels. */
export class Navigation {
  readonly #store: Store;
  readonly #services: NavigationServices;

  constructor(store: Store, services: NavigationServices) {
    this.#store = store;
    this.#services = services;
  }

  /** Asks for a block and shows it. Parses the input while the user types, and offers what it can mean. */
  async ask(): Promise<void> {
    const { network } = this.#store;
    const reading = await askForBlock(this.#store, l10n.t("Go to Block on {0}", network.name), this.#services);
    if (reading !== undefined) await this.open(reading, network);
  }

  /** Shows the block that a reading refers to, with a message if needed. */
  async open(reading: Reading, network = this.#store.network): Promise<void> {
    const { dialogs, entities } = this.#services;
    if (reading.kind === "about") {
      entities.show({ network: network.name, entity: reading.id });
      return;
    }
    const find = (signal?: AbortSignal): Promise<Located> => locate(this.#store, network, reading, { signal });
    const located =
      reading.kind === "block" && "number" in reading.name
        ? await find()
        : await dialogs.progress(l10n.t("{0}…", describeReading(reading)), (_report, signal) => find(signal));
    const notice = describeLocated(located, reading, network);
    if (notice !== undefined) void dialogs.message("info", notice);
    if ("name" in located) this.#showBlock(network, located);
    else if (reading.kind === "entity" && "unknown" in located && located.unknown === "activity")
      entities.show({ network: network.name, entity: reading.id });
  }

  /** Shows the block of a transaction, with the transaction open in it. */
  async openTransaction(network: Network, time: Nanoseconds): Promise<void> {
    const { dialogs } = this.#services;
    const located = await transactionAt(this.#store, network, time);
    if (!("name" in located)) {
      void dialogs.message("info", l10n.t("No block on {0} contains this transaction yet.", network.name));
      return;
    }
    const notice = describeLocated(located, undefined, network);
    if (notice !== undefined) void dialogs.message("info", notice);
    this.#showBlock(network, located);
  }

  #showBlock(network: Network, { name, transaction }: Extract<Located, { readonly name: BlockName }>): void {
    const detail = transaction === undefined ? undefined : { tab: "transactions" as const, time: transaction };
    this.#services.blocks.show(toAddress(network.name, name), detail);
  }
}
