// Runs benches in fast motion: ten minutes of a session pass in twenty seconds.
import { wait, type Wait } from "../../../src/base/wait.ts";

const FASTER = 30;

/** A clock that runs faster from a moment on. */
export function fasterClock(startedAt: number): () => number {
  return () => startedAt + (Date.now() - startedAt) * FASTER;
}

export const fasterWait: Wait = (milliseconds, signal) => wait(milliseconds / FASTER, signal);
