// Draws the charts of a page. A double is exact enough to draw a line; texts have every digit.
import { nothing, type TemplateResult } from "lit";
import type { Chart as KitChart } from "../chart/chart.ts";
import type { Plot as KitPlot } from "../chart/chart-frame.ts";
import type { KitEventMap } from "../events.ts";
import { html } from "../html.ts";
import type { Column } from "../table/table.ts";
import { fill, format } from "../localization.ts";
import { hasManyDays, formatTick } from "./axis.ts";
import type { ChartPart, ChartPlace, Plot, Sum } from "./chart-model.ts";
import type { ContentMessage } from "./text-model.ts";
import type { Post } from "./draw-text.ts";

const NANOSECONDS_PER_SECOND = 1e9;
const DIGITS = /^-?\d+$/;

interface Drawn {
  readonly places: readonly ChartPlace<ContentMessage>[];
  readonly text: string;
  readonly plots: readonly KitPlot[];
  readonly columns: readonly Column<number>[];
  /** The places span several days. */
  readonly isLong: boolean;
}

/** One chart of the page, redrawn only if its lines change. */
export class ChartView {
  readonly #post: Post;
  /** The reader's choice, kept while the chart is not on the page. */
  #shown: KitChart["shown"] = undefined;
  #drawn: Drawn = { places: [], text: "", plots: [], columns: [], isLong: false };

  #gridText = "";
  #grid: KitChart["presence"];

  constructor(post: Post) {
    this.#post = post;
  }

  draw(chart: ChartPart<ContentMessage>, places: readonly ChartPlace<ContentMessage>[]): TemplateResult {
    // The element loads its library by itself, and is loaded only for pages that have a chart.
    void import("../chart/chart.ts");
    const { plots, columns, isLong } = this.#prepare(chart, places);
    return html`<triptych-chart
      ?opens=${chart.open !== undefined}
      .axis=${chart.axis}
      .under=${chart.timed === true ? (chart.under ?? "") : ""}
      .plots=${plots}
      .marks=${chart.marks}
      .more=${columns}
      .shown=${this.#shown}
      .presence=${this.#presence(chart.grid)}
      .newestFirst=${chart.newestFirst === true}
      .tick=${(place: number) => formatTick(places[place], { isTimed: chart.timed === true, isLong }, format)}
      .sum=${(from: number, to: number) => formatSum(chart.sum, places.slice(from, to + 1))}
      @shown=${({ detail }: CustomEvent<KitChart["shown"]>) => (this.#shown = detail)}
      @named=${({ detail: { group, row } }: KitEventMap["named"]) => {
        const act = chart.grid?.groups[group]?.rows[row]?.act;
        if (act !== undefined) this.#post(act);
      }}
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

  /** The same object for the same grid, so that it is laid out only if it changes. */
  #presence(grid: ChartPart<ContentMessage>["grid"]): KitChart["presence"] {
    if (grid === undefined) return undefined;
    const text = JSON.stringify(grid);
    if (text !== this.#gridText) {
      const { lines, words, changes, ...rest } = grid;
      this.#gridText = text;
      this.#grid = { grid: rest, lines, words, changes };
    }
    return this.#grid;
  }

  #prepare(
    { plots, columns, places: given, timed }: ChartPart<ContentMessage>,
    places: readonly ChartPlace<ContentMessage>[],
  ): Drawn {
    // Places that come with the page are new objects each time, so they are compared by value; portions stay the same.
    const text = JSON.stringify([plots, columns, "id" in given ? undefined : given]);
    if (text === this.#drawn.text && ("id" in given ? places === this.#drawn.places : true)) return this.#drawn;
    this.#drawn = {
      places,
      text,
      plots: buildPlots(plots, places),
      columns: (columns ?? []).map(({ name, short, width }, at) => ({
        name,
        cell: (place) => places[place]?.cells?.[at] ?? null,
        short: short === true ? name : undefined,
        width,
      })),
      isLong: timed === true && hasManyDays(places, format),
    };
    return this.#drawn;
  }

  #key(event: KeyboardEvent, places: readonly ChartPlace<ContentMessage>[]): void {
    const [at] = event.composedPath();
    const chart = event.currentTarget;
    // These keys belong to the chart, not to its table.
    if (!isChart(chart) || !(at instanceof Element) || at.getAttribute("role") !== "slider") return;
    const act = places[chart.place]?.keys?.[event.key.toUpperCase()];
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#post(act);
  }
}

function buildPlots(plots: readonly Plot[], places: readonly ChartPlace<ContentMessage>[]): readonly KitPlot[] {
  let next = 0;
  return plots.map(({ name, height, stepped, shown, lines }) => ({
    name,
    ...(height === undefined ? {} : { height }),
    stepped: stepped === true,
    format: chooseFormat(shown),
    lines: lines.map(({ name: lineName, heading, ending }) => {
      const line = next++;
      const value = (place: number): string | null => places[place]?.values[line] ?? null;
      return {
        name: lineName,
        ...(heading === undefined ? {} : { heading }),
        ...(ending === undefined ? {} : { ending }),
        values: places.map((_, place) => parseNumber(value(place), shown)),
        exact: (place: number) => formatExact(value(place), shown),
      };
    }),
  }));
}

function chooseFormat(shown: Plot["shown"]): (value: number) => string {
  if (shown === "whole") return (value) => format.count(value);
  return shown === "short" ? (value) => format.compact(value) : (value) => fill(shown.seconds, format.fixed(value, 3));
}

function parseNumber(value: string | null, shown: Plot["shown"]): number | null {
  if (value === null || !DIGITS.test(value)) return null;
  return typeof shown === "string" ? Number(value) : Number(value) / NANOSECONDS_PER_SECOND;
}

/** Returns all digits of a number, or why there is none. */
function formatExact(value: string | null, shown: Plot["shown"]): string | undefined {
  if (value === null) return undefined;
  if (!DIGITS.test(value)) return value;
  return typeof shown === "string" ? format.count(BigInt(value)) : undefined;
}

/** "600 blocks, 3 min 38 sec, 1,204 transactions" */
function formatSum(sum: ChartPart<ContentMessage>["sum"], places: readonly ChartPlace<ContentMessage>[]): string {
  if (sum === undefined) return "";
  const value = (each: Sum): string => {
    if (each.kind === "places") return format.count(places.length);
    const total = places.reduce((subtotal, { values }) => {
      const digits = values[each.line] ?? "";
      return subtotal + (DIGITS.test(digits) ? BigInt(digits) : 0n);
    }, 0n);
    if (each.kind === "number") return format.count(total);
    return each.kind === "short"
      ? format.compact(total)
      : format.duration(Number(total / BigInt(NANOSECONDS_PER_SECOND)));
  };
  return fill(sum.words, ...sum.of.map(value));
}

function isChart(element: EventTarget | null): element is KitChart {
  return element instanceof HTMLElement && element.localName === "triptych-chart";
}
