// Estimates the heights of lines in a long list until they are measured.

/**
 * After this many measured lines of a kind, its average is fixed. Otherwise, every new line would move all lines that
 * were never drawn.
 */
const MAX_SAMPLES = 24;

/** The positions of lines in a long list, from measured heights of drawn lines and estimates of the others. */
export class Heights {
  readonly #measured = new Map<string, number>();
  readonly #averages = new Map<string, { sum: number; count: number }>();
  readonly #initialHeight: number;
  #keys: readonly string[] = [];
  #kinds: readonly string[] = [];
  /** Top of each line, and at last the end of the list. */
  #tops: Float64Array | undefined;

  /** `initialHeight` is the estimate for any line before the first one is measured. */
  constructor(initialHeight: number) {
    this.#initialHeight = initialHeight;
  }

  get count(): number {
    return this.#keys.length;
  }

  get total(): number {
    return this.top(this.count);
  }

  /** Sets the lines: the key and the kind of each. */
  setLines(keys: readonly string[], kinds: readonly string[]): void {
    this.#keys = keys;
    this.#kinds = kinds;
    this.#tops = undefined;
  }

  /** Records the measured height of a line. Returns whether it changed. */
  record(index: number, height: number): boolean {
    const key = this.#keys[index];
    if (key === undefined) return false;
    const before = this.#measured.get(key);
    if (before === height) return false;
    const kind = this.#kinds[index] ?? "";
    const { sum, count } = this.#averages.get(kind) ?? { sum: 0, count: 0 };
    if (before === undefined && count < MAX_SAMPLES) this.#averages.set(kind, { sum: sum + height, count: count + 1 });
    this.#measured.set(key, height);
    this.#tops = undefined;
    return true;
  }

  /** Forgets the measured heights, for example after a change of width. */
  forget(): void {
    this.#measured.clear();
    this.#averages.clear();
    this.#tops = undefined;
  }

  top(index: number): number {
    return this.#getTops()[Math.max(0, Math.min(index, this.count))] ?? 0;
  }

  /** Returns the index of the line at this height, or of the first or last line if it is outside of the list. */
  indexAt(height: number): number {
    const tops = this.#getTops();
    let low = 0;
    let high = Math.max(0, this.count - 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((tops[middle] ?? 0) <= height) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #getTops(): Float64Array {
    if (this.#tops !== undefined) return this.#tops;
    const tops = new Float64Array(this.count + 1);
    let top = 0;
    for (const [index, key] of this.#keys.entries()) {
      tops[index] = top;
      top += this.#measured.get(key) ?? this.#estimate(this.#kinds[index] ?? "");
    }
    tops[this.count] = top;
    this.#tops = tops;
    return tops;
  }

  #estimate(kind: string): number {
    const average = this.#averages.get(kind);
    return average === undefined || average.count === 0 ? this.#initialHeight : average.sum / average.count;
  }
}
