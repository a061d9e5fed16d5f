// The state of a network, such as its nodes, fees, supply and stake, and what can be computed from it.
import type { Nanoseconds } from "../../base/time.ts";

/** From one moment to another; `to` is undefined while the period lasts. */
export interface Period {
  readonly from: Nanoseconds | undefined;
  readonly to: Nanoseconds | undefined;
}

/** A node of the ledger's network. Amounts are in tinybars, and undefined while a node has no stake. */
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

/** This many hbars are worth this many US cents. */
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

/** In tinybars, except for fields with a unit of their own. */
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

const TINYBARS_PER_HBAR = 100_000_000n;

/** A part of a whole as a decimal with `significant` digits; undefined if the whole is 0. */
export function divide(part: bigint, whole: bigint, significant = 6): string | undefined {
  if (whole === 0n) return undefined;
  const sign = part < 0n !== whole < 0n && part !== 0n ? "-" : "";
  const [above, below] = [part < 0n ? -part : part, whole < 0n ? -whole : whole];
  const ahead = above / below;
  // Leading zeros of the fraction don't count as significant, so they add places.
  const zeros = above === 0n ? 0 : String(below / above).length - 1;
  const places = ahead > 0n ? Math.max(0, significant - String(ahead).length) : significant + zeros;
  const scale = 10n ** BigInt(places);
  const rounded = (above * scale * 2n + below) / (below * 2n);
  const digits = String(rounded).padStart(places + 1, "0");
  const fraction = digits.slice(digits.length - places).replace(/0+$/, "");
  return `${sign}${digits.slice(0, digits.length - places)}${fraction === "" ? "" : `.${fraction}`}`;
}

/** What one hbar is worth in US cents. */
export function centsOfHbar({ cents, hbars }: Rate): string | undefined {
  return divide(cents, hbars);
}

/** What an amount of tinybars is worth in US cents. */
export function toCents(tinybars: bigint, { cents, hbars }: Rate): string | undefined {
  return divide(tinybars * cents, hbars * TINYBARS_PER_HBAR, 3);
}

/** The stake of all nodes together; undefined if no node has one. */
export function sumStake(nodes: readonly NetworkNode[]): bigint | undefined {
  const known = nodes.map(({ stake }) => stake).filter((stake) => stake !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, stake) => sum + stake, 0n);
}

/** Hundredths of a percent that a reward brings in a year, of one hbar and with these periods. */
export function toYearlyRate(rewardRate: bigint, periodMinutes: bigint): string | undefined {
  return divide(rewardRate * 525_600n * 100n, periodMinutes * TINYBARS_PER_HBAR, 3);
}
