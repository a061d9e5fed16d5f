// Formats numbers, sizes, ages, dates and times in the user's language and time zone: the same in trees, panels, charts
// and exports.

import { writePlainCount } from "./plain-count.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MONTH_MS = 30 * DAY_MS;

/** The units of relative times, each with the smallest age that it is used for. */
const RELATIVE_UNITS = [
  { from: 365 * DAY_MS, unit: "year", length: 365 * DAY_MS },
  { from: 60 * DAY_MS, unit: "month", length: MONTH_MS },
  { from: DAY_MS, unit: "day", length: DAY_MS },
  { from: HOUR_MS, unit: "hour", length: HOUR_MS },
  { from: 0, unit: "minute", length: MINUTE_MS },
] as const;

const BYTE_UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

type Unit = "second" | "minute" | "hour" | "day";
type LongUnit = Unit | "month" | "year";

/** The short English names of units, singular and plural. */
const ENGLISH_UNITS = {
  second: ["sec", "sec"],
  minute: ["min", "min"],
  hour: ["hr", "hr"],
  day: ["day", "days"],
} as const;

/** How precisely a time of day is shown. */
export type ClockDigits = "minutes" | "seconds" | "milliseconds";

/** Uses `Intl` for one language and time zone. Caches its formatters: creating one takes longer than a hundred uses. */
export class Format {
  /** The language for dates that are formatted elsewhere. */
  readonly dateLanguage: string;
  readonly #language: string;
  #timeZone: string | undefined;
  readonly #numbers = new Map<string, Intl.NumberFormat>();
  readonly #dates = new Map<string, Intl.DateTimeFormat>();
  readonly #relatives = new Map<string, Intl.RelativeTimeFormat>();

  /**
   * `language` is VS Code's ID of a language. Its English has no region, so dates take the British form, which can't be
   * misread. Without a `timeZone`, times are in the computer's.
   */
  constructor(language: string, timeZone?: string) {
    this.#language = language;
    this.dateLanguage = language === "en" ? "en-GB" : language;
    this.#timeZone = timeZone;
  }

  /**
   * The name of the time zone, as `Intl` expects it. A panel may run on another computer than the extension, so it uses
   * this zone instead of its own, like the rows.
   */
  get timeZone(): string {
    return this.#timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  }

  /** Sets the time zone for all times from now on. The caller must redraw times that are already on screen. */
  useTimeZone(zone: "local" | "utc"): void {
    this.#timeZone = zone === "utc" ? "UTC" : undefined;
    this.#dates.clear();
  }

  /** "1,234,567", with all digits. */
  count(value: number | bigint): string {
    return writePlainCount(value, this.#language) ?? this.#number({}, value);
  }

  /** "4.86M": for rows, figures and axes. */
  compact(value: number | bigint): string {
    return this.#number({ notation: "compact", maximumSignificantDigits: 3 }, value);
  }

  /** "1.500": with this many digits after the point. */
  fixed(value: number, digits: number): string {
    return this.#number({ minimumFractionDigits: digits, maximumFractionDigits: digits }, value);
  }

  /** "−13,512,460,000.5" for "-13512460000.5": keeps every digit of a decimal that is too long for a number. */
  decimal(digits: string): string {
    const [whole = "", fraction] = digits.replace("-", "").split(".");
    const sign = digits.startsWith("-") ? "−" : "";
    const mark =
      this.#numberFormat({})
        .formatToParts(0.5)
        .find(({ type }) => type === "decimal")?.value ?? ".";
    return `${sign}${this.count(BigInt(whole))}${fraction === undefined ? "" : `${mark}${fraction}`}`;
  }

  /** "13.2%" for 0.132. */
  percent(ratio: number, maxDigits = 1): string {
    return this.#number({ style: "percent", maximumFractionDigits: maxDigits }, ratio);
  }

  /** "3.4 MB" */
  bytes(size: number): string {
    // From 999.95 on, a number with one decimal would round to 1,000 of its unit.
    const step = Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(Math.max(size, 1) / 0.99995) / 3));
    const unit = BYTE_UNITS[step] ?? "byte";
    // The short form of bytes in English is "2 byte".
    const unitDisplay = step === 0 ? "long" : "short";
    return this.#number({ style: "unit", unit, unitDisplay, maximumFractionDigits: 1 }, size / 1000 ** step);
  }

