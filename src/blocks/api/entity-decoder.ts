// What the mirror node sends of entities, as valibot schemas. Any field but the id may be null.
import * as v from "valibot";
import { int64, optional, optionalText, secondsTime } from "../../base/decode.ts";
import type { Json } from "../../base/json.ts";
import { sent } from "./block-decoder.ts";
import { digits } from "./transaction-decoder.ts";
import type { Account, Contract, Schedule, Token, Topic, TopicMessage } from "../model/entity.ts";

const address = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{40}$/i, "expected 0x and 40 hexadecimal digits"),
  v.transform((text) => text.toLowerCase()),
);

const deleted = v.pipe(
  optional(v.boolean()),
  v.transform((is) => is === true),
);

/** An entity, and beside its fields the element itself. */
function withRaw<Fields>(fields: v.GenericSchema<unknown, Fields>) {
  return v.pipe(
    v.intersect([
      v.pipe(
        fields,
        v.transform((own) => ({ own })),
      ),
      sent,
    ]),
    v.transform(({ own, sent: element }: { own: Fields; sent: Json }) => ({ ...own, sent: element })),
  );
}

export const account = withRaw(
  v.pipe(
    v.object({
      account: v.string(),
      balance: optional(v.object({ balance: optional(int64), timestamp: optional(secondsTime) })),
      created_timestamp: optional(secondsTime),
      deleted,
      evm_address: optional(address),
      expiry_timestamp: optional(secondsTime),
      memo: optionalText,
      pending_reward: optional(int64),
      staked_account_id: optionalText,
      staked_node_id: optional(int64),
    }),
    v.transform((wire): Omit<Account, "sent"> => ({
      kind: "account",
      id: wire.account,
      memo: wire.memo,
      deleted: wire.deleted,
      created: wire.created_timestamp,
      evmAddress: wire.evm_address,
      balance: wire.balance?.balance,
      balanceAt: wire.balance?.timestamp,
      stakedNode: wire.staked_node_id,
      stakedAccount: wire.staked_account_id,
      pendingReward: wire.pending_reward,
      expires: wire.expiry_timestamp,
    })),
  ),
);

export const contract = withRaw(
  v.pipe(
    v.object({
      contract_id: v.string(),
      created_timestamp: optional(secondsTime),
      deleted,
      evm_address: optional(address),
      expiration_timestamp: optional(secondsTime),
      file_id: optionalText,
      memo: optionalText,
      obtainer_id: optionalText,
    }),
    v.transform((wire): Omit<Contract, "sent"> => ({
      kind: "contract",
      id: wire.contract_id,
      memo: wire.memo,
      deleted: wire.deleted,
      created: wire.created_timestamp,
      evmAddress: wire.evm_address,
      file: wire.file_id,
      obtainer: wire.obtainer_id,
      expires: wire.expiration_timestamp,
    })),
  ),
);

export const token = withRaw(
  v.pipe(
    v.object({
      token_id: v.string(),
      created_timestamp: optional(secondsTime),
      decimals: optional(v.pipe(v.string(), v.regex(/^\d{1,3}$/, "expected the digits of a number"))),
      deleted,
      max_supply: optional(digits),
      memo: optionalText,
      name: optionalText,
      symbol: optionalText,
      total_supply: optional(digits),
      treasury_account_id: optionalText,
      type: optionalText,
    }),
    v.transform((wire): Omit<Token, "sent"> => ({
      kind: "token",
      id: wire.token_id,
      memo: wire.memo,
      deleted: wire.deleted,
      created: wire.created_timestamp,
      name: wire.name,
      symbol: wire.symbol,
      type: wire.type,
      decimals: wire.decimals === undefined ? undefined : Number(wire.decimals),
      totalSupply: wire.total_supply,
      maxSupply: wire.max_supply,
      treasury: wire.treasury_account_id,
    })),
  ),
);

export const topic = withRaw(
  v.pipe(
    v.object({
      topic_id: v.string(),
      created_timestamp: optional(secondsTime),
      deleted,
      memo: optionalText,
      submit_key: v.nullish(v.unknown()),
    }),
    v.transform((wire): Omit<Topic, "sent"> => ({
      kind: "topic",
      id: wire.topic_id,
      memo: wire.memo,
      deleted: wire.deleted,
      created: wire.created_timestamp,
      restricted: wire.submit_key !== null && wire.submit_key !== undefined,
    })),
  ),
);

export const topicMessage = v.pipe(
  v.object({
    chunk_info: optional(v.object({ number: optional(int64), total: optional(int64) })),
    consensus_timestamp: secondsTime,
    message: optionalText,
    payer_account_id: optionalText,
    sequence_number: optional(int64),
  }),
  v.transform(({ chunk_info: chunk, ...wire }): TopicMessage => ({
    time: wire.consensus_timestamp,
    sequence: wire.sequence_number,
    payer: wire.payer_account_id,
    content: wire.message,
    part:
      chunk?.number === undefined || chunk.total === undefined || chunk.total < 2n
        ? undefined
        : { number: chunk.number, total: chunk.total },
  })),
);

export const schedule = withRaw(
  v.pipe(
    v.object({
      schedule_id: v.string(),
      consensus_timestamp: optional(secondsTime),
      creator_account_id: optionalText,
      deleted,
      executed_timestamp: optional(secondsTime),
      expiration_time: optional(secondsTime),
      memo: optionalText,
      payer_account_id: optionalText,
    }),
    v.transform((wire): Omit<Schedule, "sent"> => ({
      kind: "schedule",
      id: wire.schedule_id,
      memo: wire.memo,
      deleted: wire.deleted,
      created: wire.consensus_timestamp,
      creator: wire.creator_account_id,
      payer: wire.payer_account_id,
      executed: wire.executed_timestamp,
      expires: wire.expiration_time,
    })),
  ),
);
