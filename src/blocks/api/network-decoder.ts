// What the mirror node sends of the network itself, as valibot schemas. Nodes without a stake have nulls.
import * as v from "valibot";
import { fields, from, int64, listOf, optional, optionalText, secondsTime, type Schema } from "../../base/decode.ts";
import { digits } from "./transaction-decoder.ts";
import type { ExchangeRate, Fees, NetworkNode, Period, Rate, Stake, Supply } from "../model/network-state.ts";

const period: Schema<Period> = fields({
  from: optional(secondsTime),
  to: optional(secondsTime),
});

const endpoint = v.pipe(
  v.object({ domain_name: optionalText, ip_address_v4: optionalText, port: optional(int64) }),
  v.transform((wire) => {
    const host = wire.domain_name ?? wire.ip_address_v4;
    return host === undefined || wire.port === undefined ? host : `${host}:${wire.port}`;
  }),
);

export const networkNode: Schema<NetworkNode> = fields({
  id: from("node_id", int64),
  account: from("node_account_id", optionalText),
  description: optionalText,
  endpoints: from(
    "service_endpoints",
    v.pipe(
      listOf(endpoint),
      v.transform((each) => each.filter((name) => name !== undefined)),
    ),
  ),
  stake: optional(int64),
  stakeRewarded: from("stake_rewarded", optional(int64)),
  stakeNotRewarded: from("stake_not_rewarded", optional(int64)),
  minStake: from("min_stake", optional(int64)),
  maxStake: from("max_stake", optional(int64)),
  rewardRate: from("reward_rate_start", optional(int64)),
  declinesReward: from("decline_reward", optional(v.boolean())),
  stakingPeriod: from("staking_period", optional(period)),
  since: from("timestamp", optional(period)),
});

export const fees: Schema<Fees> = fields({
  fees: listOf(fields({ type: from("transaction_type", v.string()), gas: int64 })),
  at: from("timestamp", optional(secondsTime)),
});

const rate: Schema<Rate> = fields({
  cents: from("cent_equivalent", int64),
  hbars: from("hbar_equivalent", int64),
  until: from(
    "expiration_time",
    v.pipe(
      optional(int64),
      v.transform((seconds) => seconds && seconds * 1_000_000_000n),
    ),
  ),
});

export const exchangeRate: Schema<ExchangeRate> = fields({
  now: from("current_rate", rate),
  next: from("next_rate", optional(rate)),
  at: from("timestamp", optional(secondsTime)),
});

export const supply: Schema<Supply> = fields({
  released: from("released_supply", digits),
  total: from("total_supply", digits),
  at: from("timestamp", optional(secondsTime)),
});

export const stake: Schema<Stake> = fields({
  total: from("stake_total", optional(int64)),
  maxRewarded: from("max_stake_rewarded", optional(int64)),
  maxRewardRate: from("max_staking_reward_rate_per_hbar", optional(int64)),
  rewardRate: from("staking_reward_rate", optional(int64)),
  reserved: from("reserved_staking_rewards", optional(int64)),
  unreserved: from("unreserved_staking_reward_balance", optional(int64)),
  threshold: from("reward_balance_threshold", optional(int64)),
  startThreshold: from("staking_start_threshold", optional(int64)),
  periodLength: from("staking_period_duration", optional(int64)),
  periodsStored: from("staking_periods_stored", optional(int64)),
  period: from("staking_period", optional(period)),
  nodeFeeFraction: from("node_reward_fee_fraction", optional(v.number())),
  feeFraction: from("staking_reward_fee_fraction", optional(v.number())),
});
