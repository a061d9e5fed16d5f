// Builds tree rows that lead to any block of a ledger through smaller and smaller ranges.
import { toMilliseconds } from "../../base/time.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { md, paragraphs, type Markdown } from "../../workbench/text/markdown.ts";
import type { Node, RowPage } from "../../workbench/tree/node.ts";
import { format } from "../../workbench/text/format.ts";
import { formatSpan, formatDays } from "../wording/block-text.ts";
import { buildPage, type RowContext } from "./block-rows.ts";
import { rangeAddress } from "../model/saved-names.ts";
import type { BlockRange } from "../model/block-range.ts";
import type { Network } from "../model/network.ts";
import { subranges, listTopRanges, type NestedRange } from "./nested-ranges.ts";

/** The row of all blocks of a ledger: nested ranges, down to a hundred blocks each. */
export function allBlocks(network: Network, context: RowContext): Node {
  const { store } = context;
  const id = `all ${network.name} ${network.address}`;
  return {
    id,
    subject: undefined,
    label: l10n.t("All Blocks"),
    icon: { name: "list-tree" },
    contextValue: "blocks.all",
    children: async (signal) => {
      const [page, oldest] = await Promise.all([store.newest(network, { signal }), store.oldest(network, { signal })]);
      const newest = page.values[0] ?? store.newestKnown(network);
      if (newest === undefined || oldest === undefined || newest.number < oldest.number) return { nodes: [] };
      return await loadRowsBelow(
        listTopRanges({ from: oldest.number, to: newest.number }),
        id,
        network,
        context,
        signal,
      );
    },
  };
}

/** Builds rows with estimated times, and loads a few blocks that correct the estimates if the network paused. */
function rangeRows(
  ranges: readonly NestedRange[],
  idPrefix: string,
  network: Network,
  context: RowContext,
): readonly Node[] {
  const last = ranges[0];
  const numbers = last === undefined ? [] : [...ranges.map(({ from }) => from).toReversed(), last.to];
  // If a request fails, the estimates stay as they are.
  void context.store.refineTimes(network, numbers).catch(() => undefined);
  return ranges.map((range) => rangeRow(range, idPrefix, network, context));
}

function rangeRow(range: NestedRange, idPrefix: string, network: Network, context: RowContext): Node {
  const id = `${idPrefix} ${range.start}`;
  const estimate = (): string => estimateDays(range, network, context);
  return {
    id,
    subject: rangeAddress(network.name, range),
    label: formatRange(range),
    description: () => {
      const days = estimate();
      return days === "" ? "" : l10n.t("~{0}", days);
    },
    icon: { name: "list-tree" },
    contextValue: "blocks.range",
    accessibleLabel: () => {
      const days = estimate();
      const label = l10n.t("Blocks {0} to {1}", format.count(range.from), format.count(range.to));
      return days === "" ? label : `${label}, ${l10n.t("about {0}", days)}`;
    },
    tooltip: (signal) => tooltip(range, network, context, signal),
    children: async (signal) =>
      range.step > 1n
        ? await loadRowsBelow(subranges(range), id, network, context, signal)
        : await blocksIn(range, id, network, context, signal),
  };
}

/** Builds the rows below a range. The contents of an only child replace it. */
async function loadRowsBelow(
  ranges: readonly NestedRange[],
  idPrefix: string,
  network: Network,
  context: RowContext,
  signal: AbortSignal,
): Promise<RowPage> {
  const [only, ...others] = ranges;
  if (only === undefined || others.length > 0) return { nodes: rangeRows(ranges, idPrefix, network, context) };
  return only.step > 1n
    ? await loadRowsBelow(subranges(only), idPrefix, network, context, signal)
    : await blocksIn(only, idPrefix, network, context, signal);
}

async function blocksIn(
  range: NestedRange,
  idPrefix: string,
  network: Network,
  context: RowContext,
  signal: AbortSignal,
): Promise<RowPage> {
  const page = await context.store.rangePage(network, range, { signal });
  return page.values.length === 0 && page.skipped === 0
    ? { nodes: [emptyRow(idPrefix)] }
    : buildPage(page, network, idPrefix, context);
}

/** Shown for a range without blocks: a node may lack some between its oldest and its newest. */
function emptyRow(idPrefix: string): Node {
  return {
    id: `${idPrefix} nothing`,
    subject: undefined,
    label: l10n.t("No blocks available in this range"),
    icon: { name: "circle-slash" },
    contextValue: "note",
  };
}

/** "17 Oct – 9 Nov": estimated from a few blocks, because exact times would take two requests per row. */
function estimateDays(range: BlockRange, network: Network, { store, now }: RowContext): string {
  const [from, to] = [range.from, range.to].map((number) => store.estimateTime(network, number));
  if (from === undefined || to === undefined) return "";
  return formatDays(toMilliseconds(from), toMilliseconds(to), now());
}

/** The exact times, which take two requests and are loaded only for the tooltip. */
async function tooltip(
  range: BlockRange,
  network: Network,
  { store }: RowContext,
  signal: AbortSignal,
): Promise<Markdown> {
  const [begin, end] = await Promise.all(
    [range.from, range.to].map(async (number) => {
      const found = await store.find(network, { number }, { signal });
      return "block" in found ? found.block : undefined;
    }),
  );
  const title = md`**${l10n.t("Blocks {0} to {1}", format.count(range.from), format.count(range.to))}**`;
  const [from, to] = [begin?.from, end?.to];
  return from === undefined || to === undefined ? title : paragraphs(title, formatSpan(from, to, "seconds"));
}

/** "102,000,000 – 102,999,999" */
function formatRange({ from, to }: BlockRange): string {
  return from === to ? format.count(from) : `${format.count(from)} – ${format.count(to)}`;
}
