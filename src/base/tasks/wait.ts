// Waits that can be canceled.
import { Problem } from "../problem.ts";

/** Waits, or throws a `canceled` problem when the signal fires. Passed in wherever tests must not wait. */
export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** The longest delay of Node's timers. One with a longer delay fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const wait: Wait = async (milliseconds, signal) => {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(Math.max(milliseconds, 0), MAX_TIMER_MS));
  });
  await unlessCanceled(over, signal).finally(() => clearTimeout(timer));
};

/** Returns the result of the work, or throws `canceled` as soon as the signal fires, even if the work ignores it. */
export async function unlessCanceled<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return await work;
  let leave = (): void => undefined;
  const canceled = new Promise<never>((_resolve, reject) => {
    leave = () => reject(new Problem("canceled"));
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
  });
  try {
    return await Promise.race([canceled, work]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}
