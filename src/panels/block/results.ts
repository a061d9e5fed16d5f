// What the contract calls of a block came to.
import { nothing } from "lit";
import type { TemplateResult } from "lit";
import "../kit/bar.ts";
import { html } from "../kit/html.ts";
import "../kit/table.ts";
import { icon } from "../kit/icon.ts";
import type { Column } from "../kit/table.ts";
import { reach, trouble } from "./reach.ts";
import type { Reading } from "./reach.ts";
import type { ResultList, ResultRow, Words } from "./messages.ts";

export class Results {
  list: ResultList | undefined;
  #rows: readonly ResultRow[] = [];

  take(from: number, rows: readonly ResultRow[], list: ResultList): void {
    if (from === 0) this.#rows = rows;
    else if (rows.length > 0) this.#rows = [...this.#rows.slice(0, from), ...rows];
    this.list = list;
  }

  clear(): void {
    this.#rows = [];
    this.list = undefined;
  }

  draw(words: Words, acts: Reading): TemplateResult | typeof nothing {
    const { list } = this;
    if (list === undefined) return nothing;
    const foot = reach(list, list.foot, words, acts);
    return html`<h2 class="unheard">${words.results}</h2>
      ${
        list.gas === undefined
          ? nothing
          : html`<p class="row gas">
                <b>${words.gas}</b> <span class="quiet">${list.gas.words}</span>
                <span class="push">${list.gas.percent}</span>
              </p>
              <triptych-bar .share=${list.gas.share} .label=${`${words.gas}: ${list.gas.percent}`}></triptych-bar>`
      }
      ${
        this.#rows.length === 0
          ? foot
          : html`<triptych-table
              .label=${words.results}
              .height=${HEIGHT}
              .columns=${columnsOf(words)}
              .rows=${this.#rows}
              .copies=${lineOf}
              @ended=${() => {
                if (list.more && !list.busy && list.trouble === undefined) acts.read(false);
              }}
              >${foot}</triptych-table
            >`
      }
      ${trouble(list)}`;
  }
}

const HEIGHT = 460;

function columnsOf(words: Words): readonly Column<ResultRow>[] {
  return [
    { name: "#", short: "#", width: "40px", numeric: true, cell: ({ index }) => index ?? null },
    { name: words.contract, mono: true, width: "minmax(0, 4fr)", cell: ({ contract }) => contract ?? null },
    {
      name: words.result,
      width: "minmax(0, 6fr)",
      cell: ({ result, ok }) =>
        result === undefined
          ? null
          : html`${icon(ok === true ? "check" : "error", ok === true ? "good" : "bad")}${result}`,
    },
    {
      name: words.gasUsed,
      short: words.gasUsed,
      width: "minmax(0, 3fr)",
      numeric: true,
      cell: ({ gasUsed }) => gasUsed ?? null,
    },
    {
      name: words.gasLimit,
      short: words.gasLimit,
      width: "minmax(0, 3fr)",
      numeric: true,
      cell: ({ gasLimit }) => gasLimit ?? null,
    },
    {
      name: words.usedOfLimit,
      short: words.usedOfLimit,
      width: "minmax(0, 3fr)",
      numeric: true,
      cell: ({ percent }) => percent ?? null,
    },
    {
      name: words.error,
      short: words.error,
      width: "minmax(0, 5fr)",
      cell: ({ error }) => error ?? "",
      exact: ({ error }) => error ?? "",
    },
  ];
}

function lineOf({ index, contract, result, gasUsed, gasLimit, error, hash }: ResultRow): string {
  return [index, contract, result, gasUsed, gasLimit, error, hash].map((cell) => cell ?? "").join("\t");
}
