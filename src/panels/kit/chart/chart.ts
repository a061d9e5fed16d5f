// A chart that can be read by pointer, by keyboard and as a table.
import { LitElement, nothing } from "lit";
import { draw, lineColors } from "./chart-drawing.ts";
import {
  type Frame,
  createFrame,
  PLOT_HEIGHT_PX,
  type Mark,
  placeAt,
  type Plot,
  type Tick,
  findPlotTop,
} from "./chart-frame.ts";
import { axisTemplate, overlayTemplate } from "./chart-overlay.ts";
import { plotTemplate } from "./chart-plot.ts";
import { chartStyles } from "./chart-styles.ts";
import {
  viewAfterKey,
  type ChartView,
  chosenRange,
  clearRange,
  fitView,
  isZoomed,
  moveTo,
  wholeView,
  zoomIn,
  zoomOut,
} from "../chart-view.ts";
import { buildColumns, describeChart, valuesAt } from "./chart-text.ts";
import { emit } from "../events.ts";
import { html } from "../html.ts";
import "../controls/kind-switch.ts";
import type { GridLine } from "./grid.ts";
import type { GridWords } from "./grid-lanes.ts";
import type { Grid } from "./grid-layout.ts";
import { shared } from "../styles.ts";
import "../table/table.ts";
import type { Column } from "../table/table.ts";
import { FollowTheme } from "../theme.ts";
import { strings } from "../localization.ts";

export type ChartKind = "grid" | "chart" | "table";

/** What each place has, and how a grid words it. */
export interface Presence {
  readonly grid: Grid;
  readonly lines: readonly GridLine[];
  readonly words: GridWords;
  /** What changed at each place. */
  readonly changes: readonly string[];
}

/**
 * Plots, one below the other, on a shared axis. Screen readers announce their values as text.
 */
export class Chart extends LitElement {
  static override styles = [shared, chartStyles];
  static override properties = {
    axis: {},
    under: {},
    plots: { attribute: false },
    marks: { attribute: false },
    tick: { attribute: false },
    sum: { attribute: false },
    opens: { type: Boolean },
    more: { attribute: false },
    newestFirst: { attribute: false },
    shown: {},
    presence: { attribute: false },
    view: { state: true },
    hovered: { state: true },
    width: { state: true },
  };

