// How facts about a network are written: amounts of hbar, rates, fees, shares and periods.
import { SECOND_NS, toMilliseconds, type Nanoseconds } from "../../base/time.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import {
  count,
  formatClock,
  formatCompact,
  formatDateRange,
  formatDecimal,
  formatPercent,
  formatZone,
} from "../../workbench/format.ts";
import { typeName } from "../transaction-types.ts";
import { formatTimeToSecond } from "../format.ts";
import {
  toCents,
  centsOfHbar,
  type ExchangeRate,
  type Fee,
  type Fees,
  type NetworkNode,
  type Period,
  type Rate,
  type Supply,
} from "../model/network-state.ts";
import { hbars } from "../model/transaction.ts";

/** The types in the answer of the fees, by the names that transactions have. */
const FEE_TYPES: ReadonlyMap<string, string> = new Map([
  ["ContractCall", "CONTRACTCALL"],
  ["ContractCreate", "CONTRACTCREATEINSTANCE"],
  ["EthereumTransaction", "ETHEREUMTRANSACTION"],
]);

export function networkTitle(network: string): string {
  return l10n.t("Network {0}", network);
}

/** "31 nodes" */
export function countNodes(nodes: number): string {
  return nodes === 1 ? l10n.t("1 node") : l10n.t("{0} nodes", count(nodes));
}

/** "node 3", or its account if it has no name. */
export function nodeTitle({ id, description, account }: NetworkNode): string {
  return description ?? (account === undefined ? l10n.t("Node {0}", count(id)) : l10n.t("Node {0}", account));
}

/** "13,512,460,000.5 ℏ", with every digit. */
export function formatHbars(tinybars: bigint): string {
  return l10n.t("{0} ℏ", formatDecimal(hbars(tinybars)));
}

/** "13.5B ℏ": what a row or a figure has room for. */
export function shortHbars(tinybars: bigint): string {
  return l10n.t("{0} ℏ", formatCompact(tinybars / 100_000_000n));
}

/** "19.8996 ¢" */
export function formatRate(rate: Rate): string | undefined {
  const cents = centsOfHbar(rate);
  return cents === undefined ? undefined : l10n.t("{0} ¢", formatDecimal(cents));
}

/** "596,987 ¢ for 30,000 ℏ" */
export function formatExactRate({ cents, hbars: amount }: Rate): string {
  return l10n.t("{0} ¢ for {1} ℏ", count(cents), count(amount));
}

/** "49 tinybars, 0.00000975 ¢": what a unit of gas costs. */
export function formatFee({ gas }: Fee, rate: ExchangeRate | undefined): string {
  const tinybars = gas === 1n ? l10n.t("1 tinybar") : l10n.t("{0} tinybars", count(gas));
  const cents = rate === undefined ? undefined : toCents(gas, rate.now);
  return cents === undefined ? tinybars : l10n.t("{0}, {1} ¢", tinybars, formatDecimal(cents));
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
  return least === most
    ? l10n.t("{0} tinybars per gas", count(least))
    : l10n.t("{0} – {1} tinybars per gas", count(least), count(most));
}

/** "76%": how much of all hbars has been released. */
export function formatReleased({ released, total }: Supply): string | undefined {
  return formatPart(released, total);
}

export function formatPart(part: bigint, whole: bigint): string | undefined {
  return whole === 0n ? undefined : formatPercent(Number(part) / Number(whole));
}

export function formatShortTime(time: Nanoseconds | undefined): string | undefined {
  return time === undefined || !isDated(time) ? undefined : formatTimeToSecond(time);
}

/** "20–21 November 2026 UTC"; with times if it doesn't start and end at midnight in the user's time zone. */
export function formatPeriod({ from, to }: Period): string | undefined {
  const [begins, ends] = [formatShortTime(from), formatShortTime(to)];
  if (begins === undefined || ends === undefined || from === undefined || to === undefined) return begins ?? ends;
  if (!isMidnight(from) || !isMidnight(to) || to < from) return `${begins} – ${ends}`;
  const days = formatDateRange(toMilliseconds(from), toMilliseconds(to), { dateStyle: "long" });
  return `${days} ${formatZone(toMilliseconds(to))}`;
}

/** "21 Nov": what a row has room for. */
export function shortMoment(time: Nanoseconds | undefined): string | undefined {
  if (time === undefined || !isDated(time)) return undefined;
  const at = toMilliseconds(time);
  return formatDateRange(at, at, { day: "numeric", month: "short" });
}

function isMidnight(time: Nanoseconds): boolean {
  return time % SECOND_NS === 0n && formatClock(toMilliseconds(time), "seconds") === "00:00:00";
}

/** A count of seconds may be out of a date's range. */
function isDated(time: Nanoseconds): boolean {
  return !Number.isNaN(new Date(toMilliseconds(time)).getTime());
}
