// Waiting that can be canceled.
import { Problem } from "./problem.ts";

/** Waits, or throws a `canceled` problem when the signal fires. Passed in wherever tests must not wait. */
export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** The longest delay that Node's timers support; a longer one would end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const wait: Wait = async (milliseconds, signal) => {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(Math.max(milliseconds, 0), MAX_TIMER_MS));
  });
  await unlessCanceled(over, signal).finally(() => clearTimeout(timer));
};

/** The result of the work, or a `canceled` problem as soon as the signal fires, even if the work ignores the signal. */
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
