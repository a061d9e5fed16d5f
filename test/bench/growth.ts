// Compares how long work takes with a short and with a long input, on the processor and within one run.
import assert from "node:assert/strict";
import { harmless } from "../unit/base/any-json.ts";

/** For inputs of this size, a quadratic function takes seconds, and a linear one milliseconds. */
const LARGE = 1 << 16;
const GROWTH = 64;
/** Linear work takes 64 times as long, quadratic work 4,096 times. */
const MAX_GROWTH = 1_000;
/** Shorter times are too inexact to compare. */
const LEAST_MS = 2;

/** Returns milliseconds of processor time: a clock on the wall would also count what other programs do in that time. */
function processorTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The least processor time of up to twelve tries, because a busy machine slows down some of them. Stops below `enough`. */
export function leastProcessorTime(work: () => unknown, enough: number): number {
  let least = Infinity;
  for (let tries = 0; tries < 12 && least > enough; tries += 1) least = Math.min(least, processorTime(work));
  return least;
}

/**
 * Fails if 64 times the input takes more than 1,000 times as long. `prepare` makes the work for an input of this size,
 * which may end with a problem.
 */
export function assertLinear(what: string, prepare: (size: number) => () => unknown): void {
  const time = (size: number, enough: number) => {
    const work = prepare(size);
    return leastProcessorTime(() => harmless(work), enough);
  };
  const small = Math.max(time(LARGE / GROWTH, LEAST_MS), LEAST_MS);
  const large = time(LARGE, small * MAX_GROWTH);
  assert.ok(large <= small * MAX_GROWTH, `${what} took ${large} ms for ${GROWTH} times of what took ${small} ms`);
}
