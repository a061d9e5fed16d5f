/** How often a GET is sent again. */
export const MAX_RETRIES = 3;

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;

/** If Retry-After exceeds this, fail immediately. */
export const MAX_RETRY_AFTER_MS = 20_000;

/** A `Retry-After` of years must not lock a service away, or put a live view to sleep, for ever. */
export const MAX_HOLD_MS = 3_600_000;

/** The gateway's and the service's own "not now". */
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export function isPassing(status: number): boolean {
  return TRANSIENT_STATUSES.has(status);
}

/** Milliseconds before the retry of this number (0 is the first): twice as long each time, and never in step with others. */
export function getBackoffMs(retry: number, random: () => number): number {
  const most = Math.min(FIRST_DELAY_MS * 2 ** retry, MAX_DELAY_MS);
  return most / 2 + (most / 2) * random();
}

/** When a `Retry-After` header says to come back, within the hour, in milliseconds since 1970; it holds seconds or a date. */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? "";
  const latest = now + MAX_HOLD_MS;
  if (/^\d+$/.test(text)) return Math.min(now + Number(text) * 1000, latest);
  // Date.parse would take a bare "-5" or "1.5" for a year.
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.min(Math.max(date, now), latest);
}
