/** A place in one line of a file; all three count from 0. */
export interface Spot {
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

/** Finds lines by offset. */
export class Lines {
  readonly #text: string;
  #starts: readonly number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** What lies between two offsets; where it spans lines, its part of the first. */
  spot(start: number, end: number): Spot {
    const starts = (this.#starts ??= startsOf(this.#text));
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= start) low = middle;
      else high = middle - 1;
    }
    const begin = starts[low] ?? 0;
    const next = starts[low + 1];
    return { line: low, from: start - begin, to: Math.min(end, next === undefined ? end : next - 1) - begin };
  }
}

function startsOf(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