  /** What each place is: "Block", "Version". */
  axis = "";
  /** Heading of the table column with the second lines of the places: "Closed (UTC)". */
  under = "";
  plots: readonly Plot[] = [];
  marks: readonly Mark[] = [];
  tick: (place: number) => Tick = (place) => ({ name: String(place) });
  /** Describes the selected range: "109 blocks, 3 min 38 s". */
  sum: (from: number, to: number) => string = () => "";
  /** The rows of the table can be opened. */
  opens = false;
  /** Columns of the table after those of the lines. */
  more: readonly Column<number>[] = [];
  /** The table lists the last place first. */
  newestFirst = false;
  /** The reader's choice. A page keeps it and sets it again on a new chart. */
  shown: ChartKind | undefined = undefined;
  /** What each place has. With it, the chart is a grid unless the reader chooses another kind. */
  presence: Presence | undefined = undefined;
  private view: ChartView = wholeView(0);
  private hovered: number | undefined;
  private width = 0;
  #drawn = "";
  #drawnPlots: readonly Plot[] = [];
  readonly #sizes = new ResizeObserver(([entry]) => {
    this.width = Math.floor(entry?.contentRect.width ?? 0);
    // The pixels of the screen may have another size, with the same width.
    this.requestUpdate();
  });

  constructor() {
    super();
    this.addController(new FollowTheme(this));
  }

  /** The current position. */
  get place(): number {
    return this.view.at;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sizes.observe(this, { box: "device-pixel-content-box" });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
  }

  override willUpdate(): void {
    const count = Math.max(0, ...this.plots.flatMap(({ lines }) => lines.map(({ values }) => values.length)));
    const view = fitView(this.view, count, count === 0 ? "" : this.tick(0).name);
    if (view === this.view) return;
    // The place under the pointer may be gone.
    this.hovered = undefined;
    this.#setView(view);
  }

  get #kind(): ChartKind {
    return this.shown ?? (this.presence === undefined ? "chart" : "grid");
  }

  override render() {
    const kind = this.#kind;
    return html`<div class="above">
        <slot></slot>
        <triptych-kinds
          class="push"
          label=${strings.showAs}
          .kinds=${[
            ...(this.presence === undefined ? [] : [{ id: "grid", name: strings.grid }]),
            { id: "chart", name: strings.chart },
            { id: "table", name: strings.table },
          ]}
          .chosen=${kind}
          @chosen=${this.#switchTo}
        ></triptych-kinds>
      </div>
      ${kind === "table" ? this.#table() : kind === "grid" && this.presence !== undefined ? this.#grid(this.presence) : this.#chart()}`;
  }

  override updated(): void {
    this.#paint();
  }

  #frame(): Frame {
    return createFrame(this.plots, this.view.from, this.view.to, this.width);
  }

  #grid({ grid, lines, words, changes }: Presence) {
    void import("./grid.ts");
    return html`<triptych-grid
      .axis=${this.axis}
      .grid=${grid}
      .lines=${lines}
      .words=${words}
      .changes=${changes}
      .plots=${this.plots}
      .marks=${this.marks}
      .tick=${this.tick}
      .view=${this.view}
      @viewed=${({ detail }: CustomEvent<ChartView>) => this.#setView(detail)}
      ><slot name="keys" slot="keys"></slot
    ></triptych-grid>`;
  }

  #chart() {
    const { view } = this;
    const frame = this.#frame();
    const at = this.hovered ?? view.at;
    return html`<div
        class="plots ${this.marks.length > 0 ? "marked" : ""} ${this.tick(at).under === undefined ? "flat" : ""}"
        role="slider"
        tabindex="0"
        aria-label=${this.axis}
        aria-valuemin="0"
        aria-valuemax=${Math.max(0, view.count - 1)}
        aria-valuenow=${view.at}
        aria-valuetext=${describeChart(this.axis, this.plots, this.tick, view)}
        @keydown=${this.#key}
        @pointerdown=${this.#press}
        @pointermove=${this.#hover}
        @pointerleave=${() => (this.hovered = undefined)}
      >
        ${this.plots.map((plot) => plotTemplate(plot, frame))}${overlayTemplate(view, this.marks, frame, { at, width: this.width })}${axisTemplate(this.plots, this.tick, frame, view)}
      </div>
      <div class="readout">${this.#readout(at)}</div>
      <div class="keys">
        <span><kbd>←</kbd> <kbd>→</kbd> ${strings.keysMove}</span><span><kbd>Shift</kbd> ${strings.keysChoose}</span
        ><span><kbd>+</kbd> <kbd>−</kbd> ${strings.keysZoom}</span><span><kbd>Esc</kbd> ${strings.keysClear}</span
        ><slot name="keys"></slot>
      </div>`;
  }

  #readout(at: number) {
    const chosen = chosenRange(this.view);
    const { name, under } = this.tick(at);
    const range = chosen === undefined ? undefined : `${this.tick(chosen.from).name} – ${this.tick(chosen.to).name}`;
    return html`${
        chosen === undefined || this.hovered !== undefined
          ? html`<span><b>${name}</b>${under === undefined ? "" : ` · ${under}`} · ${valuesAt(this.plots, at)}</span>`
          : html`<span><b>${strings.chosen}</b> ${range}</span
              ><span class="quiet">${this.sum(chosen.from, chosen.to)}</span>`
      }
      <span class="row push">
        ${chosen === undefined ? nothing : this.#button(strings.zoomIn, zoomIn)}
        ${isZoomed(this.view) ? this.#button(strings.zoomOut, zoomOut) : nothing}
        ${chosen !== undefined || isZoomed(this.view) ? this.#button(strings.clear, clearRange) : nothing}
      </span>`;
  }

  #button(label: string, change: (view: ChartView) => ChartView) {
    const press = () => {
      this.#setView(change(this.view));
      this.renderRoot.querySelector<HTMLElement>(".plots")?.focus();
    };
    return html`<button class="button second" type="button" @click=${press}>${label}</button>`;
  }

  #table() {
    const places = Array.from({ length: this.view.count }, (_, place) => place);
    const rows = this.newestFirst ? places.toReversed() : places;
    const open = (event: CustomEvent<number>): void => {
      event.stopPropagation();
      const place = rows[event.detail];
      if (place !== undefined) emit(this, "opened", place);
    };
    return html`<triptych-table
      .label=${this.axis}
      .columns=${[...buildColumns(this.axis, this.under, this.plots, this.tick), ...this.more]}
      .rows=${rows}
      .opens=${this.opens}
      @opened=${open}
    ></triptych-table>`;
  }

  #placeAt(event: PointerEvent): number {
    const { left } = this.renderRoot.querySelector(".plots")?.getBoundingClientRect() ?? { left: 0 };
    return placeAt(event.clientX - left, this.#frame());
  }

  #switchTo = (event: CustomEvent<string>): void => {
    event.stopPropagation();
    this.shown = event.detail === "table" || event.detail === "grid" ? event.detail : "chart";
    emit(this, "shown", this.shown);
  };

  #key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const view = viewAfterKey(this.view, event.key, event.shiftKey);
    if (view === undefined) return;
    event.preventDefault();
    this.hovered = undefined;
    this.#setView(view);
  };

  #press = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    if (event.currentTarget instanceof Element) event.currentTarget.setPointerCapture(event.pointerId);
    this.#setView(moveTo(this.view, this.#placeAt(event), event.shiftKey));
  };

  #hover = (event: PointerEvent): void => {
    const place = this.#placeAt(event);
    if ((event.buttons & 1) === 0) {
      this.hovered = place;
    } else if (place !== this.view.at) {
      this.hovered = undefined;
      this.#setView(moveTo(this.view, place, true));
    }
  };

  #setView(view: ChartView): void {
    const [before, after] = [chosenRange(this.view), chosenRange(view)];
    this.view = view;
    if (before?.from !== after?.from || before?.to !== after?.to) emit(this, "ranged", after);
  }

  /** Redraws the lines if they changed. */
  #paint(): void {
    const { from, to } = this.view;
    const canvases = this.renderRoot.querySelectorAll("canvas");
    const key = canvases.length === 0 ? "" : [from, to, this.width, devicePixelRatio, ...lineColors()].join();
    if (key === this.#drawn && this.plots === this.#drawnPlots) return;
    this.#drawn = key;
    this.#drawnPlots = this.plots;
    const frame = this.#frame();
    for (const [index, plot] of this.plots.entries()) {
      const canvas = canvases[index];
      if (canvas === undefined) continue;
      const lines = plot.lines.map(({ values }) => values);
      const size = { width: frame.inner, height: plot.height ?? PLOT_HEIGHT_PX };
      draw(canvas, { lines, from, to, top: findPlotTop(plot, frame), stepped: plot.stepped === true, ...size });
    }
  }
}

customElements.define("triptych-chart", Chart);
