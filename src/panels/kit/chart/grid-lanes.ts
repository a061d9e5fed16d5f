// Draws the rows of a grid: bars where places have the row's name, and lines of values.
import { nothing } from "lit";
import type { Tick } from "./chart-frame.ts";
import { labelRow, leftOf, listSteps, visibleRuns, type Columns, type GridRow } from "./grid-layout.ts";
import { html } from "../html.ts";
import { fill } from "../localization.ts";
import { styled } from "../style-directive.ts";

/** Sentences about rows, with {0} for the name of a place. */
export interface GridWords {
  readonly added: string;
  readonly removed: string;
  /** With {0} for the number of rows that no visible place has. */
  readonly absent: string;
  /** Heading of the lines. */
  readonly lines: string;
}

const LINE_PX = 44;
/** Space for the number above a step. */
const STEP_TOP_PX = 18;

/** The bars of a row, with words about where they start and end. */
export function runsTemplate(
  { runs }: GridRow,
  columns: Columns,
  {
    unknown,
    words: sentences,
    tick,
  }: { readonly unknown: readonly number[]; readonly words: GridWords; readonly tick: (place: number) => Tick },
) {
  const name = (place: number): string => tick(place).name;
  const words = (sentence: string, sign: string) => (place: number) => [
    fill(sentence, name(place)),
    `${sign} ${name(place)}`,
    sign,
  ];
  const visible = visibleRuns(runs, columns);
  const labels = labelRow(runs, columns, {
    added: words(sentences.added, "+"),
    removed: words(sentences.removed, "−"),
  });
  return html`<div class="lane">
    ${visible.map(([first, last]) => {
      const left = leftOf(columns, first);
      const width = Math.max(1.5, leftOf(columns, last + 1) - left);
      return html`<span class="run painted" ${styled({ left: `${left}px`, width: `${width}px` })}></span>`;
    })}
    ${unknown.map((place) => {
      const [left, right] = [leftOf(columns, place), leftOf(columns, place + 1)];
      if (place < columns.from || place > columns.to || right - left < 4) return nothing;
      return html`<span
        class="unknown painted"
        ${styled({ left: `${left + 1}px`, width: `${right - left - 2}px` })}
      ></span>`;
    })}
    ${labels.map(
      ({ left, text, isEnd }) =>
        html`<span class=${isEnd ? "word end" : "word"} ${styled({ left: `${left}px` })}>${text}</span>`,
    )}
  </div>`;
}

/** A line of values, each of which applies until the next one. */
export function stepsTemplate(values: ArrayLike<number | null>, columns: Columns) {
  const steps = listSteps(values, columns);
  const top = Math.max(1, ...steps.map(({ value }) => value));
  return html`<div class="line">
    ${steps.map(({ left, width, value, isLabeled }) => {
      const height = Math.round((value / top) * (LINE_PX - STEP_TOP_PX - 4));
      return html`<span
          class="step painted"
          ${styled({ left: `${left}px`, width: `${width}px`, height: `${height}px` })}
        ></span
        >${
          isLabeled
            ? html`<span class="value" ${styled({ left: `${left + 2}px`, bottom: `${height + 4}px` })}>${value}</span>`
            : nothing
        }`;
    })}
  </div>`;
}
