// Commands on ranges of blocks: show charts, verify the chain, export and copy.
import { env } from "vscode";
import { Problem } from "../../base/problem.ts";
import { on, plain, type Command } from "../../workbench/commands.ts";
import type { Choice } from "../../workbench/dialogs.ts";
import type { Shared } from "../../workbench/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { withIcon } from "../../workbench/text/label.ts";
import { getSubject } from "../../workbench/tree/rows.ts";
import { count } from "../../workbench/format.ts";
import type { Store } from "../ledger/store.ts";
import { rangeAddress, readAddress, readWideRange, type RangeAddress } from "../model/addresses.ts";
import {
  lastBlocks,
  getRangeLength,
  MAX_BLOCKS,
  parseRange,
  type BlockRange,
  type UnderstoodRange,
} from "../model/block-range.ts";
import { HIGHEST_BLOCK } from "../model/block.ts";
import type { Network } from "../model/network.ts";
import { requireNetwork } from "../network/required-network.ts";
import { describeRangeFault, rangeTitle } from "./range-text.ts";
import type { RangePanel } from "./panel.ts";
import { takeRange, type Take } from "./load-range.ts";

type Parts = Pick<Shared, "dialogs"> & { readonly panels: Pick<Shared["panels"], "show"> };
type Wanted = Exclude<UnderstoodRange, { readonly fault: unknown }>;

/** Numbers of latest blocks to choose from before anything is typed: about one minute, and about twenty. */
const SUGGESTED_COUNTS = [30n, 600n];
/** Length of the suggested range from a block on: as many blocks as a node returns at once. */
const SUGGESTED_BLOCKS = 100n;

/** Asks for a range and shows it. */
export function showRange(store: Store, panel: RangePanel, parts: Parts): Command<[], void> {
  return plain(async () => {
    const title = l10n.t("Show Range of Blocks on {0}", store.network.name);
    const address = await askForRange(store, store.network, parts, { title });
    if (address !== undefined) parts.panels.show(panel, address);
  });
}

/** Asks for a range, shows it and verifies its chain. */
export function verifyRange(store: Store, panel: RangePanel, parts: Parts): Command<[], void> {
  return plain(async () => {
    const address = await askForRange(store, store.network, parts, { title: verifyTitle(store.network) });
    if (address !== undefined) showAndVerify(panel, parts, address);
  });
}

/** Asks how far to verify the chain from a block on. */
export function verifyFromHere(store: Store, panel: RangePanel, parts: Parts) {
  return on(
    (given) => readAddress(getSubject(given)),
    async ({ network: named, name }) => {
      const network = requireNetwork(store, named);
      const found = "number" in name ? name : (store.getKnown(network, name) ?? name);
      if (!("number" in found))
        throw new Problem("invalid", { detail: l10n.t("The number of this block isn't known.") });
      const last = found.number + SUGGESTED_BLOCKS - 1n;
      const newest = store.newestKnown(network)?.number ?? HIGHEST_BLOCK;
      const to = last <= newest ? last : newest < found.number ? found.number : newest;
      const value = typedRange({ from: found.number, to });
      const address = await askForRange(store, network, parts, { title: verifyTitle(network), value });
      if (address !== undefined) showAndVerify(panel, parts, address);
    },
  );
}

/** Shows the charts of a row's range; if the range is too wide, asks for a part of it. */
export function openCharts(store: Store, panel: RangePanel, parts: Parts) {
  return onRange(store, async ({ network, range }) => {
    const title = l10n.t("Show Range of Blocks on {0}", network.name);
    const address = await askForPart(store, network, range, parts, title);
    if (address !== undefined) parts.panels.show(panel, address);
  });
}

export function verifyThisRange(store: Store, panel: RangePanel, parts: Parts) {
  return onRange(store, async ({ network, range }) => {
    const address = await askForPart(store, network, range, parts, verifyTitle(network));
    if (address !== undefined) showAndVerify(panel, parts, address);
  });
}

/** Loads the range of a row, then exports or shares it. */
export function takeThisRange(store: Store, take: Take, parts: Parts & Pick<Shared, "exports" | "shares">) {
  return onRange(store, async ({ network, range }) => {
    const address = await askForPart(store, network, range, parts, l10n.t("Export Blocks of {0}", network.name));
    const chosen = readWideRange(address)?.range;
    if (chosen !== undefined) await takeRange(store, network, chosen, take, parts);
  });
}

/** Copies a range in the form in which it can be typed again. */
export function copyRange(store: Store) {
  return onRange(store, async ({ range }) => {
    await env.clipboard.writeText(typedRange(range));
  });
}

function onRange(
  store: Store,
  run: (about: { readonly network: Network; readonly range: BlockRange }) => Promise<void>,
) {
  return on(
    (given) => readWideRange(getSubject(given)),
    async ({ network, range }) => run({ network: requireNetwork(store, network), range }),
  );
}

function verifyTitle({ name }: Network): string {
  return l10n.t("Verify Range of Blocks on {0}", name);
}

function showAndVerify(panel: RangePanel, { panels }: Parts, address: RangeAddress): void {
  panels.show(panel, address);
  panel.verify(address);
}

/** Returns the range if it can be shown, or else asks for a part of it. */
async function askForPart(
  store: Store,
  network: Network,
  range: BlockRange,
  parts: Parts,
  title: string,
): Promise<RangeAddress | undefined> {
  if (getRangeLength(range) <= MAX_BLOCKS) return rangeAddress(network.name, range);
  const value = typedRange({ from: range.to - MAX_BLOCKS + 1n, to: range.to });
  return await askForRange(store, network, parts, { title, value });
}

function typedRange({ from, to }: BlockRange): string {
  return `${from} – ${to}`;
}

async function askForRange(
  store: Store,
  network: Network,
  { dialogs }: Parts,
  asked: { readonly title: string; readonly value?: string },
): Promise<RangeAddress | undefined> {
  const placeholder = l10n.t("1,000-2,000, or 600 for the latest 600");
  const wanted = await dialogs.search({ ...asked, placeholder }, listChoices);
  if (wanted === undefined) return undefined;
  const range = "last" in wanted ? lastBlocks(wanted.last, await loadNewestNumber(store, network)) : wanted;
  return rangeAddress(network.name, range);
}

/** Requests the latest block, because the newest known one may be old. */
async function loadNewestNumber(store: Store, network: Network): Promise<bigint> {
  store.markStale(network);
  const [newest] = (await store.newest(network)).values;
  return newest?.number ?? 0n;
}

function listChoices(typed: string): readonly Choice<Wanted | undefined>[] {
  const found = parseRange(typed);
  const typedChoice =
    "fault" in found
      ? { label: withIcon(found.fault === "nothing" ? "info" : "warning", describeRangeFault(found)), value: undefined }
      : choice(found);
  return typed.trim() === "" ? [typedChoice, ...SUGGESTED_COUNTS.map((last) => choice({ last }))] : [typedChoice];
}

function choice(wanted: Wanted): Choice<Wanted> {
  const label = "last" in wanted ? l10n.t("Latest {0} Blocks", count(wanted.last)) : rangeTitle(wanted);
  return { label: withIcon("graph-line", label), value: wanted };
}
