import type { LinesMessage, LineView } from "./messages.ts";

/** The lines of the thread as they come, part by part. */
export class Incoming {
  #lines: readonly LineView[] = [];
  #next: LineView[] = [];
  #between = false;
  /** Nothing was there when the round began, so that each part can be shown as it comes. */
  #first = true;

  get lines(): readonly LineView[] {
    return this.#lines;
  }

  /** Takes a part. Gives back whether there is something new to show: a change is shown whole, never half. */
  take({ at, lines, of, last }: LinesMessage): boolean {
    if (!this.#between) {
      this.#next = [...this.#lines];
      this.#first = this.#lines.length === 0;
    }
    for (const [place, line] of lines.entries()) this.#next[at + place] = line;
    this.#between = !last;
    if (last) this.#next.length = Math.min(this.#next.length, of);
    if (!last && !this.#first) return false;
    this.#lines = [...this.#next];
    return true;
  }
}
