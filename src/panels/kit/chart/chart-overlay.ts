// What lies over and below the plots of a chart: the selection, the current position, the marks and the axis.
import { nothing } from "lit";
import { placeTicks, toPixel, type Frame, type Mark, type Plot, type Tick } from "./chart-frame.ts";
import { chosenRange, type ChartView } from "../chart-view.ts";
import { html } from "../html.ts";
import { styled } from "../style-directive.ts";

/** Labels of marks that are closer together would overlap. */
const MIN_LABEL_DISTANCE_PX = 14;

/** Renders what lies over all plots: selection, current position and marks. */
export function overlayTemplate(
  view: ChartView,
  marks: readonly Mark[],
  frame: Frame,
  { at, width: wholeWidth }: { readonly at: number; readonly width: number },
) {
  const { from, to } = view;
  const chosen = chosenRange(view);
  const left = toPixel(Math.max(chosen?.from ?? 0, from), frame);
  const width = Math.max(0, toPixel(Math.min(chosen?.to ?? 0, to), frame) - left);
  const column = (place: number) => styled({ left: `${toPixel(place, frame)}px` });
  return html`${
    chosen === undefined
      ? nothing
      : html`<div class="brush painted" ${styled({ left: `${left}px`, width: `${width}px` })}></div>`
  }
  ${at < from || at > to ? nothing : html`<div class="here painted" ${column(at)}></div>`}
  ${marks
    .filter((mark) => mark.at >= from && mark.at <= to)
    .map((mark, _, shown) => {
      const place = toPixel(mark.at, frame);
      const late = place > wholeWidth / 2 ? "late" : "";
      // Labels that would overlap move aside.
      const beside = shown.find(
        (each) => each !== mark && Math.abs(toPixel(each.at, frame) - place) < MIN_LABEL_DISTANCE_PX,
      );
      const side = beside === undefined ? "" : beside.at > mark.at ? "before" : "behind";
      return html`<div class="mark ${mark.broken === true ? "broken" : ""} ${late} ${side}" ${column(mark.at)}>
        <span>${mark.word}</span>
      </div>`;
    })}`;
}

export function axisTemplate(
  plots: readonly Plot[],
  tick: (place: number) => Tick,
  frame: Frame,
  { count }: ChartView,
) {
  const each = plots.some(({ stepped }) => stepped);
  const ticks = count === 0 ? [] : placeTicks(frame, each);
  return ticks.map((place, index) => {
    const { name, under } = tick(place);
    const edge = each ? "" : index === 0 ? "first" : index === ticks.length - 1 ? "last" : "";
    return html`<span class="tick ${edge}" ${styled({ left: `${toPixel(place, frame)}px` })}
      >${under === undefined ? name : html`<b>${name}</b>${under}`}</span
    >`;
  });
}
