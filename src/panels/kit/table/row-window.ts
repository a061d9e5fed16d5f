/** Which rows of a long table are drawn, and the room that the others take. */
export interface RowWindow {
  /** The first row that is drawn. */
  readonly from: number;
  /** The row after the last that is drawn. */
  readonly to: number;
  /** Pixels above and below. */
  readonly before: number;
  readonly after: number;
}

/** Rows drawn above and below the visible ones, so that fast scrolling shows no gap. */
const OVERSCAN_ROWS = 8;

export function rowWindow(count: number, rowHeight: number, scrolled: number, viewHeight: number): RowWindow {
  const sight = Math.ceil(viewHeight / rowHeight);
  const first = Math.min(Math.max(0, Math.floor(scrolled / rowHeight)), Math.max(0, count - sight));
  const from = Math.max(0, first - OVERSCAN_ROWS);
  const to = Math.min(count, first + sight + 1 + OVERSCAN_ROWS);
  return { from, to, before: from * rowHeight, after: (count - to) * rowHeight };
}

/** The visible rows, counted from 1, as the foot shows them. */
export function inSight(count: number, rowHeight: number, scrolled: number, viewHeight: number): [number, number] {
  if (count === 0) return [0, 0];
  const first = Math.min(count, Math.floor(scrolled / rowHeight + 0.5) + 1);
  return [first, Math.min(count, Math.max(first, Math.floor((scrolled + viewHeight) / rowHeight)))];
}

/** Where to scroll so that a row is fully visible, with the least movement. */
export function scrollTo(row: number, rowHeight: number, scrolled: number, viewHeight: number): number {
  const top = row * rowHeight;
  if (top < scrolled) return top;
  return Math.max(scrolled, top + rowHeight - viewHeight);
}
