// Labels on the axis of a page's charts.
import type { Format } from "../../../base/format.ts";
import type { Tick } from "../chart/chart-frame.ts";
import type { ChartPlace } from "./chart-model.ts";
import type { ContentMessage } from "./text-model.ts";

/** True if the first and the last timed place are on different days. */
export function hasManyDays(places: readonly ChartPlace<ContentMessage>[], format: Format): boolean {
  const times = places.flatMap(({ under }) => (under === undefined ? [] : [Date.parse(under)]));
  const [first, last] = [times[0], times.at(-1)];
  return first !== undefined && last !== undefined && !format.isSameDay(first, last);
}

interface Axis {
  /** The second line of a place is a time in ISO 8601. */
  readonly isTimed: boolean;
  /** The places span several days, so times include the date. */
  readonly isLong: boolean;
}

/** Returns the name of a place, and the line below it. */
export function formatTick(
  place: ChartPlace<ContentMessage> | undefined,
  { isTimed, isLong }: Axis,
  format: Format,
): Tick {
  if (place === undefined) return { name: "" };
  const { name, under } = place;
  if (under === undefined) return { name };
  if (!isTimed) return { name, under };
  const at = Date.parse(under);
  return { name, under: isLong ? format.date(at, DAY_AND_TIME) : format.clock(at, "seconds") };
}

/** "21 Nov, 14:28" */
const DAY_AND_TIME = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;
