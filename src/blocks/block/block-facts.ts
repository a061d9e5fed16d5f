// The facts of a block, for its panel and exports.
import { formatDuration } from "../../base/time.ts";
import type { Fact, Figure, PlainFact } from "../../panels/kit/content/content-model.ts";
import type { Span } from "../../panels/kit/content/text-model.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import { numberFact, plainFact, secondsFact, valueFact, wideCodeFact } from "../parts/fact-builders.ts";
import { bitsSet, duration, rate, type Block } from "../model/block.ts";
import { follows, isFirst } from "../model/block-sequence.ts";
import type { BlockAct } from "./protocol.ts";

export interface BlockFact extends PlainFact {
  /** True if the value links to the previous block. */
  readonly linksToPrevious?: boolean;
  readonly mark?: Pick<Span, "icon" | "tone">;
}

/** The main facts of a block; a fact that was not recorded has no value. */
export function mainFacts(block: Block, before: Block | undefined): readonly BlockFact[] {
  const first = isFirst(block);
  return [
    wideCodeFact(l10n.t("Hash"), block.hash),
    { ...wideCodeFact(l10n.t("Previous hash"), block.previousHash), linksToPrevious: !first },
    numberFact(l10n.t("Number"), block.number),
    ...(first || before === undefined ? [] : [chain(block, before)]),
    secondsFact(l10n.t("From"), block.from),
    secondsFact(l10n.t("To"), block.to),
  ];
}

/** The other fields, and all digits of the numbers in the figures. */
export function technicalFacts(block: Block): readonly PlainFact[] {
  const length = duration(block);
  const perSecond = rate(block);
  return [
    numberFact(l10n.t("Transactions"), block.count),
    valueFact(l10n.t("Duration"), length, exactSeconds, formatDuration),
    perSecond === undefined
      ? { name: l10n.t("Transactions per second"), value: length === 0n ? l10n.t("No time passed") : undefined }
      : plainFact(l10n.t("Transactions per second"), format.decimal(perSecond), perSecond),
    numberFact(l10n.t("Gas used"), block.gasUsed),
    valueFact(l10n.t("Size"), block.size, (size) => l10n.t("{0} bytes", format.count(size))),
    plainFact(l10n.t("HAPI version"), block.hapiVersion),
    wideCodeFact(l10n.t("Record file"), block.name),
    valueFact(l10n.t("Logs bloom"), block.logsBloom, describeBloom),
    { ...wideCodeFact(l10n.t("Receipts root"), block.receiptsRoot), wide: block.receiptsRoot !== undefined },
  ];
}

/** Omits numbers that were not recorded. The facts mark those. */
export function blockFigures(block: Block): readonly Figure[] {
  const perSecond = rate(block);
  return [
    block.count === undefined
      ? undefined
      : { value: format.count(block.count), word: block.count === 1n ? l10n.t("transaction") : l10n.t("transactions") },
    perSecond === undefined ? undefined : { value: format.decimal(perSecond), word: l10n.t("per second") },
    block.gasUsed === undefined ? undefined : { value: format.count(block.gasUsed), word: l10n.t("gas used") },
    block.size === undefined ? undefined : { value: format.count(block.size), word: l10n.t("bytes") },
  ].filter((figure) => figure !== undefined);
}

/** Converts a fact for the panel, with its link or mark. */
export function toPanelFact({ linksToPrevious, mark, ...fact }: BlockFact): Fact<BlockAct> {
  const { value } = fact;
  if (value === undefined) return fact;
  if (linksToPrevious === true) return { ...fact, value: [{ text: value, act: { type: "go", to: "previous" } }] };
  return mark === undefined ? fact : { ...fact, value: [{ ...mark, text: value }] };
}

/** "1.986182811 s" */
export function exactSeconds(length: bigint): string {
  return l10n.t("{0} s", format.decimal(formatDuration(length)));
}

function describeBloom(bloom: string): string {
  const bits = bitsSet(bloom);
  if (bits === undefined) return bloom;
  if (bloom.length === 2) return l10n.t("Empty");
  return l10n.t("{0} of {1} bits set", format.count(bits), format.count((bloom.length - 2) * 4));
}

function chain(block: Block, before: Block): BlockFact {
  const name = l10n.t("Chain");
  return follows(block, before)
    ? { name, value: l10n.t("Follows {0}", format.count(before.number)), mark: { icon: "pass", tone: "good" } }
    : {
        name,
        value: l10n.t("Hash of {0} does not match", format.count(before.number)),
        mark: { icon: "error", tone: "bad" },
      };
}
