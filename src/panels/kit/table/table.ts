// A table that stays fast with a hundred thousand rows, because it draws only the visible ones.
import { LitElement, nothing } from "lit";
import { readKey } from "../controls/keyboard.ts";
import { emit } from "../events.ts";
import { html } from "../html.ts";
import { shared } from "../styles.ts";
import { tableStyles } from "./table-styles.ts";
import { findVisibleRows, rowWindow, findScrollTop, type RowWindow } from "./row-window.ts";
import { fill, format, strings } from "../localization.ts";

export interface Column<Row> {
  readonly name: string;
  /** Label before the value if the row has two lines; unset if the value speaks for itself. */
  readonly short?: string | undefined;
  /** A track of a CSS grid. */
  readonly width?: string | undefined;
  readonly numeric?: boolean;
  readonly mono?: boolean;
  /** Anything that lit can draw; null is shown as "Not recorded", "" leaves the cell blank. */
  readonly cell: (row: Row, index: number) => unknown;
  /** The exact value, for the tooltip. */
  readonly exact?: (row: Row) => string;
}

/** Longer tables draw only the rows in view. */
const MAX_WHOLE_ROWS = 200;

/** State that changes while the reader scrolls or moves between rows. */
const MOVES: ReadonlySet<PropertyKey> = new Set(["scrolled", "at"]);

/** The next rows are loaded once fewer than this are left to scroll. */
const LOAD_AHEAD_ROWS = 20;

/**
 * Rows and columns. With many rows, or `opens`, it is a grid with one tab stop: arrows move by row, Enter opens,
 * Ctrl+C copies the selected text, or else the text that `copies` returns for the row.
 */
export class Table<Row = unknown> extends LitElement {
  static override styles = [shared, tableStyles];
  static override properties = {
    label: {},
    columns: { attribute: false },
    rows: { attribute: false },
    copies: { attribute: false },
    opens: { type: Boolean },
    height: { type: Number },
    chosen: { type: Number },
    opening: { type: Number },
    detailHeight: { state: true },
    at: { state: true },
    scrolled: { state: true },
    rowHeight: { state: true },
    viewHeight: { state: true },
  };

