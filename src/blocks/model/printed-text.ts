// Parses text that Triptych, explorers and mirror nodes print: times and URLs.
import { parseIso, SECOND_NS, toMilliseconds, type Nanoseconds } from "../../base/time.ts";

/** "21 November 2026", "21. Nov. 2026", "Nov 21, 2026", "21 de noviembre de 2026". */
const DAY = /^(?:(\d{1,2})\.?\s+(?:de\s+)?([^\s\d,.]+)\.?|([^\s\d,.]+)\.?\s+(\d{1,2})),?\s+(?:de\s+)?(\d{4})\b/u;
/** The clock after a day, if any: ", 14:28", " at 14:28:58.001", " um 2:28:58 PM", " г. в 14:28:58". */
const CLOCK =
  /^(?:\s*$|,?\s*(?:\p{Ll}+[.,]*\s+){0,2}(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,9}))?)?(?:\s?([AaPp])\.?[Mm]\b\.?)?)/u;
/** "Sat, 21 Nov 2026", "Sat Nov 21 2026": only a weekday precedes a comma or another name. */
const WEEKDAY = /^\p{L}+\.?(?:,\s+|\s+(?=\p{L}))/u;
/** HashScan displays "2:28:58.0012 PM Nov 21, 2026, UTC". */
const CLOCK_BEFORE_DAY = /^(\d{1,2}:\d\d[\d:.]*\s?[ap]m)\s*(\p{L}.*?),?$/iu;
/** "UTC", "GMT+5:45", "GMT+0100", "UTC−4" */
const ZONE = /\s(?:UTC|GMT)(?:([+\-−])(\d{1,2})(?::?(\d\d))?)?(?![\w:])/;
/** A time zone that is not an offset from UTC, such as CEST. */
const OTHER_ZONE = /\s([A-Z]{2,5}\b|\w+\/\w+)/;
const HOUR_NS: Nanoseconds = 3600n * SECOND_NS;

/** The user's time zone. */
export interface Zone {
  /** Converts a local time to an instant. `wall` is the instant at which a clock in UTC shows that time. */
  readonly toInstant?: (wall: number) => number;
  /** The short name of the zone at an instant. */
  readonly zoneName?: (at: number) => string;
}

/** The long and short month names of a language, with their numbers. */
function monthsIn(language: string): ReadonlyMap<string, number> {
  const months = new Map<string, number>();
  for (let month = 0; month < 12; month += 1) {
    const day = Date.UTC(2026, month, 15);
    for (const form of ["long", "short"] as const) {
      const parts = new Intl.DateTimeFormat(language, { day: "numeric", month: form, timeZone: "UTC" }).formatToParts(
        day,
      );
      const name = parts
        .find(({ type }) => type === "month")
        ?.value.toLowerCase()
        .replace(/\.$/, "");
      if (name !== undefined) months.set(name, month + 1);
    }
  }
  return months;
}

/**
 * Parses "21 November 2026, 14:28:58.001 UTC" or "Nov 21, 2026 at 14:28"; of a span, its start. A time without an
 * offset from UTC is local, and may have the local zone's name.
 */
export function parsePrintedTime(
  text: string,
  language: string,
  { toInstant, zoneName }: Zone = {},
): Nanoseconds | undefined {
  const zone = ZONE.exec(text);
  const bare = text.slice(0, zone?.index).trim().replace(WEEKDAY, "").replace(CLOCK_BEFORE_DAY, "$2, $1");
  const [date, firstDay, lastName, firstName, lastDay, year = ""] = DAY.exec(bare) ?? [];
  if (date === undefined) return undefined;
  const [day = "", name = ""] = [firstDay ?? lastDay, (lastName ?? firstName)?.toLowerCase()];
  const month = monthsIn(language).get(name) ?? monthsIn("en-GB").get(name);
  const rest = bare.slice(date.length);
  const [clock, shownHour = "0", minute = "0", second = "0", fraction, half] = CLOCK.exec(rest) ?? [];
  if (month === undefined || clock === undefined) return undefined;
  const hour = half === undefined ? shownHour : toHourOfDay(Number(shownHour), half);
  if (hour === undefined) return undefined;
  const two = (digits: string): string => digits.padStart(2, "0");
  const part = fraction === undefined ? "" : `.${fraction}`;
  const iso = `${year}-${two(String(month))}-${two(day)}`;
  const time = parseIso(`${iso}T${two(hour)}:${two(minute)}:${two(second)}${part}${formatOffset(zone)}`, toInstant);
  const [, other] = OTHER_ZONE.exec(rest.slice(clock.length)) ?? [];
  if (other === undefined || time === undefined) return time;
  // When clocks go back, they show an hour twice, under two names.
  return [time, time + HOUR_NS].find((each) => zoneName?.(toMilliseconds(each)) === other);
}

/** Converts an hour of a 12-hour clock to 0–23; undefined if no clock shows it. */
function toHourOfDay(hour: number, half: string): string | undefined {
  if (hour < 1 || hour > 12) return undefined;
  return String((hour % 12) + (half.toLowerCase() === "p" ? 12 : 0));
}

/** "+05:45", as in ISO 8601. */
function formatOffset(zone: RegExpExecArray | null): string {
  if (zone === null) return "";
  const [, sign, hours = "0", minutes = "00"] = zone;
  return sign === undefined ? "Z" : `${sign === "+" ? "+" : "-"}${hours.padStart(2, "0")}:${minutes}`;
}

/** The public network that a URL of an explorer or a mirror node is for. */
export function readLinkedNetwork(text: string): string | undefined {
  return /https?:\/\/(?:[^/]*\/(?:#\/)?)?(mainnet|testnet|previewnet)\b/i.exec(text)?.[1]?.toLowerCase();
}

const QUERY = /[?&](block\.number|block\.hash|timestamp|account\.id)=(?:\w+(?::|%3A))?([^&]+)/i;

/**
 * The last part of an explorer's or mirror node's URL: a number, a hash, an ID, a time or an entity. The query of a
 * transaction's ID is added to it in the form that `?scheduled/1` has.
 */
export function readLinkedName(text: string): string | undefined {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (url === null) return undefined;
  const path = url.hash.startsWith("#/") ? url.hash.slice(1) : url.pathname;
  const [, name] =
    /\/(?:blocks?|transactions?(?:ById)?|tx|accounts?|contracts?|tokens?|topics?|schedules?|address)\/(?:(?:results|messages)\/)?(?!logs|results)([^/?]+)/.exec(
      path,
    ) ?? [];
  if (name === undefined) {
    // The query of a list at a mirror node, such as `block.number=gte:123`.
    const [, key, value] = QUERY.exec(path.includes("/api/v1/") ? url.search : "") ?? [];
    // A time in whole seconds looks like a number.
    return key === "timestamp" && value?.includes(".") === false ? `${value}.0` : value;
  }
  const scheduled = url.searchParams.get("scheduled") === "true" ? "?scheduled" : "";
  const nonce = url.searchParams.get("nonce");
  try {
    return `${decodeURIComponent(name)}${scheduled}${nonce === null ? "" : `/${nonce}`}`;
  } catch {
    return undefined;
  }
}
