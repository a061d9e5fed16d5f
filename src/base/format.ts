// Writes numbers, sizes, ages and dates in the user's language: the same in trees, panels, charts and exports.

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MONTH_MS = 30 * DAY_MS;

/** From this age on, a time is given in this unit. */
const RELATIVE_UNITS = [
  { from: 365 * DAY_MS, unit: "year", length: 365 * DAY_MS },
  { from: 60 * DAY_MS, unit: "month", length: MONTH_MS },
  { from: DAY_MS, unit: "day", length: DAY_MS },
  { from: HOUR_MS, unit: "hour", length: HOUR_MS },
  { from: 0, unit: "minute", length: MINUTE_MS },
] as const;

const BYTE_UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

type Unit = "second" | "minute" | "hour" | "day";

/** `Intl` for one language. Its formats are made once, as making one takes longer than using it a hundred times. */
export class Format {
  readonly #language: string;
  readonly #dateLanguage: string;
  readonly #numbers = new Map<string, Intl.NumberFormat>();
  readonly #dates = new Map<string, Intl.DateTimeFormat>();
  readonly #relatives = new Map<string, Intl.RelativeTimeFormat>();

  /** `language` as VS Code names it. English has no region there; dates take the British form, which can't be misread. */
  constructor(language: string) {
    this.#language = language;
    this.#dateLanguage = language === "en" ? "en-GB" : language;
  }

  /** "1,234,567", with all digits. */
  count(value: number | bigint): string {
    return this.#number({}, value);
  }

  /** "4.86M": for rows, figures and axes. */
  compact(value: number | bigint): string {
    return this.#number({ notation: "compact", maximumSignificantDigits: 3 }, value);
  }

  /** "1.500": with this many digits after the point. */
  fixed(value: number, digits: number): string {
    return this.#number({ minimumFractionDigits: digits, maximumFractionDigits: digits }, value);
  }

  /** A decimal that is too long for a number, with each of its digits: "-13512460000.5" as "−13,512,460,000.5". */
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
    const step = Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(Math.max(size, 1)) / 3));
    const unit = BYTE_UNITS[step] ?? "byte";
    return this.#number({ style: "unit", unit, maximumFractionDigits: 1 }, size / 1000 ** step);
  }

  /** "4 min", "18 hr", "2 days": a length of time in whole units. */
  unit(value: number, unit: Unit): string {
    return this.#number({ style: "unit", unit, unitDisplay: "short" }, value);
  }

  /** "3 min 38 sec": a number of seconds in its two largest units. */
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

  /** "now", "4 min", "18 hr", "2 days": an age for a row. From a month on it is a date. */
  age(at: number, now: number): string {
    const passed = Math.max(0, now - at);
    if (passed < MINUTE_MS) return this.#relative("long", "auto", 0, "second");
    if (passed < HOUR_MS) return this.unit(Math.floor(passed / MINUTE_MS), "minute");
    if (passed < DAY_MS) return this.unit(Math.floor(passed / HOUR_MS), "hour");
    if (passed < MONTH_MS) return this.unit(Math.floor(passed / DAY_MS), "day");
    const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
    return this.date(at, { day: "numeric", month: "short", ...(sameYear ? {} : { year: "numeric" }) });
  }

  /** "40 sec", "4 min": how long until then, rounded up. */
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

  /** A date or a time in one of the forms of `Intl`. */
  date(at: number, form: Intl.DateTimeFormatOptions): string {
    const key = JSON.stringify(form);
    const format = this.#dates.get(key) ?? new Intl.DateTimeFormat(this.#dateLanguage, form);
    this.#dates.set(key, format);
    return format.format(at);
  }

  /** "ines, jun and you" */
  list(parts: readonly string[], type: "conjunction" | "disjunction" = "conjunction"): string {
    return new Intl.ListFormat(this.#dateLanguage, { type }).format(parts);
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
    const format = this.#relatives.get(key) ?? new Intl.RelativeTimeFormat(this.#dateLanguage, { style, numeric });
    this.#relatives.set(key, format);
    return format.format(count, unit);
  }
}
