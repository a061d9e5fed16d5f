// Formats numbers, ages, dates and times in VS Code's display language and the user's time zone.
import { env } from "vscode";
import { Format, type ClockDigits } from "../../base/format.ts";

/** The display language can't change until VS Code restarts, but the time zone is a setting. */
let format = new Format(env.language);
let zone: "local" | "utc" = "local";

/** Sets the time zone for all times from now on. The caller must redraw times that are already on screen. */
export function useTimeZone(chosen: "local" | "utc"): void {
  zone = chosen;
  format = new Format(env.language, chosen === "utc" ? "UTC" : undefined);
}

/**
 * Returns the name of the time zone, as `Intl` expects it. A panel may run on another computer than the extension, so
 * it uses this zone instead of its own, like the rows.
 */
export function timeZone(): string {
  return zone === "utc" ? "UTC" : new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** "4 min": an age for a row, or a date if it is a month or more. */
export function formatAge(at: number, now: number): string {
  return format.age(at, now);
}

/** "18 November 2026 at 09:14:07 UTC": the exact time, for tooltips. */
export function formatExactTime(at: number): string {
  return format.date(at, { dateStyle: "long", timeStyle: "long" });
}

/** "14:12", or to the second "14:12:30", preceded by the day unless that is today. */
export function formatClockTime(at: number, now: number, to: "minutes" | "seconds" = "minutes"): string {
  const today = format.isSameDay(at, now);
  const seconds = to === "seconds" ? ({ second: "2-digit" } as const) : {};
  const day = today ? {} : ({ day: "numeric", month: "short" } as const);
  return format.date(at, { hour: "2-digit", minute: "2-digit", ...seconds, ...day });
}

/** "40 sec": the time until `at`. */
export function formatTimeUntil(at: number, now: number): string {
  return format.until(at, now);
}

/** "19 Nov 2026" */
export function formatDay(at: number): string {
  return format.date(at, { dateStyle: "medium" });
}

/** "19 Nov", with the year if it isn't the current one. */
export function formatShortDay(at: number, now: number): string {
  return format.date(at, {
    day: "numeric",
    month: "short",
    ...(format.isSameYear(at, now) ? {} : { year: "2-digit" }),
  });
}

/** "2026-11-19", in the user's time zone. */
export function toIsoDay(at: number): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: timeZone() }).format(at);
}

/** "19 November 2026" */
export function formatLongDay(at: number): string {
  return format.date(at, { dateStyle: "long" });
}

/**
 * "19 November 2026" for "2026-11-19": a date without a time is the same in every zone. Returns an invalid date
 * unchanged.
 */
export function formatDate(isoDate: string, style: "medium" | "long"): string {
  const at = Date.parse(`${isoDate}T00:00:00Z`);
  return Number.isNaN(at) ? isoDate : format.date(at, { dateStyle: style, timeZone: "UTC" });
}

/** "17 Oct – 9 Nov" */
export function formatDateRange(from: number, to: number, form: Intl.DateTimeFormatOptions): string {
  return format.dateRange(from, to, form);
}

/** "14:28:58.001", in every language. */
export function formatClock(at: number, digits: ClockDigits): string {
  return format.clock(at, digits);
}

/** "UTC", "CEST", "GMT+5:45" */
export function formatZone(at: number): string {
  return format.zoneName(at);
}

export function isSameDay(one: number, other: number): boolean {
  return format.isSameDay(one, other);
}

export function isSameYear(one: number, other: number): boolean {
  return format.isSameYear(one, other);
}

/** Returns when clocks in the user's time zone show `wall`, a time that is given as if it were UTC. */
export function toInstant(wall: number): number {
  return format.toInstant(wall);
}

/** "19 November 2026, 06:11" */
export function formatDayAndTime(at: number): string {
  return `${formatLongDay(at)}, ${format.date(at, { timeStyle: "short" })}`;
}

/** "1,234,567" */
export function count(value: number | bigint): string {
  return format.count(value);
}

/** "4.86M" */
export function formatCompact(value: number | bigint): string {
  return format.formatCompact(value);
}

/** "40 sec" */
export function formatSeconds(value: number): string {
  return format.unit(value, "second");
}

/** "13.2%" for 0.132. */
export function formatPercent(ratio: number, maxDigits = 1): string {
  return format.percent(ratio, maxDigits);
}

/** "3.4 MB" */
export function formatBytes(size: number): string {
  return format.bytes(size);
}

/** "1.5" for 1.46 and one digit. */
export function formatFixed(value: number, digits: number): string {
  return format.fixed(value, digits);
}

/** Formats a decimal that is too long for a number, without losing a digit. */
export function formatDecimal(digits: string): string {
  return format.decimal(digits);
}

/** "ines, jun, and you" */
export function formatList(parts: readonly string[], type: "conjunction" | "disjunction" = "conjunction"): string {
  return format.list(parts, type);
}

/** The language for dates that are formatted elsewhere. Of the English date formats, the British can't be misread. */
export function language(): string {
  return env.language === "en" ? "en-GB" : env.language;
}
