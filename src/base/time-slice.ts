// Keeps long work from holding the extension host, which is one thread for all extensions.
import { setImmediate } from "node:timers/promises";

/** Shorter than a frame of the screen: the last task started still ends within 16 ms. */
const SLICE_MS = 8;

/** Splits long work: it checks now and then whether its slice is over, and yields to other tasks. */
export class TimeSlice {
  #started = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#started > SLICE_MS;
  }

  /** Comes back after timers, sockets and other extensions have had their turn. */
  async next(): Promise<void> {
    await setImmediate();
    this.#started = performance.now();
  }
}
