// Draws the charts of a page. A double is exact enough to draw a line; the words have every digit.
import { nothing } from "lit";
import type { TemplateResult } from "lit";
import type { Chart as KitChart } from "../chart.ts";
import type { Plot as KitPlot, Tick } from "../chart-frame.ts";
import { html } from "../html.ts";
import type { Column } from "../table.ts";
import { fill, language } from "../words.ts";
import type { Act, ChartPart, Place, Plot, Sum } from "./model.ts";
import type { Post } from "./text.ts";

const NANOSECONDS = 1e9;
const DIGITS = /^-?\d+$/;

interface Drawn {
  readonly places: readonly Place<Act>[];
  readonly text: string;
  readonly plots: readonly KitPlot[];
  readonly columns: readonly Column<number>[];
  /** It begins on one day and ends on another. */
  readonly isLong: boolean;
}

/** One chart of the page, redrawn only if its lines change. */
export class ChartView {
  readonly #post: Post;
  #drawn: Drawn = { places: [], text: "", plots: [], columns: [], isLong: false };

  constructor(post: Post) {
    this.#post = post;
  }

  draw(chart: ChartPart<Act>, places: readonly Place<Act>[]): TemplateResult {
    // The element loads its library by itself, and is loaded only for pages that have a chart.
    void import("../chart.ts");
    const { plots, columns, isLong } = this.#prepared(chart, places);
    return html`<triptych-chart
      ?opens=${chart.open !== undefined}
      .axis=${chart.axis}
      .under=${chart.timed === true ? (chart.under ?? "") : ""}
      .plots=${plots}
      .marks=${chart.marks}
      .more=${columns}
      .newestFirst=${chart.newestFirst === true}
      .tick=${(place: number) => tickOf(places[place], chart.timed === true, isLong, language())}
      .sum=${(from: number, to: number) => sumOf(chart.sum, places.slice(from, to + 1))}
      @opened=${({ detail: at }: CustomEvent<number>) => chart.open !== undefined && this.#post({ ...chart.open, at })}
      @ranged=${({ detail }: CustomEvent<object | undefined>) =>
        chart.choose !== undefined && this.#post({ ...chart.choose, ...detail })}
      @keydown=${(event: KeyboardEvent) => this.#key(event, places)}
    >
      ${
        chart.heading === undefined
          ? nothing
          : html`<h2>
              ${chart.heading} ${chart.count === undefined ? nothing : html`<span class="count">${chart.count}</span>`}
            </h2>`
      }
      ${
        chart.keys === undefined
          ? nothing
          : html`<span slot="keys"
              >${chart.keys.names.map((name) => html`<kbd>${name}</kbd> `)}${chart.keys.words}</span
            >`
      }
    </triptych-chart>`;
  }

  #prepared({ plots, columns, places: given }: ChartPart<Act>, places: readonly Place<Act>[]): Drawn {
    // Places that come with the page are new ones each time; portions stay what they are.
    const text = JSON.stringify([plots, columns, "id" in given ? undefined : given]);
    if (text === this.#drawn.text && ("id" in given ? places === this.#drawn.places : true)) return this.#drawn;
    const days = new Set(places.flatMap(({ under }) => under?.slice(0, 10) ?? []));
    this.#drawn = {
      places,
      text,
      plots: plotsOf(plots, places),
      columns: (columns ?? []).map((column, at) => tableColumn(column, (place) => places[place]?.cells?.[at] ?? null)),
      isLong: days.size > 1,
    };
    return this.#drawn;
  }

  #key(event: KeyboardEvent, places: readonly Place<Act>[]): void {
    const [at] = event.composedPath();
    const chart = event.currentTarget;
    // In the table the letters have no meaning.
    if (!isChart(chart) || !(at instanceof Element) || at.getAttribute("role") !== "slider") return;
    const act = places[chart.place]?.keys?.[event.key.toUpperCase()];
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#post(act);
  }
}

