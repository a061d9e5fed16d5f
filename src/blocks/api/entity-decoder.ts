// What the mirror node sends of entities, as valibot schemas. Any field but the id may be null.
import * as v from "valibot";
import { int64, maybe, maybeText, secondsTime } from "../../base/decode.ts";
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
  maybe(v.boolean()),
  v.transform((is) => is === true),
);

/** An entity, and beside its fields the element itself. */
function whole<Fields>(fields: v.GenericSchema<unknown, Fields>) {
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

export const account = whole(
  v.pipe(
    v.object({
      account: v.string(),
      balance: maybe(v.object({ balance: maybe(int64), timestamp: maybe(secondsTime) })),
      created_timestamp: maybe(secondsTime),
      deleted,
      evm_address: maybe(address),
      expiry_timestamp: maybe(secondsTime),
      memo: maybeText,
      pending_reward: maybe(int64),
      staked_account_id: maybeText,
      staked_node_id: maybe(int64),
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

export const contract = whole(
  v.pipe(
    v.object({
      contract_id: v.string(),
      created_timestamp: maybe(secondsTime),
      deleted,
      evm_address: maybe(address),
      expiration_timestamp: maybe(secondsTime),
      file_id: maybeText,
      memo: maybeText,
      obtainer_id: maybeText,
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

export const token = whole(
  v.pipe(
    v.object({
      token_id: v.string(),
      created_timestamp: maybe(secondsTime),
      decimals: maybe(v.pipe(v.string(), v.regex(/^\d{1,3}$/, "expected the digits of a number"))),
      deleted,
      max_supply: maybe(digits),
      memo: maybeText,
      name: maybeText,
      symbol: maybeText,
      total_supply: maybe(digits),
      treasury_account_id: maybeText,
      type: maybeText,
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

export const topic = whole(
  v.pipe(
    v.object({
      topic_id: v.string(),
      created_timestamp: maybe(secondsTime),
      deleted,
      memo: maybeText,
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
    chunk_info: maybe(v.object({ number: maybe(int64), total: maybe(int64) })),
    consensus_timestamp: secondsTime,
    message: maybeText,
    payer_account_id: maybeText,
    sequence_number: maybe(int64),
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

export const schedule = whole(
  v.pipe(
    v.object({
      schedule_id: v.string(),
      consensus_timestamp: maybe(secondsTime),
      creator_account_id: maybeText,
      deleted,
      executed_timestamp: maybe(secondsTime),
      expiration_time: maybe(secondsTime),
      memo: maybeText,
      payer_account_id: maybeText,
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
