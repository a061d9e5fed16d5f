// The facts of a block, for its panel and exports, and how facts of the wing are written.
import { formatDuration, formatSeconds } from "../../base/time.ts";
import type { Fact, Figure, PlainFact } from "../../panels/kit/page/model.ts";
import type { Span } from "../../panels/kit/page/text-model.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count, formatDecimal } from "../../workbench/format.ts";
import { bitsSet, duration, follows, isFirst, rate, type Block } from "../model/block.ts";
import { hbars } from "../model/transaction.ts";
import type { BlockAct } from "./block-state.ts";

export interface BlockFact extends PlainFact {
  /** The value leads to the block before. */
  readonly leads?: boolean;
  readonly mark?: Pick<Span, "icon" | "tone">;
}

/** The main facts of a block; a fact that was not recorded has no value. */
export function mainFacts(block: Block, before: Block | undefined): readonly BlockFact[] {
  const { from, to } = block;
  const first = isFirst(block);
  return [
    { ...codeFact(l10n.t("Hash"), block.hash), wide: true },
    { ...codeFact(l10n.t("Previous hash"), block.previousHash), wide: true, leads: !first },
    numberFact(l10n.t("Number"), block.number),
    ...(first || before === undefined ? [] : [chain(block, before)]),
    codeFact(l10n.t("From"), from === undefined ? undefined : formatSeconds(from)),
    codeFact(l10n.t("To"), to === undefined ? undefined : formatSeconds(to)),
  ];
}

/** The other fields, and the numbers that are also figures with all their digits. */
export function technicalFacts(block: Block): readonly PlainFact[] {
  const length = duration(block);
  const perSecond = rate(block);
  return [
    numberFact(l10n.t("Transactions"), block.count),
    plainFact(
      l10n.t("Duration"),
      length === undefined ? undefined : exactSeconds(length),
      length === undefined ? undefined : formatDuration(length),
    ),
    perSecond === undefined
      ? { name: l10n.t("Transactions per second"), value: length === 0n ? l10n.t("No time passed") : undefined }
      : plainFact(l10n.t("Transactions per second"), formatDecimal(perSecond), perSecond),
    numberFact(l10n.t("Gas used"), block.gasUsed),
    numberFact(l10n.t("Size"), block.size, (size) => l10n.t("{0} bytes", count(size))),
    plainFact(l10n.t("HAPI version"), block.hapiVersion),
    { ...codeFact(l10n.t("Record file"), block.name), wide: true },
    plainFact(l10n.t("Logs bloom"), describeBloom(block.logsBloom), block.logsBloom),
    { ...codeFact(l10n.t("Receipts root"), block.receiptsRoot), wide: block.receiptsRoot !== undefined },
  ];
}

/** Numbers that are not recorded are omitted here; the facts show them as such. */
export function blockFigures(block: Block): readonly Figure[] {
  const perSecond = rate(block);
  return [
    block.count === undefined
      ? undefined
      : { value: count(block.count), word: block.count === 1n ? l10n.t("transaction") : l10n.t("transactions") },
    perSecond === undefined ? undefined : { value: formatDecimal(perSecond), word: l10n.t("per second") },
    block.gasUsed === undefined ? undefined : { value: count(block.gasUsed), word: l10n.t("gas used") },
    block.size === undefined ? undefined : { value: count(block.size), word: l10n.t("bytes") },
  ].filter((figure) => figure !== undefined);
}

/** The fact as the panel shows it. */
export function toPanelFact({ leads, mark, ...fact }: BlockFact): Fact<BlockAct> {
  const { value } = fact;
  if (value === undefined) return fact;
  if (leads === true) return { ...fact, value: [{ text: value, act: { type: "go", to: "previous" } }] };
  return mark === undefined ? fact : { ...fact, value: [{ ...mark, text: value }] };
}

/** "1.986182811 s" */
export function exactSeconds(length: bigint): string {
  return l10n.t("{0} s", formatDuration(length));
}

/** A fact with one value in several lines; none if there is no line. */
export function listFact(name: string, lines: readonly string[]): readonly PlainFact[] {
  return lines.length === 0 ? [] : [{ name, value: lines.join("\n"), copy: lines.join("\n"), mono: true, wide: true }];
}

export function plainFact(name: string, value: string | undefined, copy = value): PlainFact {
  return copy === undefined ? { name, value } : { name, value, copy };
}

/** A hash, a time or the name of a file: text that is read digit by digit. */
export function codeFact(name: string, value: string | undefined): PlainFact {
  return { ...plainFact(name, value), mono: true };
}

export function digits(value: bigint | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

export function amount(tinybars: bigint | undefined): string | undefined {
  return tinybars === undefined ? undefined : `${hbars(tinybars)} ℏ`;
}

/** A number as the user writes it; its digits are copied. */
export function numberFact(
  name: string,
  value: bigint | undefined,
  words: (value: bigint) => string = count,
): PlainFact {
  return plainFact(name, value === undefined ? undefined : words(value), digits(value));
}

function describeBloom(bloom: string | undefined): string | undefined {
  if (bloom === undefined) return undefined;
  const bits = bitsSet(bloom);
  if (bits === undefined) return bloom;
  if (bloom.length === 2) return l10n.t("Empty");
  return l10n.t("{0} of {1} bits set", count(bits), count((bloom.length - 2) * 4));
}

function chain(block: Block, before: Block): BlockFact {
  const name = l10n.t("Chain");
  return follows(block, before)
    ? { name, value: l10n.t("Follows {0}", count(before.number)), mark: { icon: "pass", tone: "good" } }
    : {
        name,
        value: l10n.t("Hash of {0} does not match", count(before.number)),
        mark: { icon: "error", tone: "bad" },
      };
}
