// Decodes transactions from the mirror node, and interprets their memos, amounts and transfers.
import * as v from "valibot";
import { fields, from, int64, listOf, optional, optionalText, secondsTime } from "../../base/decode.ts";
import { sent } from "./block.ts";

/** A whole number that the node sends as text: `"100000000"`. */
export const digits = v.pipe(
  v.string(),
  v.regex(/^-?\d{1,19}$/, "expected the digits of a whole number"),
  v.transform((text) => BigInt(text)),
);

/** An amount that an account gained, or lost if it is negative: in tinybars, or in the smallest unit of a token. */
const transferFields = { account: v.string(), amount: int64 };
const transfer = fields(transferFields);

export type Transfer = Readonly<v.InferOutput<typeof transfer>>;

/** The transfer of one NFT. A minted one has no sender, a burned one no receiver. */
const nftTransfer = fields({
  token: from("token_id", v.string()),
  serial: from("serial_number", int64),
  from: from("sender_account_id", optionalText),
  to: from("receiver_account_id", optionalText),
});

/**
 * Only the consensus time is always present, because lists are sorted by it. Up to a hundred thousand transactions are
 * in memory at once, so their JSON is not kept.
 */
export const transaction = fields({
  time: from("consensus_timestamp", secondsTime),
  /** "0.0.8-1234567890-000000006". Children and duplicates share it. */
  id: from("transaction_id", optionalText),
  /** The node's name for it, such as "CRYPTOTRANSFER". Nodes may send types that are unknown here. */
  type: from("name", optionalText),
  /** "SUCCESS", or one of some four hundred others. */
  result: optionalText,
  /** In tinybars. */
  fee: from("charged_tx_fee", optional(int64)),
  maxFee: from("max_fee", optional(digits)),
  /** In base64, because it may not be text. */
  memo: from("memo_base64", optionalText),
  /** The entity that it creates, changes or calls, if there is exactly one. */
  entity: from("entity_id", optionalText),
  node: optionalText,
  nonce: optional(int64),
  scheduled: v.pipe(
    optional(v.boolean()),
    v.transform((is) => is ?? false),
  ),
  /** The consensus time of the transaction that triggered it. */
  parent: from("parent_consensus_timestamp", optional(secondsTime)),
  /** In base64. */
  hash: from("transaction_hash", optionalText),
  validStart: from("valid_start_timestamp", optional(secondsTime)),
  /** In seconds. */
  validDuration: from("valid_duration_seconds", optional(digits)),
  transfers: listOf(transfer),
  tokens: from("token_transfers", listOf(fields({ ...transferFields, token: from("token_id", v.string()) }))),
  nfts: from("nft_transfers", listOf(nftTransfer)),
});

export type Transaction = Readonly<v.InferOutput<typeof transaction>>;

/** A transaction that was requested by ID or hash, with the JSON that the node sent. */
export const wholeTransaction = v.intersect([transaction, fields({ sent })]);

/** What an ID adds to tell a transaction from its children and from the scheduled one, which share the ID. */
export interface TransactionMarks {
  readonly scheduled?: boolean;
  readonly nonce?: bigint;
}

/** Finds the transaction that an ID with these marks means, among all with the ID. Its children may come before it. */
export function findMarked<Marked extends Pick<Transaction, "scheduled" | "nonce">>(
  transactions: readonly Marked[],
  { scheduled, nonce }: TransactionMarks,
): Marked | undefined {
  const fitting = transactions.filter((each) => scheduled === undefined || each.scheduled === scheduled);
  const found = fitting.find((each) => (each.nonce ?? 0n) === (nonce ?? 0n));
  return found ?? (nonce === undefined ? fitting[0] : undefined);
}

/** The results that the mirror node counts as a success. */
const SUCCESSES: ReadonlySet<string> = new Set([
  "SUCCESS",
  "FEE_SCHEDULE_FILE_PART_UPLOADED",
  "SUCCESS_BUT_MISSING_EXPECTED_OPERATION",
]);

export function isSuccess(result: string): boolean {
  return SUCCESSES.has(result);
}

/** The memo as text, or as hexadecimal digits if it isn't text; undefined if there is none. */
export function memoText(memo: string | undefined, isPart = false): string | undefined {
  if (memo === undefined || memo === "") return undefined;
  const bytes = Buffer.from(memo, "base64");
  if (bytes.length === 0) return undefined;
  const text = decodeUtf8(bytes, isPart);
  // oxlint-disable-next-line no-control-regex -- terminal control characters are not text
  const isText = text !== undefined && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text);
  return isText ? text : `0x${bytes.toString("hex")}`;
}

/** Decodes text, or a part of one, which may start and end inside a character. */
export function decodeUtf8(bytes: Uint8Array, isPart = false): string | undefined {
  try {
    const start = isPart ? bytes.findIndex((byte) => byte >> 6 !== 2) : 0;
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(start), { stream: isPart });
  } catch {
    return undefined;
  }
}

/** "12.5": tinybars as hbars, with every digit. */
export function hbars(tinybars: bigint): string {
  return toDecimal(tinybars, 8);
}

/** "-2.5" for -2,500,000 and 6 places: an amount in smallest units, without zeros at the end. */
export function toDecimal(amount: bigint, places: number): string {
  const size = amount < 0n ? -amount : amount;
  const digits = String(size).padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  const text = places === 0 ? whole : `${whole}.${digits.slice(-places)}`.replace(/\.?0+$/, "");
  return amount < 0n ? `-${text}` : text;
}

/** The hbars that accounts gained. The network's own accounts, which collect fees, are left out. */
export function listGains({ transfers, node }: Pick<Transaction, "transfers" | "node">): readonly Transfer[] {
  return transfers.filter(({ account, amount }) => amount > 0n && account !== node && !isCollector(account));
}

/** The accounts that fees and rewards go to. */
const COLLECTORS: ReadonlySet<string> = new Set(["98", "800", "801", "802"]);

function isCollector(account: string): boolean {
  const number = account.slice(account.lastIndexOf(".") + 1);
  return COLLECTORS.has(number);
}

/** Counts how often each name occurs. */
export function countNames(names: Iterable<string>): readonly { readonly name: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1));
}
