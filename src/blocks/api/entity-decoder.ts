// What the mirror node sends of entities, as valibot schemas. Any field but the id may be null.
import * as v from "valibot";
import { constant, fields, from, int64, optional, optionalText, secondsTime, type Schema } from "../../base/decode.ts";
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

/** What all entities have. */
const common = { memo: optionalText, deleted, created: from("created_timestamp", optional(secondsTime)), sent };

export const account: Schema<Account> = fields({
  kind: constant("account"),
  id: from("account", v.string()),
  ...common,
  evmAddress: from("evm_address", optional(address)),
  balance: from("balance.balance", optional(int64)),
  balanceAt: from("balance.timestamp", optional(secondsTime)),
  stakedNode: from("staked_node_id", optional(int64)),
  stakedAccount: from("staked_account_id", optionalText),
  pendingReward: from("pending_reward", optional(int64)),
  expires: from("expiry_timestamp", optional(secondsTime)),
});

export const contract: Schema<Contract> = fields({
  kind: constant("contract"),
  id: from("contract_id", v.string()),
  ...common,
  evmAddress: from("evm_address", optional(address)),
  file: from("file_id", optionalText),
  obtainer: from("obtainer_id", optionalText),
  expires: from("expiration_timestamp", optional(secondsTime)),
});

export const token: Schema<Token> = fields({
  kind: constant("token"),
  id: from("token_id", v.string()),
  ...common,
  name: optionalText,
  symbol: optionalText,
  type: optionalText,
  decimals: v.pipe(
    optional(v.pipe(v.string(), v.regex(/^\d{1,3}$/, "expected the digits of a number"))),
    v.transform((text) => (text === undefined ? undefined : Number(text))),
  ),
  totalSupply: from("total_supply", optional(digits)),
  maxSupply: from("max_supply", optional(digits)),
  treasury: from("treasury_account_id", optionalText),
});

export const topic: Schema<Topic> = fields({
  kind: constant("topic"),
  id: from("topic_id", v.string()),
  ...common,
  restricted: from(
    "submit_key",
    v.pipe(
      v.unknown(),
      v.transform((key) => key !== null && key !== undefined),
    ),
  ),
});

export const topicMessage: Schema<TopicMessage> = fields({
  time: from("consensus_timestamp", secondsTime),
  sequence: from("sequence_number", optional(int64)),
  payer: from("payer_account_id", optionalText),
  content: from("message", optionalText),
  part: from(
    "chunk_info",
    v.pipe(
      optional(v.object({ number: optional(int64), total: optional(int64) })),
      v.transform((chunk) =>
        chunk?.number === undefined || chunk.total === undefined || chunk.total < 2n
          ? undefined
          : { number: chunk.number, total: chunk.total },
      ),
    ),
  ),
});

export const schedule: Schema<Schedule> = fields({
  kind: constant("schedule"),
  id: from("schedule_id", v.string()),
  ...common,
  created: from("consensus_timestamp", optional(secondsTime)),
  creator: from("creator_account_id", optionalText),
  payer: from("payer_account_id", optionalText),
  executed: from("executed_timestamp", optional(secondsTime)),
  expires: from("expiration_time", optional(secondsTime)),
});
