// A grid of what each place of a chart has, read by pointer and by keyboard.
import { LitElement, nothing } from "lit";
import { ref } from "lit/directives/ref.js";
import type { Mark, Plot, Tick } from "./chart-frame.ts";
import { describeChart, valuesAt } from "./chart-text.ts";
import {
  isZoomed,
  moveTo,
  viewAfterKey,
  clearRange,
  zoomIn,
  zoomOut,
  type ChartView,
  wholeView,
} from "../chart-view.ts";
import {
  columnAt,
  createColumns,
  findChanges,
  labelAxis,
  leftOf,
  visibleRuns,
  type Columns,
  type Grid,
  type GridRow,
} from "./grid-layout.ts";
import { runsTemplate, stepsTemplate, type GridWords } from "./grid-lanes.ts";
import { gridStyles } from "./grid-styles.ts";
import { emit } from "../events.ts";
import { html } from "../html.ts";
import { icon } from "../icon.ts";
import type { IconName } from "../icons.ts";
import { fill, strings } from "../localization.ts";
import { shared } from "../styles.ts";
import { styled } from "../style-directive.ts";

/** A line of the plots that the grid repeats below its rows. */
export interface GridLine {
  readonly name: string;
  readonly icon?: IconName | undefined;
  readonly line: number;
}

const ROW_PX = 24;
const GROUP_PX = 26;
const MIN_CELL_PX = 6;

type Band =
  | { readonly kind: "group"; readonly name: string; readonly count: number | undefined }
  | { readonly kind: "row"; readonly row: GridRow; readonly at: { readonly group: number; readonly row: number } }
  | { readonly kind: "line"; readonly line: GridLine };

/** One bar per stretch of places that have the row's name. Screen readers announce the places as text. */
export class PresenceGrid extends LitElement {
  static override styles = [shared, gridStyles];
  static override properties = {
    axis: {},
    grid: { attribute: false },
    lines: { attribute: false },
    words: { attribute: false },
    plots: { attribute: false },
    marks: { attribute: false },
    tick: { attribute: false },
    changes: { attribute: false },
    view: { attribute: false },
    hovered: { state: true },
    width: { state: true },
  };

