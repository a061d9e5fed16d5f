// Formats blocks, hashes, ages, times and durations for the whole wing.
import { toMilliseconds, type Nanoseconds } from "../../base/time.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import type { BlockName } from "../model/block-name.ts";
import { duration, HIGHEST_BLOCK, roundedSeconds, type Block } from "../model/block.ts";
import type { Network } from "../model/network.ts";
import { hbars } from "../model/transaction.ts";

export const MINUTE_MS = 60_000;

const CLOCK_TOLERANCE_MS = 5_000;

export const DAY_SECONDS = 86_400n;

/** Units of durations, the longest first, with their seconds. */
const UNITS = [
  [365n * DAY_SECONDS, "year"],
  [30n * DAY_SECONDS, "month"],
  [DAY_SECONDS, "day"],
  [3600n, "hour"],
  [60n, "minute"],
  [1n, "second"],
] as const;

/** Enough characters of a hash, including 0x, to tell blocks apart at a glance. */
const SHORT_HASH_CHARS = 10;

export function blockTitle(name: BlockName): string {
  return l10n.t("Block {0}", "number" in name ? format.count(name.number) : shortHash(name.hash));
}

export function shortHash(hash: string): string {
  return `${hash.slice(0, SHORT_HASH_CHARS)}…`;
}

/** "40 sec", "3 min": shows seconds, because a ledger closes a block every few seconds. */
export function formatBlockAge(at: number, now: number): string {
  const passed = now - at;
  // The clocks of the node and of this computer may differ by a few seconds.
  if (passed < -CLOCK_TOLERANCE_MS) return l10n.t("in {0}", formatLength(BigInt(Math.round(-passed / 1000))));
  if (passed < 0) return format.seconds(0);
  return passed < MINUTE_MS ? format.seconds(Math.floor(passed / 1000)) : format.age(at, now);
}

/** "3 min ago", "2 months ago": for running text. */
export function formatAgo(at: number, now: number): string {
  return format.relative(at, now);
}

/** "1.28M gas", short enough for a row. */
export function formatGas(gas: bigint): string {
  return l10n.t("{0} gas", format.compact(gas));
}

/** "46 transactions" */
export function formatTransactionCount(transactions: bigint): string {
  return transactions === 1n ? l10n.t("1 transaction") : l10n.t("{0} transactions", format.count(transactions));
}

/** "17 Oct – 9 Nov"; within one day, only the start: "21 Nov, 14:02 UTC". Names the year unless it is this year. */
export function formatDays(from: number, to: number, now: number): string {
  const year = format.isSameYear(from, now) && format.isSameYear(to, now) ? undefined : "numeric";
  const day = { day: "numeric", month: "short", year } as const;
  if (!format.isSameDay(from, to)) return format.dateRange(from, to, day);
  const start = format.dateRange(from, from, { ...day, hour: "2-digit", minute: "2-digit" });
  return `${start} ${format.zoneName(from)}`;
}

/** "20 November 2026, 14:28:58.001 – 14:28:59.987 UTC, 1.986 s" */
export function formatBlockSpan(block: Pick<Block, "from" | "to">): string | undefined {
  const { from, to } = block;
  if (from === undefined || to === undefined) return undefined;
  const length = duration(block);
  const span = formatSpan(from, to, "milliseconds");
  return length === undefined ? span : `${span}, ${formatSecondsExact(length)}`;
}

/** "20 November 2026, 14:09:00 – 14:28:59 UTC"; parts that both ends share appear once. */
export function formatSpan(from: Nanoseconds, to: Nanoseconds, digits: "seconds" | "milliseconds"): string {
  const ends = [from, to].map(toMilliseconds).map((at) => ({
    day: format.longDay(at),
    clock: format.clock(at, digits),
    zone: format.zoneName(at),
  }));
  const [begin, end] = ends;
  if (begin === undefined || end === undefined) return "";
  // Daylight saving time may start or end in between.
  const zone = begin.zone === end.zone ? "" : ` ${begin.zone}`;
  const day = begin.day === end.day ? "" : `${end.day}, `;
  return `${begin.day}, ${begin.clock}${zone} – ${day}${end.clock} ${end.zone}`;
}

export function formatSecondsExact(length: Nanoseconds): string {
  return l10n.t("{0} s", format.decimal(roundedSeconds(length)));
}

export function describeLoading(title: string): string {
  return l10n.t("Loading {0}…", title);
}

/** The host of the network's mirror node. */
export function getHost(network: Network | undefined): string {
  return network === undefined ? "" : new URL(network.address).host;
}

/** "21 November 2026, 14:28:58.001 UTC"; without milliseconds if there are none. */
export function formatTime(time: Nanoseconds): string {
  return formatMoment(time, toMilliseconds(time) % 1000 === 0 ? "seconds" : "milliseconds");
}

/** "21 November 2026, 14:28:58 UTC" */
export function formatTimeToSecond(time: Nanoseconds): string {
  return formatMoment(time, "seconds");
}

function formatMoment(time: Nanoseconds, digits: "seconds" | "milliseconds"): string {
  const at = toMilliseconds(time);
  return `${format.longDay(at)}, ${format.clock(at, digits)} ${format.zoneName(at)}`;
}

/** "21 November 2026, 14:28:58 UTC"; undefined for a time beyond the range of `Date`. */
export function formatShortTime(time: Nanoseconds | undefined): string | undefined {
  return time !== undefined && isDated(time) ? formatTimeToSecond(time) : undefined;
}

export function isDated(time: Nanoseconds): boolean {
  return !Number.isNaN(new Date(toMilliseconds(time)).getTime());
}

export function formatTinybars(value: bigint): string {
  return value === 1n ? l10n.t("1 tinybar") : l10n.t("{0} tinybars", format.count(value));
}

/** "13,512,460,000.5 ℏ", with every digit. */
export function formatHbars(tinybars: bigint): string {
  return l10n.t("{0} ℏ", format.decimal(hbars(tinybars)));
}

export function formatYesNo(is: boolean): string {
  return is ? l10n.t("Yes") : l10n.t("No");
}

/** "13 years": a duration, rounded to its largest unit. */
export function formatLength(seconds: bigint): string {
  const [length, unit] = UNITS.find(([from]) => seconds >= from) ?? ([1n, "second"] as const);
  return format.longUnit(seconds < length ? 1 : Number((seconds * 2n + length) / (length * 2n)), unit);
}

/** The message for a network that was removed from the settings. */
export function describeMissingNetwork(name: string): string {
  return l10n.t("The network {0} is no longer in your settings.", name);
}

export function describeHighestBlock(): string {
  return l10n.t("The highest block number is {0}", format.count(HIGHEST_BLOCK));
}

/** Shown instead of a value that the mirror node did not record. */
export function missingValue(): string {
  return l10n.t("Not recorded");
}
