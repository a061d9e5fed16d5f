// Go to Block: finds the block of typed or linked text, and opens it.
import type { Nanoseconds } from "../../base/time.ts";
import type { Shared } from "../../workbench/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { BlockPanel } from "../block/panel.ts";
import type { Pointer } from "../block/pointer.ts";
import type { EntityPanel } from "../entity/panel.ts";
import type { Store } from "../ledger/store.ts";
import { toAddress } from "../model/addresses.ts";
import type { BlockName } from "../model/block-name.ts";
import type { Network } from "../model/network.ts";
import type { Shows } from "../parts/page-parts.ts";
import { askForBlock, describeLocated, describeReading } from "../search/ask-for-block.ts";
import { locate, transactionAt, type Located } from "../search/locate.ts";
import type { Reading } from "../search/typed-text.ts";

/** The panels of blocks and entities, and the pointer to something in a block. */
export interface Targets {
  readonly panel: BlockPanel;
  readonly entities: EntityPanel;
  readonly pointer: Pointer;
}

/** Asks for a block and shows it. Parses the input while the user types, and offers what it can mean. */
export async function goToBlock(
  store: Store,
  targets: Targets,
  parts: Pick<Shared, "dialogs" | "now"> & Shows,
): Promise<void> {
  const { network } = store;
  const reading = await askForBlock(store, l10n.t("Go to Block on {0}", network.name), parts);
  if (reading !== undefined) await goTo(reading, store, targets, parts, network);
}

/** Shows the block that a reading refers to, with a message if needed. */
export async function goTo(
  reading: Reading,
  store: Store,
  targets: Targets,
  { dialogs, panels }: Pick<Shared, "dialogs"> & Shows,
  network = store.network,
): Promise<void> {
  if (reading.is === "about") {
    panels.show(targets.entities, { network: network.name, entity: reading.id });
    return;
  }
  const find = (signal?: AbortSignal): Promise<Located> => locate(store, network, reading, { signal });
  const located =
    reading.is === "block" && "number" in reading.name
      ? await find()
      : await dialogs.progress(l10n.t("{0}…", describeReading(reading)), (_report, signal) => find(signal));
  const notice = describeLocated(located, reading, network);
  if (notice !== undefined) void dialogs.message("info", notice);
  if ("name" in located) showBlock(network, located, targets, panels);
  else if (reading.is === "entity" && "unknown" in located && located.unknown === "activity")
    panels.show(targets.entities, { network: network.name, entity: reading.id });
}

/** Shows the block of a transaction, with the transaction open in it. */
export async function openTransaction(
  network: Network,
  time: Nanoseconds,
  store: Store,
  targets: Pick<Targets, "panel" | "pointer">,
  { dialogs, panels }: Pick<Shared, "dialogs"> & Shows,
): Promise<void> {
  const located = await transactionAt(store, network, time);
  if (!("name" in located)) {
    void dialogs.message("info", l10n.t("No block on {0} contains this transaction yet.", network.name));
    return;
  }
  const notice = describeLocated(located, undefined, network);
  if (notice !== undefined) void dialogs.message("info", notice);
  showBlock(network, located, targets, panels);
}

function showBlock(
  network: Network,
  { name, transaction }: Extract<Located, { readonly name: BlockName }>,
  { panel, pointer }: Pick<Targets, "panel" | "pointer">,
  panels: Shows["panels"],
): void {
  const address = toAddress(network.name, name);
  if (transaction !== undefined) pointer.point({ ...address, tab: "transactions", time: transaction });
  panels.show(panel, address);
}
