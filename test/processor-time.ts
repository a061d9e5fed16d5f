// How long work takes on the processor: a clock on the wall would also count what other programs do in that time.

/** Milliseconds of processor time. */
export function processorTime(work: () => unknown): number {
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
