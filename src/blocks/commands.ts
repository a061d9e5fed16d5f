import { env, l10n } from "vscode";
import { Problem } from "../base/problem.ts";
import type { Choice } from "../workbench/dialogs.ts";
import { on, plain } from "../workbench/commands.ts";
import type { Command } from "../workbench/commands.ts";
import type { Shared } from "../workbench/shared.ts";
import { subjectOf } from "../workbench/tree/rows.ts";
import { count } from "../workbench/words.ts";
import { explorerAddress } from "./model.ts";
import type { Network } from "./model.ts";
import { understood } from "./model/names.ts";
import type { BlockName, Understood } from "./model/names.ts";
import type { BlockPanel } from "./panel.ts";
import type { Store } from "./store.ts";
import { addressOf, readAddress } from "./subject.ts";
import { absenceWords, understandingWords } from "./words.ts";

/** Whoever shows panels. */
interface Shows {
  readonly panels: Pick<Shared["panels"], "show">;
}

/** Asks which ledger the view shows, and keeps the answer. */
export function chooseNetwork(store: Store, { dialogs, settings }: Shared): Command<[], void> {
  return plain(async () => {
    const now = store.network.name;
    const choices = [...settings.get("triptych.blocks.networks")].map(([name, address]) => ({
      label: name,
      description: name === now ? l10n.t("{0} · shown now", new URL(address).host) : new URL(address).host,
      value: name,
    }));
    const chosen = await dialogs.pick(l10n.t("Switch Network"), choices);
    if (chosen !== undefined) await settings.set("triptych.blocks.network", chosen);
  });
}

export function openSettings(shared: Shared): Command<[], void> {
  return plain(() => shared.openSettings("triptych.blocks"));
}

/** Asks for a block and shows it. What is typed is understood as it is typed, and says what it will do. */
export function goToBlock(
  store: Store,
  panel: BlockPanel,
  { dialogs, panels }: Pick<Shared, "dialogs"> & Shows,
): Command<[], void> {
  return plain(async () => {
    const { network } = store;
    const title = l10n.t("Go to Block on {0}", network.name);
    const placeholder = l10n.t("103,482,917 or 0x28486b8d…");
    const name = await dialogs.search({ title, placeholder }, (typed) => choicesOf(typed, store, network));
    if (name === undefined) return;
    // A hash that was seen before leads to the panel that may be open for its number.
    panels.show(panel, addressOf(network.name, store.known(network, name) ?? name));
  });
}

function choicesOf(typed: string, store: Store, network: Network): readonly Choice<BlockName | undefined>[] {
  const found = understood(typed);
  const newest = store.newestKnown(network);
  const told: Choice<BlockName | undefined> = {
    label: `$(${iconOf(found)}) ${understandingWords(found)}`,
    ...detailOf(found, newest?.number),
    value: "fault" in found ? undefined : found,
  };
  if (typed.trim() !== "" || newest === undefined) return [told];
  const newestOne = { label: `$(package) ${l10n.t("Newest Block")}`, description: count(newest.number) };
  return [told, { ...newestOne, value: { number: newest.number } }];
}

function iconOf(found: Understood): string {
  if (!("fault" in found)) return "number" in found ? "package" : "search";
  return found.fault === "nothing" || found.fault === "digits" ? "info" : "warning";
}

function detailOf(found: Understood, newest: bigint | undefined): { detail?: string } {
  if ("hash" in found) return { detail: found.hash };
  if ("number" in found && newest !== undefined && found.number > newest) {
    return { detail: l10n.t("The newest that is known is {0}", count(newest)) };
  }
  return {};
}

export function openBlock(panel: BlockPanel, { panels }: Shows) {
  return on(addressIn, (address) => panels.show(panel, addressOf(address.network, address.name)));
}

export function openInHashScan({ dialogs }: Shared) {
  return on(addressIn, async ({ network, name }) => {
    const address = "number" in name ? explorerAddress(network, name.number) : undefined;
    if (address === undefined) throw new Problem("invalid", { detail: l10n.t("HashScan does not know this network.") });
    await dialogs.openExternal(address);
  });
}

export function copyHash(store: Store) {
  return on(addressIn, async ({ network: named, name }) => {
    const network = store.networkNamed(named);
    if (network === undefined) throw new Problem("invalid", { detail: l10n.t("This network is no longer set.") });
    const found = await store.find(network, name);
    if ("absent" in found) {
      throw new Problem("invalid", { detail: absenceWords(name, found.absent, network).heading });
    }
    await env.clipboard.writeText(found.block.hash);
  });
}

function addressIn(given: unknown) {
  return readAddress(subjectOf(given));
}
