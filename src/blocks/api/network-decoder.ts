// What the mirror node sends of the network itself, as valibot schemas. Nodes without a stake have nulls.
import * as v from "valibot";
import { int64, listOf, optional, optionalText, secondsTime } from "../../base/decode.ts";
import { digits } from "./transaction-decoder.ts";
import type { ExchangeRate, Fees, NetworkNode, Period, Rate, Stake, Supply } from "../model/network-state.ts";

const period = v.pipe(
  v.object({ from: optional(secondsTime), to: optional(secondsTime) }),
  v.transform(({ from, to }): Period => ({ from, to })),
);

const endpoint = v.pipe(
  v.object({ domain_name: optionalText, ip_address_v4: optionalText, port: optional(int64) }),
  v.transform((wire) => {
    const host = wire.domain_name ?? wire.ip_address_v4;
    return host === undefined || wire.port === undefined ? host : `${host}:${wire.port}`;
  }),
);

export const networkNode = v.pipe(
  v.object({
    node_id: int64,
    node_account_id: optionalText,
    description: optionalText,
    service_endpoints: listOf(endpoint),
    stake: optional(int64),
    stake_rewarded: optional(int64),
    stake_not_rewarded: optional(int64),
    min_stake: optional(int64),
    max_stake: optional(int64),
    reward_rate_start: optional(int64),
    decline_reward: optional(v.boolean()),
    staking_period: optional(period),
    timestamp: optional(period),
  }),
  v.transform((wire): NetworkNode => ({
    id: wire.node_id,
    account: wire.node_account_id,
    description: wire.description,
    endpoints: wire.service_endpoints.filter((each) => each !== undefined),
    stake: wire.stake,
    stakeRewarded: wire.stake_rewarded,
    stakeNotRewarded: wire.stake_not_rewarded,
    minStake: wire.min_stake,
    maxStake: wire.max_stake,
    rewardRate: wire.reward_rate_start,
    declinesReward: wire.decline_reward,
    stakingPeriod: wire.staking_period,
    since: wire.timestamp,
  })),
);

export const fees = v.pipe(
  v.object({
    fees: listOf(v.object({ gas: int64, transaction_type: v.string() })),
    timestamp: optional(secondsTime),
  }),
  v.transform((wire): Fees => ({
    fees: wire.fees.map(({ gas, transaction_type: type }) => ({ type, gas })),
    at: wire.timestamp,
  })),
);

const rate = v.pipe(
  v.object({ cent_equivalent: int64, hbar_equivalent: int64, expiration_time: optional(int64) }),
  v.transform((wire): Rate => ({
    cents: wire.cent_equivalent,
    hbars: wire.hbar_equivalent,
    until: wire.expiration_time === undefined ? undefined : wire.expiration_time * 1_000_000_000n,
  })),
);

export const exchangeRate = v.pipe(
  v.object({ current_rate: rate, next_rate: optional(rate), timestamp: optional(secondsTime) }),
  v.transform((wire): ExchangeRate => ({ now: wire.current_rate, next: wire.next_rate, at: wire.timestamp })),
);

export const supply = v.pipe(
  v.object({ released_supply: digits, total_supply: digits, timestamp: optional(secondsTime) }),
  v.transform((wire): Supply => ({
    released: wire.released_supply,
    total: wire.total_supply,
    at: wire.timestamp,
  })),
);

export const stake = v.pipe(
  v.object({
    stake_total: optional(int64),
    max_stake_rewarded: optional(int64),
    max_staking_reward_rate_per_hbar: optional(int64),
    staking_reward_rate: optional(int64),
    reserved_staking_rewards: optional(int64),
    unreserved_staking_reward_balance: optional(int64),
    reward_balance_threshold: optional(int64),
    staking_start_threshold: optional(int64),
    staking_period_duration: optional(int64),
    staking_periods_stored: optional(int64),
    staking_period: optional(period),
    node_reward_fee_fraction: optional(v.number()),
    staking_reward_fee_fraction: optional(v.number()),
  }),
  v.transform((wire): Stake => ({
    total: wire.stake_total,
    maxRewarded: wire.max_stake_rewarded,
    maxRewardRate: wire.max_staking_reward_rate_per_hbar,
    rewardRate: wire.staking_reward_rate,
    reserved: wire.reserved_staking_rewards,
    unreserved: wire.unreserved_staking_reward_balance,
    threshold: wire.reward_balance_threshold,
    startThreshold: wire.staking_start_threshold,
    periodLength: wire.staking_period_duration,
    periodsStored: wire.staking_periods_stored,
    period: wire.staking_period,
    nodeFeeFraction: wire.node_reward_fee_fraction,
    feeFraction: wire.staking_reward_fee_fraction,
  })),
);
