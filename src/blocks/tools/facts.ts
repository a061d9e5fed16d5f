// Blocks and transactions as facts of an answer.
import { formatIso, formatSeconds, type Nanoseconds } from "../../base/time.ts";
import type { Value } from "../../base/tools/answer.ts";
import { duration, roundedSeconds, type Block } from "../model/block.ts";
import { hbars, memoText, type Transaction } from "../model/transaction.ts";

export function isoOf(time: Nanoseconds | undefined): string | undefined {
  return time === undefined ? undefined : formatIso(time);
}

/** A block in a list. */
export function blockFacts(block: Block): Readonly<Record<string, Value>> {
  return {
    block: block.number,
    ended: isoOf(block.to),
    transactions: block.count,
    "gas used": block.gasUsed,
    bytes: block.size,
    hash: `${block.hash.slice(0, 18)}…`,
  };
}

/** All facts of a block. */
export function allBlockFacts(block: Block): Readonly<Record<string, Value>> {
  const length = duration(block);
  return {
    block: block.number,
    hash: block.hash,
    "previous hash": block.previousHash,
    "first transaction": isoOf(block.from),
    "last transaction": isoOf(block.to),
    seconds: length === undefined ? undefined : roundedSeconds(length),
    transactions: block.count,
    "gas used": block.gasUsed,
    bytes: block.size,
    "HAPI version": block.hapiVersion,
    "record file": block.name,
  };
}

/** A transaction in a list. */
export function transactionFacts(transaction: Transaction): Readonly<Record<string, Value>> {
  const { fee } = transaction;
  return {
    time: formatSeconds(transaction.time),
    id: transaction.id,
    type: transaction.type,
    result: transaction.result,
    "fee in ℏ": fee === undefined ? undefined : hbars(fee),
    entity: transaction.entity,
    memo: memoText(transaction.memo),
  };
}
