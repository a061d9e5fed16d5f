// What the mirror node sends of transactions and contract results, as valibot schemas.
import * as v from "valibot";
import { int64, listOf, optional, optionalText, secondsTime } from "../../base/decode.ts";
import { amount, sent } from "./block-decoder.ts";
import type { ContractLog, ContractResult } from "../model/contract-result.ts";
import type { Transaction } from "../model/transaction.ts";

/** A whole number that comes as text: `"100000000"`. */
export const digits = v.pipe(
  v.string(),
  v.regex(/^-?\d{1,19}$/, "expected the digits of a whole number"),
  v.transform((text) => BigInt(text)),
);

const transfer = v.pipe(
  v.object({ account: v.string(), amount: int64 }),
  v.transform(({ account, amount: moved }) => ({ account, amount: moved })),
);

const tokenTransfer = v.pipe(
  v.object({ account: v.string(), amount: int64, token_id: v.string() }),
  v.transform(({ account, amount: moved, token_id: token }) => ({ account, amount: moved, token })),
);

const nftTransfer = v.pipe(
  v.object({
    token_id: v.string(),
    serial_number: int64,
    sender_account_id: optionalText,
    receiver_account_id: optionalText,
  }),
  v.transform((wire) => ({
    token: wire.token_id,
    serial: wire.serial_number,
    from: wire.sender_account_id,
    to: wire.receiver_account_id,
  })),
);

/** A transaction, as lists hold it: a hundred thousand of them are kept at once, so nothing of the answer itself is. */
export const transaction = v.pipe(
  v.object({
    consensus_timestamp: secondsTime,
    transaction_id: optionalText,
    name: optionalText,
    result: optionalText,
    charged_tx_fee: optional(int64),
    max_fee: optional(digits),
    memo_base64: optionalText,
    entity_id: optionalText,
    node: optionalText,
    nonce: optional(int64),
    scheduled: optional(v.boolean()),
    parent_consensus_timestamp: optional(secondsTime),
    transaction_hash: optionalText,
    valid_start_timestamp: optional(secondsTime),
    valid_duration_seconds: optional(digits),
    transfers: listOf(transfer),
    token_transfers: listOf(tokenTransfer),
    nft_transfers: listOf(nftTransfer),
  }),
  v.transform((wire): Transaction => ({
    time: wire.consensus_timestamp,
    id: wire.transaction_id,
    type: wire.name,
    result: wire.result,
    fee: wire.charged_tx_fee,
    maxFee: wire.max_fee,
    memo: wire.memo_base64,
    entity: wire.entity_id,
    node: wire.node,
    nonce: wire.nonce,
    scheduled: wire.scheduled ?? false,
    parent: wire.parent_consensus_timestamp,
    hash: wire.transaction_hash,
    validStart: wire.valid_start_timestamp,
    validDuration: wire.valid_duration_seconds,
    transfers: wire.transfers,
    tokens: wire.token_transfers,
    nfts: wire.nft_transfers,
  })),
);

/** A transaction, and beside its fields the element itself. */
export const wholeTransaction = v.intersect([transaction, sent]);

/** The answer for one id: the transaction, its duplicates and its children. */
export const transactionsOfId = v.object({ transactions: v.array(v.unknown()) });

/** A log, as lists hold it; the block's own list names its contract by its id as well. */
export const contractLog = v.pipe(
  v.object({
    timestamp: secondsTime,
    index: int64,
    address: optionalText,
    contract_id: optionalText,
    topics: listOf(v.string()),
    data: optionalText,
    transaction_hash: optionalText,
    block_number: optional(int64),
  }),
  v.transform((wire): ContractLog => ({
    time: wire.timestamp,
    index: wire.index,
    address: wire.address,
    contract: wire.contract_id,
    topics: wire.topics,
    data: wire.data,
    hash: wire.transaction_hash,
    block: wire.block_number,
  })),
);

export const contractResult = v.pipe(
  v.object({
    timestamp: secondsTime,
    contract_id: optionalText,
    from: optionalText,
    to: optionalText,
    hash: optionalText,
    transaction_index: optional(int64),
    result: optionalText,
    status: optionalText,
    gas_used: optional(amount),
    gas_consumed: optional(amount),
    gas_limit: optional(amount),
    amount: optional(int64),
    error_message: optionalText,
    bloom: optionalText,
    block_number: optional(int64),
    function_parameters: optionalText,
    call_result: optionalText,
  }),
  v.transform((wire): ContractResult => ({
    time: wire.timestamp,
    contract: wire.contract_id,
    from: wire.from,
    to: wire.to,
    hash: wire.hash,
    index: wire.transaction_index,
    result: wire.result,
    succeeded: wire.status === undefined ? undefined : wire.status === "0x1",
    gasUsed: wire.gas_used,
    gasConsumed: wire.gas_consumed,
    gasLimit: wire.gas_limit,
    amount: wire.amount,
    error: wire.error_message,
    logsBloom: wire.bloom,
    block: wire.block_number,
    input: wire.function_parameters,
    output: wire.call_result,
  })),
);
