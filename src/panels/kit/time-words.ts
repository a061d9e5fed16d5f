const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** From this age on, a time is said in this unit. */
const units: readonly [number, Intl.RelativeTimeFormatUnit, number][] = [
  [365 * DAY, "year", 365 * DAY],
  [60 * DAY, "month", 30 * DAY],
  [DAY, "day", DAY],
  [HOUR, "hour", HOUR],
  [0, "minute", MINUTE],
];

/** A format takes longer to make than a comment to draw, and thousands of comments need the same ones. */
const relatives = new Map<string, Intl.RelativeTimeFormat>();
const exacts = new Map<string, Intl.DateTimeFormat>();

/** "34 min ago", "2 days ago", "in 5 days": the distance between two times, in milliseconds since 1970. */
export function relative(time: number, now: number, language: string): string {
  const age = Math.abs(now - time);
  const [, unit, length] = units.find(([from]) => age >= from) ?? [0, "minute", MINUTE];
  const style = unit === "minute" || unit === "hour" ? "short" : "long";
  const count = Math.floor(age / length) * (time > now ? 1 : -1);
  const numeric = count === 0 ? "auto" : "always";
  return made(relatives, `${language} ${style} ${numeric}`, () => {
    return new Intl.RelativeTimeFormat(language, { style, numeric });
  }).format(count, unit);
}

/** How long a relative time stays true, in milliseconds. */
export function staysTrue(time: number, now: number): number {
  const age = Math.abs(now - time);
  const step = age < HOUR ? MINUTE : HOUR;
  return step - (age % step);
}

/** "20 November 2026 at 14:28:58 UTC": the whole time in the reader's zone. */
export function exact(time: number, language: string): string {
  return made(exacts, language, () => {
    return new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "long" });
  }).format(time);
}

function made<Format>(known: Map<string, Format>, key: string, make: () => Format): Format {
  const format = known.get(key) ?? make();
  known.set(key, format);
  return format;
}