  /** "4 min", "18 hr", "2 days": a duration in one unit. */
  unit(value: number, unit: Unit): string {
    if (this.#language === "en" && Number.isInteger(value) && value >= 0) {
      const [one, more] = ENGLISH_UNITS[unit];
      return `${this.count(value)} ${value === 1 ? one : more}`;
    }
    return this.#number({ style: "unit", unit, unitDisplay: "short" }, value);
  }

  /** "40 sec" */
  seconds(value: number): string {
    return this.unit(value, "second");
  }

  /** "13 years", "2.5 seconds": a duration for running text, with two digits. */
  longUnit(value: number, unit: LongUnit): string {
    return this.#number({ style: "unit", unit, unitDisplay: "long", maximumSignificantDigits: 2 }, value);
  }

  /** "3 min 38 sec": a duration in its two largest units. */
  duration(seconds: number): string {
    const parts = [
      { value: Math.floor(seconds / 3600), unit: "hour" },
      { value: Math.floor((seconds % 3600) / 60), unit: "minute" },
      { value: Math.floor(seconds % 60), unit: "second" },
    ] as const;
    const shown = parts.filter(({ value }) => value > 0).slice(0, 2);
    return shown.length === 0
      ? this.unit(0, "second")
      : shown.map(({ value, unit }) => this.unit(value, unit)).join(" ");
  }

  /** "now", "4 min", "18 hr", "2 days": an age for a row, or a date if it is a month or more. */
  age(at: number, now: number): string {
    const passed = Math.max(0, now - at);
    if (passed < MINUTE_MS) return this.#language === "en" ? "now" : this.#relative("long", "auto", 0, "second");
    if (passed < HOUR_MS) return this.unit(Math.floor(passed / MINUTE_MS), "minute");
    if (passed < DAY_MS) return this.unit(Math.floor(passed / HOUR_MS), "hour");
    if (passed < MONTH_MS) return this.unit(Math.floor(passed / DAY_MS), "day");
    return this.date(at, { day: "numeric", month: "short", ...(this.isSameYear(at, now) ? {} : { year: "numeric" }) });
  }

  /** "40 sec", "4 min": the time until `at`, rounded up. */
  until(at: number, now: number): string {
    const left = Math.max(0, at - now);
    return left < 2 * MINUTE_MS
      ? this.unit(Math.ceil(left / SECOND_MS), "second")
      : this.unit(Math.ceil(left / MINUTE_MS), "minute");
  }

  /** "34 min ago", "2 days ago", "in 5 days": for running text. */
  relative(at: number, now: number): string {
    const age = Math.abs(now - at);
    const { unit, length } = RELATIVE_UNITS.find(({ from }) => age >= from) ?? RELATIVE_UNITS[4];
    const count = Math.floor(age / length) * (at > now ? 1 : -1);
    const style = unit === "minute" || unit === "hour" ? "short" : "long";
    return this.#relative(style, count === 0 ? "auto" : "always", count, unit);
  }

  /** A date or time with the options of `Intl`. */
  date(at: number, form: Intl.DateTimeFormatOptions): string {
    return this.#dateFormat(form).format(at);
  }

  /** "18 November 2026 at 09:14:07 UTC": the exact time, for tooltips. */
  exactTime(at: number): string {
    return this.date(at, { dateStyle: "long", timeStyle: "long" });
  }

  /** "14:12", or to the second "14:12:30", preceded by the day unless that is today. */
  clockTime(at: number, now: number, to: "minutes" | "seconds" = "minutes"): string {
    const seconds = to === "seconds" ? ({ second: "2-digit" } as const) : {};
    const day = this.isSameDay(at, now) ? {} : ({ day: "numeric", month: "short" } as const);
    return this.date(at, { hour: "2-digit", minute: "2-digit", ...seconds, ...day });
  }

  /** "19 Nov 2026" */
  day(at: number): string {
    return this.date(at, { dateStyle: "medium" });
  }

  /** "19 Nov", with the year if it isn't the current one. */
  shortDay(at: number, now: number): string {
    const year = this.isSameYear(at, now) ? {} : ({ year: "2-digit" } as const);
    return this.date(at, { day: "numeric", month: "short", ...year });
  }

  /** "19 November 2026" */
  longDay(at: number): string {
    return this.date(at, { dateStyle: "long" });
  }

  /** "19 November 2026, 06:11" */
  dayAndTime(at: number): string {
    return `${this.longDay(at)}, ${this.date(at, { timeStyle: "short" })}`;
  }

