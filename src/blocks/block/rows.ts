import { formatDuration, formatIso, formatSeconds } from "../../base/time.ts";
import type { Nanoseconds } from "../../base/time.ts";
import type { Fact, Figure, Sort, TransactionRow } from "../../panels/block/messages.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count, formatPercent } from "../../workbench/words.ts";
import { resultWords, typeIcon, typeWords } from "./transaction-types.ts";
import { hbars, isSuccess, memoText, moved, tally } from "../model/transaction.ts";
import type { Transaction, Transfer } from "../model/transaction.ts";

/** Characters of a memo that a row has room for; the details show all of it. */
const ROW_MEMO = 120;

/** A transaction as a row of the table, timed from the start of its block. */
export function transactionRow(transaction: Transaction, start: Nanoseconds): TransactionRow {
  const { id, type, result, fee, memo, time } = transaction;
  const content = contentWords(transaction);
  const text = memoText(memo);
  return {
    ...(id === undefined ? {} : { id: idWords(id) }),
    ...(type === undefined ? {} : { type }),
    ...(result === undefined ? {} : { result }),
    ...(fee === undefined ? {} : { fee: hbars(fee) }),
    ...(content === "" ? {} : { content }),
    ...(text === undefined ? {} : { memo: text.slice(0, ROW_MEMO) }),
    after: `+${formatDuration(time - start)}`,
    time: formatSeconds(time),
  };
}

/** "0.0.8@1234567890.000000006", as wallets write it. */
function idWords(id: string): string {
  return id.replace(/^([\d.]+)-(\d+)-(\d+)$/, "$1@$2.$3");
}

/** "0.0.1001 → 0.0.1002 12.5 ℏ", or what it is about. */
function contentWords(transaction: Transaction): string {
  const { transfers, tokens, nfts, entity } = transaction;
  const gained = moved(transaction);
  const [gain] = gained;
  const payer = transfers.reduce<Transfer | undefined>(
    (most, each) => (each.amount < (most?.amount ?? 0n) ? each : most),
    undefined,
  );
  const others = gained.length > 1 ? [l10n.t("{0} more", count(gained.length - 1))] : [];
  return [
    ...(gain === undefined
      ? []
      : [`${payer === undefined ? "" : `${payer.account} → `}${gain.account} ${hbars(gain.amount)} ℏ`, ...others]),
    ...(tokens.length === 0 ? [] : [[...new Set(tokens.map(({ token }) => token))].join(", ")]),
    ...(nfts.length === 0 ? [] : [nfts.map(({ token, serial }) => `${token} #${serial}`).join(", ")]),
    ...(gain === undefined && entity !== undefined ? [entity] : []),
  ].join(" · ");
}

/** All that is known of a transaction. */
export function transactionFacts(transaction: Transaction): readonly Fact[] {
  const { transfers, tokens, nfts } = transaction;
  return [
    { ...coded(l10n.t("Transaction"), transaction.id === undefined ? undefined : idWords(transaction.id)), wide: true },
    { ...coded(l10n.t("Hash"), transaction.hash === undefined ? undefined : hex(transaction.hash)), wide: true },
    plain(l10n.t("Type"), transaction.type === undefined ? undefined : typeWords(transaction.type), transaction.type),
    plain(
      l10n.t("Result"),
      transaction.result === undefined ? undefined : resultWords(transaction.result),
      transaction.result,
    ),
    coded(l10n.t("Consensus time"), formatSeconds(transaction.time)),
    coded(l10n.t("In UTC"), formatIso(transaction.time)),
    coded(
      l10n.t("Valid from"),
      transaction.validStart === undefined ? undefined : formatSeconds(transaction.validStart),
    ),
    plain(l10n.t("Valid for"), seconds(transaction.validDuration), digits(transaction.validDuration)),
    plain(l10n.t("Fee"), amount(transaction.fee), digits(transaction.fee)),
    plain(l10n.t("Max fee"), amount(transaction.maxFee), digits(transaction.maxFee)),
    coded(l10n.t("Entity"), transaction.entity),
    coded(l10n.t("Node"), transaction.node),
    plain(l10n.t("Nonce"), digits(transaction.nonce)),
    plain(l10n.t("Scheduled"), transaction.scheduled ? l10n.t("Yes") : l10n.t("No")),
    ...(transaction.parent === undefined ? [] : [coded(l10n.t("Triggered by"), formatSeconds(transaction.parent))]),
    { ...plain(l10n.t("Memo"), memoText(transaction.memo) ?? l10n.t("None")), wide: true },
    ...listed(
      l10n.t("Transfers"),
      transfers.map(({ account, amount: moves }) => `${account} ${signed(hbars(moves))} ℏ`),
    ),
    ...listed(
      l10n.t("Tokens"),
      tokens.map(({ token, account, amount: moves }) => `${token}: ${account} ${signed(String(moves))}`),
    ),
    ...listed(
      l10n.t("NFTs"),
      nfts.map(({ token, serial, from, to }) => `${token} #${serial}: ${from ?? "–"} → ${to ?? "–"}`),
    ),
  ];
}

export function listed(name: string, lines: readonly string[]): readonly Fact[] {
  return lines.length === 0 ? [] : [{ name, value: lines.join("\n"), copy: lines.join("\n"), mono: true, wide: true }];
}

export function plain(name: string, value: string | undefined, copy = value): Fact {
  return copy === undefined ? { name, value } : { name, value, copy };
}

export function coded(name: string, value: string | undefined): Fact {
  return { ...plain(name, value), mono: true };
}

export function digits(value: bigint | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

export function amount(tinybars: bigint | undefined): string | undefined {
  return tinybars === undefined ? undefined : `${hbars(tinybars)} ℏ`;
}

function seconds(value: bigint | undefined): string | undefined {
  return value === undefined ? undefined : l10n.t("{0} s", count(value));
}

function signed(value: string): string {
  return value.startsWith("-") ? `−${value.slice(1)}` : `+${value}`;
}

function hex(base64: string): string {
  return `0x${Buffer.from(base64, "base64").toString("hex")}`;
}

/** How many there are of each type and each result, the most first. */
export function sortsOf(transactions: readonly Transaction[]): {
  readonly types: readonly Sort[];
  readonly results: readonly Sort[];
} {
  const all = transactions.length;
  return {
    types: tally(transactions.map(({ type }) => type ?? "UNKNOWN")).map(({ name: id, count: many }) => ({
      id,
      name: typeWords(id),
      icon: typeIcon(id),
      tone: "",
      count: count(many),
      percent: percentWords(many, all),
    })),
    results: tally(transactions.map(({ result }) => result ?? "UNKNOWN")).map(({ name: id, count: many }) => ({
      id,
      name: resultWords(id),
      icon: isSuccess(id) ? "check" : "error",
      tone: isSuccess(id) ? "good" : "bad",
      count: count(many),
      percent: percentWords(many, all),
    })),
  };
}

/** What is known only when all are: how many failed, and what they cost. */
export function wholeFigures(transactions: readonly Transaction[]): readonly Figure[] {
  const failed = transactions.filter(({ result }) => result !== undefined && !isSuccess(result)).length;
  const fees = transactions.reduce((sum, { fee }) => sum + (fee ?? 0n), 0n);
  return [
    { value: count(failed), word: l10n.t("failed") },
    { value: `${hbars(fees)} ℏ`, word: l10n.t("fees") },
  ];
}

export function percentWords(part: number, whole: number): string {
  return formatPercent(whole === 0 ? 0 : part / whole);
}
