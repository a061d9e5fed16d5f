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

  /** Stops the clock at the given time. @param {number} milliseconds */
  set(milliseconds) {
    this.fixed = milliseconds;
  }

  /** @param {number} milliseconds */
  advance(milliseconds) {
    this.fixed = this.now() + milliseconds;
  }

  /** Follows the machine's time again. */
  run() {
    this.fixed = undefined;
  }
}
