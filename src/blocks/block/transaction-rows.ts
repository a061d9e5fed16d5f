// Builds the table columns, rows and details of transactions, and counts them by type and result.
import { cutText } from "../../base/graphemes.ts";
import { formatIso, formatSeconds, type Nanoseconds } from "../../base/time.ts";
import type { Fact, Figure } from "../../panels/kit/content/content-model.ts";
import type { Cell, Sort } from "../../panels/kit/content/table-model.ts";
import type { Span } from "../../panels/kit/content/text-model.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import type { BlockAct } from "./protocol.ts";
import { timeColumn, type ListColumn } from "./list-columns.ts";
import {
  codeFact,
  entityFact,
  entitySpan,
  hbarFact,
  linesFact,
  plainFact,
  secondsFact,
  valueFact,
  wideCodeFact,
  type OpenEntity,
} from "../parts/fact-builders.ts";
import { formatHbars, formatYesNo } from "../wording/block-text.ts";
import { formatResult, typeIcon, typeName } from "../wording/transaction-types.ts";
import { MAX_DECIMALS, type Token } from "../model/entity.ts";
import {
  hbars,
  isSuccess,
  memoText,
  listGains,
  countNames,
  toDecimal,
  type Transaction,
  type Transfer,
} from "../model/transaction.ts";

/** Longer memos are cut to fit into a row. The details show all of a memo. */
const MAX_MEMO_CHARS = 120;

const TINYBARS_PER_HBAR = 100_000_000;

/** Used as the type or result of transactions without one. */
const NOT_RECORDED = "UNKNOWN";

/** A column of transactions; some can be filtered by the type or the result. */
interface TransactionColumn extends ListColumn<Transaction> {
  readonly filteredBy?: "type" | "result";
}

/**
 * The columns of the transactions. The payer stands for the ID, whose time of validity is about the same in all rows;
 * the tooltip and the copied row have all of it. The cells don't depend on the counts.
 */
export function transactionColumns(
  { types, results }: CountedSorts = { types: [], results: [] },
): readonly TransactionColumn[] {
  return [
    {
      head: {
        name: l10n.t("Type"),
        width: "minmax(0, 132px)",
        sorts: sortsById(types),
        all: { label: l10n.t("All types"), name: l10n.t("Type") },
      },
      filteredBy: "type",
      cell: ({ type }) => type ?? NOT_RECORDED,
    },
    {
      head: {
        name: l10n.t("Result"),
        fits: true,
        sorts: sortsById(results),
        all: { label: l10n.t("All results"), name: l10n.t("Result") },
      },
      filteredBy: "result",
      cell: ({ result }) => result ?? NOT_RECORDED,
    },
    {
      head: { name: l10n.t("Payer"), short: true, width: "minmax(0, 92px)", look: "mono", searched: true },
      cell: ({ id }) => (id === undefined ? null : [{ text: getPayer(id), tip: formatTransactionId(id) }]),
    },
    {
      head: { name: l10n.t("Transfers and memo"), width: "minmax(40%, 1fr)", searched: true },
      cell: transferCell,
    },
    {
      head: { name: l10n.t("Fee (ℏ)"), short: true, width: "52px", look: "number" },
      cell: ({ fee }) => (fee === undefined ? null : [{ text: roundedHbars(fee), tip: hbars(fee) }]),
    },
    timeColumn(),
  ];
}

function sortsById(sorts: readonly CountedSort[]): Readonly<Record<string, Sort>> {
  return Object.fromEntries(sorts.map(({ id, label, icon, tone }) => [id, { label, icon, tone }]));
}

/** "0.0.8": the account in a transaction's ID, which pays for it. */
function getPayer(id: string): string {
  return id.replace(/-.*/, "");
}

/** "0.0.8@1234567890.000000006", as wallets write it. */
function formatTransactionId(id: string): string {
  return id.replace(/^([\d.]+)-(\d+)-(\d+)$/, "$1@$2.$3");
}

/** The receivers, the amounts and the memo. The tooltip has all digits. */
function transferCell(transaction: Transaction): Cell {
  const memo = cutText(memoText(transaction.memo) ?? "", MAX_MEMO_CHARS);
  const joinMemo = (transfers: string): string => [transfers, memo].filter((text) => text !== "").join(" · ");
  const tip = joinMemo(describeTransfers(transaction));
  if (tip === "") return "";
  const text = describeTransfers(transaction, true);
  const quiet: readonly Span[] = memo === "" ? [] : [{ text: joinMemo(text).slice(text.length), looks: ["quiet"] }];
  return text === "" ? [{ text: memo, tip, looks: ["quiet"] }] : [{ text, tip }, ...quiet];
}

