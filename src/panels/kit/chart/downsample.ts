// Finds the points of long lines that a chart can show, their gaps, and the top of their scale.

/** Values of a line; null if nothing was recorded. */
export type Values = readonly (number | null)[];

/**
 * Returns the places to draw if lines on one axis have to fit into this many steps, in order. Each step keeps its first
 * and last place, every line's highest and lowest, and a gap, so that neither spikes nor gaps vanish.
 */
export function downsample(lines: readonly Values[], from: number, to: number, steps: number): readonly number[] {
  const count = to - from + 1;
  if (count <= steps * 2) return Array.from({ length: Math.max(0, count) }, (_, index) => from + index);
  const kept: number[] = [];
  for (let step = 0; step < steps; step++) {
    const first = from + Math.floor((step * count) / steps);
    const last = from + Math.floor(((step + 1) * count) / steps) - 1;
    const places = new Set([first, last]);
    for (const line of lines) for (const place of findExtremes(line, first, last)) places.add(place);
    kept.push(...[...places].sort((a, b) => a - b));
  }
  return kept;
}

/** Returns the places of the lowest, the highest and the first missing value of a range. */
function findExtremes(line: Values, first: number, last: number): number[] {
  let low = -1;
  let high = -1;
  let gap = -1;
  for (let place = first; place <= last; place++) {
    const value = line[place];
    if (value === null || value === undefined) {
      if (gap < 0) gap = place;
    } else {
      if (low < 0 || value < (line[low] ?? 0)) low = place;
      if (high < 0 || value > (line[high] ?? 0)) high = place;
    }
  }
  return [low, high, gap].filter((place) => place >= 0);
}

/** Returns the ranges without a value, both ends included. */
export function findGaps(line: Values, from: number, to: number): readonly [number, number][] {
  const found: [number, number][] = [];
  for (let place = from; place <= to; place++) {
    if ((line[place] ?? null) !== null) continue;
    const open = found.at(-1);
    if (open !== undefined && open[1] === place - 1) open[1] = place;
    else found.push([place, place]);
  }
  return found;
}

/** Returns the highest value, or with `round`, for small counts drawn as steps, a round number above it. */
export function findTop(lines: readonly Values[], from: number, to: number, round: boolean): number {
  let top = 0;
  for (const line of lines) {
    for (let place = from; place <= to; place++) top = Math.max(top, line[place] ?? 0);
  }
  if (!round) return top === 0 ? 1 : top;
  const step = top < 10 ? 2 : top < 100 ? 8 : 10 ** Math.floor(Math.log10(top)) / 2;
  return Math.ceil((top + 1) / step) * step;
}
