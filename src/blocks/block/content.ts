import { stringifyJson } from "../../base/json.ts";
import { formatDuration, formatIso, formatSeconds } from "../../base/time.ts";
import type { BlockContent, Fact, Figure, Neighbour, Words } from "../../panels/block/messages.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count, formatDecimal } from "../../workbench/words.ts";
import { hintWords } from "./log-search-text.ts";
import { secondsWords } from "../format.ts";
import type { BlockName } from "../model/block-name.ts";
import { bitsSet, duration, follows, HIGHEST, isFirst, rate } from "../model/block.ts";
import type { Block } from "../model/block.ts";

/** What the panel shows of a block. `before` is the one before it, where that is known. */
export function blockContent(block: Block, before: Block | undefined): BlockContent {
  const length = duration(block);
  return {
    kind: "block",
    from: block.from === undefined ? undefined : formatIso(block.from),
    length: length === undefined ? undefined : l10n.t("took {0}", secondsWords(length)),
    exactLength: length === undefined ? undefined : exactSeconds(formatDuration(length)),
    figures: figures(block),
    note: block.count === 0n ? emptyNote(block) : undefined,
    facts: facts(block, before),
    json: stringifyJson(block.sent, "  "),
  };
}

/** Numbers that are not recorded are left out here; the facts say so. */
function figures(block: Block): readonly Figure[] {
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

function emptyNote({ number, gasUsed, size }: Block): { heading: string; sentence: string } {
  const missing =
    gasUsed === undefined && size === undefined
      ? l10n.t("Gas and size were not recorded.")
      : gasUsed === undefined
        ? l10n.t("Gas was not recorded.")
        : size === undefined
          ? l10n.t("Size was not recorded.")
          : "";
  const sentence = l10n.t("{0} has no transactions.", count(number));
  return { heading: l10n.t("Empty block"), sentence: `${sentence} ${missing}`.trim() };
}

/** Every field of a block; what was not recorded has no value. */
export function facts(block: Block, before: Block | undefined): readonly Fact[] {
  const length = duration(block);
  const perSecond = rate(block);
  const first = isFirst(block);
  return [
    { ...coded(l10n.t("Hash"), block.hash), wide: true },
    { ...coded(l10n.t("Previous hash"), block.previousHash), wide: true, leads: !first },
    numbered(l10n.t("Number"), block.number),
    numbered(l10n.t("Transactions"), block.count),
    coded(l10n.t("From"), block.from === undefined ? undefined : formatSeconds(block.from)),
    coded(l10n.t("To"), block.to === undefined ? undefined : formatSeconds(block.to)),
    length === undefined
      ? { name: l10n.t("Duration"), value: undefined }
      : { name: l10n.t("Duration"), value: exactSeconds(formatDuration(length)), copy: formatDuration(length) },
    perSecond === undefined
      ? { name: l10n.t("Transactions per second"), value: length === 0n ? l10n.t("No time passed") : undefined }
      : { name: l10n.t("Transactions per second"), value: formatDecimal(perSecond), copy: perSecond },
    { ...coded(l10n.t("Record file"), block.name), wide: true },
    numbered(l10n.t("Size"), block.size, (size) => l10n.t("{0} bytes", count(size))),
    copied(l10n.t("HAPI version"), block.hapiVersion),
    numbered(l10n.t("Gas used"), block.gasUsed),
    { ...copied(l10n.t("Logs bloom"), block.logsBloom), value: bloomWords(block.logsBloom) },
    { ...coded(l10n.t("Receipts root"), block.receiptsRoot), wide: block.receiptsRoot !== undefined },
    ...(first || before === undefined ? [] : [chain(block, before)]),
  ];
}

function copied(name: string, value: string | undefined): Fact {
  return value === undefined ? { name, value } : { name, value, copy: value };
}

/** A hash, a time or a name of a file: what is read digit by digit. */
function coded(name: string, value: string | undefined): Fact {
  return value === undefined ? { name, value } : { name, value, copy: value, mono: true };
}

/** A number as the reader writes it; copied are its digits alone. */
function numbered(name: string, value: bigint | undefined, words: (value: bigint) => string = count): Fact {
  return value === undefined ? { name, value } : { name, value: words(value), copy: String(value) };
}

function bloomWords(bloom: string | undefined): string | undefined {
  if (bloom === undefined) return undefined;
  const bits = bitsSet(bloom);
  if (bits === undefined) return bloom;
  if (bloom.length === 2) return l10n.t("Empty");
  return l10n.t("{0} of {1} bits set", count(bits), count((bloom.length - 2) * 4));
}

function chain(block: Block, before: Block): Fact {
  const name = l10n.t("Chain");
  return follows(block, before)
    ? { name, value: l10n.t("Follows {0}", count(before.number)), icon: { name: "pass", tone: "good" } }
    : {
        name,
        value: l10n.t("Hash of {0} does not match", count(before.number)),
        icon: { name: "error", tone: "bad" },
      };
}

/** The ways to the blocks before and after one. */
export function neighbours(name: BlockName | undefined): { readonly previous: Neighbour; readonly next: Neighbour } {
  const number = name !== undefined && "number" in name ? name.number : undefined;
  const words = { previous: l10n.t("Previous block (Alt+Left)"), next: l10n.t("Next block (Alt+Right)") };
  const unknown = l10n.t("Block number unknown");
  const step = (to: "previous" | "next", other: bigint | undefined, end: string): Neighbour => ({
    name: other === undefined ? (to === "next" ? l10n.t("Next") : l10n.t("Previous")) : count(other),
    hint: words[to],
    idle: number === undefined ? unknown : other === undefined ? end : "",
  });
  return {
    previous: step("previous", number === undefined || number === 0n ? undefined : number - 1n, firstWords()),
    next: step(
      "next",
      number === undefined || number === HIGHEST ? undefined : number + 1n,
      l10n.t("This is the highest possible block number"),
    ),
  };
}

function firstWords(): string {
  return l10n.t("This is the first block");
}

export function panelWords(): Words {
  return {
    toolbar: l10n.t("Block"),
    neighbours: l10n.t("Neighboring Blocks"),
    goToBlock: l10n.t("Go to Block…"),
    openInExplorer: l10n.t("Open in HashScan"),
    export: l10n.t("Export…"),
    share: l10n.t("Share…"),
    goToNewest: l10n.t("Go to Latest"),
    retry: l10n.t("Retry"),
    tabs: l10n.t("Block"),
    block: l10n.t("Block"),
    facts: l10n.t("Facts"),
    json: l10n.t("Raw JSON"),
    transactions: l10n.t("Transactions"),
    transaction: l10n.t("Transaction"),
    results: l10n.t("Contract Results"),
    logged: l10n.t("Logs"),
    event: l10n.t("Event"),
    values: l10n.t("Values"),
    internal: l10n.t("internal"),
    noResults: l10n.t("No contract calls in this block"),
    noLogs: l10n.t("No contract logs in this block"),
    byType: l10n.t("By type"),
    byResult: l10n.t("By result"),
    filter: l10n.t("Filter transactions"),
    filterHint: l10n.t("Filter by ID, content or memo"),
    type: l10n.t("Type"),
    allTypes: l10n.t("All types"),
    result: l10n.t("Result"),
    allResults: l10n.t("All results"),
    fee: l10n.t("Fee (ℏ)"),
    content: l10n.t("Transfers"),
    memo: l10n.t("Memo"),
    after: l10n.t("Time (s)"),
    contract: l10n.t("Contract"),
    gas: l10n.t("Gas"),
    gasUsed: l10n.t("Gas used"),
    gasLimit: l10n.t("Limit"),
    usedOfLimit: l10n.t("% of limit"),
    error: l10n.t("Error"),
    readMore: l10n.t("Load More"),
    readAll: l10n.t("Load All"),
    stop: l10n.t("Stop"),
    noneMatch: l10n.t("No matching transactions"),
    matching: l10n.t("{0} of {1} match"),
    copyAll: l10n.t("Copy Rows"),
    closeDetail: l10n.t("Close"),
    logs: l10n.t("Search Logs"),
    logsHint: hintWords(),
    look: l10n.t("Search"),
  };
}

function exactSeconds(seconds: string): string {
  return l10n.t("{0} s", seconds);
}
