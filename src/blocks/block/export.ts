// The export of a block, as Markdown, CSV and JSON.
import type { PlainFact } from "../../panels/kit/content/content-model.ts";
import type { Exportable } from "../../workbench/export/exports.ts";
import * as markdown from "../../workbench/export/export-markdown.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { mainFacts, technicalFacts } from "./block-facts.ts";
import { blockTitle, missingValue } from "../wording/block-text.ts";
import type { BlockAddress } from "../model/saved-names.ts";
import type { Block } from "../model/block.ts";
import { explorerAddress } from "../model/network.ts";

/** The export of a block contains every digit of every number. */
export function blockExport({ network }: Pick<BlockAddress, "network">, block: Block): Exportable {
  const title = l10n.t("{0}, {1}", blockTitle({ number: block.number }), network);
  const recorded = [...mainFacts(block, undefined), ...technicalFacts(block)];
  return {
    title,
    fileName: `block-${block.number}-${network}`,
    markdown: () => {
      const explorer = explorerAddress(network, "block", block.number);
      return markdown.blocks(
        `## ${markdown.text(title)}`,
        markdown.table(
          [l10n.t("Field"), l10n.t("Value")],
          recorded.map((fact) => [markdown.text(fact.name), factText(fact)]),
        ),
        explorer === undefined ? undefined : markdown.link(l10n.t("Open in HashScan"), explorer),
      );
    },
    table: () => ({
      columns: [l10n.t("Field"), l10n.t("Value")],
      rows: recorded.map(({ name, copy }) => [name, copy]),
    }),
    json: () => block.sent,
  };
}

/** Copied values are exact. The bloom filter has 514 characters, so its text is the number of bits set. */
function factText({ value, copy, mono }: PlainFact): string {
  if (value === undefined) return missingValue();
  return mono === true ? markdown.code(copy ?? value) : markdown.text(value);
}
