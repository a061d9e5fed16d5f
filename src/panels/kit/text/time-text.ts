// How panels show times: the exact form, and how long a relative one stays true.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** "20 November 2026 at 14:28:58 UTC" */
export const EXACT = { dateStyle: "long", timeStyle: "long" } as const;

/** Returns how long the text of a relative time stays true, in milliseconds. */
export function getValidMs(time: number, now: number): number {
  const age = Math.abs(now - time);
  const step = age < HOUR_MS ? MINUTE_MS : HOUR_MS;
  // The text of a future time counts the whole units that are left, so it changes right after one has passed.
  return time > now ? (age % step) + 1 : step - (age % step);
}
