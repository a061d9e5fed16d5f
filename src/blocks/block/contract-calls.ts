// Builds the table columns, rows and details of a block's contract results and logs.
import { formatSeconds, type Nanoseconds } from "../../base/time.ts";
import type { Fact, Meter, PlainFact } from "../../panels/kit/content/content-model.ts";
import type { Cell } from "../../panels/kit/content/table-model.ts";
import type { Span } from "../../panels/kit/content/text-model.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import type { BlockAct } from "./protocol.ts";
import {
  codeFact,
  entityFact,
  entitySpan,
  hbarFact,
  linesFact,
  listFact,
  numberFact,
  plainFact,
  secondsFact,
  valueFact,
  wideCodeFact,
  type OpenEntity,
} from "../parts/fact-builders.ts";
import { formatYesNo } from "../wording/block-text.ts";
import { timeColumn, type ListColumn } from "./list-columns.ts";
import { formatShare, successMark } from "./transaction-rows.ts";
import { isKeyOf } from "../../base/json/is-table.ts";
import { formatResult } from "../wording/transaction-types.ts";
import { decodeCall, decodeFailure, decodeLog, type Argument, type Decoded, type Failure } from "../model/abi.ts";
import type { BlockResult, ContractLog, ContractResult } from "../model/contract-result.ts";
import { entityOfAddress } from "../model/entity.ts";
import panics from "./panics.json" with { type: "json" };
import { isSuccess } from "../model/transaction.ts";

/** The columns of the contract results. */
export function resultColumns(): readonly ListColumn<BlockResult>[] {
  const numbers = { short: true, width: "minmax(0, 3fr)", look: "number" } as const;
  return [
    {
      head: { name: "#", short: true, width: "40px", look: "number" },
      cell: ({ index }) => (index === undefined ? null : String(index)),
    },
    { head: { name: l10n.t("Contract"), width: "minmax(0, 4fr)", look: "mono" }, cell: contractCell },
    { head: { name: l10n.t("Result"), width: "minmax(0, 6fr)" }, cell: resultCell },
    { head: { name: l10n.t("Gas used"), ...numbers }, cell: ({ gasUsed }) => countCell(gasUsed) },
    { head: { name: l10n.t("Limit"), ...numbers }, cell: ({ gasLimit }) => countCell(gasLimit) },
    {
      head: { name: l10n.t("% of limit"), ...numbers },
      cell: ({ gasUsed, gasLimit }) =>
        gasUsed === undefined || gasLimit === undefined || gasLimit === 0n
          ? null
          : formatShare(ratio(gasUsed, gasLimit), 1),
    },
    {
      head: { name: l10n.t("Error"), short: true, width: "minmax(0, 5fr)" },
      cell: ({ error }) => describeError(error) ?? "",
    },
  ];
}

function countCell(count: bigint | undefined): Cell {
  return count === undefined ? null : format.count(count);
}

function contractCell({ contract, to, isInternal }: BlockResult): Cell {
  const called = contract ?? to;
  const text: readonly Span[] = called === undefined ? [] : [{ text: called }];
  if (!isInternal) return called ?? null;
  return [...text, { text: ` ${l10n.t("internal")}`, looks: ["quiet"] }];
}

function resultCell({ result, succeeded }: BlockResult): Cell {
  if (result === undefined) return null;
  return [{ text: formatResult(result), ...successMark(succeeded ?? isSuccess(result)) }];
}

/**
 * Gas used and gas limit of all calls for which both are known. The gas of internal calls is part of their callers'
 * gas, unless the block's total includes it separately.
 */
