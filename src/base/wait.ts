// A delay that can be canceled, passed in wherever tests must not wait.
import { Problem } from "./problem.ts";

/** Waits, or throws a `canceled` problem when the signal fires. */
export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** The longest delay that Node's timers support; a longer one would end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const wait: Wait = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(new Problem("canceled"));
      return;
    }
    const stop = (): void => {
      clearTimeout(timer);
      reject(new Problem("canceled"));
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener("abort", stop);
        resolve();
      },
      Math.min(Math.max(milliseconds, 0), MAX_TIMER_MS),
    );
    signal?.addEventListener("abort", stop, { once: true });
  });