  /**
   * "19 November 2026" for "2026-11-19": a date without a time is the same in every zone. Returns an invalid date
   * unchanged.
   */
  plainDate(isoDate: string, style: "medium" | "long"): string {
    const at = Date.parse(`${isoDate}T00:00:00Z`);
    return Number.isNaN(at) ? isoDate : this.date(at, { dateStyle: style, timeZone: "UTC" });
  }

  /** "17 Oct – 9 Nov": parts that both ends share are written once. */
  dateRange(from: number, to: number, form: Intl.DateTimeFormatOptions): string {
    return this.#dateFormat(form).formatRange(from, to);
  }

  /** "14:28:58.001": the same in all languages, so that it can be compared with logs and other tools. */
  clock(at: number, digits: ClockDigits): string {
    const fraction = digits === "milliseconds" ? ({ fractionalSecondDigits: 3 } as const) : {};
    const seconds = digits === "minutes" ? {} : ({ second: "2-digit", ...fraction } as const);
    return this.#dateFormat({ hour: "2-digit", minute: "2-digit", ...seconds, hourCycle: "h23" }, "en-GB").format(at);
  }

  /** "UTC", "CEST", "GMT+5:45": the name of the time zone at that time. */
  zoneName(at: number): string {
    const parts = this.#dateFormat({ timeZoneName: "short" }).formatToParts(at);
    return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  }

  /** "2026-11-21" */
  isoDay(at: number): string {
    return this.#dateFormat({ year: "numeric", month: "2-digit", day: "2-digit" }, "en-CA").format(at);
  }

  isSameDay(one: number, other: number): boolean {
    return this.isoDay(one) === this.isoDay(other);
  }

  isSameYear(one: number, other: number): boolean {
    return this.isoDay(one).slice(0, -6) === this.isoDay(other).slice(0, -6);
  }

  /**
   * Returns when clocks in this time zone show `wall`, a time that is given as if it were UTC. A time that clocks show
   * twice is the first of the two. A skipped time moves past the change: 02:30 becomes 03:30.
   */
  toInstant(wall: number): number {
    const [early, late] = [wall - this.#offset(wall - DAY_MS), wall - this.#offset(wall + DAY_MS)] as const;
    const isLate = early + this.#offset(early) !== wall && late + this.#offset(late) === wall;
    return isLate ? late : early;
  }

  /** "ines, jun, and you" */
  list(parts: readonly string[], type: "conjunction" | "disjunction" = "conjunction"): string {
    return new Intl.ListFormat(this.#language, { type }).format(parts);
  }

  /** How far this time zone is ahead of UTC, in milliseconds. */
  #offset(at: number): number {
    const name = this.#dateFormat({ timeZoneName: "longOffset" }, "en-GB").format(at);
    const [, sign, hours, minutes, seconds = "0"] = /([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name) ?? [];
    const length = Number(hours ?? 0) * HOUR_MS + Number(minutes ?? 0) * MINUTE_MS + Number(seconds) * SECOND_MS;
    return sign === "-" ? -length : length;
  }

  #dateFormat(form: Intl.DateTimeFormatOptions, language = this.dateLanguage): Intl.DateTimeFormat {
    const key = `${language} ${JSON.stringify(form)}`;
    const format = this.#dates.get(key) ?? new Intl.DateTimeFormat(language, { timeZone: this.#timeZone, ...form });
    this.#dates.set(key, format);
    return format;
  }

  #number(form: Intl.NumberFormatOptions, value: number | bigint): string {
    return this.#numberFormat(form).format(value);
  }

  #numberFormat(form: Intl.NumberFormatOptions): Intl.NumberFormat {
    const key = JSON.stringify(form);
    const format = this.#numbers.get(key) ?? new Intl.NumberFormat(this.#language, form);
    this.#numbers.set(key, format);
    return format;
  }

  #relative(
    style: Intl.RelativeTimeFormatStyle,
    numeric: Intl.RelativeTimeFormatNumeric,
    count: number,
    unit: Intl.RelativeTimeFormatUnit,
  ): string {
    const key = `${style} ${numeric}`;
    const format = this.#relatives.get(key) ?? new Intl.RelativeTimeFormat(this.dateLanguage, { style, numeric });
    this.#relatives.set(key, format);
    return format.format(count, unit);
  }
}

/** The keyboard shortcut that sends a text, as VS Code writes it on this system. */
export function sendKeys(platform: string): string {
  return /^(?:darwin|mac)/i.test(platform) ? "⌘↩" : "Ctrl+Enter";
}
