/** Formats and parses times as the servers do: RFC 3339, whole seconds, in the server's time zone. */

/** Go's zero time. */
export const NEVER = "0001-01-01T00:00:00Z";

/** @param {number} seconds since 1970 @param {number} offsetMinutes */
export function stamp(seconds, offsetMinutes) {
  const local = new Date((seconds + offsetMinutes * 60) * 1000).toISOString().slice(0, 19);
  if (offsetMinutes === 0) return `${local}Z`;
  const size = Math.abs(offsetMinutes);
  const [hours, minutes] = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, "0"));
  return `${local}${offsetMinutes < 0 ? "-" : "+"}${hours}:${minutes}`;
}

/** The parts of Go's layout, each with the pattern that it accepts. @type {readonly [string, RegExp][]} */
const LAYOUT = [
  ["2006", /^\d{4}/],
  ["-", /^-/],
  ["01", /^\d{2}/],
  ["-", /^-/],
  ["02", /^\d{2}/],
  ["T", /^T/],
  ["15", /^\d{2}/],
  [":", /^:/],
  ["04", /^\d{2}/],
  [":", /^:/],
  ["05", /^\d{2}(?:[.,]\d+)?/],
  ["Z07:00", /^(?:Z|[+-]\d{2}:\d{2})/],
];

/**
 * A time in whole seconds, or the server's own error message.
 * @param {string} text
 * @returns {{ seconds: number } | { problem: string }}
 */
export function parseMoment(text) {
  let rest = text;
  for (const [name, pattern] of LAYOUT) {
    const found = pattern.exec(rest)?.[0];
    if (found === undefined) {
      const place = JSON.stringify(rest);
      return {
        problem: `parsing time ${JSON.stringify(text)} as "2006-01-02T15:04:05Z07:00": cannot parse ${place} as "${name}"`,
      };
    }
    rest = rest.slice(found.length);
  }
  if (rest !== "") return { problem: `parsing time ${JSON.stringify(text)}: extra text: ${JSON.stringify(rest)}` };
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = text.split(/[-T:.,Z+]/).map(Number);
  const outside =
    month < 1 || month > 12
      ? "month"
      : day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate()
        ? "day"
        : hour > 23
          ? "hour"
          : minute > 59
            ? "minute"
            : second > 59
              ? "second"
              : outsideZone(text);
  if (outside !== undefined) return { problem: `parsing time ${JSON.stringify(text)}: ${outside} out of range` };
  return { seconds: Math.floor(Date.parse(text.replace(",", ".")) / 1000) };
}

/** Go accepts offsets of up to 24 hours and 60 minutes. @param {string} text with an offset at its end, or `Z` */
function outsideZone(text) {
  const [, hours = "0", minutes = "0"] = /[+-](\d{2}):(\d{2})$/.exec(text) ?? [];
  if (Number(hours) > 24) return "time zone offset hour";
  return Number(minutes) > 60 ? "time zone offset minute" : undefined;
}