/** "389": hbars with three significant digits. */
function roundedHbars(tinybars: bigint): string {
  return format.compact(Number(tinybars) / TINYBARS_PER_HBAR);
}

/** "0.0.1001 → 0.0.1002 12.5 ℏ", or the entity. The short form omits a payer that the ID names: "→ 0.0.1002 12.5 ℏ". */
export function describeTransfers(transaction: Transaction, isShort = false): string {
  const { transfers, tokens, nfts, entity } = transaction;
  const gained = listGains(transaction);
  const [gain] = gained;
  const payer = transfers.reduce<Transfer | undefined>(
    (most, each) => (each.amount < (most?.amount ?? 0n) ? each : most),
    undefined,
  );
  const isInId = isShort && payer !== undefined && transaction.id?.startsWith(`${payer.account}-`) === true;
  const sender = payer === undefined ? "" : isInId ? "→ " : `${payer.account} → `;
  const others = gained.length > 1 ? [l10n.t("{0} more", format.count(gained.length - 1))] : [];
  return [
    ...(gain === undefined
      ? []
      : [
          `${sender}${gain.account} ${isShort ? `${roundedHbars(gain.amount)} ℏ` : formatHbars(gain.amount)}`,
          ...others,
        ]),
    ...(tokens.length === 0 ? [] : [[...new Set(tokens.map(({ token }) => token))].join(", ")]),
    ...(nfts.length === 0 ? [] : [nfts.map(({ token, serial }) => `${token} #${serial}`).join(", ")]),
    ...(gain === undefined && entity !== undefined ? [entity] : []),
  ].join(" · ");
}

/** What the facts of a transaction show besides the transaction itself, as far as it is loaded. */
export interface TransactionContext {
  /** The tokens that it moves, by ID. */
  readonly tokens: ReadonlyMap<string, Token>;
  /** Why its contract call failed. */
  readonly reason: string | undefined;
  /** The transactions that it triggered. */
  readonly children: readonly Transaction[];
}

/** All facts about a transaction. */
export function transactionFacts(
  transaction: Transaction,
  { tokens, reason, children }: TransactionContext,
): readonly Fact<BlockAct>[] {
  const { id, result, parent } = transaction;
  const isFailed = result !== undefined && !isSuccess(result);
  return [
    valueFact(l10n.t("Type"), transaction.type, typeName),
    result === undefined || !isFailed
      ? valueFact(l10n.t("Result"), result, formatResult)
      : { name: l10n.t("Result"), value: [{ ...successMark(false), text: formatResult(result) }], copy: result },
    ...(reason === undefined ? [] : [{ ...plainFact(l10n.t("Reason"), reason), wide: true }]),
    entityFact(l10n.t("Payer"), id && getPayer(id)),
    entityFact(l10n.t("Entity"), transaction.entity),
    entityFact(l10n.t("Node"), transaction.node),
    plainFact(l10n.t("Scheduled"), formatYesNo(transaction.scheduled)),
    hbarFact(l10n.t("Fee"), transaction.fee),
    hbarFact(l10n.t("Max fee"), transaction.maxFee),
    ...transferFacts(transaction, tokens),
    { ...plainFact(l10n.t("Memo"), memoText(transaction.memo) ?? l10n.t("None")), wide: true },
    ...(parent === undefined
      ? []
      : [{ ...secondsFact(l10n.t("Triggered by"), parent), value: [timeSpan(formatSeconds(parent), parent)] }]),
    ...linesFact(
      l10n.t("Triggered"),
      children.map(({ type, result: outcome, time }) => [
        timeSpan(type === undefined ? formatSeconds(time) : typeName(type), time),
        ...(outcome === undefined ? [] : [{ text: ` · ${formatResult(outcome)}` }]),
      ]),
    ),
    secondsFact(l10n.t("Consensus time"), transaction.time),
    codeFact(l10n.t("In UTC"), formatIso(transaction.time)),
    secondsFact(l10n.t("Valid from"), transaction.validStart),
    valueFact(l10n.t("Valid for"), transaction.validDuration, (seconds) => l10n.t("{0} s", format.count(seconds))),
    wideCodeFact(l10n.t("Transaction"), id && formatTransactionId(id)),
    wideCodeFact(l10n.t("Hash"), transaction.hash && hex(transaction.hash)),
    valueFact(l10n.t("Nonce"), transaction.nonce, String),
  ];
}

