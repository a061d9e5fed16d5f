// Decides which failures are temporary, and how long to wait before a retry.
import type { Headers } from "./call.ts";

/** Maximum retries of a GET. */
export const MAX_RETRIES = 3;

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;

/** If Retry-After exceeds this, fail immediately. */
export const MAX_RETRY_AFTER_MS = 20_000;

/** Caps `Retry-After`, because one of years must not disable a service or a live view for good. */
export const MAX_HOLD_MS = 3_600_000;

/**
 * Returns the delay before a retry, counted from 0. It doubles each time, and varies so that clients don't retry in
 * step.
 */
export function getBackoffMs(retry: number, random: () => number): number {
  const most = Math.min(FIRST_DELAY_MS * 2 ** retry, MAX_DELAY_MS);
  return most / 2 + (most / 2) * random();
}

/**
 * Returns when `Retry-After`, in seconds or as a date, allows a retry: in epoch milliseconds, at most an hour from now.
 */
export function retryAfter({ "retry-after": text = "", date = "" }: Headers, now: number): number | undefined {
  // A date is by the clock of the service, and this computer's clock may be wrong.
  const delay = /^\s*\d+\s*$/.test(text) ? Number(text) * 1000 : parseDate(text) - (parseDate(date) || now);
  return Number.isNaN(delay) ? undefined : now + Math.min(Math.max(delay, 0), MAX_HOLD_MS);
}

/** `Date.parse` would read a bare "-5" or "1.5" as a date. */
function parseDate(text: string): number {
  return /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
}
