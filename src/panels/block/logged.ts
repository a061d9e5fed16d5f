// What the contracts of a block logged, with the names of well-known events.
import { html } from "../kit/html.ts";
import type { Column } from "../kit/table.ts";
import { ListedRows } from "./listed.ts";
import type { LogRow, Reach, Words } from "./messages.ts";
import { shortAfter } from "./transactions.ts";

export function logRows(): ListedRows<LogRow, Reach> {
  return new ListedRows({
    label: (words) => words.logged,
    none: (words) => words.noLogs,
    columns: columnsOf,
    line: ({ time, contract = "", event, values }) => [time, contract, event, values].join("\t"),
  });
}

function columnsOf(words: Words): readonly Column<LogRow>[] {
  return [
    { name: words.contract, mono: true, width: "minmax(0, 3fr)", cell: ({ contract }) => contract ?? null },
    {
      name: words.event,
      width: "minmax(0, 3fr)",
      cell: ({ event, named }) => (named ? event : html`<span class="mono quiet">${event}</span>`),
      exact: ({ event }) => event,
    },
    {
      name: words.values,
      short: words.values,
      width: "minmax(0, 10fr)",
      cell: ({ values }) => values,
      exact: ({ values }) => values,
    },
    {
      name: words.after,
      width: "60px",
      numeric: true,
      mono: true,
      cell: ({ after }) => shortAfter(after),
      exact: ({ time }) => time,
    },
  ];
}
