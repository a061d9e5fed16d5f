import { l10n } from "vscode";
import { plain } from "../../workbench/commands.ts";
import type { Command } from "../../workbench/commands.ts";
import type { Choice } from "../../workbench/dialogs.ts";
import type { Shared } from "../../workbench/shared.ts";
import { count } from "../../workbench/words.ts";
import type { Network } from "../model.ts";
import { lastBlocks, understoodRange } from "../model/range.ts";
import type { UnderstoodRange } from "../model/range.ts";
import type { Store } from "../store.ts";
import { rangeAddress } from "../subject.ts";
import type { RangeAddress } from "../subject.ts";
import { rangeFaultWords } from "../words.ts";
import { rangeTitle } from "./content.ts";
import type { RangePanel } from "./panel.ts";

type Parts = Pick<Shared, "dialogs" | "panels">;
type Wanted = Exclude<UnderstoodRange, { readonly fault: unknown }>;

/** What is offered before anything is typed: a minute or so, and twenty. */
const OFFERED = [30n, 600n];

/** Asks for a range and shows it. */
export function showRange(store: Store, panel: RangePanel, parts: Parts): Command<[], void> {
  return plain(async () => {
    const address = await askForRange(store, parts, l10n.t("Show Range of Blocks on {0}", store.network.name));
    if (address !== undefined) parts.panels.show(panel, address);
  });
}

/** Asks for a range, shows it and looks at its chain. */
export function verifyRange(store: Store, panel: RangePanel, parts: Parts): Command<[], void> {
  return plain(async () => {
    const address = await askForRange(store, parts, l10n.t("Verify Range of Blocks on {0}", store.network.name));
    if (address === undefined) return;
    parts.panels.show(panel, address);
    panel.verify(address);
  });
}

async function askForRange(store: Store, { dialogs }: Parts, title: string): Promise<RangeAddress | undefined> {
  const { network } = store;
  const placeholder = l10n.t("1,000 – 2,000, or 600 for the newest 600");
  const wanted = await dialogs.search({ title, placeholder }, choicesOf);
  if (wanted === undefined) return undefined;
  const range = "last" in wanted ? lastBlocks(wanted.last, await newestOf(store, network)) : wanted;
  return rangeAddress(network.name, range);
}

/** What was seen last may be old: the newest is asked for. */
async function newestOf(store: Store, network: Network): Promise<bigint> {
  store.markStale(network);
  const [newest] = (await store.newest(network)).values;
  return newest?.number ?? 0n;
}

function choicesOf(typed: string): readonly Choice<Wanted | undefined>[] {
  const found = understoodRange(typed);
  const told =
    "fault" in found
      ? { label: `$(${found.fault === "nothing" ? "info" : "warning"}) ${rangeFaultWords(found)}`, value: undefined }
      : choice(found);
  return typed.trim() === "" ? [told, ...OFFERED.map((last) => choice({ last }))] : [told];
}

function choice(wanted: Wanted): Choice<Wanted> {
  const label = "last" in wanted ? l10n.t("The Newest {0} Blocks", count(wanted.last)) : rangeTitle(wanted);
  return { label: `$(graph-line) ${label}`, value: wanted };
}
