/** The services' clock: the machine's time, or one that a test sets and moves. */
export class Clock {
  constructor() {
    /** @type {number | undefined} */
    this.fixed = undefined;
  }

  /** Milliseconds since 1970. */
  now() {
    return this.fixed ?? Date.now();
  }

  /** Stops the clock at a moment. @param {number} milliseconds */
  set(milliseconds) {
    this.fixed = milliseconds;
  }

  /** @param {number} milliseconds */
  advance(milliseconds) {
    this.fixed = this.now() + milliseconds;
  }

  /** Returns to the machine's time. */
  run() {
    this.fixed = undefined;
  }
}