function tableColumn(
  { name, short, width }: NonNullable<ChartPart["columns"]>[number],
  cell: (place: number) => string | null,
): Column<number> {
  return { name, cell, ...(short === true ? { short: name } : {}), ...(width === undefined ? {} : { width }) };
}

function plotsOf(plots: readonly Plot[], places: readonly Place<Act>[]): readonly KitPlot[] {
  let next = 0;
  return plots.map(({ name, height, stepped, shown, lines }) => ({
    name,
    ...(height === undefined ? {} : { height }),
    stepped: stepped === true,
    format: formatOf(shown),
    lines: lines.map(({ name: of, heading, ending }) => {
      const line = next++;
      const value = (place: number): string | null => places[place]?.values[line] ?? null;
      return {
        name: of,
        ...(heading === undefined ? {} : { heading }),
        ...(ending === undefined ? {} : { ending }),
        values: places.map((_, place) => numberOf(value(place), shown)),
        exact: (place: number) => exactOf(value(place), shown),
      };
    }),
  }));
}

function formatOf(shown: Plot["shown"]): (value: number) => string {
  if (shown === "whole") return (value) => new Intl.NumberFormat(language()).format(value);
  if (shown === "short") return (value) => shortNumber().format(value);
  const seconds = new Intl.NumberFormat(language(), { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  return (value) => fill(shown.seconds, seconds.format(value));
}

function shortNumber(): Intl.NumberFormat {
  return new Intl.NumberFormat(language(), { notation: "compact", maximumFractionDigits: 2 });
}

function numberOf(value: string | null, shown: Plot["shown"]): number | null {
  if (value === null || !DIGITS.test(value)) return null;
  return typeof shown === "string" ? Number(value) : Number(value) / NANOSECONDS;
}

/** All digits of a number, or why there is none. */
function exactOf(value: string | null, shown: Plot["shown"]): string | undefined {
  if (value === null) return undefined;
  if (!DIGITS.test(value)) return value;
  return typeof shown === "string" ? grouped(BigInt(value), language()) : undefined;
}

/** Label below a place: its name and time, with the date if the chart spans more than one day. */
function tickOf(place: Place<Act> | undefined, timed: boolean, isLong: boolean, language: string): Tick {
  if (place === undefined) return { name: "" };
  const { name, under } = place;
  if (under === undefined) return { name };
  return { name, under: !timed ? under : isLong ? dayAndTime(under, language) : under.slice(11, 19) };
}

/** "21 Nov, 14:28" */
function dayAndTime(time: string, language: string): string {
  const form = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(language, form).format(Date.parse(time));
}

/** "600 blocks, 3 min 38 sec, 1,204 transactions" */
function sumOf(sum: ChartPart<Act>["sum"], places: readonly Place<Act>[]): string {
  if (sum === undefined) return "";
  const value = (each: Sum): string => {
    if (each.is === "places") return grouped(BigInt(places.length), language());
    const total = places.reduce((so, { values }) => {
      const digits = values[each.line] ?? "";
      return so + (DIGITS.test(digits) ? BigInt(digits) : 0n);
    }, 0n);
    if (each.is === "number") return grouped(total, language());
    return each.is === "short" ? shortNumber().format(total) : lengthOf(Number(total / BigInt(NANOSECONDS)));
  };
  return fill(sum.words, ...sum.of.map(value));
}

/** "3 min 38 sec" */
function lengthOf(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), "hour"],
    [Math.floor((seconds % 3600) / 60), "minute"],
    [seconds % 60, "second"],
  ] as const;
  const shown = parts.filter(([value, unit]) => value > 0 || unit === "second");
  return shown
    .slice(0, 2)
    .map(([value, unit]) =>
      new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay: "short" }).format(value),
    )
    .join(" ");
}

function grouped(value: bigint, language: string): string {
  return new Intl.NumberFormat(language).format(value);
}

function isChart(element: EventTarget | null): element is KitChart {
  return element instanceof HTMLElement && element.localName === "triptych-chart";
}
