// Formats facts about a network and its nodes for the panel, rows, tooltips and exports.
import { formatSeconds, SECOND_NS, toMilliseconds, type Nanoseconds } from "../../base/time.ts";
import type { PlainFact } from "../../panels/kit/content/content-model.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import {
  codeFact,
  hbarFact,
  numberFact,
  plainFact,
  timeFact,
  valueFact,
  wideCodeFact,
} from "../parts/fact-builders.ts";
import { formatShortTime, formatYesNo, isDated, formatTinybars } from "../wording/block-text.ts";
import {
  centsOfHbar,
  divide,
  toCents,
  toYearlyRate,
  type ExchangeRate,
  type Fee,
  type Fees,
  type NetworkNode,
  type Period,
  type Rate,
  type Stake,
  type Supply,
} from "../model/network-state.ts";
import { typeName } from "../wording/transaction-types.ts";

/** The transaction types of the fees route, which has its own names for them. */
const FEE_TYPES: ReadonlyMap<string, string> = new Map([
  ["ContractCall", "CONTRACTCALL"],
  ["ContractCreate", "CONTRACTCREATEINSTANCE"],
  ["EthereumTransaction", "ETHEREUMTRANSACTION"],
]);

export function networkTitle(network: string): string {
  return l10n.t("Network {0}", network);
}

/** "31 nodes" */
export function formatNodeCount(nodes: number): string {
  return l10n.plural(nodes, "{0} node", "{0} nodes");
}

/** The description of a node; without one, "Node 0.0.3" or "Node 3". */
export function nodeTitle({ id, description, account }: NetworkNode): string {
  return description ?? (account === undefined ? l10n.t("Node {0}", format.count(id)) : l10n.t("Node {0}", account));
}

/** "13.5B ℏ", short enough for a row or a figure. */
export function shortHbars(tinybars: bigint): string {
  return l10n.t("{0} ℏ", format.compact(tinybars / 100_000_000n));
}

/** "19.8996 ¢" */
export function formatRate(rate: Rate): string | undefined {
  const cents = centsOfHbar(rate);
  return cents === undefined ? undefined : l10n.t("{0} ¢", format.decimal(cents));
}

/** "596,987 ¢ for 30,000 ℏ" */
export function formatExactRate({ cents, hbars: amount }: Rate): string {
  return l10n.t("{0} ¢ for {1} ℏ", format.count(cents), format.count(amount));
}

/** "49 tinybars, 0.00000975 ¢": the price of one unit of gas. */
export function formatFee({ gas }: Fee, rate: ExchangeRate | undefined): string {
  const tinybars = formatTinybars(gas);
  const cents = rate === undefined ? undefined : toCents(gas, rate.now);
  return cents === undefined ? tinybars : l10n.t("{0}, {1} ¢", tinybars, format.decimal(cents));
}

export function feeType({ type }: Fee): string {
  return typeName(FEE_TYPES.get(type) ?? type);
}

/** "49 – 65 tinybars per gas" */
export function formatFees({ fees }: Fees): string | undefined {
  const gas = fees.map((fee) => fee.gas).toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  const [least] = gas;
  const most = gas.at(-1);
  if (least === undefined || most === undefined) return undefined;
  if (most === 1n) return l10n.t("1 tinybar per gas");
  return least === most
    ? l10n.t("{0} tinybars per gas", format.count(least))
    : l10n.t("{0} – {1} tinybars per gas", format.count(least), format.count(most));
}

/** "76%": how much of all hbars has been released. */
export function formatReleased({ released, total }: Supply): string | undefined {
  return formatPart(released, total);
}

export function formatPart(part: bigint, whole: bigint): string | undefined {
  return whole === 0n ? undefined : format.percent(Number(part) / Number(whole));
}

/** "20–21 November 2026 UTC"; with times if it doesn't start and end at midnight in the user's time zone. */
function formatPeriod({ from, to }: Period): string | undefined {
  const [begins, ends] = [formatShortTime(from), formatShortTime(to)];
  if (begins === undefined || ends === undefined || from === undefined || to === undefined) return begins ?? ends;
  if (!isMidnight(from) || !isMidnight(to) || to < from) return `${begins} – ${ends}`;
  const days = format.dateRange(toMilliseconds(from), toMilliseconds(to), { dateStyle: "long" });
  return `${days} ${format.zoneName(toMilliseconds(to))}`;
}

/** "21 Nov", short enough for a row. */
export function shortMoment(time: Nanoseconds | undefined): string | undefined {
  if (time === undefined || !isDated(time)) return undefined;
  const at = toMilliseconds(time);
  return format.dateRange(at, at, { day: "numeric", month: "short" });
}

