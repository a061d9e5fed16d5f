// Commands on one block: open, pin, copy, export, share, search its logs.
import { env } from "vscode";
import { Problem } from "../../base/problem.ts";
import { on, onEach, type Command } from "../../workbench/commands.ts";
import type { Choice } from "../../workbench/dialogs.ts";
import type { Shared } from "../../workbench/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { withIcon } from "../../workbench/text/label.ts";
import { getSubject } from "../../workbench/tree/rows.ts";
import type { exportBlock } from "./export.ts";
import { describeAnswer, describeForms, exampleQuery } from "./log-search-text.ts";
import { beginSearch, finishSearch, type LogSearch } from "./log-search.ts";
import type { BlockPanel } from "./panel.ts";
import { blockTitle } from "../format.ts";
import { nameAbsence } from "../ledger/absence-text.ts";
import type { Pin, Pins } from "../ledger/pins.ts";
import type { Store } from "../ledger/store.ts";
import { toAddress, readAddress, readTypeSubject } from "../model/addresses.ts";
import type { BlockName } from "../model/block-name.ts";
import type { Block } from "../model/block.ts";
import { explorerAddress } from "../model/network.ts";
import { describeLocated } from "../references/go-to-text.ts";
import { requireNetwork } from "../network/required-network.ts";
import { askForBlock, type Shows, type Targets } from "../references/go-to.ts";
import { locate } from "../references/locate.ts";

/** A block that is named, and what names it. */
interface Named {
  readonly network: string;
  readonly name: BlockName;
}

/** Asks what to search for in the logs of a block (and in which block), and answers while the user types. */
export function lookInLogs(
  store: Store,
  { panel, pointer }: Pick<Targets, "panel" | "pointer">,
  parts: Pick<Shared, "dialogs" | "now"> & Shows,
): Command<[Named | undefined], void> {
  return {
    accepts: ([given]) => (given === undefined ? [undefined] : on(addressIn, () => undefined).accepts([given])),
    run: async (given) => {
      const named = given ?? (await askForSubject(store, parts));
      if (named === undefined) return;
      const block = await findBlock(store, named);
      const title = l10n.t("Search Logs of {0}", blockTitle({ number: block.number }));
      const network = requireNetwork(store, named.network);
      const search = await parts.dialogs.lookUp(
        { title, placeholder: exampleQuery() },
        (typed) => (beginSearch(typed).is === "lookingUp" ? [] : [logsChoice(typed, beginSearch(typed), block, parts)]),
        async (typed, signal) =>
          beginSearch(typed).is === "lookingUp"
            ? [logsChoice(typed, await finishSearch(store, network, typed, { signal }), block, parts)]
            : [],
      );
      if (search === undefined) return;
      const address = toAddress(named.network, { number: block.number });
      pointer.point({ ...address, tab: "block", search });
      parts.panels.show(panel, address);
    },
  };
}

async function askForSubject(store: Store, parts: Pick<Shared, "dialogs" | "now">): Promise<Named | undefined> {
  const { network } = store;
  const reading = await askForBlock(store, l10n.t("Search Logs of a Block on {0}", network.name), parts);
  if (reading === undefined) return undefined;
  const located = await locate(store, network, reading);
  if ("name" in located) return { network: network.name, name: located.name };
  void parts.dialogs.message("info", describeLocated(located, reading, network) ?? "");
  return undefined;
}

const ANSWERS = {
  nothing: "info",
  notUnderstood: "info",
  no: "circle-slash",
  possibly: "question",
  notRecorded: "info",
  lookingUp: "info",
} as const;

function logsChoice(
  typed: string,
  search: LogSearch,
  block: Block,
  { now }: Pick<Shared, "now">,
): Choice<string | undefined> {
  const { found, words } = describeAnswer(search, block, now());
  const label = withIcon(ANSWERS[found], found === "nothing" ? describeForms() : words);
  return { label, value: search.is === "ready" ? typed : undefined };
}

export function openBlock(panel: BlockPanel, { panels }: Shows) {
  return on(addressIn, (address) => panels.show(panel, toAddress(address.network, address.name)));
}

export function openInHashScan({ dialogs }: Shared) {
  return on(addressIn, async ({ network, name }) => {
    await dialogs.openExternal(explorerUrl(network, "number" in name ? name.number : undefined));
  });
}

/** Copies the URL of the block's page in HashScan. */
export function copyLink(store: Store) {
  return on(addressIn, async (address) => {
    const { network, number } = await pinFor(store, address);
    await env.clipboard.writeText(explorerUrl(network, number));
  });
}

function explorerUrl(network: string, number: bigint | undefined): string {
  const url = number === undefined ? undefined : explorerAddress(network, number);
  if (url === undefined) throw new Problem("invalid", { detail: l10n.t("HashScan doesn't cover this network.") });
  return url;
}

/** Opens a block at its transactions, all of them or those of one type. */
export function openTransactions({ panel, pointer }: Pick<Targets, "panel" | "pointer">, { panels }: Shows) {
  return on(
    (given) => readTypeSubject(getSubject(given)),
    ({ network, block, type }) => {
      const address = { network, block };
      pointer.point({ ...address, tab: "transactions", type });
      panels.show(panel, address);
    },
  );
}

export function pinBlock(store: Store, pins: Pins) {
  return onEach(addressIn, async (address) => pins.add(await pinFor(store, address)));
}

export function unpinBlock(store: Store, pins: Pins) {
  return onEach(addressIn, async (address) => pins.remove(await pinFor(store, address)));
}

export function copyNumber(store: Store) {
  return on(addressIn, async (address) => {
    const { number } = await pinFor(store, address);
    await env.clipboard.writeText(String(number));
  });
}

export function copyHash(store: Store) {
  return on(addressIn, async (address) => {
    await env.clipboard.writeText((await findBlock(store, address)).hash);
  });
}

/** Exports or shares a block. */
export function takeBlock(store: Store, take: typeof exportBlock, parts: Pick<Shared, "exports" | "shares">) {
  return on(addressIn, async (address) => {
    const block = await findBlock(store, address);
    await take(requireNetwork(store, address.network), block, parts);
  });
}

/** The block of an address, or a problem that explains why there is none. */
async function findBlock(store: Store, { network: named, name }: Named): Promise<Block> {
  const network = requireNetwork(store, named);
  const found = await store.find(network, name);
  if ("block" in found) return found.block;
  throw new Problem("invalid", { detail: nameAbsence(name, found.absent) });
}

async function pinFor(store: Store, address: Named): Promise<Pin> {
  const { network, name } = address;
  return { network, number: "number" in name ? name.number : (await findBlock(store, address)).number };
}

function addressIn(given: unknown) {
  return readAddress(getSubject(given));
}
