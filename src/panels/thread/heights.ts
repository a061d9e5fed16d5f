/** After this many measured lines of a kind its average is fixed, or every new line would move all that was never drawn. */
const MAX_SAMPLES = 24;

/** The positions of the lines of a long list: drawn lines by their measured height, the others by an estimate. */
export class Heights {
  readonly #measured = new Map<string, number>();
  readonly #usual = new Map<string, { sum: number; count: number }>();
  readonly #first: number;
  #keys: readonly string[] = [];
  #sorts: readonly string[] = [];
  /** Where each line begins, and after the last one where the list ends. */
  #tops: Float64Array | undefined;

  /** `first` is what a line takes before any was drawn. */
  constructor(first: number) {
    this.#first = first;
  }

  get count(): number {
    return this.#keys.length;
  }

  get total(): number {
    return this.top(this.count);
  }

  /** The lines that there are, by their keys, and of what sort each is. */
  lines(keys: readonly string[], sorts: readonly string[]): void {
    this.#keys = keys;
    this.#sorts = sorts;
    this.#tops = undefined;
  }

  /** A line was drawn, and took this much. Gives back whether that is news. */
  record(index: number, height: number): boolean {
    const key = this.#keys[index];
    if (key === undefined) return false;
    const before = this.#measured.get(key);
    if (before === height) return false;
    const sort = this.#sorts[index] ?? "";
    const { sum, count } = this.#usual.get(sort) ?? { sum: 0, count: 0 };
    if (before === undefined && count < MAX_SAMPLES) this.#usual.set(sort, { sum: sum + height, count: count + 1 });
    this.#measured.set(key, height);
    this.#tops = undefined;
    return true;
  }

  /** Forgets the measured heights, for example after a change of width. */
  forget(): void {
    this.#measured.clear();
    this.#usual.clear();
    this.#tops = undefined;
  }

  top(index: number): number {
    return this.#getTops()[Math.max(0, Math.min(index, this.count))] ?? 0;
  }

  /** The line at this height; the first or last where it is above or below them all. */
  at(height: number): number {
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
      top += this.#measured.get(key) ?? this.#estimate(this.#sorts[index] ?? "");
    }
    tops[this.count] = top;
    this.#tops = tops;
    return tops;
  }

  #estimate(sort: string): number {
    const usual = this.#usual.get(sort);
    return usual === undefined || usual.count === 0 ? this.#first : usual.sum / usual.count;
  }
}
