// Keeps long work from blocking the extension host, whose single thread serves all extensions.
import { setImmediate } from "node:timers/promises";

/** Half of a screen frame, so that the last step of a slice still ends within 16 ms. */
const SLICE_MS = 8;

/** Splits long work into slices. The work checks now and then whether its slice is over, and then awaits the next. */
export class TimeSlice {
  #started = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#started > SLICE_MS;
  }

  /** Starts the next slice after timers, sockets and other extensions have had their turn. */
  async next(): Promise<void> {
    await setImmediate();
    this.#started = performance.now();
  }
}
