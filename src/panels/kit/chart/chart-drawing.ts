// Draws the lines of a plot with uPlot; axes, labels and cursor are HTML around the canvas.
import type UPlot from "uplot";
import { type Color, cssColor } from "../color.ts";
import { themeColor } from "../theme.ts";
import { downsample, type Values } from "./downsample.ts";

export interface PlotDrawing {
  readonly lines: readonly Values[];
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly stepped: boolean;
}

/** Space around the canvas, so that a mark on the edge isn't clipped. */
export const EDGE_PX = 4;
/** Up to this many places, every value gets a mark. */
const MAX_MARKED_PLACES = 40;

/** The current theme's colors for the first and second lines. */
export function lineColors(): readonly [Color, Color] {
  return [themeColor("--series-1", [0, 99, 211]), themeColor("--series-2", [101, 45, 144])];
}

/** Draws lines into a box and returns a function that removes them. */
export function draw(Plot: typeof UPlot, box: HTMLElement, drawing: PlotDrawing): () => void {
  const { lines, from, to, top, width, height, stepped } = drawing;
  const places = downsample(lines, from, to, Math.max(1, Math.floor(width)));
  const colors = lineColors();
  const marked = places.length <= MAX_MARKED_PLACES;
  const plot = new Plot(
    {
      width: width + 2 * EDGE_PX,
      height: height + 2 * EDGE_PX,
      padding: [EDGE_PX, EDGE_PX, EDGE_PX, EDGE_PX],
      legend: { show: false },
      cursor: { show: false },
      select: { show: false, left: 0, top: 0, width: 0, height: 0 },
      scales: {
        x: { time: false, range: from === to ? [from - 0.5, to + 0.5] : [from, to] },
        y: { range: [0, top] },
      },
      axes: [{ show: false }, { show: false }],
      series: [
        {},
        ...lines.map((_, index): UPlot.Series => {
          const second = index > 0;
          const color = colors[second ? 1 : 0];
          return {
            stroke: cssColor(color),
            width: 1.5,
            ...(second ? { dash: [4, 3] } : {}),
            ...(lines.length === 1 && !stepped ? { fill: cssColor(color, 0.14) } : {}),
            ...(stepped && Plot.paths.stepped !== undefined ? { paths: Plot.paths.stepped({ align: 1 }) } : {}),
            points: { show: false },
          };
        }),
      ],
      hooks: {
        drawSeries: [
          (self, series) => {
            if (series > 0) drawMarks(self, series, marked, cssColor(colors[series > 1 ? 1 : 0]));
          },
        ],
      },
    },
    [places.slice(), ...lines.map((line) => places.map((place) => line[place] ?? null))],
    box,
  );
  return () => plot.destroy();
}

/** Draws discs on the first line and squares on the second. Among many values, only isolated ones get one. */
function drawMarks(plot: UPlot, series: number, all: boolean, color: string): void {
  const [places, values] = [plot.data[0], plot.data[series]];
  if (values === undefined) return;
  const radius = 3 * devicePixelRatio;
  plot.ctx.save();
  plot.ctx.fillStyle = color;
  for (const [index, value] of values.entries()) {
    const place = places[index];
    const isIsolated = (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
    if (value === null || value === undefined || place === undefined || !(all || isIsolated)) continue;
    const x = plot.valToPos(place, "x", true);
    const y = plot.valToPos(value, "y", true);
    if (series > 1) {
      plot.ctx.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
    } else {
      plot.ctx.beginPath();
      plot.ctx.arc(x, y, radius, 0, 2 * Math.PI);
      plot.ctx.fill();
    }
  }
  plot.ctx.restore();
}
