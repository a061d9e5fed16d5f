// Decodes entities from the mirror node: accounts, contracts, tokens, topics and schedules.
import * as v from "valibot";
import { constant, fields, from, int64, optional, optionalText, secondsTime } from "../../base/decode.ts";
import { sent } from "./block.ts";
import { digits } from "./transaction.ts";

const address = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{40}$/i, "expected 0x and 40 hexadecimal digits"),
  v.transform((text) => text.toLowerCase()),
);

const deleted = v.pipe(
  optional(v.boolean()),
  v.transform((is) => is === true),
);

/** Fields that all entities have besides their ID ("0.0.1234"). Any field but the ID may be null. */
const common = { memo: optionalText, deleted, created: from("created_timestamp", optional(secondsTime)), sent };

export const account = fields({
  kind: constant("account"),
  id: from("account", v.string()),
  ...common,
  evmAddress: from("evm_address", optional(address)),
  /** Its public key or EVM address in base32, by which it can also be requested. */
  alias: optionalText,
  /** In tinybars; undefined if the balance was not recorded, which doesn't mean 0. */
  balance: from("balance.balance", optional(int64)),
  balanceAt: from("balance.timestamp", optional(secondsTime)),
  stakedNode: from("staked_node_id", optional(int64)),
  stakedAccount: from("staked_account_id", optionalText),
  pendingReward: from("pending_reward", optional(int64)),
  expires: from("expiry_timestamp", optional(secondsTime)),
});

export const contract = fields({
  kind: constant("contract"),
  id: from("contract_id", v.string()),
  ...common,
  /** The address in its logs, which may differ from the one derived from its number. */
  evmAddress: from("evm_address", optional(address)),
  file: from("file_id", optionalText),
  obtainer: from("obtainer_id", optionalText),
  expires: from("expiration_timestamp", optional(secondsTime)),
});

export const token = fields({
  kind: constant("token"),
  id: from("token_id", v.string()),
  ...common,
  name: optionalText,
  symbol: optionalText,
  type: optionalText,
  decimals: v.pipe(
    optional(v.pipe(v.string(), v.regex(/^\d{1,10}$/, "expected the digits of a number"))),
    v.transform((text) => (text === undefined ? undefined : Number(text))),
  ),
  totalSupply: from("total_supply", optional(digits)),
  /** 0 means unlimited. */
  maxSupply: from("max_supply", optional(digits)),
  treasury: from("treasury_account_id", optionalText),
});

export const topic = fields({
  kind: constant("topic"),
  id: from("topic_id", v.string()),
  ...common,
  /** True if submitting a message requires a key. */
  restricted: from(
    "submit_key",
    v.pipe(
      v.unknown(),
      v.transform((key) => key !== null && key !== undefined),
    ),
  ),
});

export const schedule = fields({
  kind: constant("schedule"),
  id: from("schedule_id", v.string()),
  ...common,
  created: from("consensus_timestamp", optional(secondsTime)),
  creator: from("creator_account_id", optionalText),
  payer: from("payer_account_id", optionalText),
  executed: from("executed_timestamp", optional(secondsTime)),
  expires: from("expiration_time", optional(secondsTime)),
});

/** A message of a topic. Only its consensus time is always present. */
export const topicMessage = fields({
  time: from("consensus_timestamp", secondsTime),
  /** Its position in the topic, starting at 1. */
  sequence: from("sequence_number", optional(int64)),
  payer: from("payer_account_id", optionalText),
  /** In base64, because it may not be text. */
  content: from("message", optionalText),
  /** Its position in a longer message that was submitted in several parts. */
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

/** More decimals than any real token has. A decimal fraction would be unreadable. */
export const MAX_DECIMALS = 99;

export type Token = Readonly<v.InferOutput<typeof token>>;
export type TopicMessage = Readonly<v.InferOutput<typeof topicMessage>>;
export type Entity = Token | Readonly<v.InferOutput<typeof account | typeof contract | typeof topic | typeof schedule>>;

/** "0.0.1234" for an address that is derived from an entity's number; undefined for any other. */
export function entityOfAddress(address: string): string | undefined {
  const [, number] = /^0x0{24}([0-7][0-9a-f]{15})$/i.exec(address) ?? [];
  return number === undefined ? undefined : `0.0.${BigInt(`0x${number}`)}`;
}
