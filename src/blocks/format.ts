// Formats blocks, hashes, ages, times and lengths of time for every part of the wing.
import { env } from "vscode";
import { toMilliseconds } from "../base/time.ts";
import type { Nanoseconds } from "../base/time.ts";
import { l10n } from "../workbench/text/l10n.ts";
import { formatAge, count, formatCompact, formatSeconds } from "../workbench/words.ts";
import type { BlockName } from "./model/block-name.ts";
import { duration, roundedSeconds } from "./model/block.ts";
import type { Block } from "./model/block.ts";
import type { Network } from "./model/network.ts";

export const MINUTE = 60_000;

const CLOCKS_APART_MS = 5_000;

export const DAY = 86_400n;

/** Lengths of time from this many seconds on are shown in this unit. */
const UNITS = [
  [365n * DAY, "year"],
  [30n * DAY, "month"],
  [DAY, "day"],
  [3600n, "hour"],
  [60n, "minute"],
  [1n, "second"],
] as const;

/** Characters of a hash, with its 0x, that distinguish blocks at a glance. */
const GLANCE = 10;

export function blockTitle(name: BlockName): string {
  return l10n.t("Block {0}", "number" in name ? count(name.number) : shortHash(name.hash));
}

export function shortHash(hash: string): string {
  return `${hash.slice(0, GLANCE)}…`;
}

/** "40 sec", "3 min": a ledger closes a block every few seconds, so seconds count too. */
export function ageWords(at: number, now: number): string {
  const passed = now - at;
  // The clocks of nodes and readers are seconds apart.
  if (passed < -CLOCKS_APART_MS) return l10n.t("in {0}", lengthWords(BigInt(Math.round(-passed / 1000))));
  if (passed < 0) return formatSeconds(0);
  return passed < MINUTE ? formatSeconds(Math.floor(passed / 1000)) : formatAge(at, now);
}

/** "1.28M gas": what a row has room for. */
export function gasWords(gas: bigint): string {
  return l10n.t("{0} gas", formatCompact(gas));
}

/** "46 transactions" */
export function transactionWords(transactions: bigint): string {
  return transactions === 1n ? l10n.t("1 transaction") : l10n.t("{0} transactions", count(transactions));
}

/** "17 Oct – 9 Nov", or within one day when it begins: "21 Nov, 14:02 UTC"; exactly, with all that a time has. */
export function fromToWords(from: number, to: number, exactly = false): string {
  const sameDay = new Date(from).toISOString().slice(0, 10) === new Date(to).toISOString().slice(0, 10);
  const sameYear = new Date(from).getUTCFullYear() === new Date(to).getUTCFullYear();
  const form: Intl.DateTimeFormatOptions = exactly
    ? { dateStyle: "long", timeStyle: "medium" }
    : sameDay
      ? { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }
      : { day: "numeric", month: "short", ...(sameYear ? {} : { year: "numeric" }) };
  const format = new Intl.DateTimeFormat(dateLanguage(), { ...form, timeZone: "UTC" });
  const words = sameDay && !exactly ? format.format(from) : format.formatRange(from, to);
  return exactly || sameDay ? l10n.t("{0} UTC", words) : words;
}

/** "20 November 2026, 14:28:58.001 – 14:28:59.987 UTC, 1.986 s" */
export function spanWords(block: Pick<Block, "from" | "to">): string | undefined {
  const { from, to } = block;
  if (from === undefined || to === undefined) return undefined;
  const length = duration(block);
  const parts = [dayOf(from), `${clockOf(from)} – ${clockOf(to)} UTC`];
  return [...parts, ...(length === undefined ? [] : [secondsWords(length)])].join(", ");
}

export function secondsWords(length: Nanoseconds): string {
  return l10n.t("{0} s", roundedSeconds(length));
}

export function beingReadWords(title: string): string {
  return l10n.t("Loading {0}…", title);
}

/** The host of the network's mirror node. */
export function hostOf(network: Network | undefined): string {
  return network === undefined ? "" : new URL(network.address).host;
}

/** "21 November 2026, 14:28:58.001 UTC"; without milliseconds if there are none. */
export function momentWords(time: Nanoseconds): string {
  return `${dayOf(time)}, ${clockOf(time).replace(/\.000$/, "")} UTC`;
}

/** "21 November 2026, 14:28:58 UTC" */
export function secondWords(time: Nanoseconds): string {
  return `${dayOf(time)}, ${clockOf(time).slice(0, 8)} UTC`;
}

/** "13 years": a number of seconds, rounded in its largest unit. */
export function lengthWords(seconds: bigint): string {
  const [length, unit] = UNITS.find(([from]) => seconds >= from) ?? [1n, "second"];
  return unitWords(seconds < length ? 1 : Number((seconds * 2n + length) / (length * 2n)), unit);
}

export function unitWords(value: number, unit: string): string {
  const form = { style: "unit", unit, unitDisplay: "long", maximumSignificantDigits: 2 } as const;
  return new Intl.NumberFormat(env.language, form).format(value);
}

export function dayOf(time: Nanoseconds): string {
  return new Intl.DateTimeFormat(dateLanguage(), { dateStyle: "long", timeZone: "UTC" }).format(toMilliseconds(time));
}

export function clockOf(time: Nanoseconds): string {
  return new Date(toMilliseconds(time)).toISOString().slice(11, 23);
}

/** VS Code names a language without a region; of the English ones, British has one way to write a date for all. */
function dateLanguage(): string {
  return env.language === "en" ? "en-GB" : env.language;
}
