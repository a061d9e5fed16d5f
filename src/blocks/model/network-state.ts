import type { Nanoseconds } from "../../base/time.ts";

/** From one moment to another; the second is nothing where it lasts still. */
export interface Period {
  readonly from: Nanoseconds | undefined;
  readonly to: Nanoseconds | undefined;
}

/** A node of the ledger's network. Amounts are in tinybars, and nothing where a node has no stake yet. */
export interface NetworkNode {
  readonly id: bigint;
  readonly account: string | undefined;
  readonly description: string | undefined;
  readonly endpoints: readonly string[];
  readonly stake: bigint | undefined;
  readonly stakeRewarded: bigint | undefined;
  readonly stakeNotRewarded: bigint | undefined;
  readonly minStake: bigint | undefined;
  readonly maxStake: bigint | undefined;
  readonly rewardRate: bigint | undefined;
  readonly declinesReward: boolean | undefined;
  readonly stakingPeriod: Period | undefined;
  readonly since: Period | undefined;
}

/** What a unit of gas costs, in tinybars. */
export interface Fee {
  readonly type: string;
  readonly gas: bigint;
}

export interface Fees {
  readonly fees: readonly Fee[];
  readonly at: Nanoseconds | undefined;
}

/** So many hbars are worth so many US cents. */
export interface Rate {
  readonly cents: bigint;
  readonly hbars: bigint;
  readonly until: Nanoseconds | undefined;
}

export interface ExchangeRate {
  readonly now: Rate;
  readonly next: Rate | undefined;
  readonly at: Nanoseconds | undefined;
}

/** In tinybars. */
export interface Supply {
  readonly released: bigint;
  readonly total: bigint;
  readonly at: Nanoseconds | undefined;
}

/** In tinybars, where nothing else is said. */
export interface Stake {
  readonly total: bigint | undefined;
  readonly maxRewarded: bigint | undefined;
  readonly maxRewardRate: bigint | undefined;
  readonly rewardRate: bigint | undefined;
  readonly reserved: bigint | undefined;
  readonly unreserved: bigint | undefined;
  readonly threshold: bigint | undefined;
  readonly startThreshold: bigint | undefined;
  /** In minutes. */
  readonly periodLength: bigint | undefined;
  readonly periodsStored: bigint | undefined;
  readonly period: Period | undefined;
  /** Parts of one. */
  readonly nodeFeeFraction: number | undefined;
  readonly feeFraction: number | undefined;
}
