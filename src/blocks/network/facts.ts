// A network and its nodes as facts: for the panel, the tooltips of rows and exports.
import { l10n } from "../../workbench/text/l10n.ts";
import type { PlainFact } from "../../panels/kit/page/model.ts";
import { formatSeconds } from "../../base/time.ts";
import { count, formatPercent } from "../../workbench/format.ts";
import {
  divide,
  toYearlyRate,
  type ExchangeRate,
  type Fees,
  type NetworkNode,
  type Period,
  type Rate,
  type Stake,
  type Supply,
} from "../model/network-state.ts";
import { copyableFact } from "../page-parts.ts";
import {
  feeType,
  formatFee,
  formatHbars,
  formatPeriod,
  formatRate,
  formatReleased,
  formatExactRate,
  formatShortTime,
} from "./network-text.ts";

export function rateFacts({ now, next, at }: ExchangeRate): readonly PlainFact[] {
  const of = (rate: Rate | undefined, name: string, until: string): readonly PlainFact[] =>
    rate === undefined
      ? [{ name, value: undefined }]
      : [
          copyableFact(
            name,
            `${formatRate(rate) ?? l10n.t("Not available")} · ${formatExactRate(rate)}`,
            `${rate.cents}/${rate.hbars}`,
          ),
          copyableFact(until, formatShortTime(rate.until), formatOptionalSeconds(rate.until)),
        ];
  return [
    ...of(now, l10n.t("Current rate"), l10n.t("Valid until")),
    ...of(next, l10n.t("Next rate"), l10n.t("Valid until")),
    copyableFact(l10n.t("As of"), formatShortTime(at), formatOptionalSeconds(at)),
  ];
}

export function feeFacts({ fees, at }: Fees, rate: ExchangeRate | undefined): readonly PlainFact[] {
  return [
    ...fees.map((fee) => copyableFact(feeType(fee), formatFee(fee, rate), String(fee.gas))),
    copyableFact(l10n.t("As of"), formatShortTime(at), formatOptionalSeconds(at)),
  ];
}

export function supplyFacts(supply: Supply): readonly PlainFact[] {
  return [
    amount(l10n.t("Released"), supply.released),
    amount(l10n.t("Total supply"), supply.total),
    copyableFact(l10n.t("Released share"), formatReleased(supply), divide(supply.released, supply.total)),
    copyableFact(l10n.t("As of"), formatShortTime(supply.at), formatOptionalSeconds(supply.at)),
  ];
}

export function stakeFacts(stake: Stake): readonly PlainFact[] {
  const { periodLength, maxRewardRate } = stake;
  const most = maxRewardRate === undefined ? undefined : tinybars(maxRewardRate);
  const year =
    maxRewardRate === undefined || periodLength === undefined ? undefined : toYearlyRate(maxRewardRate, periodLength);
  return [
    amount(l10n.t("Total staked"), stake.total),
    amount(l10n.t("Max rewarded stake"), stake.maxRewarded),
    copyableFact(
      l10n.t("Max reward per ℏ"),
      most === undefined || year === undefined
        ? most
        : l10n.t("{0}, {1} per year", most, formatPercent(Number(year) / 100, 3)),
      digits(maxRewardRate),
    ),
    amount(l10n.t("Rewards per period"), stake.rewardRate),
    amount(l10n.t("Reserved rewards"), stake.reserved),
    amount(l10n.t("Unreserved balance"), stake.unreserved),
    amount(l10n.t("Full rewards from balance"), stake.threshold),
    amount(l10n.t("Rewards from balance"), stake.startThreshold),
    periodFact(l10n.t("Last period"), stake.period),
    copyableFact(
      l10n.t("Period length"),
      periodLength === undefined ? undefined : l10n.t("{0} min", count(periodLength)),
      digits(periodLength),
    ),
    copyableFact(
      l10n.t("Periods stored"),
      stake.periodsStored === undefined ? undefined : count(stake.periodsStored),
      digits(stake.periodsStored),
    ),
    fraction(l10n.t("Fees to nodes"), stake.nodeFeeFraction),
    fraction(l10n.t("Fees to stakers"), stake.feeFraction),
  ];
}

/** All facts about a node. */
export function nodeFacts(node: NetworkNode): readonly PlainFact[] {
  const { account, declinesReward, endpoints } = node;
  return [
    copyableFact(l10n.t("Node"), count(node.id), String(node.id)),
    { ...copyableFact(l10n.t("Account"), account, account), mono: true },
    amount(l10n.t("Stake"), node.stake),
    amount(l10n.t("Rewarded stake"), node.stakeRewarded),
    amount(l10n.t("Unrewarded stake"), node.stakeNotRewarded),
    amount(l10n.t("Min stake"), node.minStake),
    amount(l10n.t("Max stake"), node.maxStake),
    copyableFact(
      l10n.t("Reward per ℏ"),
      node.rewardRate === undefined ? undefined : tinybars(node.rewardRate),
      digits(node.rewardRate),
    ),
    {
      name: l10n.t("Declines rewards"),
      value: declinesReward === undefined ? undefined : declinesReward ? l10n.t("Yes") : l10n.t("No"),
    },
    periodFact(l10n.t("Staking period"), node.stakingPeriod),
    periodFact(l10n.t("Since"), node.since),
    {
      ...copyableFact(
        l10n.t("Endpoints"),
        endpoints.length === 0 ? undefined : endpoints.join("\n"),
        endpoints.join("\n"),
      ),
      mono: true,
      wide: true,
    },
  ];
}

function periodFact(name: string, period: Period | undefined): PlainFact {
  if (period === undefined) return { name, value: undefined };
  const ends = [formatOptionalSeconds(period.from), formatOptionalSeconds(period.to)].filter(
    (end) => end !== undefined,
  );
  return copyableFact(name, formatPeriod(period), ends.join(" – "));
}

/** An amount in hbars. Copy takes tinybars, the unit that the network counts in. */
function amount(name: string, value: bigint | undefined): PlainFact {
  return copyableFact(name, value === undefined ? undefined : formatHbars(value), digits(value));
}

export function tinybars(value: bigint): string {
  return value === 1n ? l10n.t("1 tinybar") : l10n.t("{0} tinybars", count(value));
}

/** A part of one, of which the node sends a few digits. */
function fraction(name: string, value: number | undefined): PlainFact {
  if (value === undefined) return { name, value: undefined };
  return copyableFact(name, formatPercent(value, 6), String(value));
}

function digits(value: bigint | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

function formatOptionalSeconds(time: bigint | undefined): string | undefined {
  return time === undefined ? undefined : formatSeconds(time);
}