function isMidnight(time: Nanoseconds): boolean {
  return time % SECOND_NS === 0n && format.clock(toMilliseconds(time), "seconds") === "00:00:00";
}

export function rateFacts({ now, next, at }: ExchangeRate): readonly PlainFact[] {
  const describe = (rate: Rate): string => `${formatRate(rate) ?? l10n.t("Not available")} · ${formatExactRate(rate)}`;
  const listRate = (rate: Rate | undefined, name: string): readonly PlainFact[] => [
    valueFact(name, rate, describe, ({ cents, hbars }) => `${cents}/${hbars}`),
    ...(rate === undefined ? [] : [timeFact(l10n.t("Valid until"), rate.until)]),
  ];
  return [
    ...listRate(now, l10n.t("Current rate")),
    ...listRate(next, l10n.t("Next rate")),
    timeFact(l10n.t("As of"), at),
  ];
}

export function feeFacts({ fees, at }: Fees, rate: ExchangeRate | undefined): readonly PlainFact[] {
  return [
    ...fees.map((fee) => plainFact(feeType(fee), formatFee(fee, rate), String(fee.gas))),
    timeFact(l10n.t("As of"), at),
  ];
}

export function supplyFacts(supply: Supply): readonly PlainFact[] {
  return [
    hbarFact(l10n.t("Released"), supply.released),
    hbarFact(l10n.t("Total supply"), supply.total),
    plainFact(l10n.t("Released share"), formatReleased(supply), divide(supply.released, supply.total)),
    timeFact(l10n.t("As of"), supply.at),
  ];
}

export function stakeFacts(stake: Stake): readonly PlainFact[] {
  const { periodLength } = stake;
  const describeReward = (most: bigint): string => {
    const year = periodLength === undefined ? undefined : toYearlyRate(most, periodLength);
    if (year === undefined) return formatTinybars(most);
    return l10n.t("{0}, {1} per year", formatTinybars(most), format.percent(Number(year) / 100, 3));
  };
  // The node sends fractions with a few digits.
  const fraction = (part: number): string => format.percent(part, 6);
  return [
    hbarFact(l10n.t("Total staked"), stake.total),
    hbarFact(l10n.t("Max rewarded stake"), stake.maxRewarded),
    valueFact(l10n.t("Max reward per ℏ"), stake.maxRewardRate, describeReward),
    hbarFact(l10n.t("Rewards per period"), stake.rewardRate),
    hbarFact(l10n.t("Reserved rewards"), stake.reserved),
    hbarFact(l10n.t("Unreserved balance"), stake.unreserved),
    hbarFact(l10n.t("Full rewards from balance"), stake.threshold),
    hbarFact(l10n.t("Rewards from balance"), stake.startThreshold),
    periodFact(l10n.t("Last period"), stake.period),
    valueFact(l10n.t("Period length"), periodLength, (minutes) => l10n.t("{0} min", format.count(minutes))),
    numberFact(l10n.t("Periods stored"), stake.periodsStored),
    valueFact(l10n.t("Fees to nodes"), stake.nodeFeeFraction, fraction),
    valueFact(l10n.t("Fees to stakers"), stake.feeFraction, fraction),
  ];
}

/** All facts about a node. */
export function nodeFacts(node: NetworkNode): readonly PlainFact[] {
  const { declinesReward, endpoints } = node;
  return [
    numberFact(l10n.t("Node"), node.id),
    codeFact(l10n.t("Account"), node.account),
    hbarFact(l10n.t("Stake"), node.stake),
    hbarFact(l10n.t("Rewarded stake"), node.stakeRewarded),
    hbarFact(l10n.t("Unrewarded stake"), node.stakeNotRewarded),
    hbarFact(l10n.t("Min stake"), node.minStake),
    hbarFact(l10n.t("Max stake"), node.maxStake),
    valueFact(l10n.t("Reward per ℏ"), node.rewardRate, formatTinybars),
    { name: l10n.t("Declines rewards"), value: declinesReward === undefined ? undefined : formatYesNo(declinesReward) },
    periodFact(l10n.t("Staking period"), node.stakingPeriod),
    periodFact(l10n.t("Since"), node.since),
    wideCodeFact(l10n.t("Endpoints"), endpoints.length === 0 ? undefined : endpoints.join("\n")),
  ];
}

function periodFact(name: string, period: Period | undefined): PlainFact {
  return valueFact(name, period, formatPeriod, ({ from, to }) =>
    [from, to].flatMap((end) => (end === undefined ? [] : [formatSeconds(end)])).join(" – "),
  );
}