export function gasMeter(results: readonly BlockResult[], ofBlock: bigint | undefined): Meter | undefined {
  const known = results.filter(({ gasUsed, gasLimit }) => gasUsed !== undefined && gasLimit !== undefined);
  const outer = known.filter(({ isInternal }) => !isInternal);
  const countsAll = sumGasUsed(outer) !== ofBlock && sumGasUsed(known) === ofBlock;
  const counted = countsAll ? known : outer;
  const used = sumGasUsed(counted);
  const limit = counted.reduce((sum, { gasLimit }) => sum + (gasLimit ?? 0n), 0n);
  if (limit === 0n) return undefined;
  const share = ratio(used, limit);
  const calls = l10n.plural(counted.length, "{0} call", "{0} calls");
  const internal = results.filter(({ isInternal }) => isInternal).length;
  const parts = [
    l10n.t("{0} of {1} used by {2}", format.count(used), format.count(limit), calls),
    ...(internal === 0 || countsAll
      ? []
      : [
          internal === 1
            ? l10n.t("includes 1 internal call")
            : l10n.t("includes {0} internal calls", format.count(internal)),
        ]),
  ];
  return {
    kind: "meter",
    name: l10n.t("Gas"),
    sentence: parts.join(" · "),
    share,
    percent: formatShare(share, 1),
  };
}

function sumGasUsed(results: readonly BlockResult[]): bigint {
  return results.reduce((sum, { gasUsed }) => sum + (gasUsed ?? 0n), 0n);
}

/** All facts about a contract call; `open` opens its transaction. */
export function resultFacts(result: BlockResult, open: BlockAct): readonly Fact<BlockAct>[] {
  const { input = "", output, hash, error } = result;
  const selector = /^0x[0-9a-f]{8}/i.exec(input)?.[0];
  const called = decodeCall(input);
  return [
    wideCodeFact(l10n.t("Transaction hash"), hash),
    openingTimeFact(result.time, open),
    entityFact(l10n.t("Contract"), result.contract),
    addressFact(l10n.t("Sender"), result.from),
    addressFact(l10n.t("To"), result.to),
    {
      ...wideCodeFact(l10n.t("Function"), selector === undefined ? l10n.t("None") : formatFunction(selector, called)),
      ...(selector === undefined ? {} : { copy: selector }),
    },
    ...argumentFacts(called),
    valueFact(l10n.t("Result"), result.result, formatResult),
    plainFact(l10n.t("Internal"), result.isInternal ? l10n.t("Yes, triggered by another call") : formatYesNo(false)),
    numberFact(l10n.t("Gas used"), result.gasUsed),
    numberFact(l10n.t("Gas limit"), result.gasLimit),
    hbarFact(l10n.t("Amount sent"), result.amount),
    valueFact(l10n.t("Position in block"), result.index, String),
    ...(error === undefined ? [] : [{ ...codeFact(l10n.t("Error"), describeError(error)), copy: error, wide: true }]),
    ...hexFact(l10n.t("Input"), input),
    ...hexFact(l10n.t("Output"), output),
  ];
}

function openingTimeFact(time: Nanoseconds, open: BlockAct): Fact<BlockAct> {
  return { ...secondsFact(l10n.t("Consensus time"), time), value: [{ text: formatSeconds(time), act: open }] };
}

/** The columns of the logs. */
export function logColumns(): readonly ListColumn<ContractLog>[] {
  return [
    {
      head: { name: l10n.t("Contract"), width: "minmax(0, 3fr)", look: "mono" },
      cell: ({ contract, address }) => contract ?? formatAddress(address) ?? null,
    },
    {
      head: { name: l10n.t("Event"), width: "minmax(0, 3fr)" },
      cell: (log) => {
        const { event, isNamed } = describeLog(log);
        return isNamed ? event : [{ text: event, tip: event, looks: ["mono", "quiet", "cut"] }];
      },
    },
    {
      head: { name: l10n.t("Values"), short: true, width: "minmax(0, 10fr)" },
      cell: (log) => describeLog(log).values,
    },
    timeColumn(),
  ];
}

/** The values of a log, and its event by name, or by topic if the name is unknown. */
export function describeLog(log: ContractLog): {
  readonly event: string;
  readonly isNamed: boolean;
  readonly values: string;
} {
  const decoded = decodeLog(log);
  return {
    event: decoded?.name ?? log.topics[0] ?? l10n.t("Anonymous"),
    isNamed: decoded !== undefined,
    values: decoded === undefined ? (log.data ?? "") : decoded.arguments.map(formatArgument).join(" · "),
  };
}