  label = "";
  columns: readonly Column<Row>[] = [];
  rows: readonly Row[] = [];
  copies: ((row: Row) => string) | undefined;
  /** Enter or a click on a row opens it. */
  opens = false;
  /** Maximum height in pixels; without it, a long table has a default height. */
  height: number | undefined;
  /** Index of the row that is marked, and under which the slot "detail" is drawn. */
  chosen: number | undefined;
  /** Scrolls the details into view whenever this changes. */
  opening: number | undefined;
  /** Height of the slot "detail", in pixels. */
  private detailHeight = 0;
  #isOpening = false;
  private at = 0;
  private scrolled = 0;
  private rowHeight = 29;
  private viewHeight = 0;
  #width = 0;
  /** Whether rows have two lines, whose height depends on their content. */
  #wraps = false;
  readonly #sizes = new ResizeObserver(() => this.#measure());

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
  }

  /** Focuses the rows, if keys act on them. */
  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>(".scroller")?.focus(options);
  }

  override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has("opening")) this.#isOpening = this.opening !== undefined;
    if (this.chosen === undefined) this.detailHeight = 0;
    else if (changed.has("opening")) this.at = this.chosen;
    if (changed.has("rows") && this.at >= this.rows.length) this.at = Math.max(0, this.rows.length - 1);
  }

  override render() {
    const { rows } = this;
    const virtual = rows.length > MAX_WHOLE_ROWS;
    const grid = virtual || this.opens;
    const view = virtual ? this.#window() : { from: 0, to: rows.length };
    const cell = grid ? "gridcell" : "cell";
    return html`<slot></slot>
      <div
        class="scroller ${virtual ? "virtual" : ""} ${this.#hasFixedHeight() ? "bounded" : ""} ${this.opens ? "openable" : ""}"
        role=${grid ? "grid" : "table"}
        aria-label=${this.label}
        aria-rowcount=${rows.length + 1}
        tabindex=${grid || this.#hasFixedHeight() ? 0 : nothing}
        aria-activedescendant=${grid && this.at >= view.from && this.at < view.to ? `row-${this.at}` : nothing}
        @scroll=${this.#scroll}
        @keydown=${grid ? this.#key : nothing}
      >
        <div class="head" role="rowgroup">
          <div role="row" aria-rowindex="1">
            ${this.columns.map(
              ({ name, numeric }) =>
                html`<span class=${numeric === true ? "cell numeric" : "cell"} role="columnheader">${name}</span>`,
            )}
          </div>
        </div>
        <div class="body" role="rowgroup" @click=${this.#click}>
          ${
            // Keyed by position on the screen: rows that scroll in reuse existing elements, because creating them costs
            // most.
            rows.slice(view.from, view.to).map((row, index) => this.#rowWithDetail(row, view.from + index, cell))
          }
        </div>
      </div>
      <div class="foot">
        ${this.#hasFixedHeight() ? html`<span>${this.#place()}</span>` : nothing}<slot name="foot"></slot>
      </div>`;
  }

  override firstUpdated(): void {
    this.#sizes.observe(this.#scroller());
  }

  override updated(changed: Map<PropertyKey, unknown>): void {
    // This runs for every frame while the reader scrolls, so it touches only what has changed.
    if (changed.has("columns")) {
      this.style.setProperty("--tracks", this.columns.map(({ width }) => width ?? "minmax(0, 1fr)").join(" "));
    }
    if (changed.has("rowHeight")) this.style.setProperty("--row-height", `${this.rowHeight}px`);
    if (changed.has("height") && this.height !== undefined) {
      this.style.setProperty("--table-height", `${this.height}px`);
    }
    const body = this.renderRoot.querySelector<HTMLElement>(".body");
    const { before, after } = this.rows.length > MAX_WHOLE_ROWS ? this.#window() : { before: 0, after: 0 };
    body?.style.setProperty("padding-block", `${before}px ${after}px`);
    // Measuring forces a layout, and rows of one line all have the height of the first.
    const isScrolled =
      this.rows.length > MAX_WHOLE_ROWS && !this.#wraps && [...changed.keys()].every((name) => MOVES.has(name));
    if (!isScrolled) this.#measure();
  }

  /** The drawn rows of a long table. The details take room under their row. */
  #window(): RowWindow {
    const { rows, chosen, detailHeight } = this;
    const view = rowWindow(rows.length, this.rowHeight, this.scrolled - this.#detailAbove(), this.viewHeight);
    if (chosen === undefined) return view;
    if (chosen < view.from) return { ...view, before: view.before + detailHeight };
    return chosen < view.to ? view : { ...view, after: view.after + detailHeight };
  }

  /** How much of the details is above the visible rows. */
  #detailAbove(): number {
    const { chosen, rowHeight, scrolled, detailHeight } = this;
    return chosen === undefined ? 0 : Math.min(detailHeight, Math.max(0, scrolled - (chosen + 1) * rowHeight));
  }

  #rowWithDetail(row: Row, index: number, role: string) {
    return html`${this.#row(row, index, role)}${
      index === this.chosen
        ? html`<div class="detail" role="row">
            <div role=${role} aria-colspan=${this.columns.length}><slot name="detail"></slot></div>
          </div>`
        : nothing
    }`;
  }

  #row(row: Row, index: number, role: string) {
    const classes = [index === this.at ? "at" : "", index === this.chosen ? "chosen" : ""].join(" ");
    return html`<div
      role="row"
      id=${`row-${index}`}
      class=${classes}
      aria-rowindex=${index + 2}
      aria-selected=${this.chosen === undefined ? nothing : String(index === this.chosen)}
    >
      ${this.columns.map((column) => {
        const value = column.cell(row, index);
        const kinds = `cell ${column.numeric === true ? "numeric" : ""} ${column.mono === true ? "mono" : ""}`;
        return html`<span
          class=${value === "" ? `${kinds} blank` : kinds}
          role=${role}
          title=${column.exact?.(row) ?? nothing}
          >${column.short === undefined ? nothing : html`<span class="short" aria-hidden="true">${column.short} </span>`}<span
            >${value ?? html`<span class="quiet">${strings.notRecorded}</span>`}</span
          ></span
        >`;
      })}
    </div>`;
  }

  #hasFixedHeight(): boolean {
    return this.rows.length > MAX_WHOLE_ROWS || this.height !== undefined;
  }

  #place(): string {
    const scrolled = this.scrolled - this.#detailAbove();
    const [from, to] = findVisibleRows(this.rows.length, this.rowHeight, scrolled, this.viewHeight);
    return fill(strings.rows, format.count(from), format.count(to), format.count(this.rows.length));
  }

  /** True if text is selected. In a shadow root, the browser reports the text, but not where it is. */
  #hasSelection(): boolean {
    return (getSelection()?.toString() ?? "") !== "";
  }

  #scroller(): HTMLElement {
    return this.renderRoot.querySelector<HTMLElement>(".scroller") ?? this;
  }

  /** Scrolls to a row and makes keys act on it. */
  async reveal(index: number): Promise<void> {
    this.at = Math.min(Math.max(0, index), Math.max(0, this.rows.length - 1));
    await this.updateComplete;
    this.#scrollToRow();
    this.#scroll();
  }

  /** Scrolls to the current row. */
  #scrollToRow(): void {
    const scroller = this.#scroller();
    // Rows below the details are that much further down.
    const shift = this.chosen !== undefined && this.at > this.chosen ? this.detailHeight : 0;
    scroller.scrollTop = findScrollTop(this.at, this.rowHeight, scroller.scrollTop - shift, this.viewHeight) + shift;
  }

  /** Shows as much of new details as possible, and their row. */
  #showDetail(): void {
    const { chosen, rowHeight, detailHeight, viewHeight } = this;
    if (!this.#isOpening || chosen === undefined || detailHeight === 0) return;
    this.#isOpening = false;
    const top = chosen * rowHeight;
    const scroller = this.#scroller();
    const needed = Math.min(top, top + rowHeight + detailHeight - viewHeight);
    if (scroller.scrollTop < needed) scroller.scrollTop = needed;
    this.#scroll();
  }

  #scroll = (): void => {
    const scroller = this.#scroller();
    this.scrolled = scroller.scrollTop;
    const left = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
    if (left < LOAD_AHEAD_ROWS * this.rowHeight) emit(this, "ended", undefined);
  };

  /** Measures the height that the tallest drawn row needs. All rows get it, so that positions can be computed. */
  #measure(): void {
    const scroller = this.#scroller();
    const head = this.renderRoot.querySelector<HTMLElement>(".head");
    const isSticky = head !== null && getComputedStyle(head).position === "sticky";
    this.#wraps = !isSticky;
    const taken = isSticky ? head.offsetHeight : 0;
    this.viewHeight = Math.max(0, scroller.clientHeight - taken);
    const rows = [...this.renderRoot.querySelectorAll<HTMLElement>(".body [role='row']:not(.detail)")];
    if (rows.length === 0) return;
    const detail = this.renderRoot.querySelector<HTMLElement>(".detail");
    if (detail !== null) {
      this.#sizes.observe(detail);
      this.detailHeight = detail.offsetHeight;
      this.#showDetail();
    }
    const least = scroller.clientWidth === this.#width && this.rows.length > MAX_WHOLE_ROWS ? this.rowHeight : 0;
    this.#width = scroller.clientWidth;
    const needed = Math.max(...rows.map((row) => measureRow(row)), least);
    if (needed === this.rowHeight) return;
    const first = this.scrolled / this.rowHeight;
    this.rowHeight = needed;
    if (this.rows.length > MAX_WHOLE_ROWS && this.scrolled > 0) {
      void this.updateComplete.then(() => scroller.scrollTo({ top: first * needed }));
    }
  }

  #click = (event: MouseEvent): void => {
    const row = event.target instanceof Element ? event.target.closest("[role='row']:not(.detail)") : null;
    if (row === null) return;
    this.at = Number(row.getAttribute("aria-rowindex")) - 2;
    const onLink = event.composedPath().some((node) => node instanceof Element && node.matches("a, button"));
    // Dragging over a text to select it ends with a click.
    if (this.opens && !onLink && !this.#hasSelection()) emit(this, "opened", this.at);
  };

  #key = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return;
    const row = this.rows[this.at];
    const page = Math.max(1, Math.floor(this.viewHeight / this.rowHeight) - 1);
    const steps: Record<string, number> = {
      ArrowDown: this.at + 1,
      ArrowUp: this.at - 1,
      PageDown: this.at + page,
      PageUp: this.at - page,
      Home: 0,
      End: this.rows.length - 1,
    };
    const to = steps[event.key];
    if (to !== undefined) {
      // Otherwise Ctrl+C would still copy a text that was selected in another row.
      if (this.#hasSelection()) getSelection()?.removeAllRanges();
      this.at = Math.max(0, Math.min(to, this.rows.length - 1));
      if (this.#hasFixedHeight()) {
        this.#scrollToRow();
        this.scrolled = this.#scroller().scrollTop;
      } else {
        this.renderRoot.querySelector(`#row-${this.at}`)?.scrollIntoView({ block: "nearest" });
      }
    } else if (event.key === "Enter" && this.opens && row !== undefined) {
      emit(this, "opened", this.at);
    } else if (event.key === "Escape" && this.chosen !== undefined) {
      emit(this, "detailClosed", undefined);
    } else if (isCopyKey(event) && this.copies !== undefined && row !== undefined && !this.#hasSelection()) {
      void navigator.clipboard.writeText(this.copies(row));
    } else {
      return;
    }
    event.preventDefault();
  };
}

/** True for Ctrl+C and Cmd+C. */
function isCopyKey(event: KeyboardEvent): boolean {
  return readKey(event) === "c" && (event.ctrlKey || event.metaKey) && !event.altKey;
}

/** Returns the height that a row's cells need, regardless of the row's own height. */
function measureRow(row: HTMLElement): number {
  const style = getComputedStyle(row);
  const cells = [...row.children].map((cell) => cell.getBoundingClientRect());
  const top = Math.min(...cells.map((cell) => cell.top));
  const bottom = Math.max(...cells.filter((cell) => cell.height > 0).map((cell) => cell.bottom));
  const around = Number.parseFloat(style.paddingTop) + Number.parseFloat(style.paddingBottom) + 1;
  return Math.ceil(Math.max(Number.parseFloat(style.minHeight), bottom - top + around));
}

customElements.define("triptych-table", Table);
