// What stands under the places of a range's charts.
import type { Format } from "../../base/format.ts";
import type { Tick } from "../kit/chart-frame.ts";
import type { Row } from "./messages.ts";

/** Whether it begins on one day and ends on another. */
export function isLong(rows: readonly Row[]): boolean {
  const days = new Set(rows.flatMap(({ closed }) => closed?.slice(0, 10) ?? []));
  return days.size > 1;
}

/** A block's number, and when it closed: with the date where the range has more than one. */
export function tickOf(row: Row | undefined, dated: boolean, format: Format): Tick {
  if (row === undefined) return { name: "" };
  const name = format.count(BigInt(row.number));
  if (row.closed === undefined) return { name };
  return { name, under: dated ? format.date(Date.parse(row.closed), DAY_AND_TIME) : row.closed.slice(11, 19) };
}

/** "21 Nov, 14:28" */
const DAY_AND_TIME = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZone: "UTC" } as const;
