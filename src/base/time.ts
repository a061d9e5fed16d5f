// Times and durations, exact to the nanosecond.

/** Nanoseconds since 1970, or a duration in nanoseconds. Exact, unlike a number of seconds. */
export type Nanoseconds = bigint;

export const SECOND_NS: Nanoseconds = 1_000_000_000n;
const MILLISECOND_NS: Nanoseconds = 1_000_000n;

/** The mirror node returns a 503 for later times, although they are well formed. */
export const MAX_TIME_NS: Nanoseconds = 2n ** 63n - 1n;

/** The furthest time from 1970 that a `Date` can represent. */
const MAX_DATE_NS: Nanoseconds = 8_640_000_000_000n * SECOND_NS;

const SECONDS = /^(-?)(\d{1,16})(?:\.(\d{1,9}))?$/;
/** Databases and programs also print "+00", "UTC", or an offset with the name of its time zone. */
const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9})\d*)?)?(?: ?([Zz]|UTC|GMT|[+-]\d\d(?::?\d\d)?(?: [A-Z]{3,5})?))?)?$/;

/**
 * Parses `1676540001.234500000`. Pads a shorter fraction with zeros, as the mirror node does. Rejects times that a
 * `Date` can't represent, because they couldn't be shown.
 */
export function parseSeconds(text: string): Nanoseconds | undefined {
  const [, sign, whole, fraction = ""] = SECONDS.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const length = BigInt(whole) * SECOND_NS + BigInt(fraction.padEnd(9, "0"));
  if (length > MAX_DATE_NS) return undefined;
  return sign === "-" ? -length : length;
}

/** Writes `1676540001.234500000`, always with nine digits. */
export function formatSeconds(time: Nanoseconds): string {
  const length = time < 0n ? -time : time;
  return `${time < 0n ? "-" : ""}${length / SECOND_NS}.${String(length % SECOND_NS).padStart(9, "0")}`;
}

/** Converts seconds since 1970 from JSON (`1643769065.0`) to exactly the decimal that was written there. */
export function fromEpochSeconds(seconds: number): Nanoseconds | undefined {
  if (!Number.isFinite(seconds)) return undefined;
  const text = String(seconds);
  return parseSeconds(text.includes("e") ? seconds.toFixed(9) : text.replace(/(\.\d{9})\d+$/, "$1"));
}

/**
 * Parses an ISO date or time with any fraction and offset. Without an offset it is in UTC, unless `toInstant` converts
 * it from another time zone.
 */
export function parseIso(text: string, toInstant = (wall: number): number => wall): Nanoseconds | undefined {
  const found = ISO.exec(text);
  if (found === null) return undefined;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "", offset] = found;
  const fields = [year, month, day, hour, minute, second].map(Number);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = fields;
  const date = new Date(0);
  date.setUTCFullYear(y, mo - 1, d);
  if (date.getUTCMonth() !== mo - 1 || date.getUTCDate() !== d || h > 23 || mi > 59 || s > 59) return undefined;
  const ahead = offset === undefined ? 0 : offsetMinutes(offset);
  if (ahead === undefined) return undefined;
  const shown = date.getTime() + ((h * 60 + mi - ahead) * 60 + s) * 1000;
  const milliseconds = offset === undefined ? toInstant(shown) : shown;
  return BigInt(milliseconds) * MILLISECOND_NS + BigInt(fraction.padEnd(9, "0"));
}

/** Writes `2023-02-16T09:33:21.2345Z`, without trailing zeros in the fraction. */
export function formatIso(time: Nanoseconds): string {
  const remainder = time % SECOND_NS;
  const fraction = remainder < 0n ? remainder + SECOND_NS : remainder;
  const whole = new Date(Number((time - fraction) / MILLISECOND_NS)).toISOString().slice(0, -5);
  return `${whole}${trimZeros(fraction)}Z`;
}

export function fromMilliseconds(milliseconds: number): Nanoseconds {
  return BigInt(Math.trunc(milliseconds)) * MILLISECOND_NS;
}

/** Rounds down to milliseconds, the precision of `Date` and `Intl`. */
export function toMilliseconds(time: Nanoseconds): number {
  const remainder = time % MILLISECOND_NS;
  return Number((time - (remainder < 0n ? remainder + MILLISECOND_NS : remainder)) / MILLISECOND_NS);
}

export function compareTimes(one: Nanoseconds, other: Nanoseconds): -1 | 0 | 1 {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Writes a duration in seconds, exactly: `1.9`, `0.000000001`, `86400`. */
export function formatDuration(duration: Nanoseconds): string {
  const length = duration < 0n ? -duration : duration;
  return `${duration < 0n ? "-" : ""}${length / SECOND_NS}${trimZeros(length % SECOND_NS)}`;
}

export interface SplitDuration {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly nanoseconds: number;
}

/** Splits a duration into units that people read. Drops its sign. */
export function splitDuration(duration: Nanoseconds): SplitDuration {
  const length = duration < 0n ? -duration : duration;
  const seconds = length / SECOND_NS;
  return {
    days: Number(seconds / 86_400n),
    hours: Number((seconds / 3600n) % 24n),
    minutes: Number((seconds / 60n) % 60n),
    seconds: Number(seconds % 60n),
    nanoseconds: Number(length % SECOND_NS),
  };
}

function trimZeros(fraction: Nanoseconds): string {
  return fraction === 0n ? "" : `.${String(fraction).padStart(9, "0").replace(/0+$/, "")}`;
}

/** Returns the minutes ahead of UTC. */
function offsetMinutes(offset: string): number | undefined {
  const [, sign, hours, minutes = 0] = /^([+-])(\d\d):?(\d\d)?/.exec(offset) ?? [];
  if (sign === undefined) return 0;
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
