// Text about a range of blocks, for its panel, exports and the Command Palette.
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import { describeHighestBlock, formatSpan } from "../wording/block-text.ts";
import { getRangeLength, MAX_BLOCKS, type BlockRange, type ParsedRange } from "../model/block-range.ts";
import type { Block } from "../model/block.ts";

/** "Blocks 103,482,317 – 103,482,916" */
export function rangeTitle({ from, to }: BlockRange): string {
  return from === to
    ? l10n.t("Block {0}", format.count(from))
    : l10n.t("Blocks {0} – {1}", format.count(from), format.count(to));
}

export function formatBlockCount(blocks: bigint): string {
  return blocks === 1n ? l10n.t("1 block") : l10n.t("{0} blocks", format.count(blocks));
}

export function latestBlocksTitle(last: bigint): string {
  return last === 1n ? l10n.t("Latest Block") : l10n.t("Latest {0} Blocks", format.count(last));
}

/** "600 blocks", "20 November 2026, 14:09:00 – 14:28:59 UTC" */
export function describeBlocks(blocks: readonly Block[]): readonly string[] {
  const from = blocks[0]?.from;
  const to = blocks.at(-1)?.to;
  const read = formatBlockCount(BigInt(blocks.length));
  if (from === undefined || to === undefined) return [read];
  return [read, formatSpan(from, to, "seconds")];
}

/** States how many blocks are missing or skipped; undefined if none are. */
export function describeMissing(range: BlockRange, read: number, skipped: number): string | undefined {
  if (skipped > 0) {
    return skipped === 1
      ? l10n.t("1 block was skipped: the response could not be read.")
      : l10n.t("{0} blocks were skipped: the response could not be read.", format.count(skipped));
  }
  const length = getRangeLength(range);
  if (BigInt(read) >= length) return undefined;
  return length === 1n
    ? l10n.t("The mirror node has {0} of 1 block.", format.count(read))
    : l10n.t("The mirror node has {0} of {1} blocks.", format.count(read), format.count(length));
}

/** Explains why typed text is not a range. */
export function describeRangeFault(found: Extract<ParsedRange, { readonly fault: unknown }>): string {
  switch (found.fault) {
    case "nothing":
      return l10n.t("First and last block (1,000-2,000), or a count (600) for the latest");
    case "unknown":
      return l10n.t("Enter a range such as 1,000-2,000, or a count");
    case "backwards":
      return l10n.t("The first number is higher than the second");
    case "tooHigh":
      return describeHighestBlock();
    case "none":
      return l10n.t("Enter at least 1");
    case "tooMany":
      return l10n.t("At most {0} blocks; this range has {1}", format.count(MAX_BLOCKS), format.count(found.blocks));
  }
}
