import "../kit/chart.ts";
import { nothing } from "lit";
import type { TemplateResult } from "lit";
import type { Chart } from "../kit/chart.ts";
import type { Plot, Tick } from "../kit/chart-frame.ts";
import { html } from "../kit/html.ts";
import type { Column } from "../kit/table.ts";
import { format } from "../kit/words.ts";
import type { Timeline } from "./timeline-messages.ts";

const SIDES: ReadonlyMap<string, "from" | "to"> = new Map([
  ["a", "from"],
  ["b", "to"],
]);

/** What was drawn last, so that an unchanged timeline keeps its chart as it is. */
let last: { readonly text: string; readonly plots: readonly Plot[]; readonly more: readonly Column<number>[] } = {
  text: "",
  plots: [],
  more: [],
};

/** Trackers and permissions by version: a chart, and the same as a table behind one button. */
export function timeline(over: Timeline, choose: (side: "from" | "to", report: number) => void): TemplateResult {
  const { plots, more } = drawn(over);
  const tick = (place: number): Tick => ({
    name: over.versions[place]?.name ?? "",
    under: over.versions[place]?.under ?? "",
  });
  const key = (event: KeyboardEvent): void => {
    const side = SIDES.get(event.key.toLowerCase());
    const [at] = event.composedPath();
    if (side === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    // In the table the letters are nobody's.
    if (!(at instanceof Element) || at.getAttribute("role") !== "slider") return;
    const chart = event.currentTarget;
    const version = isChart(chart) ? over.versions[chart.place] : undefined;
    if (version === undefined) return;
    event.preventDefault();
    choose(side, version.report);
  };
  return html`<section class="timeline">
    <triptych-chart
      axis=${over.axis}
      .plots=${plots}
      .tick=${tick}
      .marks=${over.marks}
      .more=${more}
      .newestFirst=${true}
      @keydown=${key}
    >
      <h2>${over.heading} <span class="count">${over.count}</span></h2>
      <span slot="keys"><kbd>A</kbd> <kbd>B</kbd> ${over.keys}</span>
    </triptych-chart>
    ${over.note === undefined ? nothing : html`<p class="quiet small note">${over.note}</p>`}
  </section>`;
}

function drawn(over: Timeline): typeof last {
  const text = JSON.stringify([over.plots, over.versions, over.columns]);
  if (text === last.text) return last;
  last = {
    text,
    plots: over.plots.map(({ name, height, lines }): Plot => ({
      name,
      height,
      lines: lines.map(({ name: of, values, ending }) =>
        ending === "" ? { name: of, values } : { name: of, values, ending },
      ),
      stepped: true,
      format: (value) => format.count(value),
    })),
    more: [
      {
        name: over.columns.reported,
        short: over.columns.reported,
        cell: (place) => over.versions[place]?.reported ?? null,
      },
      { name: over.columns.change, width: "minmax(0, 3fr)", cell: (place) => over.versions[place]?.change ?? "" },
    ],
  };
  return last;
}

function isChart(element: EventTarget | null): element is Chart {
  return element instanceof HTMLElement && element.localName === "triptych-chart";
}
