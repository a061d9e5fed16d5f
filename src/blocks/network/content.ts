import { formatSeconds } from "../../base/time.ts";
import type { Fact, Figure, NodeRow, Nodes as NodesShown, Section, Words } from "../../panels/network/messages.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count, formatPercent } from "../../workbench/words.ts";
import { quotient, staked, yearly } from "../model/network-state.ts";
import type { ExchangeRate, Fees, NetworkNode, Period, Rate, Stake, Supply } from "../model/network-state.ts";
import type { Nodes, Told } from "./network-facts.ts";
import {
  feeType,
  feeWords,
  hbarWords,
  momentWords,
  nodesWords,
  nodeTitle,
  percentWords,
  periodWords,
  rateWords,
  releasedWords,
  setRateWords,
  shortHbars,
} from "./network-text.ts";

/** At most five: what one looks for first. */
export function figuresOf({ nodes, rate, fees, supply, stake }: Told): readonly Figure[] {
  const all = nodes.value?.all;
  const sum = stake.value?.total ?? (all === undefined ? undefined : staked(all));
  const now = rate.value === undefined ? undefined : rateWords(rate.value.now);
  const [fee] = fees.value?.fees ?? [];
  const released = supply.value === undefined ? undefined : releasedWords(supply.value);
  return [
    now === undefined || rate.value === undefined
      ? undefined
      : { value: now, word: l10n.t("for 1 ℏ"), exact: setRateWords(rate.value.now) },
    fee === undefined
      ? undefined
      : {
          value: count(fee.gas),
          word: l10n.t("tinybars a gas"),
          exact: `${feeType(fee)}: ${feeWords(fee, rate.value)}`,
        },
    all === undefined
      ? undefined
      : {
          value: count(all.length),
          word: all.length === 1 ? l10n.t("node") : l10n.t("nodes"),
          exact: nodesWords(all.length),
        },
    sum === undefined ? undefined : { value: shortHbars(sum), word: l10n.t("staked"), exact: hbarWords(sum) },
    released === undefined || supply.value === undefined
      ? undefined
      : { value: released, word: l10n.t("of all ℏ released"), exact: hbarWords(supply.value.released) },
  ].filter((figure) => figure !== undefined);
}

export function sectionsOf({ rate, fees, supply, stake }: Told): readonly Section[] {
  return [
    rate.value === undefined ? undefined : { heading: l10n.t("Exchange Rate"), facts: rateFacts(rate.value) },
    fees.value === undefined
      ? undefined
      : { heading: l10n.t("Fees for a Unit of Gas"), facts: feeFacts(fees.value, rate.value) },
    supply.value === undefined ? undefined : { heading: l10n.t("Supply"), facts: supplyFacts(supply.value) },
    stake.value === undefined ? undefined : { heading: l10n.t("Staking"), facts: stakeFacts(stake.value) },
  ].filter((section) => section !== undefined);
}

/** What the mirror node does not tell, as older and newer ones lack some of it. */
export function untoldWords({ nodes, rate, fees, supply, stake }: Told): string | undefined {
  const untold = [
    { name: l10n.t("exchange rate"), part: rate },
    { name: l10n.t("fees"), part: fees },
    { name: l10n.t("supply"), part: supply },
    { name: l10n.t("staking"), part: stake },
    { name: l10n.t("nodes"), part: nodes },
  ].filter(({ part: { value, problem } }) => value === undefined && problem === undefined);
  if (untold.length === 0) return undefined;
  return l10n.t("This mirror node does not tell: {0}.", untold.map(({ name }) => name).join(", "));
}

export function rateFacts({ now, next, at }: ExchangeRate): readonly Fact[] {
  const of = (rate: Rate | undefined, name: string, until: string): readonly Fact[] =>
    rate === undefined
      ? [{ name, value: undefined }]
      : [
          withCopy(
            name,
            `${rateWords(rate) ?? l10n.t("No hbars")} · ${setRateWords(rate)}`,
            `${rate.cents}/${rate.hbars}`,
          ),
          withCopy(until, momentWords(rate.until), secondsOf(rate.until)),
        ];
  return [
    ...of(now, l10n.t("1 ℏ now"), l10n.t("Until")),
    ...of(next, l10n.t("1 ℏ next"), l10n.t("Then until")),
    withCopy(l10n.t("As of"), momentWords(at), secondsOf(at)),
  ];
}

export function feeFacts({ fees, at }: Fees, rate: ExchangeRate | undefined): readonly Fact[] {
  return [
    ...fees.map((fee) => withCopy(feeType(fee), feeWords(fee, rate), String(fee.gas))),
    withCopy(l10n.t("As of"), momentWords(at), secondsOf(at)),
  ];
}

export function supplyFacts(supply: Supply): readonly Fact[] {
  return [
    amount(l10n.t("Released"), supply.released),
    amount(l10n.t("In all"), supply.total),
    withCopy(l10n.t("Share released"), releasedWords(supply), quotient(supply.released, supply.total)),
    withCopy(l10n.t("As of"), momentWords(supply.at), secondsOf(supply.at)),
  ];
}

