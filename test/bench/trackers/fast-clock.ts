// A clock and waits for benches in fast motion: ten minutes pass in twenty seconds.
import { wait, type Wait } from "../../../src/base/tasks/wait.ts";

const FASTER = 30;

/** A clock that runs faster from `startedAt` on. */
export function fasterClock(startedAt: number): () => number {
  return () => startedAt + (Date.now() - startedAt) * FASTER;
}

export const fasterWait: Wait = (milliseconds, signal) => wait(milliseconds / FASTER, signal);
