// The values of a chart as text and as a table, for users who can't see its lines.
import type { Line, Plot, Tick } from "./chart-frame.ts";
import { type ChartView, chosenRange } from "../chart-view.ts";
import type { Column } from "../table/table.ts";
import { fill, strings } from "../localization.ts";

/** Returns all values of a place: "transactions: 88, gas: not recorded, interval: First block". */
export function valuesAt(plots: readonly Plot[], place: number): string {
  const texts = plots.flatMap(({ lines, format }) =>
    lines.map((line) => `${line.name}: ${valueAt(line, place, format) ?? strings.figureGap}`),
  );
  return texts.join(", ");
}

/** Returns what a screen reader announces: the current position and the selected range. */
export function describeChart(
  axis: string,
  plots: readonly Plot[],
  tick: (place: number) => Tick,
  view: ChartView,
): string {
  const here = `${axis} ${tick(view.at).name}: ${valuesAt(plots, view.at)}`;
  const chosen = chosenRange(view);
  if (chosen === undefined) return here;
  return `${here}. ${fill(strings.chosenRange, tick(chosen.from).name, tick(chosen.to).name)}`;
}

/** Returns the columns of the table: one for the place, and one for each line. */
export function buildColumns(
  axis: string,
  under: string,
  plots: readonly Plot[],
  tick: (place: number) => Tick,
): readonly Column<number>[] {
  return [
    { name: axis, cell: (place) => tick(place).name },
    ...(under === "" ? [] : [{ name: under, short: under, cell: (place: number) => tick(place).under ?? null }]),
    ...plots.flatMap(({ name: plotName, lines, format }) =>
      lines.map((line): Column<number> => {
        const heading = line.heading ?? (lines.length === 1 ? plotName : `${plotName}, ${line.name}`);
        return {
          name: heading,
          short: heading,
          numeric: true,
          cell: (place) => valueAt(line, place, format),
        };
      }),
    ),
  ];
}

function valueAt({ values, exact }: Line, place: number, format: Plot["format"]): string | null {
  const value = values[place] ?? null;
  return exact?.(place) ?? (value === null ? null : format(value));
}
