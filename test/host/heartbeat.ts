// Measures how long the extension host, which is one thread for all extensions, is held at a time.
import assert from "node:assert/strict";

/** No text, file or answer may keep the other extensions waiting for longer. */
const LONGEST_HOLD_MS = 200;

const BEAT_MS = 50;

export interface Heartbeat<Result> {
  readonly result: Result;
  /** The longest time for which the thread worked without letting a beat through. */
  readonly longestHoldMs: number;
  /** How far the heap rose above its size at the start. */
  readonly heapGrowthBytes: number;
}

/**
 * Runs the work and lets a heart beat every 50 ms. A late beat counts only as far as this thread was at work since the
 * one before it: on a busy machine a thread that waits for a processor is late as well, and holds nobody.
 */
export async function withHeartbeat<Result>(work: () => Promise<Result>): Promise<Heartbeat<Result>> {
  // A beat before the work, so that the first interval begins where the loop is free.
  await pause(BEAT_MS);
  const heapBefore = process.memoryUsage().heapUsed;
  let heapMost = heapBefore;
  let longestHoldMs = 0;
  let last = performance.now();
  let lastWork = workedMs();
  const beat = (): void => {
    const now = performance.now();
    const work = workedMs();
    longestHoldMs = Math.max(longestHoldMs, Math.min(now - last - BEAT_MS, work - lastWork));
    heapMost = Math.max(heapMost, process.memoryUsage().heapUsed);
    last = now;
    lastWork = work;
  };
  const heart = setInterval(beat, BEAT_MS);
  try {
    const result = await work();
    // What held the thread last is seen by the beat after it.
    await pause(2 * BEAT_MS);
    return { result, longestHoldMs, heapGrowthBytes: heapMost - heapBefore };
  } finally {
    clearInterval(heart);
  }
}

/** As `withHeartbeat`, and fails where the work held the thread for too long. */
export async function assertHeartbeat<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const { result, longestHoldMs } = await withHeartbeat(work);
  const held = `${what} held the extension host for ${Math.round(longestHoldMs)} ms at a time`;
  assert.ok(longestHoldMs <= LONGEST_HOLD_MS, held);
  return result;
}

/** How long this thread has been at work; before Node 22.19 only the whole process tells, which is never less. */
function workedMs(): number {
  const { user, system } = typeof process.threadCpuUsage === "function" ? process.threadCpuUsage() : process.cpuUsage();
  return (user + system) / 1000;
}

async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