  axis = "";
  grid: Grid = { groups: [], times: [], end: 0, unknown: [] };
  lines: readonly GridLine[] = [];
  words: GridWords = { added: "", removed: "", absent: "", lines: "" };
  plots: readonly Plot[] = [];
  marks: readonly Mark[] = [];
  tick: (place: number) => Tick = (place) => ({ name: String(place) });
  /** What changed at each place. */
  changes: readonly string[] = [];
  view: ChartView = wholeView(0);
  private hovered: number | undefined;
  private width = 0;
  #observed: Element | undefined;
  readonly #sizes = new ResizeObserver(([entry]) => {
    this.width = Math.floor(entry?.contentRect.width ?? 0);
  });

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
    this.#observed = undefined;
  }

  override render() {
    const { view, grid } = this;
    const at = Math.min(this.hovered ?? view.at, Math.max(0, view.count - 1));
    const columns = createColumns(grid, view.from, view.to, this.width);
    const bands = this.#bands(columns);
    return html`<div class="grid">
        <div class="names">
          <div class="top"></div>
          ${bands.map((band) => this.#name(band))}
          <div class="foot">${this.axis}</div>
        </div>
        <div
          class="lanes"
          role="slider"
          tabindex="0"
          aria-label=${this.axis}
          aria-valuemin="0"
          aria-valuemax=${Math.max(0, view.count - 1)}
          aria-valuenow=${view.at}
          aria-valuetext=${this.#spoken()}
          @keydown=${this.#key}
          @pointerdown=${(event: PointerEvent) => this.#press(event, columns)}
          @pointermove=${(event: PointerEvent) => (this.hovered = columnAt(columns, offsetIn(event)))}
          @pointerleave=${() => (this.hovered = undefined)}
          ${ref((element) => this.#observe(element))}
        >
          <div class="top"></div>
          ${this.#overlay(columns, at, bands)} ${bands.map((band) => this.#lane(band, columns))}
          <div class="foot">
            ${labelAxis(grid, columns, this.tick, this.marks, at).map(
              ({ name, under, left, isEnd }) =>
                html`<span class=${isEnd ? "label end" : "label"} ${styled({ left: `${left}px` })}
                  ><b>${name}</b>${under}</span
                >`,
            )}
          </div>
        </div>
      </div>
      <div class="readout">
        <span><b>${this.tick(at).name}</b> · ${this.tick(at).under} · ${valuesAt(this.plots, at)}</span>
        <span class="row push">
          ${view.count > 8 ? this.#button(strings.zoomIn, zoomIn) : nothing}
          ${isZoomed(view) ? this.#button(strings.zoomOut, zoomOut) : nothing}
          ${isZoomed(view) ? this.#button(strings.clear, clearRange) : nothing}
        </span>
        <span class="changes quiet">${this.changes[at]}</span>
      </div>
      <div class="keys">
        <span><kbd>←</kbd> <kbd>→</kbd> ${strings.keysMove}</span
        ><span><kbd>[</kbd> <kbd>]</kbd> ${strings.keysChange}</span
        ><span><kbd>+</kbd> <kbd>−</kbd> ${strings.keysZoom}</span><slot name="keys"></slot>
      </div>`;
  }

  #spoken(): string {
    return [describeChart(this.axis, this.plots, this.tick, this.view), this.changes[this.view.at] ?? ""]
      .filter((each) => each !== "")
      .join(". ");
  }

  /** Rows from top to bottom. Rows that no visible place has are only counted. */
  #bands(columns: Columns): readonly Band[] {
    const bands: Band[] = [];
    let absent = 0;
    for (const [group, { name, rows }] of this.grid.groups.entries()) {
      const shown = [...rows.entries()].filter(([, { runs }]) => visibleRuns(runs, columns).length > 0);
      absent += rows.length - shown.length;
      if (shown.length === 0) continue;
      bands.push({ kind: "group", name, count: shown.length });
      for (const [index, row] of shown) bands.push({ kind: "row", row, at: { group, row: index } });
    }
    if (absent > 0) bands.push({ kind: "group", name: fill(this.words.absent, absent), count: undefined });
    if (this.lines.length > 0) bands.push({ kind: "group", name: this.words.lines, count: undefined });
    for (const line of this.lines) bands.push({ kind: "line", line });
    return bands;
  }

  #name(band: Band) {
    if (band.kind === "group")
      return html`<div class="group">
        <span class="cut">${band.name}</span>${
          band.count === undefined ? nothing : html`<span class="count">${band.count}</span>`
        }
      </div>`;
    if (band.kind === "line")
      return html`<div class="line">
        <span class="cut"
          >${band.line.icon === undefined ? nothing : icon(band.line.icon, "caution")} ${band.line.name}</span
        >
      </div>`;
    const { row, at } = band;
    return html`<div class="name">
      <button class="plain-link cut" type="button" title=${row.name} @click=${() => emit(this, "named", at)}>
        ${row.name}
      </button>
    </div>`;
  }

  #lane(band: Band, columns: Columns) {
    if (band.kind === "group") return html`<div class="group"></div>`;
    return band.kind === "line"
      ? stepsTemplate(this.plots.flatMap(({ lines }) => lines)[band.line.line]?.values ?? [], columns)
      : runsTemplate(band.row, columns, { unknown: this.grid.unknown, words: this.words, tick: this.tick });
  }

  /** The current place, the marks, and the borders of cells if they are wide enough. */
  #overlay(columns: Columns, at: number, bands: readonly Band[]) {
    const { from, to, edges } = columns;
    const width = edges.at(-1) ?? 0;
    const rows = bands.filter(({ kind }) => kind !== "line");
    const height = rows.reduce((sum, { kind }) => sum + (kind === "row" ? ROW_PX : GROUP_PX), 0);
    const left = leftOf(columns, at);
    const wide = Math.max(3, leftOf(columns, at + 1) - left);
    const center = (place: number): number => (leftOf(columns, place) + leftOf(columns, place + 1)) / 2;
    const inside = (x: number): number => Math.min(width - 8, Math.max(8, x));
    return html`${
      width / Math.max(1, to - from + 1) > MIN_CELL_PX
        ? edges
            .slice(1, -1)
            .map(
              (edge) =>
                html`<span class="border" ${styled({ left: `${Math.round(edge)}px`, height: `${height}px` })}></span>`,
            )
        : nothing
    }
    ${
      at < from || at > to
        ? nothing
        : html`<span class="here painted" ${styled({ left: `${left}px`, width: `${wide}px` })}></span>`
    }
    ${this.marks
      .filter((mark) => mark.at >= from && mark.at <= to)
      .map(
        (mark) =>
          html`<span class="mark" ${styled({ left: `${center(mark.at)}px` })}></span
            ><span class="flag" ${styled({ left: `${inside(center(mark.at))}px` })}>${mark.word}</span>`,
      )}`;
  }

  #button(label: string, change: (view: ChartView) => ChartView) {
    const press = (): void => {
      emit(this, "viewed", change(this.view));
      this.renderRoot.querySelector<HTMLElement>(".lanes")?.focus();
    };
    return html`<button class="button second" type="button" @click=${press}>${label}</button>`;
  }

  #observe(element: Element | undefined): void {
    if (element === this.#observed) return;
    this.#sizes.disconnect();
    this.#observed = element;
    if (element !== undefined) this.#sizes.observe(element);
  }

  #press(event: PointerEvent, columns: Columns): void {
    if (event.button === 0) emit(this, "viewed", moveTo(this.view, columnAt(columns, offsetIn(event)), false));
  }

  #key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const view = this.#nextChange(event.key) ?? viewAfterKey(this.view, event.key, false);
    if (view === undefined) return;
    event.preventDefault();
    this.hovered = undefined;
    emit(this, "viewed", view);
  };

  #nextChange(key: string): ChartView | undefined {
    const { at, count } = this.view;
    const places = findChanges(this.grid).filter((place) => place < count);
    const next =
      key === "]"
        ? places.find((place) => place > at)
        : key === "["
          ? places.findLast((place) => place < at)
          : undefined;
    return next === undefined ? undefined : moveTo(this.view, next, false);
  }
}

function offsetIn(event: PointerEvent): number {
  const { currentTarget } = event;
  return currentTarget instanceof Element ? event.clientX - currentTarget.getBoundingClientRect().left : 0;
}

customElements.define("triptych-grid", PresenceGrid);
