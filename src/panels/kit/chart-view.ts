// The visible part, the current position and the selection of a chart, and how keys change them.

/** Places are indexes, and both ends of a range are included. */
export interface ChartView {
  readonly count: number;
  /** Name of the first place. If it changes, so have all places. */
  readonly first: string;
  /** The visible part. */
  readonly from: number;
  readonly to: number;
  /** The current position. */
  readonly at: number;
  /** Where the selection starts. It extends to `at`. */
  readonly anchor: number | undefined;
}

/** Zooming in stops at this many places. */
const MIN_PLACES = 4;

export function wholeView(count: number, first = ""): ChartView {
  return { count, first, from: 0, to: Math.max(0, count - 1), at: Math.max(0, count - 1), anchor: undefined };
}

/** Returns the same view if it shows these places or their beginning, or a view of all of them. */
export function fitView(view: ChartView, count: number, first: string): ChartView {
  if (count === view.count && first === view.first) return view;
  const isUntouched = view.at === view.count - 1 && view.anchor === undefined && !isZoomed(view);
  if (count < view.count || first !== view.first || isUntouched) return wholeView(count, first);
  return { ...view, count, to: isZoomed(view) ? view.to : count - 1 };
}

export function chosenRange({ anchor, at }: ChartView): { readonly from: number; readonly to: number } | undefined {
  return anchor === undefined || anchor === at ? undefined : { from: Math.min(anchor, at), to: Math.max(anchor, at) };
}

export function isZoomed({ count, from, to }: ChartView): boolean {
  return from > 0 || to < count - 1;
}

/** Moves to a place and scrolls it into view; `selects` extends the selection to it. */
export function moveTo(view: ChartView, place: number, selects: boolean): ChartView {
  const at = Math.min(Math.max(0, Math.round(place)), Math.max(0, view.count - 1));
  const anchor = selects ? (view.anchor ?? view.at) : undefined;
  const width = view.to - view.from;
  const from = at < view.from ? at : at > view.to ? at - width : view.from;
  return { ...view, at, anchor, from, to: from + width };
}

/** Zooms to the selection, or to half of the visible part, around the current position. */
export function zoomIn(view: ChartView): ChartView {
  const chosen = chosenRange(view);
  if (chosen !== undefined) return widen({ ...view, anchor: undefined }, chosen.from, chosen.to);
  const half = (view.to - view.from) / 4;
  return widen(view, view.at - half, view.at + half);
}

/** Shows twice as many places. */
export function zoomOut(view: ChartView): ChartView {
  const more = Math.max(1, (view.to - view.from) / 2);
  return widen(view, view.from - more, view.to + more);
}

/** Clears the selection, or the zoom if nothing is selected. */
export function clearRange(view: ChartView): ChartView {
  return view.anchor === undefined
    ? { ...view, from: 0, to: Math.max(0, view.count - 1) }
    : { ...view, anchor: undefined };
}

function widen(view: ChartView, newFrom: number, newTo: number): ChartView {
  const last = Math.max(0, view.count - 1);
  const width = Math.min(last, Math.max(MIN_PLACES, Math.round(newTo - newFrom)));
  const from = Math.min(Math.max(0, Math.round(newFrom)), last - width);
  return { ...view, from, to: from + width };
}

/** Returns the view after a key, or undefined if the chart doesn't use the key. */
export function viewAfterKey(view: ChartView, key: string, shift: boolean): ChartView | undefined {
  const page = Math.max(1, Math.round((view.to - view.from) / 10));
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return moveTo(view, view.at - 1, shift);
    case "ArrowRight":
    case "ArrowUp":
      return moveTo(view, view.at + 1, shift);
    case "PageDown":
      return moveTo(view, view.at - page, shift);
    case "PageUp":
      return moveTo(view, view.at + page, shift);
    case "Home":
      return moveTo(view, 0, shift);
    case "End":
      return moveTo(view, view.count - 1, shift);
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
