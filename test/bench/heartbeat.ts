// Measures how long the extension host, a single thread for all extensions, is blocked at a time. Host tests do what
// could block it. Only `npm run bench` measures them, against a block that is the same in every run.
import assert from "node:assert/strict";
import { reportRatio } from "./results.ts";

/** Reading a JSON of this many objects at once takes about a tenth of a second. */
const REFERENCE_OBJECTS = 300_000;
/** No text, file or response may block the other extensions for more than this many times as long. */
const GOAL = 1.5;
const MAX_HEAP_GROWTH_BYTES = 300 * 1024 * 1024;
const BEAT_MS = 50;

/** Runs the task. In a bench, fails if it blocked the thread for too long or took too much memory. */
export async function underHeartbeat<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  if (process.env["TRIPTYCH_BENCH_RESULTS"] === undefined) return await work();
  const reference = JSON.stringify(
    Array.from({ length: REFERENCE_OBJECTS }, (_, id) => ({ id, name: "a", tags: [1] })),
  );
  const theirs = await measure(() => Promise.resolve(JSON.parse(reference) as unknown));
  const ours = await measure(work);
  const against = `reading ${REFERENCE_OBJECTS} objects`;
  const ratio = await reportRatio({
    name: what,
    against,
    ours: [ours.longestHoldMs],
    theirs: [theirs.longestHoldMs],
    goal: GOAL,
  });
  assert.ok(ratio <= GOAL, `${what} held the extension host for ${ratio.toFixed(2)} times ${against}`);
  const { heapGrowthBytes } = ours;
  assert.ok(heapGrowthBytes < MAX_HEAP_GROWTH_BYTES, `${what} took ${heapGrowthBytes} bytes`);
  return ours.result;
}

/**
 * Runs the task with a heartbeat every 50 ms. A late beat counts only for the time that this thread has worked since
 * the previous one: on a busy machine, a thread that waits for a processor is late as well, but blocks no one.
 */
async function measure<Result>(work: () => Promise<Result>) {
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

/** Processor time of this thread. Before Node 22.19, only that of the whole process is known, which is never less. */
function workedMs(): number {
  const { user, system } = typeof process.threadCpuUsage === "function" ? process.threadCpuUsage() : process.cpuUsage();
  return (user + system) / 1000;
}

async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
