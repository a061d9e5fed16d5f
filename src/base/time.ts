/** Nanoseconds since 1970, or a length of time in nanoseconds. Exact, unlike a number of seconds. */
export type Nanoseconds = bigint;

export const SECOND_NS: Nanoseconds = 1_000_000_000n;
const MILLISECOND_NS: Nanoseconds = 1_000_000n;

/** The mirror node answers a later moment with a 503, though it is well formed. */
export const MAX_TIME_NS: Nanoseconds = 2n ** 63n - 1n;

/** No `Date` can be further from 1970. */
const MAX_DATE_NS: Nanoseconds = 8_640_000_000_000n * SECOND_NS;

const SECONDS = /^(-?)(\d{1,16})(?:\.(\d{1,9}))?$/;
const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9})\d*)?)?([Zz]|[+-]\d\d:?\d\d)?)?$/;

/**
 * Reads `1676540001.234500000`; a shorter fraction is filled with zeros, as the mirror node does. A time that no date can
 * show is not read, as drawing it would fail.
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
  return `${time < 0n ? "-" : ""}${length / SECOND_NS}.${formatFraction(length)}`;
}

/** Reads seconds since 1970 as JSON writes them (`1643769065.0`): each digit that was written counts, and no other. */
export function fromEpochSeconds(seconds: number): Nanoseconds | undefined {
  if (!Number.isFinite(seconds)) return undefined;
  const text = String(seconds);
  return parseSeconds(text.includes("e") ? seconds.toFixed(9) : text.replace(/(\.\d{9})\d+$/, "$1"));
}

/**
 * Reads an ISO date or time with any fraction and offset. Without an offset it is UTC, unless `toInstant` says when clocks
 * elsewhere show what those in UTC show then.
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

/** Writes `2023-02-16T09:33:21.2345Z`: as many digits of the fraction as there are. */
export function formatIso(time: Nanoseconds): string {
  const since = time % SECOND_NS;
  const fraction = since < 0n ? since + SECOND_NS : since;
  const whole = new Date(Number((time - fraction) / MILLISECOND_NS)).toISOString().slice(0, -5);
  return `${whole}${trimZeros(fraction)}Z`;
}

export function fromMilliseconds(milliseconds: number): Nanoseconds {
  return BigInt(Math.trunc(milliseconds)) * MILLISECOND_NS;
}

/** For `Date` and `Intl`, which support only milliseconds; finer digits are cut off. */
export function toMilliseconds(time: Nanoseconds): number {
  const since = time % MILLISECOND_NS;
  return Number((time - (since < 0n ? since + MILLISECOND_NS : since)) / MILLISECOND_NS);
}

export function compareTimes(one: Nanoseconds, other: Nanoseconds): -1 | 0 | 1 {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The seconds of a length of time, exactly: `1.9`, `0.000000001`, `86400`. */
export function formatDuration(duration: Nanoseconds): string {
  const length = duration < 0n ? -duration : duration;
  return `${duration < 0n ? "-" : ""}${length / SECOND_NS}${trimZeros(length % SECOND_NS)}`;
}

export interface DurationParts {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly nanoseconds: number;
}

/** A length of time in the units that people read; its sign is not kept. */
export function durationParts(duration: Nanoseconds): DurationParts {
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

function formatFraction(length: Nanoseconds): string {
  return String(length % SECOND_NS).padStart(9, "0");
}

function trimZeros(fraction: Nanoseconds): string {
  return fraction === 0n ? "" : `.${String(fraction).padStart(9, "0").replace(/0+$/, "")}`;
}

/** Minutes east of Greenwich. */
function offsetMinutes(offset: string): number | undefined {
  if (offset === "Z" || offset === "z") return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(-2));
  if (hours > 23 || minutes > 59) return undefined;
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}
