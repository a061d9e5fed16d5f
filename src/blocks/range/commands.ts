// Commands on ranges of blocks: show charts, verify the chain, export and copy.
import { env } from "vscode";
import { Problem } from "../../base/problem.ts";
import { on, oneOf, plain, type Command } from "../../workbench/commands.ts";
import type { Choice } from "../../workbench/dialogs/dialogs.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { withIcon } from "../../workbench/text/label.ts";
import { getSubject } from "../../workbench/tree/level-rows.ts";
import { exportThing, shareThing, type ExportServices, type ExportAction } from "../parts/export-actions.ts";
import type { Store } from "../store/store.ts";
import { rangeAddress, readAddress, readWideRange, type RangeAddress } from "../model/saved-names.ts";
import {
  lastBlocks,
  getRangeLength,
  MAX_BLOCKS,
  parseRange,
  type BlockRange,
  type ParsedRange,
} from "../model/block-range.ts";
import type { BlockName } from "../model/block-name.ts";
import { HIGHEST_BLOCK } from "../model/block.ts";
import type { Network } from "../model/network.ts";
import { requireNetwork } from "../parts/content-parts.ts";
import { describeRangeFault, latestBlocksTitle, rangeTitle } from "./range-text.ts";
import type { RangePanels } from "./panel.ts";
import { takeRange } from "./load-range.ts";

type RangeCommandServices = Pick<Shared, "dialogs"> & ExportServices;
type RequestedRange = Exclude<ParsedRange, { readonly fault: unknown }>;

/** Suggested numbers of latest blocks, before anything is typed: those of about one minute and twenty minutes. */
const SUGGESTED_COUNTS = [30n, 600n];
/** Length of the suggested range that starts with a block: the maximum that a node returns. */
const SUGGESTED_BLOCKS = 100n;

export function rangeCommands(
  store: Store,
  ranges: Pick<RangePanels, "show" | "verify">,
  services: RangeCommandServices,
) {
  const show = (address: RangeAddress): void => ranges.show(address);
  const verify = (address: RangeAddress): void => ranges.verify(address);
  const showTitle = (name: string): string => l10n.t("Show Range of Blocks on {0}", name);
  const verifyTitle = (name: string): string => l10n.t("Verify Range of Blocks on {0}", name);
  /** Asks for a range, then runs something on it. */
  const ask = (toTitle: (network: string) => string, run: (address: RangeAddress) => void): Command<[], void> =>
    plain(async () => {
      const address = await askForRange(store, store.network, services, { title: toTitle(store.network.name) });
      if (address !== undefined) run(address);
    });
  /** Runs something on the range of a row; if it is too long to be shown, asks for a part of it. */
  const onRange = (toTitle: (network: string) => string, run: (address: RangeAddress, network: Network) => unknown) =>
    on(rangeIn, async ({ network: name, range }) => {
      const network = requireNetwork(store, name);
      const asked = { title: toTitle(name), value: typedRange({ from: range.to - MAX_BLOCKS + 1n, to: range.to }) };
      const isNarrow = getRangeLength(range) <= MAX_BLOCKS;
      const address = isNarrow ? rangeAddress(name, range) : await askForRange(store, network, services, asked);
      if (address !== undefined) await run(address, network);
    });
  /** Asks how far to verify the chain that starts with the block of a row. */
  const verifyFrom = on(
    (given) => readAddress(getSubject(given)),
    async ({ network: named, name }) => {
      const network = requireNetwork(store, named);
      const value = typedRange(suggestRange(store, network, name));
      const address = await askForRange(store, network, services, { title: verifyTitle(named), value });
      if (address !== undefined) verify(address);
    },
  );
  const take = (action: ExportAction) =>
    onRange(
      (name) => l10n.t("Export Blocks of {0}", name),
      async (address, network) => {
        const range = readWideRange(address)?.range;
        if (range !== undefined) await takeRange(store, network, range, action, services);
      },
    );
  return {
    show: oneOf(onRange(showTitle, show), ask(showTitle, show)),
    verify: oneOf(onRange(verifyTitle, verify), verifyFrom, ask(verifyTitle, verify)),
    /** Copies a range in a form that can be typed in again. */
    copy: on(rangeIn, async ({ network, range }) => {
      requireNetwork(store, network);
      await env.clipboard.writeText(typedRange(range));
    }),
    export: take(exportThing),
    share: take(shareThing),
  };
}

function rangeIn(given: unknown) {
  return readWideRange(getSubject(given));
}

/** Suggests a range that starts with a block. */
function suggestRange(store: Store, network: Network, name: BlockName): BlockRange {
  const found = "number" in name ? name : (store.getKnown(network, name) ?? name);
  if (!("number" in found)) throw new Problem("invalid", { detail: l10n.t("The number of this block isn't known.") });
  const last = found.number + SUGGESTED_BLOCKS - 1n;
  const newest = store.newestKnown(network)?.number ?? HIGHEST_BLOCK;
  return { from: found.number, to: last <= newest ? last : newest < found.number ? found.number : newest };
}

function typedRange({ from, to }: BlockRange): string {
  return `${from} – ${to}`;
}

async function askForRange(
  store: Store,
  network: Network,
  { dialogs }: RangeCommandServices,
  asked: { readonly title: string; readonly value?: string },
): Promise<RangeAddress | undefined> {
  const placeholder = l10n.t("1,000-2,000, or 600 for the latest 600");
  const wanted = await dialogs.search({ ...asked, placeholder }, listChoices);
  if (wanted === undefined) return undefined;
  if (!("last" in wanted)) return rangeAddress(network.name, wanted);
  const newest = await store.loadLatest(network);
  return rangeAddress(network.name, lastBlocks(wanted.last, newest?.number ?? 0n));
}

function listChoices(typed: string): readonly Choice<RequestedRange | undefined>[] {
  const found = parseRange(typed);
  const typedChoice =
    "fault" in found
      ? { label: withIcon(found.fault === "nothing" ? "info" : "warning", describeRangeFault(found)), value: undefined }
      : choice(found);
  return typed.trim() === "" ? [typedChoice, ...SUGGESTED_COUNTS.map((last) => choice({ last }))] : [typedChoice];
}

function choice(wanted: RequestedRange): Choice<RequestedRange> {
  const label = "last" in wanted ? latestBlocksTitle(wanted.last) : rangeTitle(wanted);
  return { label: withIcon("graph-line", label), value: wanted };
}
