// Measures how long the extension host, a single thread for all extensions, is blocked at a time.
import assert from "node:assert/strict";

/** No text, file or response may block the other extensions for longer. */
const LONGEST_HOLD_MS = 200;

const BEAT_MS = 50;

export interface Heartbeat<Result> {
  readonly result: Result;
  /** Longest time that the thread worked without a heartbeat. */
  readonly longestHoldMs: number;
  /** How far the heap rose above its size at the start. */
  readonly heapGrowthBytes: number;
}

/**
 * Runs the task with a heartbeat every 50 ms. A late beat counts only for the time that this thread has worked since
 * the previous one: on a busy machine, a thread that waits for a processor is late as well, but blocks no one.
 */
export async function withHeartbeat<Result>(work: () => Promise<Result>): Promise<Heartbeat<Result>> {
  // A beat before the task, so that the first interval starts with a free loop.
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
    // The beat after the task sees its last blocking part.
    await pause(2 * BEAT_MS);
    return { result, longestHoldMs, heapGrowthBytes: heapMost - heapBefore };
  } finally {
    clearInterval(heart);
  }
}

/**
 * Like `withHeartbeat`, and fails if the task blocked the thread for too long: each of the `tries` times, because a very
 * busy machine also makes the work itself slower. Only a task that does the same work again may have several.
 */
export async function assertHeartbeat<Result>(what: string, work: () => Promise<Result>, tries = 1): Promise<Result> {
  let beat = await withHeartbeat(work);
  for (let left = tries - 1; left > 0 && beat.longestHoldMs > LONGEST_HOLD_MS; left -= 1)
    beat = await withHeartbeat(work);
  const held = `${what} held the extension host for ${Math.round(beat.longestHoldMs)} ms at a time`;
  assert.ok(beat.longestHoldMs <= LONGEST_HOLD_MS, held);
  return beat.result;
}

/** Processor time of this thread. Before Node 22.19, only that of the whole process is known, which is never less. */
function workedMs(): number {
  const { user, system } = typeof process.threadCpuUsage === "function" ? process.threadCpuUsage() : process.cpuUsage();
  return (user + system) / 1000;
}

async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
