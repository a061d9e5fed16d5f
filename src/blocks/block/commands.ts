// Commands on one block: pin, copy, export, share, and search its logs.
import { env } from "vscode";
import { Problem } from "../../base/problem.ts";
import { on, onAll, oneOf, plain, type Command } from "../../workbench/commands.ts";
import type { Choice } from "../../workbench/dialogs/dialogs.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { withIcon } from "../../workbench/text/label.ts";
import { getSubject } from "../../workbench/tree/level-rows.ts";
import { blockExport } from "./export.ts";
import {
  ANSWER_ICONS,
  beginSearch,
  describeAnswer,
  describeForms,
  finishSearch,
  type LogSearch,
} from "./log-search.ts";
import { exportThing, shareThing, type ExportServices, type ExportAction } from "../parts/export-actions.ts";
import { blockTitle } from "../wording/block-text.ts";
import { describeMissingBlock } from "../wording/absence-text.ts";
import type { Pin, Pins } from "../store/pins.ts";
import type { Store } from "../store/store.ts";
import { toAddress, readAddress } from "../model/saved-names.ts";
import type { BlockName } from "../model/block-name.ts";
import type { Block } from "../model/block.ts";
import type { ContractLog } from "../model/contract-result.ts";
import { explorerAddress, EXPLORED } from "../model/network.ts";
import { requireNetwork } from "../parts/content-parts.ts";
import { askForBlock, describeLocated } from "../search/ask-for-block.ts";
import type { BlockPanels } from "./panel.ts";
import { locate } from "../search/find-block.ts";

/** A block by its number or hash, and its network by name. */
interface NamedBlock {
  readonly network: string;
  readonly name: BlockName;
}

type BlockCommandServices = Pick<Shared, "dialogs" | "now"> &
  ExportServices & { readonly pins: Pick<Pins, "add" | "has" | "remove"> };

export function blockCommands(store: Store, blocks: Pick<BlockPanels, "show">, services: BlockCommandServices) {
  const { dialogs, pins } = services;
  const take = (action: ExportAction): Command<[NamedBlock], void> =>
    on(addressIn, async (address) => await action(blockExport(address, await findBlock(store, address)), services));
  const copy = (toText: (address: NamedBlock) => Promise<string>): Command<[NamedBlock], void> =>
    on(addressIn, async (address) => await env.clipboard.writeText(await toText(address)));
  return {
    // From the title of the view, VS Code passes the focused row, which may not be a block.
    searchLogs: oneOf(
      on(addressIn, (address) => searchLogs(address, store, blocks, services)),
      plain(async () => {
        const asked = await askForSubject(store, services);
        if (asked !== undefined) await searchLogs(asked, store, blocks, services);
      }),
    ),
    /** Pins the selected blocks or, if all of them are pinned, unpins them. */
    pin: onAll(addressIn, async (addresses) => {
      const selected = await Promise.all(addresses.map((address) => toPin(store, address)));
      const arePinned = selected.every((pin) => pins.has(pin));
      for (const pin of selected) await (arePinned ? pins.remove(pin) : pins.add(pin));
    }),
    /** Opens the page of the block in HashScan. */
    openOnWeb: on(addressIn, async (address) => {
      await dialogs.openExternal(await explorerUrl(store, address));
    }),
    copyLink: copy((address) => explorerUrl(store, address)),
    copyHash: copy(async (address) => (await findBlock(store, address)).hash),
    export: take(exportThing),
    share: take(shareThing),
  };
}

/** Asks what to search for in the logs of a block, and answers while the user types. */
async function searchLogs(
  named: NamedBlock,
  store: Store,
  blocks: Pick<BlockPanels, "show">,
  { dialogs, now }: BlockCommandServices,
): Promise<void> {
  const block = await findBlock(store, named);
  const title = l10n.t("Search Logs of {0}", blockTitle({ number: block.number }));
  const network = requireNetwork(store, named.network);
  const logs = store.contents.loadedLogs(network, block);
  const search = await dialogs.lookUp(
    { title, placeholder: l10n.t("Address, topic, 0.0.1234 or Transfer(address from, address to, uint256 value)") },
    (typed) => {
      const started = beginSearch(typed);
      return started.kind === "lookingUp" ? [] : [logsChoice(typed, started, block, now(), logs)];
    },
    async (typed, signal) => {
      const started = beginSearch(typed);
      if (started.kind !== "lookingUp") return [];
      return [logsChoice(typed, await finishSearch(store, network, started, signal), block, now(), logs)];
    },
  );
  if (search === undefined) return;
  blocks.show(toAddress(named.network, { number: block.number }), { tab: "block", search });
}

async function askForSubject(store: Store, services: Pick<Shared, "dialogs" | "now">): Promise<NamedBlock | undefined> {
  const { network } = store;
  const reading = await askForBlock(store, l10n.t("Search Logs of a Block on {0}", network.name), services);
  if (reading === undefined) return undefined;
  const located = await locate(store, network, reading);
  if ("name" in located) return { network: network.name, name: located.name };
  void services.dialogs.message("info", describeLocated(located, reading, network) ?? "");
  return undefined;
}

function logsChoice(
  typed: string,
  search: LogSearch,
  block: Block,
  now: number,
  logs: readonly ContractLog[] | undefined,
): Choice<string | undefined> {
  const { found, text } = describeAnswer(search, block, now, logs);
  // Text that is still being typed is not a fault yet.
  const icon = found === "notUnderstood" ? "info" : ANSWER_ICONS[found].icon;
  const label = withIcon(icon, found === "nothing" ? describeForms() : text);
  return { label, value: search.kind === "ready" ? typed : undefined };
}

async function explorerUrl(store: Store, address: NamedBlock): Promise<string> {
  const { network } = address;
  const number = EXPLORED.has(network) ? (await toPin(store, address)).number : undefined;
  const url = number === undefined ? undefined : explorerAddress(network, "block", number);
  if (url === undefined) throw new Problem("invalid", { detail: l10n.t("HashScan doesn't cover this network.") });
  return url;
}

/** Finds a block. Throws a problem that explains why there is none. */
async function findBlock(store: Store, { network, name }: NamedBlock): Promise<Block> {
  const found = await store.find(requireNetwork(store, network), name);
  if ("block" in found) return found.block;
  throw new Problem("invalid", { detail: describeMissingBlock(name, found.absent) });
}

async function toPin(store: Store, address: NamedBlock): Promise<Pin> {
  const { network, name } = address;
  return { network, number: "number" in name ? name.number : (await findBlock(store, address)).number };
}

function addressIn(given: unknown) {
  return readAddress(getSubject(given));
}