/** A text that opens the transaction with this consensus time. */
function timeSpan(text: string, time: Nanoseconds): Span<BlockAct> {
  return { text, act: { type: "openTime", time: formatSeconds(time) } };
}

/** The amounts that a transaction moved. Until its token is loaded, an amount is in the smallest units of the token. */
function transferFacts(
  { transfers, tokens, nfts }: Transaction,
  known: ReadonlyMap<string, Token>,
): readonly Fact<OpenEntity>[] {
  const nameToken = (id: string): Span<OpenEntity> => entitySpan(id, known.get(id)?.symbol || id);
  return [
    ...linesFact(
      l10n.t("Transfers"),
      transfers.map(({ account, amount }) => [entitySpan(account), { text: ` ${withSign(hbars(amount))} ℏ` }]),
    ),
    ...linesFact(
      l10n.t("Tokens"),
      tokens.map(({ token, account, amount }) => {
        const decimals = known.get(token)?.decimals;
        const shown =
          decimals === undefined || decimals > MAX_DECIMALS
            ? l10n.t("{0} smallest units of", withSign(String(amount)))
            : withSign(toDecimal(amount, decimals));
        return [
          entitySpan(account),
          { text: " " },
          { text: shown, tip: String(amount) },
          { text: " " },
          nameToken(token),
        ];
      }),
    ),
    ...linesFact(
      l10n.t("NFTs"),
      nfts.map(({ token, serial, from, to }) => [
        nameToken(token),
        { text: ` #${serial}: ` },
        from === undefined ? { text: "–" } : entitySpan(from),
        { text: " → " },
        to === undefined ? { text: "–" } : entitySpan(to),
      ]),
    ),
  ];
}

/** "−1,234.5" or "+12" for the digits of an amount. */
function withSign(digits: string): string {
  return `${digits.startsWith("-") ? "" : "+"}${format.decimal(digits)}`;
}

function hex(base64: string): string {
  return `0x${Buffer.from(base64, "base64").toString("hex")}`;
}

/** A type or result of transactions, and how many have it. */
export interface CountedSort extends Sort {
  /** The node's name of it. */
  readonly id: string;
  readonly count: string;
  readonly percent: string;
}

export interface CountedSorts {
  readonly types: readonly CountedSort[];
  readonly results: readonly CountedSort[];
}

/** Counts transactions by type and by result, the most frequent first. */
export function countSorts(transactions: readonly Transaction[]): CountedSorts {
  const countBySort = (ids: readonly (string | undefined)[], getSort: (id: string) => Sort): readonly CountedSort[] =>
    countNames(ids.map((id) => id ?? NOT_RECORDED)).map(({ name: id, count: many }) => {
      const { label, icon, tone } = id === NOT_RECORDED ? unknownSort() : getSort(id);
      return { id, label, icon, tone, count: format.count(many), percent: formatShare(many, ids.length) };
    });
  return {
    types: countBySort(
      transactions.map(({ type }) => type),
      (id) => ({ label: typeName(id), icon: typeIcon(id), tone: "" }),
    ),
    results: countBySort(
      transactions.map(({ result }) => result),
      (id) => ({ label: formatResult(id), ...successMark(isSuccess(id)) }),
    ),
  };
}

function unknownSort(): Sort {
  return { label: l10n.t("Not recorded"), icon: "circle-outline", tone: "" };
}

export function successMark(isGood: boolean): Pick<Sort, "icon" | "tone"> {
  return isGood ? { icon: "check", tone: "good" } : { icon: "error", tone: "bad" };
}

/** Figures that require all transactions: how many failed, and the sum of their fees. */
export function totalFigures(transactions: readonly Transaction[]): readonly Figure[] {
  const failed = transactions.filter(({ result }) => result !== undefined && !isSuccess(result)).length;
  const fees = transactions.reduce((sum, { fee }) => sum + (fee ?? 0n), 0n);
  return [
    { value: format.count(failed), word: l10n.t("failed") },
    { value: formatHbars(fees), word: l10n.t("fees") },
  ];
}

export function formatShare(part: number, whole: number): string {
  return format.percent(whole === 0 ? 0 : part / whole);
}
