// Lines and ranges in a text.
/** A range in one line of a file, all zero-based. */
export interface LineRange {
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

/** Converts offsets to lines. */
export class Lines {
  readonly #text: string;
  #starts: readonly number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The range between two offsets, cut at the end of the first line. */
  spot(start: number, end: number): LineRange {
    const starts = (this.#starts ??= findLineStarts(this.#text));
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= start) low = middle;
      else high = middle - 1;
    }
    const lineStart = starts[low] ?? 0;
    const next = starts[low + 1];
    return { line: low, from: start - lineStart, to: Math.min(end, next === undefined ? end : next - 1) - lineStart };
  }
}

function findLineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
