// The transactions of a block: what there is of each sort, a filter, the table, and one of them in full.
import { nothing } from "lit";
import type { TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { html } from "../kit/html.ts";
import "../kit/table.ts";
import type { Column, Table } from "../kit/table.ts";
import { icon } from "../kit/icon.ts";
import { fill, format } from "../kit/words.ts";
import { inFull, TABLE_HEIGHT_PX } from "./listed.ts";
import type { ListActs } from "./listed.ts";
import { reach, trouble } from "./reach.ts";
import type { Detail, Sort, TransactionList, TransactionRow, Words } from "./messages.ts";

/** Rows that are shown without a filter, and otherwise those that match, each with its place in the list. */
interface Matching {
  readonly rows: readonly Placed[];
}

interface Placed {
  readonly row: TransactionRow;
  readonly at: number;
}

/** The state of the tab: what came, and what of it the reader wants to see. */
export class Transactions {
  list: TransactionList | undefined;
  detail: Detail | undefined;
  #rows: readonly Placed[] = [];
  #text = "";
  #type = "";
  #result = "";
  #matching: Matching | undefined;
  #table: Table<Placed> | undefined;

  /** Takes rows behind those that have come already. */
  take(from: number, rows: readonly TransactionRow[], list: TransactionList): void {
    const placed = rows.map((row, place) => ({ row, at: from + place }));
    if (from === 0) this.#rows = placed;
    else if (placed.length > 0) this.#rows = [...this.#rows.slice(0, from), ...placed];
    this.list = list;
    this.#matching = undefined;
  }

  /** Another block: nothing of the one before is shown. */
  clear(): void {
    this.#rows = [];
    this.list = undefined;
    this.detail = undefined;
    this.show("");
  }

  /** Shows all, or those of one type. */
  show(type: string): void {
    this.#text = "";
    this.#result = "";
    this.#type = type;
    this.#matching = undefined;
  }

  /** Whether the row of a place has come. */
  has(at: number): boolean {
    return at < this.#rows.length;
  }

  /** Brings a transaction into sight. */
  async reveal(at: number): Promise<void> {
    await this.#table?.reveal(this.#filtered().rows.findIndex((each) => each.at === at));
  }

  draw(words: Words, acts: ListActs): TemplateResult | typeof nothing {
    const { list } = this;
    if (list === undefined) return nothing;
    const { rows } = this.#filtered();
    const filtered = this.#text !== "" || this.#type !== "" || this.#result !== "";
    const foot = reach(list, filtered ? matchingWords(words, rows.length, this.#rows.length) : list.foot, words, acts);
    return html`<h2 class="unheard">${words.transactions}</h2>
      ${this.#tools(list, words, acts)}
      ${
        rows.length === 0 && filtered
          ? html`<p class="quiet">${words.noneMatch}</p>
              ${foot}`
          : html`<triptych-table
              ${ref((table) => (this.#table = asTable(table)))}
              .label=${words.transactions}
              opens
              single
              .height=${TABLE_HEIGHT_PX}
              .columns=${columnsOf(words, list)}
              .rows=${rows}
              .copies=${({ row }: Placed) => lineOf(row)}
              @opened=${({ detail }: CustomEvent<number>) => acts.look(rows[detail]?.at ?? 0)}
              @ended=${() => {
                if (list.more && !list.busy && list.trouble === undefined) acts.read(false);
              }}
              >${foot}</triptych-table
            >`
      }
      ${trouble(list)} ${this.detail === undefined ? nothing : inFull(this.detail, words, acts)}`;
  }

  /** How many there are of each type and result, as far as they were read. */
  sorts(words: Words, choose: (type: string, result: string) => void): TemplateResult | typeof nothing {
    const { list } = this;
    if (list === undefined || list.types.length === 0) return nothing;
    const column = (name: string, sorts: readonly Sort[], act: (id: string) => void): TemplateResult =>
      html`<section>
        <h2>${name}${list.part === undefined ? nothing : html` <span class="count">${list.part}</span>`}</h2>
        <ul class="sorts">
          ${sorts.map(
            ({ id, name: sort, icon: glyph, tone, count, percent }) =>
              html`<li>
                <button class="plain-link alone" type="button" @click=${() => act(id)}>
                  ${icon(glyph, tone)}<span>${sort}</span></button
                ><span class="number">${count}</span><span class="number quiet">${percent}</span>
              </li>`,
          )}
        </ul>
      </section>`;
    return html`<div class="halves">
      ${column(words.byType, list.types, (id) => choose(id, ""))}${column(words.byResult, list.results, (id) =>
        choose("", id),
      )}
    </div>`;
  }

  /** Shows what is of one type or one result. */
  only(type: string, result: string): void {
    this.show(type);
    this.#result = result;
  }

  #filtered(): Matching {
    if (this.#matching !== undefined) return this.#matching;
    const wanted = this.#text.trim().toLowerCase();
    const isWanted = ({ row }: Placed): boolean =>
      (this.#type === "" || (row.type ?? "UNKNOWN") === this.#type) &&
      (this.#result === "" || (row.result ?? "UNKNOWN") === this.#result) &&
      (wanted === "" ||
        [row.id, row.content, row.memo, row.time].some((text) => text?.toLowerCase().includes(wanted) === true));
    const all = wanted === "" && this.#type === "" && this.#result === "";
    this.#matching = { rows: all ? this.#rows : this.#rows.filter(isWanted) };
    return this.#matching;
  }

  #tools(list: TransactionList, words: Words, acts: ListActs): TemplateResult {
    const changed = (change: () => void): void => {
      change();
      this.#matching = undefined;
      acts.redraw();
    };
    return html`<div class="row tools">
      <span class="pick search"
        >${icon("filter")}<input
          class="field"
          type="search"
          placeholder=${words.filterHint}
          aria-label=${words.filter}
          .value=${this.#text}
          @input=${({ target }: InputEvent) =>
            changed(() => (this.#text = target instanceof HTMLInputElement ? target.value : ""))}
      /></span>
      ${pick(words.type, words.allTypes, list.types, this.#type, (id) => changed(() => (this.#type = id)))}
      ${pick(words.result, words.allResults, list.results, this.#result, (id) => changed(() => (this.#result = id)))}
      <triptych-tool
        icon="copy"
        .name=${words.copyAll}
        @click=${() =>
          void navigator.clipboard.writeText(
            this.#filtered()
              .rows.map(({ row }) => lineOf(row))
              .join("\n"),
          )}
      ></triptych-tool>
    </div>`;
  }
}

function asTable(element: Element | undefined): Table<Placed> | undefined {
  return element !== undefined && "reveal" in element && isTable(element) ? element : undefined;
}

function isTable(element: Element): element is Table<Placed> {
  return element.localName === "triptych-table";
}

function pick(
  label: string,
  all: string,
  sorts: readonly Sort[],
  chosen: string,
  choose: (id: string) => void,
): TemplateResult {
  const picked = ({ target }: Event): void => choose(target instanceof HTMLSelectElement ? target.value : "");
  return html`<span class="pick"
    ><select class="field" aria-label=${label} @change=${picked}>
      <option value="" .selected=${chosen === ""}>${all}</option>
      ${sorts.map(({ id, name }) => html`<option value=${id} .selected=${id === chosen}>${name}</option>`)}</select
    >${icon("chevron-down")}</span
  >`;
}

function matchingWords(words: Words, some: number, all: number): string {
  return fill(words.matching, format.count(some), format.count(all));
}

function columnsOf(words: Words, { types, results }: TransactionList): readonly Column<Placed>[] {
  const type = new Map(types.map((sort) => [sort.id, sort]));
  const result = new Map(results.map((sort) => [sort.id, sort]));
  const sorted = (sort: Sort | undefined, id: string | undefined) =>
    id === undefined ? null : html`${icon(sort?.icon ?? "circle-outline", sort?.tone ?? "")}${sort?.name ?? id}`;
  return [
    {
      name: words.transaction,
      mono: true,
      width: "minmax(0, 220px)",
      cell: ({ row }) => row.id ?? null,
      exact: ({ row }) => row.id ?? "",
    },
    {
      name: words.type,
      width: "minmax(0, 132px)",
      cell: ({ row }) => sorted(type.get(row.type ?? ""), row.type),
      exact: ({ row }) => row.type ?? "",
    },
    {
      name: words.result,
      width: "minmax(0, 5fr)",
      cell: ({ row }) => sorted(result.get(row.result ?? ""), row.result),
      exact: ({ row }) => row.result ?? "",
    },
    {
      name: words.fee,
      short: words.fee,
      width: "84px",
      numeric: true,
      cell: ({ row }) => row.fee ?? null,
      exact: ({ row }) => row.fee ?? "",
    },
    {
      name: words.content,
      width: "minmax(0, 7fr)",
      cell: ({ row }) => row.content ?? "",
      exact: ({ row }) => row.content ?? "",
    },
    {
      name: words.memo,
      short: words.memo,
      width: "minmax(0, 5fr)",
      cell: ({ row }) => row.memo ?? "",
      exact: ({ row }) => row.memo ?? "",
    },
    {
      name: words.after,
      width: "60px",
      numeric: true,
      mono: true,
      cell: ({ row }) => shortAfter(row.after),
      exact: ({ row }) => row.time,
    },
  ];
}

/** "+0.192": to the millisecond; the tooltip has all digits. */
export function shortAfter(after: string): string {
  const [whole = after, fraction = ""] = after.split(".");
  return `${whole}.${fraction.padEnd(3, "0").slice(0, 3)}`;
}

/** A row as a line of a table that any spreadsheet takes. */
function lineOf({ id, type, result, fee, content, memo, time }: TransactionRow): string {
  return [time, id, type, result, fee, content, memo].map((cell) => (cell ?? "").replace(/\s+/g, " ")).join("\t");
}
