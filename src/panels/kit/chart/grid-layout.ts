// Computes the columns, rows and labels of a grid, in pixels.
import type { Mark, Tick } from "./chart-frame.ts";

/** What a row has: stretches of places, both ends included. */
export type Run = readonly [first: number, last: number];

export interface GridRow {
  readonly name: string;
  readonly runs: readonly Run[];
}

/** Rows by group, over time. */
export interface Grid {
  readonly groups: readonly { readonly name: string; readonly rows: readonly GridRow[] }[];
  /** When each place starts, in milliseconds; null if unknown. */
  readonly times: readonly (number | null)[];
  /** When the last place ends. */
  readonly end: number;
  /** Places of which it isn't known what they have. */
  readonly unknown: readonly number[];
}

/** The visible places, and the left edge of each; the last edge is the right end. */
export interface Columns {
  readonly from: number;
  readonly to: number;
  readonly edges: readonly number[];
}

const MIN_COLUMN_PX = 28;
const MIN_NARROW_COLUMN_PX = 16;
const MAX_ROUNDS = 20;

/** Makes columns as wide as the time they cover, but none narrower than a minimum that all of them have room for. */
export function createColumns({ times, end }: Grid, from: number, to: number, width: number): Columns {
  const count = Math.max(1, to - from + 1);
  const minimum = Math.min(width / count, width < 400 ? MIN_NARROW_COLUMN_PX : MIN_COLUMN_PX);
  const durations = Array.from({ length: count }, (_, column) => {
    const start = times[from + column] ?? null;
    const next = from + column + 1 < times.length ? (times[from + column + 1] ?? null) : end;
    return start === null || next === null ? 0 : Math.max(0, next - start);
  });
  const narrow = new Set<number>();
  let scale = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const rest = durations.reduce((sum, duration, column) => sum + (narrow.has(column) ? 0 : duration), 0);
    scale = rest === 0 ? 0 : Math.max(0, width - narrow.size * minimum) / rest;
    const before = narrow.size;
    for (const [column, duration] of durations.entries()) if (duration * scale < minimum) narrow.add(column);
    if (narrow.size === before) break;
  }
  const share = narrow.size === count ? width / count : minimum;
  const edges = [0];
  for (const [column, duration] of durations.entries())
    edges.push((edges[column] ?? 0) + (narrow.has(column) ? share : duration * scale));
  return { from, to, edges };
}

/** Left edge of a place; places outside of the visible part are at its ends. */
export function leftOf({ from, edges }: Columns, place: number): number {
  return edges[Math.min(edges.length - 1, Math.max(0, place - from))] ?? 0;
}

/** The place at a pixel. */
export function columnAt({ from, to, edges }: Columns, x: number): number {
  const column = edges.findIndex((edge) => x < edge);
  return column === -1 ? to : Math.min(to, from + Math.max(0, column - 1));
}

/** Places where a row starts or ends, in order. */
export function findChanges({ groups }: Grid): readonly number[] {
  const all = groups.flatMap(({ rows }) =>
    rows.flatMap(({ runs }) => runs.flatMap(([first, last]) => [first, last + 1])),
  );
  return [...new Set(all)].filter((place) => place > 0).sort((a, b) => a - b);
}

/** Estimated widths of a character. */
const CHARACTER_PX = 6;
const BOLD_CHARACTER_PX = 6.6;

export interface Label {
  readonly left: number;
  readonly text: string;
  readonly isEnd: boolean;
}

const LABEL_GAP_PX = 6;

/** Labels in the empty parts of a row, beside the run that they are about, as long as there is room for. */
export function labelRow(
  runs: readonly Run[],
  columns: Columns,
  words: {
    readonly added: (place: number) => readonly string[];
    readonly removed: (place: number) => readonly string[];
  },
): readonly Label[] {
  const labels: Label[] = [];
  const width = columns.edges.at(-1) ?? 0;
  let start = 0;
  let removed: readonly string[] | undefined;
  const fillGap = (end: number, added: readonly string[] | undefined): void => {
    for (const size of [0, 1, 2]) {
      const [left, right] = [removed?.[size], added?.[size]];
      const needed = [left, right].reduce(
        (sum, text) => sum + (text === undefined ? 0 : measure(text) + 2 * LABEL_GAP_PX),
        0,
      );
      if (needed === 0 || needed > end - start) continue;
      if (left !== undefined) labels.push({ left: start + LABEL_GAP_PX, text: left, isEnd: false });
      if (right !== undefined) labels.push({ left: end - LABEL_GAP_PX, text: right, isEnd: true });
      return;
    }
  };
  for (const [first, last] of visibleRuns(runs, columns)) {
    fillGap(leftOf(columns, first), first > columns.from ? words.added(first) : undefined);
    start = leftOf(columns, last + 1);
    removed = last < columns.to ? words.removed(last + 1) : undefined;
  }
  fillGap(width, undefined);
  return labels;
}

export function visibleRuns(runs: readonly Run[], { from, to }: Columns): readonly Run[] {
  return runs.filter(([first, last]) => last >= from && first <= to);
}

function measure(text: string): number {
  return text.length * CHARACTER_PX;
}

interface AxisLabel extends Tick {
  readonly left: number;
  readonly isEnd: boolean;
}

/** Labels of the axis that don't overlap: the ends first, then unknown places, marks, changes, and all others. */
export function labelAxis(
  grid: Grid,
  columns: Columns,
  tick: (place: number) => Tick,
  marks: readonly Mark[],
  at: number,
): readonly AxisLabel[] {
  const { from, to, edges } = columns;
  const width = edges.at(-1) ?? 0;
  const all = Array.from({ length: to - from + 1 }, (_, column) => from + column);
  const order = [to, from, ...grid.unknown, ...marks.map((mark) => mark.at), at, ...findChanges(grid), ...all];
  const taken: (readonly [left: number, right: number])[] = [];
  const labels: AxisLabel[] = [];
  for (const place of new Set(order)) {
    if (place < from || place > to) continue;
    const { name, under } = tick(place);
    const needed = Math.max(name.length * BOLD_CHARACTER_PX, measure(under ?? ""));
    const isEnd = leftOf(columns, place) + needed > width;
    const left = isEnd ? width : leftOf(columns, place);
    const [start, end] = isEnd ? [left - needed, left] : [left, left + needed];
    if (taken.some(([a, b]) => start < b + 8 && end > a - 8)) continue;
    taken.push([start, end]);
    labels.push({ name, ...(under === undefined ? {} : { under }), left, isEnd });
  }
  return labels;
}

export interface Step {
  readonly left: number;
  readonly width: number;
  readonly value: number;
  /** Whether there is room for the value above the step. */
  readonly isLabeled: boolean;
}

/** Stretches of equal values. Places without a value leave a gap. */
export function listSteps(values: ArrayLike<number | null>, columns: Columns): readonly Step[] {
  const steps: { left: number; width: number; value: number; isLabeled: boolean }[] = [];
  let labelEnd = -Infinity;
  let before: number | null = null;
  for (let place = columns.from; place <= columns.to; place += 1) {
    const value = values[place] ?? null;
    const [left, right] = [leftOf(columns, place), leftOf(columns, place + 1)];
    const last = steps.at(-1);
    if (value !== null && value === before && last !== undefined) last.width = right - last.left;
    else if (value !== null) {
      const needed = String(value).length * BOLD_CHARACTER_PX + 4;
      const isLabeled = left > labelEnd && left + needed <= (columns.edges.at(-1) ?? 0);
      if (isLabeled) labelEnd = left + needed;
      steps.push({ left, width: right - left, value, isLabeled });
    }
    before = value;
  }
  return steps;
}
