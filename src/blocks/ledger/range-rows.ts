// Builds tree rows that lead to any block of a ledger through smaller and smaller ranges.
import { toMilliseconds } from "../../base/time.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { md, paragraphs, type Markdown } from "../../workbench/text/markdown.ts";
import type { Node, Page } from "../../workbench/tree/node.ts";
import { count } from "../../workbench/format.ts";
import { formatSpan, formatDays } from "../format.ts";
import { buildPage, type RowContext } from "./block-rows.ts";
import { rangeAddress } from "../model/addresses.ts";
import type { BlockRange } from "../model/block-range.ts";
import type { Network } from "../model/network.ts";
import { rungsIn, listTopRanges, type Rung } from "../range/nested-ranges.ts";

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
function rungRows(rungs: readonly Rung[], place: string, network: Network, context: RowContext): readonly Node[] {
  const last = rungs[0];
  const numbers = last === undefined ? [] : [...rungs.map(({ from }) => from).toReversed(), last.to];
  // If a request fails, the estimates stay as they are.
  void context.store.date(network, numbers).catch(() => undefined);
  return rungs.map((rung) => rungRow(rung, place, network, context));
}

function rungRow(rung: Rung, place: string, network: Network, context: RowContext): Node {
  const id = `${place} ${rung.start}`;
  return {
    id,
    subject: rangeAddress(network.name, rung),
    label: formatRange(rung),
    description: () => description(rung, network, context),
    icon: { name: "list-tree" },
    contextValue: "blocks.range",
    spoken: l10n.t("Blocks {0} to {1}", count(rung.from), count(rung.to)),
    tooltip: (signal) => tooltip(rung, network, context, signal),
    children: async (signal) =>
      rung.step > 1n
        ? await loadRowsBelow(rungsIn(rung), id, network, context, signal)
        : await blocksIn(rung, id, network, context, signal),
  };
}

/** Builds the rows below a range. The contents of an only child replace it. */
async function loadRowsBelow(
  rungs: readonly Rung[],
  place: string,
  network: Network,
  context: RowContext,
  signal: AbortSignal,
): Promise<Page> {
  const [only, ...others] = rungs;
  if (only === undefined || others.length > 0) return { nodes: rungRows(rungs, place, network, context) };
  return only.step > 1n
    ? await loadRowsBelow(rungsIn(only), place, network, context, signal)
    : await blocksIn(only, place, network, context, signal);
}

async function blocksIn(
  rung: Rung,
  place: string,
  network: Network,
  context: RowContext,
  signal: AbortSignal,
): Promise<Page> {
  const page = await context.store.rangePage(network, rung, { signal });
  return page.values.length === 0 && page.skipped === 0
    ? { nodes: [emptyRow(place)] }
    : buildPage(page, network, place, context);
}

/** Shown for a range without blocks: a node may lack some between its oldest and its newest. */
function emptyRow(place: string): Node {
  return {
    id: `${place} nothing`,
    subject: undefined,
    label: l10n.t("No blocks available in this range"),
    icon: { name: "circle-slash" },
    contextValue: "note",
  };
}

/** "about 17 Oct – 9 Nov": estimated from a few blocks, because exact times would take two requests per row. */
function description(range: BlockRange, network: Network, { store }: RowContext): string {
  const [from, to] = [range.from, range.to].map((number) => store.estimateTime(network, number));
  if (from === undefined || to === undefined) return "";
  return l10n.t("about {0}", formatDays(toMilliseconds(from), toMilliseconds(to)));
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
  const title = md`**${l10n.t("Blocks {0} to {1}", count(range.from), count(range.to))}**`;
  const [from, to] = [begin?.from, end?.to];
  return from === undefined || to === undefined ? title : paragraphs(title, formatSpan(from, to, "seconds"));
}

/** "102,000,000 – 102,999,999" */
function formatRange({ from, to }: BlockRange): string {
  return from === to ? count(from) : `${count(from)} – ${count(to)}`;
}