export function stakeFacts(stake: Stake): readonly Fact[] {
  const { periodLength, maxRewardRate } = stake;
  const most = maxRewardRate === undefined ? undefined : tinybars(maxRewardRate);
  const year =
    maxRewardRate === undefined || periodLength === undefined ? undefined : yearly(maxRewardRate, periodLength);
  return [
    amount(l10n.t("Staked in all"), stake.total),
    amount(l10n.t("Highest rewarded stake"), stake.maxRewarded),
    withCopy(
      l10n.t("Highest reward for 1 ℏ"),
      most === undefined || year === undefined ? most : l10n.t("{0}, {1} % a year", most, year),
      digits(maxRewardRate),
    ),
    amount(l10n.t("Rewards a period"), stake.rewardRate),
    amount(l10n.t("Reserved rewards"), stake.reserved),
    amount(l10n.t("Unreserved balance"), stake.unreserved),
    amount(l10n.t("Full rewards from a balance of"), stake.threshold),
    amount(l10n.t("Rewards begin at a balance of"), stake.startThreshold),
    periodFact(l10n.t("Last period"), stake.period),
    withCopy(
      l10n.t("Length of a period"),
      periodLength === undefined ? undefined : l10n.t("{0} min", count(periodLength)),
      digits(periodLength),
    ),
    withCopy(
      l10n.t("Periods kept"),
      stake.periodsStored === undefined ? undefined : count(stake.periodsStored),
      digits(stake.periodsStored),
    ),
    fraction(l10n.t("Fees to nodes"), stake.nodeFeeFraction),
    fraction(l10n.t("Fees to stakers"), stake.feeFraction),
  ];
}

export function nodesShown({ all, skipped }: Nodes): NodesShown {
  const sum = staked(all);
  return {
    heading: l10n.t("Nodes"),
    count: count(all.length),
    rows: all.map((node) => nodeRow(node, sum)),
    note:
      skipped === 0
        ? undefined
        : skipped === 1
          ? l10n.t("1 node could not be understood and is left out.")
          : l10n.t("{0} nodes could not be understood and are left out.", count(skipped)),
  };
}

function nodeRow(node: NetworkNode, sum: bigint | undefined): NodeRow {
  const { id, account, description, stake, rewardRate } = node;
  const share = stake === undefined || sum === undefined ? undefined : percentWords(stake, sum);
  return {
    id: String(id),
    heading: nodeTitle(node),
    ...(description === undefined ? {} : { name: description }),
    ...(account === undefined ? {} : { account }),
    ...(stake === undefined ? {} : { stake: hbarWords(stake) }),
    ...(share === undefined ? {} : { share }),
    ...(rewardRate === undefined ? {} : { rewardRate: tinybars(rewardRate) }),
    facts: nodeFacts(node),
  };
}

/** All that is known of a node. */
export function nodeFacts(node: NetworkNode): readonly Fact[] {
  const { account, declinesReward, endpoints } = node;
  return [
    withCopy(l10n.t("Node"), count(node.id), String(node.id)),
    { ...withCopy(l10n.t("Account"), account, account), mono: true },
    amount(l10n.t("Stake"), node.stake),
    amount(l10n.t("Stake that is rewarded"), node.stakeRewarded),
    amount(l10n.t("Stake that is not"), node.stakeNotRewarded),
    amount(l10n.t("Least stake"), node.minStake),
    amount(l10n.t("Most stake"), node.maxStake),
    withCopy(
      l10n.t("Reward for 1 ℏ"),
      node.rewardRate === undefined ? undefined : tinybars(node.rewardRate),
      digits(node.rewardRate),
    ),
    {
      name: l10n.t("Declines rewards"),
      value: declinesReward === undefined ? undefined : declinesReward ? l10n.t("Yes") : l10n.t("No"),
    },
    periodFact(l10n.t("Staking period"), node.stakingPeriod),
    periodFact(l10n.t("As it is since"), node.since),
    {
      ...withCopy(l10n.t("Endpoints"), endpoints.length === 0 ? undefined : endpoints.join("\n"), endpoints.join("\n")),
      mono: true,
      wide: true,
    },
  ];
}

export function networkWords(): Words {
  return {
    toolbar: l10n.t("Network"),
    export: l10n.t("Export…"),
    share: l10n.t("Share…"),
    refresh: l10n.t("Refresh"),
    read: l10n.t("Read"),
    nodes: l10n.t("Nodes"),
    node: l10n.t("Node"),
    account: l10n.t("Account"),
    name: l10n.t("Name"),
    stake: l10n.t("Stake"),
    shareOfAll: l10n.t("Of All"),
    rewardRate: l10n.t("Reward for 1 ℏ"),
    close: l10n.t("Close"),
  };
}

function periodFact(name: string, period: Period | undefined): Fact {
  if (period === undefined) return { name, value: undefined };
  const ends = [secondsOf(period.from), secondsOf(period.to)].filter((end) => end !== undefined);
  return withCopy(name, periodWords(period), ends.join(" – "));
}

/** An amount in hbars; copied are its tinybars, which are what the network counts. */
function amount(name: string, value: bigint | undefined): Fact {
  return withCopy(name, value === undefined ? undefined : hbarWords(value), digits(value));
}

function tinybars(value: bigint): string {
  return value === 1n ? l10n.t("1 tinybar") : l10n.t("{0} tinybars", count(value));
}

/** A part of one, of which the node sends a few digits. */
function fraction(name: string, value: number | undefined): Fact {
  if (value === undefined) return { name, value: undefined };
  return withCopy(name, formatPercent(value, 6), String(value));
}

function withCopy(name: string, value: string | undefined, copy: string | undefined): Fact {
  return value === undefined || copy === undefined ? { name, value } : { name, value, copy };
}

function digits(value: bigint | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

function secondsOf(time: bigint | undefined): string | undefined {
  return time === undefined ? undefined : formatSeconds(time);
}
