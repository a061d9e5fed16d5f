// The state of a network, such as its nodes, fees, supply and stake, and what can be computed from it.
import * as v from "valibot";
import { fields, from, int64, listOf, optional, optionalText, secondsTime } from "../../base/decode.ts";
import { digits } from "./transaction.ts";

/** A span of time; `to` is undefined while it lasts. */
const period = fields({ from: optional(secondsTime), to: optional(secondsTime) });

export type Period = Readonly<v.InferOutput<typeof period>>;

const endpoint = v.pipe(
  v.object({ domain_name: optionalText, ip_address_v4: optionalText, port: optional(int64) }),
  v.transform((wire) => {
    const host = wire.domain_name ?? wire.ip_address_v4;
    return host === undefined || wire.port === undefined ? host : `${host}:${wire.port}`;
  }),
);

/** A node of the ledger's network. Amounts are in tinybars, and null for a node without stake. */
export const networkNode = fields({
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

export type NetworkNode = Readonly<v.InferOutput<typeof networkNode>>;

/** The price of one unit of gas, in tinybars. */
const fee = fields({ type: from("transaction_type", v.string()), gas: int64 });

export type Fee = Readonly<v.InferOutput<typeof fee>>;

export const fees = fields({
  fees: listOf(fee),
  at: from("timestamp", optional(secondsTime)),
});

export type Fees = Readonly<v.InferOutput<typeof fees>>;

/** This many hbars are worth this many US cents. */
const rate = fields({
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

export type Rate = Readonly<v.InferOutput<typeof rate>>;

export const exchangeRate = fields({
  now: from("current_rate", rate),
  next: from("next_rate", optional(rate)),
  at: from("timestamp", optional(secondsTime)),
});

export type ExchangeRate = Readonly<v.InferOutput<typeof exchangeRate>>;

/** In tinybars. */
export const supply = fields({
  released: from("released_supply", digits),
  total: from("total_supply", digits),
  at: from("timestamp", optional(secondsTime)),
});

export type Supply = Readonly<v.InferOutput<typeof supply>>;

/** In tinybars, unless a field states another unit. */
export const stake = fields({
  total: from("stake_total", optional(int64)),
  maxRewarded: from("max_stake_rewarded", optional(int64)),
  maxRewardRate: from("max_staking_reward_rate_per_hbar", optional(int64)),
  rewardRate: from("staking_reward_rate", optional(int64)),
  reserved: from("reserved_staking_rewards", optional(int64)),
  unreserved: from("unreserved_staking_reward_balance", optional(int64)),
  threshold: from("reward_balance_threshold", optional(int64)),
  startThreshold: from("staking_start_threshold", optional(int64)),
  /** In minutes. */
  periodLength: from("staking_period_duration", optional(int64)),
  periodsStored: from("staking_periods_stored", optional(int64)),
  period: from("staking_period", optional(period)),
  /** Fractions from 0 to 1. */
  nodeFeeFraction: from("node_reward_fee_fraction", optional(v.number())),
  feeFraction: from("staking_reward_fee_fraction", optional(v.number())),
});

export type Stake = Readonly<v.InferOutput<typeof stake>>;

const TINYBARS_PER_HBAR = 100_000_000n;

/** The quotient as a decimal with `significant` digits; undefined if the whole is 0. */
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

/** The value of one hbar in US cents. */
export function centsOfHbar({ cents, hbars }: Rate): string | undefined {
  return divide(cents, hbars);
}

/** The value of an amount of tinybars in US cents. */
export function toCents(tinybars: bigint, { cents, hbars }: Rate): string | undefined {
  return divide(tinybars * cents, hbars * TINYBARS_PER_HBAR, 3);
}

/** The total stake of all nodes; undefined if no node has any. */
export function sumStake(nodes: readonly NetworkNode[]): bigint | undefined {
  const known = nodes.map(({ stake }) => stake).filter((stake) => stake !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, stake) => sum + stake, 0n);
}

/** The yearly reward of one hbar in percent, from the reward of each period in tinybars. */
export function toYearlyRate(rewardRate: bigint, periodMinutes: bigint): string | undefined {
  return divide(rewardRate * 525_600n * 100n, periodMinutes * TINYBARS_PER_HBAR, 3);
}
