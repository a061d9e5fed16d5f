// The export of a range of blocks, as Markdown, CSV and JSON.
import { formatDuration, formatIso, formatSeconds } from "../../base/time.ts";
import type { Exportable } from "../../workbench/export/exports.ts";
import * as markdown from "../../workbench/export/export-markdown.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import { formatTransactionCount, missingValue, formatSecondsExact } from "../wording/block-text.ts";
import { interval, sumBlocks } from "../model/block-range.ts";
import type { Block } from "../model/block.ts";
import { rangeTitle, describeBlocks } from "./range-text.ts";

/** Exports blocks that follow `before`, with every digit of every number. */
export function rangeExport(network: string, blocks: readonly Block[], before: Block | undefined): Exportable {
  const [from, to] = [blocks[0]?.number ?? 0n, blocks.at(-1)?.number ?? 0n];
  const title = l10n.t("{0}, {1}", rangeTitle({ from, to }), network);
  const formatInterval = (block: Block, place: number): string | undefined => {
    const length = interval(block, place === 0 ? before : blocks[place - 1]);
    return length === undefined ? undefined : formatDuration(length);
  };
  return {
    title,
    fileName: `blocks-${from}-${to}-${network}`,
    markdown: () => {
      const { transactions, gas, bytes, length } = sumBlocks(blocks);
      const sums = [
        formatTransactionCount(transactions),
        l10n.t("{0} gas", format.count(gas)),
        l10n.t("{0} bytes", format.count(bytes)),
        ...(length === undefined ? [] : [formatSecondsExact(length)]),
      ];
      return markdown.blocks(
        `## ${markdown.text(title)}`,
        markdown.text([...describeBlocks(blocks), ...sums].join(" · ")),
        markdown.table(
          [l10n.t("Block"), l10n.t("Closed"), l10n.t("Transactions"), l10n.t("Gas"), l10n.t("Bytes"), l10n.t("Hash")],
          blocks.map((block) => [
            String(block.number),
            block.to === undefined ? missingValue() : formatIso(block.to),
            digits(block.count),
            digits(block.gasUsed),
            digits(block.size),
            markdown.code(block.hash),
          ]),
        ),
      );
    },
    table: () => ({
      columns: ["number", "hash", "previous_hash", "from", "to", "interval", "count", "gas_used", "size", "name"],
      rows: blocks.map((block, place) => [
        block.number,
        block.hash,
        block.previousHash,
        block.from === undefined ? undefined : formatSeconds(block.from),
        block.to === undefined ? undefined : formatSeconds(block.to),
        formatInterval(block, place),
        block.count,
        block.gasUsed,
        block.size,
        block.name,
      ]),
    }),
    json: () => ({ network, blocks: blocks.map(({ sent }) => sent) }),
  };
}

function digits(value: bigint | undefined): string {
  return value === undefined ? missingValue() : String(value);
}
