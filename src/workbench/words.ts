import { env } from "vscode";
import { l10n } from "./text/l10n.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;

/** "4 min": how long ago, as short as a row needs it. What is older than a month is told by its date. */
export function ago(at: number, now: number): string {
  const passed = Math.max(0, now - at);
  if (passed < MINUTE) return l10n.t("now");
  if (passed < HOUR) return l10n.t("{0} min", count(Math.floor(passed / MINUTE)));
  if (passed < DAY) return l10n.t("{0} h", count(Math.floor(passed / HOUR)));
  if (passed < MONTH) return l10n.t("{0} d", count(Math.floor(passed / DAY)));
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return dated(at, { day: "numeric", month: "short", ...(sameYear ? {} : { year: "numeric" }) });
}

/** "18 November 2026 at 09:14:07 UTC": the exact time, for tooltips. */
export function exact(at: number): string {
  return dated(at, { dateStyle: "long", timeStyle: "long" });
}

/** "14:12", or to the second "14:12:30", with the day before it if it isn't today's. */
export function clock(at: number, now: number, to: "minutes" | "seconds" = "minutes"): string {
  const today = new Date(at).toDateString() === new Date(now).toDateString();
  const seconds = to === "seconds" ? ({ second: "2-digit" } as const) : {};
  return dated(at, {
    hour: "2-digit",
    minute: "2-digit",
    ...seconds,
    ...(today ? {} : { day: "numeric", month: "short" }),
  });
}

/** "40 s": how long until then. */
export function until(at: number, now: number): string {
  const left = Math.max(0, at - now);
  return left < 2 * MINUTE
    ? l10n.t("{0} s", count(Math.ceil(left / 1000)))
    : l10n.t("{0} min", count(Math.ceil(left / MINUTE)));
}

/** "19 Nov 2026". */
export function day(at: number): string {
  return dated(at, { dateStyle: "medium" });
}

/** "19 Nov", with the year where it is another one. */
export function shortDay(at: number, now: number): string {
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return dated(at, { day: "numeric", month: "short", ...(sameYear ? {} : { year: "2-digit" }) });
}

/** "19 November 2026". */
export function longDay(at: number): string {
  return dated(at, { dateStyle: "long" });
}

/** "19 November 2026, 06:11". */
export function dayAndTime(at: number): string {
  return `${longDay(at)}, ${dated(at, { timeStyle: "short" })}`;
}

/** A number as the reader's language writes it. */
export function count(value: number | bigint): string {
  return new Intl.NumberFormat(language()).format(value);
}

function dated(at: number, form: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language(), form).format(at);
}

/** VS Code names a language without a region; of the English ones, British has one way to write a date for all. */
export function language(): string {
  return env.language === "en" ? "en-GB" : env.language;
}
