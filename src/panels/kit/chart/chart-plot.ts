// Lays out one plot of a chart: its name, its scale, the labels of its lines and of gaps in its values.
import { nothing, type TemplateResult } from "lit";
import { EDGE_PX } from "./chart-drawing.ts";
import { placeEndings, type Frame, PLOT_HEIGHT_PX, toPixel, type Plot, topOfPlot } from "./chart-frame.ts";
import { html } from "../html.ts";
import { styled } from "../styled.ts";
import { gaps } from "./downsample.ts";
import { words } from "../localization.ts";

/** Everything but the lines, which are drawn into `.canvas`. */
export function plotTemplate(plot: Plot, frame: Frame): TemplateResult {
  const { left, inner, right, to } = frame;
  const height = plot.height ?? PLOT_HEIGHT_PX;
  const top = topOfPlot(plot, frame);
  const blank = plot.lines.every((line) => line.values.every((value) => value === null));
  const values = blank ? [0] : plot.stepped === true ? [0, top / 2, top] : [0, top];
  const y = (value: number): number => height - (value / top) * height;
  return html`<div class="plot" ${styled({ "block-size": `${height}px` })}>
    <span class="name" ${styled({ left: `${left}px` })}>${plot.name}</span>
    ${values.map(
      (value) =>
        html`<span class="value" ${styled({ top: `${y(value)}px`, width: `${left - 8}px` })}
            >${value === 0 ? "0" : plot.format(value)}</span
          ><span
            class=${value === 0 ? "grid floor" : "grid"}
            ${styled({ top: `${Math.round(y(value))}px`, left: `${left}px`, width: `${inner}px` })}
          ></span>`,
    )}
    <div class="canvas" ${styled({ left: `${left - EDGE_PX}px`, top: `${-EDGE_PX}px` })}></div>
    ${gapTemplate(plot, frame, y)}
    ${placeEndings(plot, to, y).map(
      ({ words: ending, at }) =>
        html`<span
          class="ending"
          ${styled({ top: `${at}px`, left: `${left + inner + 12}px`, width: `${right - 12}px` })}
          >${ending}</span
        >`,
    )}
  </div>`;
}

/** Width of the label over a gap, in pixels. */
const GAP_LABEL_PX = 84;

/** Labels the widest gap: above it, or at the height of its line if the plot has two lines. */
function gapTemplate({ lines }: Plot, frame: Frame, y: (value: number) => number): TemplateResult | typeof nothing {
  const found = lines.flatMap(({ values }) =>
    gaps(values, frame.from, frame.to).map(([from, to]) => ({ from, to, beside: values[from - 1] ?? values[to + 1] })),
  );
  const [widest] = found.sort((one, other) => other.to - other.from - (one.to - one.from));
  if (widest === undefined) return nothing;
  // Over a narrow gap, the label would cover the line beside it, so it goes beside the plot's name.
  if (lines.length === 1 && toPixel(widest.to + 1, frame) - toPixel(widest.from - 1, frame) < GAP_LABEL_PX) {
    return html`<span class="gap ends" ${styled({ left: `${frame.left + frame.inner}px` })}>${words.figureGaps}</span>`;
  }
  const middle = toPixel((widest.from + widest.to) / 2, frame);
  const left = Math.min(Math.max(middle, frame.left + 40), frame.left + frame.inner - 40);
  const top = lines.length > 1 ? y(widest.beside ?? 0) - 7 : 2;
  return html`<span class="gap" ${styled({ left: `${left}px`, top: `${top}px` })}>${words.figureGap}</span>`;
}
