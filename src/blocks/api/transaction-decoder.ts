// What the mirror node sends of transactions and contract results, as valibot schemas.
import * as v from "valibot";
import { fields, from, int64, listOf, optional, optionalText, secondsTime, type Schema } from "../../base/decode.ts";
import { amount, sent } from "./block-decoder.ts";
import type { ContractLog, ContractResult } from "../model/contract-result.ts";
import type { Transaction } from "../model/transaction.ts";

/** A whole number that comes as text: `"100000000"`. */
export const digits = v.pipe(
  v.string(),
  v.regex(/^-?\d{1,19}$/, "expected the digits of a whole number"),
  v.transform((text) => BigInt(text)),
);

const transfer = fields({
  account: v.string(),
  amount: int64,
});

const tokenTransfer = fields({
  account: v.string(),
  amount: int64,
  token: from("token_id", v.string()),
});

const nftTransfer = fields({
  token: from("token_id", v.string()),
  serial: from("serial_number", int64),
  from: from("sender_account_id", optionalText),
  to: from("receiver_account_id", optionalText),
});

/** A transaction in a list. Up to a hundred thousand are kept at once, so nothing of the answer itself is. */
export const transaction: Schema<Transaction> = fields({
  time: from("consensus_timestamp", secondsTime),
  id: from("transaction_id", optionalText),
  type: from("name", optionalText),
  result: optionalText,
  fee: from("charged_tx_fee", optional(int64)),
  maxFee: from("max_fee", optional(digits)),
  memo: from("memo_base64", optionalText),
  entity: from("entity_id", optionalText),
  node: optionalText,
  nonce: optional(int64),
  scheduled: v.pipe(
    optional(v.boolean()),
    v.transform((is) => is ?? false),
  ),
  parent: from("parent_consensus_timestamp", optional(secondsTime)),
  hash: from("transaction_hash", optionalText),
  validStart: from("valid_start_timestamp", optional(secondsTime)),
  validDuration: from("valid_duration_seconds", optional(digits)),
  transfers: listOf(transfer),
  tokens: from("token_transfers", listOf(tokenTransfer)),
  nfts: from("nft_transfers", listOf(nftTransfer)),
});

/** A transaction, with its fields and the element itself. */
export const wholeTransaction = v.intersect([transaction, fields({ sent })]);

/** The answer for one id: the transaction, its duplicates and its children. */
export const transactionsOfId = v.object({ transactions: v.array(v.unknown()) });

/** A log in a list; the block's own list also has its contract's ID. */
export const contractLog: Schema<ContractLog> = fields({
  time: from("timestamp", secondsTime),
  index: int64,
  address: optionalText,
  contract: from("contract_id", optionalText),
  topics: listOf(v.string()),
  data: optionalText,
  hash: from("transaction_hash", optionalText),
  block: from("block_number", optional(int64)),
});

export const contractResult: Schema<ContractResult> = fields({
  time: from("timestamp", secondsTime),
  contract: from("contract_id", optionalText),
  from: optionalText,
  to: optionalText,
  hash: optionalText,
  index: from("transaction_index", optional(int64)),
  result: optionalText,
  succeeded: from(
    "status",
    v.pipe(
      optionalText,
      v.transform((status) => (status === undefined ? undefined : status === "0x1")),
    ),
  ),
  gasUsed: from("gas_used", optional(amount)),
  gasConsumed: from("gas_consumed", optional(amount)),
  gasLimit: from("gas_limit", optional(amount)),
  amount: optional(int64),
  error: from("error_message", optionalText),
  logsBloom: from("bloom", optionalText),
  block: from("block_number", optional(int64)),
  input: from("function_parameters", optionalText),
  output: from("call_result", optionalText),
});
