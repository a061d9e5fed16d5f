// Keeps long work from holding the extension host, which is one thread for all extensions.
import { setImmediate } from "node:timers/promises";

/** Shorter than a frame of the screen, and with what is begun last still within 16 ms. */
const SLICE_MS = 8;

/** Work in slices: whoever does much asks now and then whether the slice is over, and lets others have their turn. */
export class TimeSlice {
  #begun = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#begun > SLICE_MS;
  }

  /** Comes back after timers, sockets and other extensions have had their turn. */
  async next(): Promise<void> {
    await setImmediate();
    this.#begun = performance.now();
  }
}
