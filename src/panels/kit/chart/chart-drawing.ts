// Draws the lines of a plot; axes, labels and cursor are HTML around the canvas.
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

/** Space around the lines, so that a mark on the edge isn't clipped. */
export const EDGE_PX = 4;
const LINE_PX = 1.5;
const MARK_RADIUS_PX = 3;
/** Up to this many places, every value gets a mark. */
const MAX_MARKED_PLACES = 40;

/** The current theme's colors for the first and second lines. */
export function lineColors(): readonly [Color, Color] {
  return [themeColor("--series-1", [0, 99, 211]), themeColor("--series-2", [101, 45, 144])];
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Draws lines in place of those that the canvas has. Among many values, only isolated ones get a mark. */
export function draw(canvas: HTMLCanvasElement, drawing: PlotDrawing): void {
  const { lines, from, to, top, width, height, stepped } = drawing;
  const scale = devicePixelRatio;
  // This also clears the canvas.
  canvas.width = Math.round((width + 2 * EDGE_PX) * scale);
  canvas.height = Math.round((height + 2 * EDGE_PX) * scale);
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.scale(scale, scale);
  // Moves the edges of lines onto edges of pixels.
  const edge = EDGE_PX + ((LINE_PX * scale) % 2) / 2 / scale;
  context.translate(edge, edge);
  context.lineJoin = "round";
  context.lineWidth = LINE_PX;
  const places = downsample(lines, from, to, Math.max(1, Math.floor(width)));
  const colors = lineColors();
  /** Horizontal and vertical lines are sharp only on whole pixels of the screen. */
  const snap = (pixel: number): number => Math.round(pixel * scale) / scale;
  const toPoint = (place: number, value: number): Point => ({
    x: snap(width * (from === to ? 0.5 : (place - from) / (to - from))),
    y: snap(height * (1 - value / top)),
  });
  for (const [index, line] of lines.entries()) {
    const isSecond = index > 0;
    const color = colors[isSecond ? 1 : 0];
    context.setLineDash(isSecond ? [4, 3] : []);
    for (const points of splitAtGaps(places, line, toPoint)) {
      const path = toPath(points, stepped);
      if (lines.length === 1 && !stepped) {
        context.fillStyle = cssColor(color, 0.14);
        context.fill(toArea(path, points, height));
      }
      context.strokeStyle = context.fillStyle = cssColor(color);
      context.stroke(path);
      if (places.length <= MAX_MARKED_PLACES || points.length === 1) context.fill(toMarks(points, isSecond));
    }
  }
}

/** Returns the parts of a line between its missing values. */
function splitAtGaps(
  places: readonly number[],
  line: Values,
  toPoint: (place: number, value: number) => Point,
): readonly (readonly Point[])[] {
  const parts: Point[][] = [[]];
  for (const place of places) {
    const value = line[place] ?? null;
    if (value === null) parts.push([]);
    else parts.at(-1)?.push(toPoint(place, value));
  }
  return parts.filter(({ length }) => length > 0);
}

/** Returns the path through points. With steps, each value applies until the next one. */
function toPath(points: readonly Point[], stepped: boolean): Path2D {
  const path = new Path2D();
  for (const [index, { x, y }] of points.entries()) {
    if (stepped) path.lineTo(x, points[index - 1]?.y ?? y);
    path.lineTo(x, y);
  }
  return path;
}

/** Returns the area between a path and the floor of the plot. */
function toArea(path: Path2D, points: readonly Point[], floor: number): Path2D {
  const area = new Path2D(path);
  area.lineTo(points.at(-1)?.x ?? 0, floor);
  area.lineTo(points[0]?.x ?? 0, floor);
  return area;
}

/** Returns discs for the first line and squares for the second. */
function toMarks(points: readonly Point[], isSecond: boolean): Path2D {
  const marks = new Path2D();
  for (const { x, y } of points) {
    marks.moveTo(x, y);
    if (isSecond) marks.rect(x - MARK_RADIUS_PX, y - MARK_RADIUS_PX, 2 * MARK_RADIUS_PX, 2 * MARK_RADIUS_PX);
    else marks.arc(x, y, MARK_RADIUS_PX, 0, 2 * Math.PI);
  }
  return marks;
}