/** All facts about a log; `open` opens its transaction. */
export function logFacts(log: ContractLog, open: BlockAct): readonly Fact<BlockAct>[] {
  const decoded = decodeLog(log);
  return [
    wideCodeFact(l10n.t("Event"), decoded === undefined ? l10n.t("Unknown") : formatSignature(decoded)),
    ...argumentFacts(decoded),
    entityFact(l10n.t("Contract"), log.contract),
    addressFact(l10n.t("Address"), log.address),
    openingTimeFact(log.time, open),
    valueFact(l10n.t("Position in call"), log.index, String),
    wideCodeFact(l10n.t("Transaction hash"), log.hash),
    ...listFact(l10n.t("Topics"), log.topics),
    ...hexFact(l10n.t("Data"), log.data),
  ];
}

/** "from 0.0.1001" */
function formatArgument({ name, value }: Argument): string {
  return `${name} ${value}`;
}

function argumentFacts(decoded: Decoded | undefined): readonly Fact<OpenEntity>[] {
  const line = ({ name, type, value }: Argument): readonly Span<OpenEntity>[] => [
    { text: `${name} ` },
    type === "address" ? entitySpan(value) : { text: value },
  ];
  return linesFact(l10n.t("Arguments"), decoded?.arguments.map(line) ?? []);
}

function formatSignature({ name, arguments: values }: Decoded): string {
  return `${name}(${values.map(({ type, name: parameter }) => `${type} ${parameter}`).join(", ")})`;
}

/** "0xa9059cbb · transfer(address to, uint256 value)" */
function formatFunction(selector: string, called: Decoded | undefined): string {
  return called === undefined ? selector : `${selector} · ${formatSignature(called)}`;
}

export function formatAddress(address: string | undefined): string | undefined {
  return address === undefined ? undefined : (entityOfAddress(address) ?? address);
}

/** EVM addresses get a full line, because half of one would wrap them. */
function addressFact(name: string, address: string | undefined): Fact<OpenEntity> {
  const text = formatAddress(address);
  return { ...entityFact(name, text), wide: text?.startsWith("0x") === true };
}

/** Longer hexadecimal values are cut in the page, but copied with all digits. */
const MAX_SHOWN_DIGITS = 2048;

function hexFact(name: string, hex: string | undefined): readonly PlainFact[] {
  if (hex === undefined || hex === "" || hex === "0x") return [];
  const value = hex.length > MAX_SHOWN_DIGITS ? `${hex.slice(0, MAX_SHOWN_DIGITS)}…` : hex;
  return [{ ...wideCodeFact(name, value), copy: hex }];
}

function ratio(part: bigint, whole: bigint): number {
  return Number((part * 10_000n) / whole) / 10_000;
}

/** The result of a call. In a list of one contract's calls, the node states only whether there was an error. */
export function describeOutcome({ result, error }: Pick<ContractResult, "result" | "error">): string {
  if (result !== undefined) return formatResult(result);
  if (error === undefined || error === "") return formatResult("SUCCESS");
  const failure = decodeFailure(error);
  return failure === undefined || "raw" in failure ? l10n.t("Failed") : (describeFailure(failure) ?? l10n.t("Failed"));
}

/** The reason of a contract for its failure, as text. */
export function describeError(error: string | undefined): string | undefined {
  return describeFailure(decodeFailure(error));
}

/** System contracts give the name of a result as their reason. */
const RESULT_NAME = /^[A-Z][A-Z\d]*(_[A-Z\d]+)+$/;

function describeFailure(failure: Failure | undefined): string | undefined {
  if (failure === undefined) return undefined;
  if ("panic" in failure) return l10n.t("Panic: {0}", describePanic(`0x${failure.panic.toString(16)}`));
  const text = "reason" in failure ? failure.reason : failure.raw;
  return RESULT_NAME.test(text) ? formatResult(text) : text;
}

/** The name of a check that Solidity inserts, by its code. */
function describePanic(code: string): string {
  return isKeyOf(panics, code) ? l10n.t(panics[code]) : l10n.t("code {0}", code);
}
