import type { Wait } from "../../../src/base/wait.ts";
import { wait } from "../../../src/base/wait.ts";

/** Ten minutes pass in twenty seconds. */
const FASTER = 30;

/** A clock that goes so much faster from a moment on. */
export function fasterClock(begun: number): () => number {
  return () => begun + (Date.now() - begun) * FASTER;
}

export const fasterWait: Wait = (milliseconds, signal) => wait(milliseconds / FASTER, signal);
