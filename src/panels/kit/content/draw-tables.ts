// Draws the tables of a page: their cells, filter, foot, and the row that the extension asks to show.
import { nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { html } from "../html.ts";
import { icon } from "../icon.ts";
import "../table/table.ts";
import type { Column as KitColumn, Table as KitTable } from "../table/table.ts";
import { fill, format } from "../localization.ts";
import { filterField, pickField } from "./draw-controls.ts";
import { joinCells } from "./spreadsheet.ts";
import type { Cell, Column, Filter, Row, Table } from "./table-model.ts";
import type { ContentMessage, Button } from "./text-model.ts";
import { drawLink, drawSpan, drawText, plainText, type Post } from "./draw-text.ts";

interface FilteredRows {
  readonly rows: readonly Row<ContentMessage>[];
  /** Index of each row in the whole table; undefined if nothing is filtered. */
  readonly places: readonly number[] | undefined;
}

/** The details of a row, already drawn. */
interface DrawnDetail {
  readonly row: number;
  readonly serial: number;
  readonly close: Button<ContentMessage>;
  readonly drawn: unknown;
}

/** One table of the page, with the reader's filter, which is kept while the page changes around it. */
export class TableView {
  readonly #post: Post;
  readonly #redraw: () => void;
  #text = "";
  #sorts: Readonly<Record<number, string>> = {};
  #serial = 0;
  /** Index of the row to scroll to once it arrives. */
  #awaitedRow: number | undefined;
  #rows: readonly Row<ContentMessage>[] = [];
  #matching: FilteredRows | undefined;
  #table: KitTable<Row<ContentMessage>> | undefined;

  constructor(post: Post, redraw: () => void) {
    this.#post = post;
    this.#redraw = redraw;
  }

  /** Draws the table, with the details of one of its rows under that row. */
  draw(table: Table<ContentMessage>, rows: readonly Row<ContentMessage>[], detail?: DrawnDetail): TemplateResult {
    if (rows !== this.#rows) this.#matching = undefined;
    this.#rows = rows;
    if (table.filter !== undefined) this.#applyWanted(table.filter);
    const { label, columns, filter, none } = table;
    const matching = this.#match(columns);
    const isFiltered = matching.places !== undefined;
    const foot = this.#foot(table, matching);
    const chosen = detail === undefined ? -1 : (matching.places?.indexOf(detail.row) ?? detail.row);
    const isShown = detail !== undefined && chosen >= 0 && chosen < matching.rows.length;
    return html`${filter === undefined ? nothing : this.#tools(filter, columns)}${
      matching.rows.length > 0
        ? html`<triptych-table
            ${ref((element) => this.#onDrawn(element))}
            ?plain=${table.plain === true}
            ?single=${table.single === true}
            ?opens=${table.open !== undefined || rows.some(({ act }) => act !== undefined)}
            .label=${label}
            .height=${table.height}
            .columns=${columns.map((column, at) => this.#column(table, column, at))}
            .rows=${matching.rows}
            .chosen=${isShown ? chosen : undefined}
            .opening=${detail?.serial}
            .copies=${(row: Row<ContentMessage>) => copyText(row, columns)}
            @detailClosed=${() => detail !== undefined && this.#post(detail.close.act)}
            @opened=${({ detail }: CustomEvent<number>) => this.#open(table, detail)}
            @ended=${() => table.more !== undefined && this.#post(table.more)}
            >${isShown ? html`<div slot="detail">${detail.drawn}</div>` : nothing}${foot}</triptych-table
          >`
        : html`${
            isFiltered
              ? html`<p class="quiet" role="status">${filter?.none}</p>`
              : none === undefined
                ? nothing
                : html`<p class="quiet">${none}</p>`
          }${foot}`
    }`;
  }

  /** Applies a filter that the extension asks for, once. */
  #applyWanted({ wanted }: Filter): void {
    if (wanted === undefined || wanted.serial <= this.#serial) return;
    this.#serial = wanted.serial;
    this.#text = "";
    this.#sorts = wanted.sorts;
    this.#awaitedRow = wanted.row;
    this.#matching = undefined;
  }

  #onDrawn(element: Element | undefined): void {
    this.#table = isTable(element) ? element : undefined;
    // The row may arrive with a later portion.
    const at = this.#awaitedRow;
    if (this.#table === undefined || at === undefined || at >= this.#rows.length) return;
    this.#awaitedRow = undefined;
    const shown = this.#matching?.places?.indexOf(at) ?? at;
    // A row that the filter hides isn't scrolled to.
    if (shown >= 0) void this.#table.updateComplete.then(() => this.#table?.reveal(shown));
  }

  #match(columns: readonly Column[]): FilteredRows {
    if (this.#matching !== undefined) return this.#matching;
    const rows = this.#rows;
    const text = fold(this.#text.trim());
    const sorts = Object.entries(this.#sorts).filter(([, id]) => id !== "");
    if (text === "" && sorts.length === 0) return (this.#matching = { rows, places: undefined });
    const searched = columns.flatMap(({ searched: is }, at) => (is === true ? [at] : []));
    const places = rows.flatMap(({ cells }, place) =>
      sorts.every(([at, id]) => cells[Number(at)] === id) &&
      (text === "" || searched.some((at) => searchText(cells[at] ?? "").includes(text)))
        ? [place]
        : [],
    );
    this.#matching = { rows: places.flatMap((place) => rows[place] ?? []), places };
    return this.#matching;
  }

  #tools({ label, hint, note, copyAll }: Filter, columns: readonly Column[]): TemplateResult {
    const change = (): void => {
      this.#matching = undefined;
      // A reader who filters looks for something else.
      this.#awaitedRow = undefined;
      this.#redraw();
    };
    return html`<div class="row tools">
      ${filterField(label, hint, this.#text, (text) => {
        this.#text = text;
        change();
      })}
      ${columns.map(({ sorts, all }, at) => {
        if (sorts === undefined || all === undefined) return nothing;
        const chosen = this.#sorts[at] ?? "";
        const options = [["", all.label], ...Object.entries(sorts).map(([id, sort]) => [id, sort.label])];
        return pickField(
          all.name,
          options.map(([id, word]) => html`<option value=${id} .selected=${id === chosen}>${word}</option>`),
          ({ target }) => {
            this.#sorts = { ...this.#sorts, [at]: target instanceof HTMLSelectElement ? target.value : "" };
            change();
          },
        );
      })}
      ${
        copyAll === undefined
          ? nothing
          : html`<triptych-tool icon="copy" .name=${copyAll} @click=${() => this.#copy(columns)}></triptych-tool>`
      }
      ${note === undefined ? nothing : html`<span class="quiet small">${note}</span>`}
    </div>`;
  }

  #copy(columns: readonly Column[]): void {
    const { rows } = this.#match(columns);
    void navigator.clipboard.writeText(rows.map((row) => copyText(row, columns)).join("\n"));
  }

  #foot({ foot, filter }: Table<ContentMessage>, { rows, places }: FilteredRows): TemplateResult | typeof nothing {
    if (foot === undefined) return nothing;
    const text =
      places === undefined || filter?.matching === undefined
        ? foot.text
        : fill(filter.matching, format.count(rows.length), format.count(this.#rows.length));
    return html`<span slot="foot" class="row small">
      <span class="quiet" role="status">${text}</span> ${foot.buttons.map((each) => drawLink(each, this.#post))}
    </span>`;
  }

  #column(table: Table<ContentMessage>, column: Column, at: number): KitColumn<Row<ContentMessage>> {
    const { name, short, look } = column;
    const width = column.fits === true ? fitWidth(column) : column.width;
    return {
      name,
      numeric: look?.includes("number") === true,
      mono: look?.includes("mono") === true,
      ...(short === true ? { short: name } : {}),
      ...(width === undefined ? {} : { width }),
      cell: ({ cells }, index) => this.#cell(cells[at] ?? null, column, () => this.#open(table, index)),
      exact: ({ cells }) => exactText(cells[at] ?? "", table.plain !== true),
    };
  }

  #cell(cell: Cell<ContentMessage>, { sorts, opens }: Column, open: () => void): unknown {
    if (cell === null) return null;
    if (sorts !== undefined && typeof cell === "string" && cell !== "") {
      const sort = sorts[cell];
      return html`<span class=${sort?.quiet === true ? "quiet" : nothing}
        >${icon(sort?.icon ?? "circle-outline", sort?.tone ?? "")}${sort?.label ?? cell}</span
      >`;
    }
    if (opens !== true) return drawText(cell, this.#post);
    const [first, ...rest] = typeof cell === "string" ? [{ text: cell }] : cell;
    return html`<button class="plain-link mono" type="button" tabindex="-1" @click=${open}>${first?.text}</button
      >${rest.map((span) => html` ${drawSpan(span, this.#post)}`)}`;
  }

  #open({ open }: Table<ContentMessage>, index: number): void {
    const { rows, places } = this.#matching ?? { rows: this.#rows, places: undefined };
    const act = rows[index]?.act;
    if (act !== undefined) this.#post(act);
    else if (open !== undefined) this.#post({ ...open, at: places?.[index] ?? index });
  }
}

/** Width of an icon and the space after it. */
const ICON_WIDTH_PX = 20;

function fitWidth({ name, sorts = {} }: Column): string {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return "max-content";
  context.font = getComputedStyle(document.body).font;
  const widths = [name, ...Object.values(sorts).map(({ label }) => label)].map(
    (text) => context.measureText(text).width,
  );
  // Narrower only if a column with a minimum width needs the room.
  return `minmax(0, ${Math.ceil(Math.max(...widths)) + ICON_WIDTH_PX}px)`;
}

function isTable(element: Element | undefined): element is KitTable<Row<ContentMessage>> {
  return element?.localName === "triptych-table";
}

function searchText(cell: Cell<ContentMessage>): string {
  if (cell === null) return "";
  const tips = typeof cell === "string" ? [] : cell.map(({ tip = "" }) => tip);
  return fold([plainText(cell), ...tips].join(" "));
}

/** Ignores case, and how the parts of an ID are separated: wallets write `0.0.8@5.000000006`, nodes `0.0.8-5-000000006`. */
function fold(text: string): string {
  return text.toLowerCase().replaceAll(/[@-]/g, ".");
}

/** Returns the tooltip of a cell: all digits of a rounded number, or a text that may be cut. */
function exactText(cell: Cell<ContentMessage>, isCut: boolean): string {
  if (cell === null) return "";
  if (typeof cell === "string") return isCut ? cell : "";
  return cell.find(({ tip, text }) => tip !== undefined && text !== undefined)?.tip ?? (isCut ? plainText(cell) : "");
}

/** Returns a row as a line for spreadsheets, or only its cell that is `copied`. */
function copyText({ cells }: Row<ContentMessage>, columns: readonly Column[]): string {
  const chosen = columns.findIndex(({ copied }) => copied === true);
  const texts = cells.map((cell) => exactText(cell, true).replace(/\s+/g, " "));
  return texts[chosen] ?? joinCells(texts);
}
