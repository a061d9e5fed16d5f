// Computes where the plots, ticks and labels of a chart go, in pixels.
import { findTop, type Values } from "./downsample.ts";

export interface Line {
  readonly name: string;
  readonly values: Values;
  /** Heading of the line's column in the table; by default, the names of plot and line. */
  readonly heading?: string;
  /** Label at the line's end, such as "4 trackers". */
  readonly ending?: string;
  /** Text of a value that a double would round, or the reason why there can't be a value. */
  readonly exact?: (place: number) => string | undefined;
}

/** One small chart with its own unit and one or two lines; the second is dashed and has square points. */
export interface Plot {
  readonly name: string;
  readonly lines: readonly Line[];
  readonly format: (value: number) => string;
  readonly height?: number;
  /** Draws steps: each value applies until the next one. */
  readonly stepped?: boolean;
}

export interface Mark {
  readonly at: number;
  readonly word: string;
  /** The mark shows a fault, such as a break in the chain. */
  readonly broken?: boolean;
}

/** Label below a place of the axis: a name and an optional second line. */
export interface Tick {
  readonly name: string;
  readonly under?: string;
}

/** Drawing area: the visible places and their pixels. */
export interface Frame {
  readonly from: number;
  readonly to: number;
  readonly left: number;
  readonly inner: number;
  readonly right: number;
}

const LEFT_PX = 52;
const RIGHT_PX = 8;
/** Space for the labels at the ends of the lines. */
const LINE_LABELS_PX = 96;
export const PLOT_HEIGHT_PX = 64;
/** Width that an axis label needs. */
const LABEL_PX = 150;
const SHORT_LABEL_PX = 60;

export function createFrame(plots: readonly Plot[], from: number, to: number, width: number): Frame {
  const right = plots.some(({ lines }) => lines.some(({ ending }) => ending !== undefined)) ? LINE_LABELS_PX : RIGHT_PX;
  return { from, to, left: LEFT_PX, inner: Math.max(0, width - LEFT_PX - right), right };
}

export function findPlotTop({ lines, stepped }: Plot, { from, to }: Frame): number {
  const values = lines.map((line) => line.values);
  return findTop(values, from, to, stepped === true);
}

/** Returns the distance of a place from the left edge, in pixels. */
export function toPixel(place: number, { from, to, left, inner }: Frame): number {
  const part = to === from ? 0.5 : (place - from) / (to - from);
  return Math.round(left + part * inner);
}

/** Returns the visible place that is nearest to a pixel. */
export function placeAt(pixel: number, { from, to, left, inner }: Frame): number {
  const place = from + ((pixel - left) / Math.max(1, inner)) * (to - from);
  return Math.round(Math.min(Math.max(from, place), to));
}

/**
 * Returns the places that get a label, as many as fit: evenly spread, or every second, third, … if `each` place is an
 * item of its own.
 */
export function placeTicks({ from, to, inner }: Frame, each: boolean): readonly number[] {
  const span = to - from;
  const room = Math.max(2, Math.floor(inner / (each ? SHORT_LABEL_PX : LABEL_PX)));
  if (each) {
    const every = Math.ceil((span + 1) / room);
    return Array.from({ length: Math.floor(span / every) + 1 }, (_, index) => from + index * every);
  }
  const steps = Math.min(span, room - 1);
  return Array.from({ length: steps + 1 }, (_, index) => from + Math.round((index * span) / Math.max(1, steps)));
}

export interface Ending {
  readonly words: string;
  readonly at: number;
}

/** Returns the labels at the lines' ends, moved apart so that they don't overlap. */
export function placeEndings({ lines }: Plot, last: number, y: (value: number) => number): readonly Ending[] {
  const found = lines.flatMap(({ ending, values }): Ending[] => {
    const value = values[last] ?? null;
    return ending === undefined || value === null ? [] : [{ words: ending, at: y(value) }];
  });
  found.sort((one, other) => one.at - other.at);
  let free = Number.NEGATIVE_INFINITY;
  return found.map(({ words, at }) => {
    const place = Math.max(at, free);
    free = place + 16;
    return { words, at: place };
  });
}
