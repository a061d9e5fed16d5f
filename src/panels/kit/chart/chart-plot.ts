// Lays out one plot of a chart: its name, its scale, the labels of its lines and of gaps in its values.
import { nothing, type TemplateResult } from "lit";
import { EDGE_PX } from "./chart-drawing.ts";
import { placeEndings, type Frame, PLOT_HEIGHT_PX, toPixel, type Plot, findPlotTop } from "./chart-frame.ts";
import { html } from "../html.ts";
import { styled } from "../style-directive.ts";
import { findGaps } from "./downsample.ts";
import { strings } from "../localization.ts";

/** Renders everything of a plot but its lines, which are drawn into the canvas. */
export function plotTemplate(plot: Plot, frame: Frame): TemplateResult {
  const { left, inner, right, to } = frame;
  const height = plot.height ?? PLOT_HEIGHT_PX;
  const top = findPlotTop(plot, frame);
  const blank = plot.lines.every((line) => line.values.every((value) => value === null));
  const values = blank ? [0] : plot.stepped === true ? [0, top / 2, top] : [0, top];
  const y = (value: number): number => height - (value / top) * height;
  const gap = findGap(plot, frame);
  return html`<div class="plot">
    <div class="head" ${styled({ "margin-left": `${left}px`, "margin-right": `${right}px` })}>
      <span class="name">${plot.name}</span>${
        gap === undefined || gap.isWide ? nothing : html`<span class="gap">${strings.figureGaps}</span>`
      }
    </div>
    <div class="area" ${styled({ "block-size": `${height}px` })}>
      ${values.map(
        (value) =>
          html`<span class="value" ${styled({ top: `${y(value)}px`, width: `${left - 8}px` })}
              >${value === 0 ? "0" : plot.format(value)}</span
            ><span
              class=${value === 0 ? "grid floor painted" : "grid painted"}
              ${styled({ top: `${Math.round(y(value))}px`, left: `${left}px`, width: `${inner}px` })}
            ></span>`,
      )}
      <canvas
        ${styled({
          left: `${left - EDGE_PX}px`,
          top: `${-EDGE_PX}px`,
          width: `${inner + 2 * EDGE_PX}px`,
          height: `${height + 2 * EDGE_PX}px`,
        })}
      ></canvas>
      ${gap?.isWide === true ? gapTemplate(plot, frame, gap, y) : nothing}
      ${placeEndings(plot, to, y).map(
        ({ words: ending, at }) =>
          html`<span
            class="ending"
            ${styled({ top: `${at}px`, left: `${left + inner + 12}px`, width: `${right - 12}px` })}
            >${ending}</span
          >`,
      )}
    </div>
  </div>`;
}

/** Estimated width of a character in the label of a gap. */
const GAP_CHARACTER_PX = 7;

interface Gap {
  readonly from: number;
  readonly to: number;
  /** The value before or after the gap. */
  readonly beside: number | null | undefined;
  /** True if its label fits; in a narrow gap, it would cover the line. */
  readonly isWide: boolean;
}

/** Finds the widest gap. In a plot of two lines, its label is at the height of its line, and always fits. */
function findGap({ lines }: Plot, frame: Frame): Gap | undefined {
  const found = lines.flatMap(({ values }) =>
    findGaps(values, frame.from, frame.to).map(([from, to]) => ({
      from,
      to,
      beside: values[from - 1] ?? values[to + 1],
    })),
  );
  const [widest] = found.sort((one, other) => other.to - other.from - (one.to - one.from));
  if (widest === undefined) return undefined;
  const width = toPixel(widest.to + 1, frame) - toPixel(widest.from - 1, frame);
  return { ...widest, isWide: lines.length > 1 || width >= strings.figureGap.length * GAP_CHARACTER_PX };
}

/** Renders the label of a gap, inside the plot. */
function gapTemplate({ lines }: Plot, frame: Frame, gap: Gap, y: (value: number) => number): TemplateResult {
  const middle = toPixel((gap.from + gap.to) / 2, frame);
  const [start, end] = [frame.left - middle, frame.left + frame.inner - middle];
  const top = lines.length > 1 ? y(gap.beside ?? 0) - 7 : 2;
  return html`<span
    class="gap inside"
    ${styled({
      left: `${middle}px`,
      top: `${top}px`,
      transform: `translateX(clamp(${start}px, -50%, calc(${end}px - 100%)))`,
    })}
    >${strings.figureGap}</span
  >`;
}
