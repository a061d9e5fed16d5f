// What the contract calls of a block came to.
import { nothing } from "lit";
import "../kit/bar.ts";
import { html } from "../kit/html.ts";
import { icon } from "../kit/icon.ts";
import type { Column } from "../kit/table.ts";
import { ListedRows } from "./listed.ts";
import type { ResultList, ResultRow, Words } from "./messages.ts";

export function resultRows(): ListedRows<ResultRow, ResultList> {
  return new ListedRows({
    label: (words) => words.results,
    none: (words) => words.noResults,
    columns: columnsOf,
    line: lineOf,
    above: gas,
  });
}

function gas({ gas: used }: ResultList, words: Words) {
  if (used === undefined) return nothing;
  return html`<p class="row gas">
      <b>${words.gas}</b> <span class="quiet">${used.words}</span>
      <span class="push">${used.percent}</span>
    </p>
    <triptych-bar .share=${used.share} .label=${`${words.gas}: ${used.percent}`}></triptych-bar>`;
}

function columnsOf(words: Words): readonly Column<ResultRow>[] {
  return [
    { name: "#", short: "#", width: "40px", numeric: true, cell: ({ index }) => index ?? null },
    {
      name: words.contract,
      mono: true,
      width: "minmax(0, 4fr)",
      cell: ({ contract = "", internal }) =>
        internal === true ? html`${contract} <span class="quiet">${words.internal}</span>` : contract || null,
    },
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
