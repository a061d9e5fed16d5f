import type { Wait } from "../../../src/base/wait.ts";
import { wait } from "../../../src/base/wait.ts";

/** Ten minutes pass in twenty seconds. */
const FASTER = 30;

/** A clock that goes so much faster from a moment on. */
export function fasterClock(startedAt: number): () => number {
  return () => startedAt + (Date.now() - startedAt) * FASTER;
}

export const fasterWait: Wait = (milliseconds, signal) => wait(milliseconds / FASTER, signal);
