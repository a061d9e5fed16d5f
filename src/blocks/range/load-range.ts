// Loads the blocks of a range, and exports or shares them.
import { Problem } from "../../base/problem.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import type { RequestOptions } from "../api/mirror-node.ts";
import type { ExportServices, ExportAction } from "../parts/export-actions.ts";
import { describeLoading } from "../wording/block-text.ts";
import type { Store } from "../store/store.ts";
import { getRangeLength, type BlockRange } from "../model/block-range.ts";
import type { Block } from "../model/block.ts";
import type { Network } from "../model/network.ts";
import { describeMissing, rangeTitle } from "./range-text.ts";
import { rangeExport } from "./export.ts";

/** The loaded blocks of a range, and the block before it, at whose end the first interval starts. */
export interface LoadedRange {
  readonly blocks: readonly Block[];
  readonly before: Block | undefined;
  /** How many could not be decoded. */
  readonly skipped: number;
}

/** Loads a range page by page, and yields everything loaded so far after each page. */
export async function* readBlocks(
  store: Pick<Store, "walk">,
  network: Network,
  range: BlockRange,
  options: RequestOptions,
): AsyncGenerator<LoadedRange, void> {
  const from = range.from === 0n ? 0n : range.from - 1n;
  const blocks: Block[] = [];
  let before: Block | undefined;
  let skipped = 0;
  for await (const page of store.walk(network, { from, to: range.to }, options)) {
    skipped += page.skipped;
    for (const block of page.values) {
      if (block.number < range.from) before = block;
      else blocks.push(block);
    }
    yield { blocks: [...blocks], before, skipped };
  }
}

/** Loads a range that no panel shows, and exports or shares as much of it as the node has. */
export async function takeRange(
  store: Pick<Store, "walk">,
  network: Network,
  range: BlockRange,
  action: ExportAction,
  parts: ExportServices & Pick<Shared, "dialogs">,
): Promise<void> {
  const title = rangeTitle(range);
  const all = Number(getRangeLength(range));
  const loaded = await parts.dialogs.progress(describeLoading(title), async (report, signal) => {
    let soFar: LoadedRange = { blocks: [], before: undefined, skipped: 0 };
    for await (soFar of readBlocks(store, network, range, { signal })) {
      const message = l10n.t("{0} of {1}", format.count(soFar.blocks.length), format.count(all));
      report({ message, percent: (soFar.blocks.length * 100) / all });
    }
    return soFar;
  });
  if (loaded.blocks.length === 0) {
    throw new Problem("invalid", { detail: l10n.t("{0} has no blocks in this range.", network.name) });
  }
  const missing = describeMissing(range, loaded.blocks.length, loaded.skipped);
  if (missing !== undefined) void parts.dialogs.message("warning", missing);
  await action(rangeExport(network.name, loaded.blocks, loaded.before), parts);
}
