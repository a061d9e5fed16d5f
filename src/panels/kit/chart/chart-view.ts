/** Where the reader is in a chart. All places are indexes; ends are included. */
export interface ChartView {
  readonly count: number;
  /** The visible part. */
  readonly from: number;
  readonly to: number;
  /** Where the reader is. */
  readonly at: number;
  /** Where the selection began; it extends from here to `at`. */
  readonly anchor: number | undefined;
}

/** The fewest places that fill the width. */
const MIN_PLACES = 4;

export function wholeView(count: number): ChartView {
  return { count, from: 0, to: Math.max(0, count - 1), at: Math.max(0, count - 1), anchor: undefined };
}

export function chosenRange({ anchor, at }: ChartView): { readonly from: number; readonly to: number } | undefined {
  return anchor === undefined || anchor === at ? undefined : { from: Math.min(anchor, at), to: Math.max(anchor, at) };
}

export function isZoomed({ count, from, to }: ChartView): boolean {
  return from > 0 || to < count - 1;
}

/** Goes to a place; `choosing` extends the selection. The visible part follows. */
export function movedTo(view: ChartView, place: number, choosing: boolean): ChartView {
  const at = Math.min(Math.max(0, Math.round(place)), Math.max(0, view.count - 1));
  const anchor = choosing ? (view.anchor ?? view.at) : undefined;
  const width = view.to - view.from;
  const from = at < view.from ? at : at > view.to ? at - width : view.from;
  return { ...view, at, anchor, from, to: from + width };
}

/** Zooms to the selection, or to half of the visible part around the cursor. */
export function zoomIn(view: ChartView): ChartView {
  const chosen = chosenRange(view);
  if (chosen !== undefined) return widen({ ...view, anchor: undefined }, chosen.from, chosen.to);
  const half = (view.to - view.from) / 4;
  return widen(view, view.at - half, view.at + half);
}

/** Shows twice as much. */
export function zoomOut(view: ChartView): ChartView {
  const more = Math.max(1, (view.to - view.from) / 2);
  return widen(view, view.from - more, view.to + more);
}

/** Clears the selection first, then the zoom. */
export function clearRange(view: ChartView): ChartView {
  return view.anchor === undefined
    ? { ...view, from: 0, to: Math.max(0, view.count - 1) }
    : { ...view, anchor: undefined };
}

function widen(view: ChartView, wantedFrom: number, wantedTo: number): ChartView {
  const last = Math.max(0, view.count - 1);
  const width = Math.min(last, Math.max(MIN_PLACES, Math.round(wantedTo - wantedFrom)));
  const from = Math.min(Math.max(0, Math.round(wantedFrom)), last - width);
  return { ...view, from, to: from + width };
}

/** The view after a key, or undefined for a key that is not the chart's. */
export function afterKey(view: ChartView, key: string, shift: boolean): ChartView | undefined {
  const page = Math.max(1, Math.round((view.to - view.from) / 10));
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return movedTo(view, view.at - 1, shift);
    case "ArrowRight":
    case "ArrowUp":
      return movedTo(view, view.at + 1, shift);
    case "PageDown":
      return movedTo(view, view.at - page, shift);
    case "PageUp":
      return movedTo(view, view.at + page, shift);
    case "Home":
      return movedTo(view, 0, shift);
    case "End":
      return movedTo(view, view.count - 1, shift);
    case "+":
    case "=":
      return zoomIn(view);
    case "-":
    case "−":
      return zoomOut(view);
    case "Escape":
      return clearRange(view);
    default:
      return undefined;
  }
}
