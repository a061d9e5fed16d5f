// How panels show times: the exact form, and how long a relative one stays true.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** "20 November 2026 at 14:28:58 UTC" */
export const EXACT = { dateStyle: "long", timeStyle: "long" } as const;

/** How long a relative time stays true, in milliseconds. */
export function getValidMs(time: number, now: number): number {
  const age = Math.abs(now - time);
  const step = age < HOUR ? MINUTE : HOUR;
  return step - (age % step);
}
