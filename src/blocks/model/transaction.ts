// Transactions of a ledger, and what can be read from their memos, amounts and transfers.
import type { Json } from "../../base/json.ts";
import type { Nanoseconds } from "../../base/time.ts";

/** An amount that an account gained, or lost if it is negative: in tinybars, or in the smallest unit of a token. */
export interface Transfer {
  readonly account: string;
  readonly amount: bigint;
}

export interface TokenTransfer extends Transfer {
  readonly token: string;
}

/** The transfer of one NFT. A minted one has no sender, a burned one no receiver. */
export interface NftTransfer {
  readonly token: string;
  readonly serial: bigint;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** A transaction. Only its consensus time is always there, because lists are ordered by it. */
export interface Transaction {
  readonly time: Nanoseconds;
  /** "0.0.8-1234567890-000000006". Children and duplicates share it. */
  readonly id: string | undefined;
  /** The node's name for it: "CRYPTOTRANSFER". There may be newer types than are known here. */
  readonly type: string | undefined;
  /** "SUCCESS", or one of some four hundred others. */
  readonly result: string | undefined;
  /** In tinybars. */
  readonly fee: bigint | undefined;
  readonly maxFee: bigint | undefined;
  /** As it was sent, in base64, because it may not be text. */
  readonly memo: string | undefined;
  /** The entity that it creates, changes or calls, if there is exactly one. */
  readonly entity: string | undefined;
  readonly node: string | undefined;
  readonly nonce: bigint | undefined;
  readonly scheduled: boolean;
  /** The consensus time of the transaction that triggered it. */
  readonly parent: Nanoseconds | undefined;
  /** In base64. */
  readonly hash: string | undefined;
  readonly validStart: Nanoseconds | undefined;
  /** In seconds. */
  readonly validDuration: bigint | undefined;
  readonly transfers: readonly Transfer[];
  readonly tokens: readonly TokenTransfer[];
  readonly nfts: readonly NftTransfer[];
}

/** A transaction that was requested by itself, with the JSON that the node sent. */
export interface WholeTransaction extends Transaction {
  readonly sent: Json;
}

/** What the mirror node counts as a success. */
const SUCCESSES: ReadonlySet<string> = new Set([
  "SUCCESS",
  "FEE_SCHEDULE_FILE_PART_UPLOADED",
  "SUCCESS_BUT_MISSING_EXPECTED_OPERATION",
]);

export function isSuccess(result: string): boolean {
  return SUCCESSES.has(result);
}

/** The memo as text, or as hexadecimal digits if it isn't text; undefined if there is none. */
export function memoText(memo: string | undefined): string | undefined {
  if (memo === undefined || memo === "") return undefined;
  const bytes = Buffer.from(memo, "base64");
  if (bytes.length === 0) return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // oxlint-disable-next-line no-control-regex -- terminal control characters are not text
    if (!/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text)) return text;
  } catch {
    // The bytes are not UTF-8.
  }
  return `0x${bytes.toString("hex")}`;
}

/** "12.5": tinybars as hbars, with every digit. */
export function hbars(tinybars: bigint): string {
  const size = tinybars < 0n ? -tinybars : tinybars;
  const digits = String(size).padStart(9, "0");
  const text = `${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, "");
  return tinybars < 0n ? `-${text}` : text;
}

/** The hbars that accounts gained, without fees: the network's own accounts are left out. */
export function movedHbars({ transfers, node }: Pick<Transaction, "transfers" | "node">): readonly Transfer[] {
  return transfers.filter(({ account, amount }) => amount > 0n && account !== node && !isCollector(account));
}

/** The accounts that fees and rewards go to. */
const COLLECTORS: ReadonlySet<string> = new Set(["98", "800", "801", "802"]);

function isCollector(account: string): boolean {
  const number = account.slice(account.lastIndexOf(".") + 1);
  return COLLECTORS.has(number);
}

/** How often a name occurs. */
export interface Tally {
  readonly name: string;
  readonly count: number;
}

export function countNames(names: Iterable<string>): readonly Tally[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1));
}
