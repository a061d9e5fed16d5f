// A list of the block that is read on as one scrolls, with one of its elements in full below it.
import { nothing } from "lit";
import type { TemplateResult } from "lit";
import { html } from "../kit/html.ts";
import "../kit/table.ts";
import type { Column } from "../kit/table.ts";
import { fact } from "./facts.ts";
import { reach, trouble } from "./reach.ts";
import type { Reading } from "./reach.ts";
import type { Detail, Reach, Words } from "./messages.ts";

/** Pixels that a table takes at most. */
export const TABLE_HEIGHT_PX = 460;

/** What the panel does on behalf of a list. */
export interface ListActs extends Reading {
  readonly redraw: () => void;
  readonly look: (at: number) => void;
  readonly close: () => void;
  /** Goes where a value of the element in full leads. */
  readonly lead: (at: number) => void;
}

/** How a list is drawn. */
export interface Drawing<Row, List extends Reach> {
  readonly label: (words: Words) => string;
  /** What is said where there is nothing. */
  readonly none: (words: Words) => string;
  readonly columns: (words: Words) => readonly Column<Row>[];
  readonly line: (row: Row) => string;
  readonly above?: (list: List, words: Words) => unknown;
}

export class ListedRows<Row, List extends Reach> {
  readonly #drawing: Drawing<Row, List>;
  list: List | undefined;
  detail: Detail | undefined;
  #rows: readonly Row[] = [];

  constructor(drawing: Drawing<Row, List>) {
    this.#drawing = drawing;
  }

  /** Takes rows behind those that have come already. */
  take(from: number, rows: readonly Row[], list: List): void {
    if (from === 0) this.#rows = rows;
    else if (rows.length > 0) this.#rows = [...this.#rows.slice(0, from), ...rows];
    this.list = list;
  }

  /** Another block: nothing of the one before is shown. */
  clear(): void {
    this.#rows = [];
    this.list = undefined;
    this.detail = undefined;
  }

  draw(words: Words, acts: ListActs): TemplateResult | typeof nothing {
    const { list, detail } = this;
    if (list === undefined) return nothing;
    const { label, none, columns, line, above } = this.#drawing;
    const foot = reach(list, list.foot, words, acts);
    const isEmpty = this.#rows.length === 0 && !list.more && !list.busy && list.trouble === undefined;
    return html`<h2 class="unheard">${label(words)}</h2>
      ${above?.(list, words)}
      ${
        this.#rows.length === 0
          ? html`${isEmpty ? html`<p class="quiet">${none(words)}</p>` : nothing}${foot}`
          : html`<triptych-table
              opens
              .label=${label(words)}
              .height=${TABLE_HEIGHT_PX}
              .columns=${columns(words)}
              .rows=${this.#rows}
              .copies=${line}
              @opened=${({ detail: at }: CustomEvent<number>) => acts.look(at)}
              @ended=${() => {
                if (list.more && !list.busy && list.trouble === undefined) acts.read(false);
              }}
              >${foot}</triptych-table
            >`
      }
      ${trouble(list)} ${detail === undefined ? nothing : inFull(detail, words, acts)}`;
  }
}

/** One element in full. */
export function inFull(
  { heading, facts, at }: Detail,
  words: Words,
  { close, lead }: Pick<ListActs, "close" | "lead">,
): TemplateResult {
  return html`<section class="detail">
    <h2>
      ${heading}
      <button class="plain-link" type="button" @click=${close}>${words.closeDetail}</button>
    </h2>
    <triptych-facts>${facts.map((each) => fact(each, () => lead(at)))}</triptych-facts>
  </section>`;
}
