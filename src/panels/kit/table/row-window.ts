// Computes which rows of a long table are drawn and visible, and where to scroll.

/** The rows of a long table that are drawn, and the space that the others take. */
export interface RowWindow {
  /** The first row that is drawn. */
  readonly from: number;
  /** The row after the last one that is drawn. */
  readonly to: number;
  /** Height of the rows above and below, in pixels. */
  readonly before: number;
  readonly after: number;
}

/** Rows drawn above and below the visible ones, so that fast scrolling shows no gap. */
const OVERSCAN_ROWS = 8;

export function rowWindow(count: number, rowHeight: number, scrolled: number, viewHeight: number): RowWindow {
  const visible = Math.ceil(viewHeight / rowHeight);
  const first = Math.min(Math.max(0, Math.floor(scrolled / rowHeight)), Math.max(0, count - visible));
  const from = Math.max(0, first - OVERSCAN_ROWS);
  const to = Math.min(count, first + visible + 1 + OVERSCAN_ROWS);
  return { from, to, before: from * rowHeight, after: (count - to) * rowHeight };
}

/** Returns the first and the last visible row, counted from 1, as the foot shows them. */
export function findVisibleRows(
  count: number,
  rowHeight: number,
  scrolled: number,
  viewHeight: number,
): [number, number] {
  if (count === 0) return [0, 0];
  const first = Math.min(count, Math.floor(scrolled / rowHeight + 0.5) + 1);
  return [first, Math.min(count, Math.max(first, Math.floor((scrolled + viewHeight) / rowHeight)))];
}

/** Returns the scroll position that makes a row fully visible with the least movement. */
export function findScrollTop(row: number, rowHeight: number, scrolled: number, viewHeight: number): number {
  const top = row * rowHeight;
  if (top < scrolled) return top;
  return Math.max(scrolled, top + rowHeight - viewHeight);
}
