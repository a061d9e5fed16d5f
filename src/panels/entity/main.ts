// The panel of an entity: what it is, what it holds, and the latest that it had a part in.
import { nothing, render } from "lit";
import { html } from "../kit/html.ts";
import "./entity.css";
import "../kit/banner.ts";
import "../kit/busy.ts";
import "../kit/empty.ts";
import "../kit/facts.ts";
import "../kit/figures.ts";
import "../kit/head.ts";
import "../kit/table.ts";
import "../kit/tool.ts";
import { connect } from "../kit/connect.ts";
import { icon } from "../kit/icon.ts";
import type { Column } from "../kit/table.ts";
import type { Fact, Failure, FromEntity, Row, Show, Table } from "./messages.ts";

const line = connect<Show, FromEntity, undefined>();
const page = document.querySelector<HTMLElement>("main");
let isFirst = true;

line.on((shown) => {
  if (page === null) return;
  // What the extension painted makes room for the parts.
  if (isFirst) page.replaceChildren();
  isFirst = false;
  document.title = shown.title;
  render(draw(shown), page);
});

function draw(shown: Show) {
  const { busy, empty, facts, failure, figures, tables, words } = shown;
  return [
    head(shown),
    busy === undefined
      ? nothing
      : html`<triptych-busy cancels @cancelled=${() => line.post({ type: "cancel" })}>${busy}</triptych-busy>`,
    failure === undefined ? nothing : failed(failure),
    empty === undefined
      ? nothing
      : html`<section>
          <triptych-empty icon="search" level="2" .heading=${empty.heading}>${empty.sentence}</triptych-empty>
        </section>`,
    figures.length === 0
      ? nothing
      : html`<triptych-figures
          >${figures.map(
            ({ value, word }) => html`<triptych-figure .value=${value}>${word}</triptych-figure>`,
          )}</triptych-figures
        >`,
    facts.length === 0
      ? nothing
      : html`<section>
          <h2 class="unheard">${words.facts}</h2>
          <triptych-facts>${facts.map(fact)}</triptych-facts>
        </section>`,
    tables.map(table),
  ];
}

function head({ network, host, title, words }: Show) {
  return html`<triptych-head>
    <span slot="crumb">${icon("globe")}<span>${network}</span><span>·</span><bdi class="host">${host}</bdi></span>
    <span slot="toolbar" role="toolbar" aria-label=${words.toolbar}
      ><triptych-tool
        icon="refresh"
        .name=${words.refresh}
        @click=${() => line.post({ type: "refresh" })}
      ></triptych-tool
    ></span>
    <h1>${title}</h1>
  </triptych-head>`;
}

function failed({ heading, sentence, remedies }: Failure) {
  return html`<triptych-banner kind="failed"
    ><b>${heading}</b> ${sentence}${remedies.map(
      ({ remedy, label }) =>
        html`<button
          slot="actions"
          class="plain-link"
          type="button"
          @click=${() => line.post({ type: "remedy", remedy })}
        >
          ${label}
        </button>`,
    )}</triptych-banner
  >`;
}

function fact({ name, value, copy, mono, wide }: Fact) {
  return html`<triptych-fact
    .name=${name}
    .copy=${value === undefined ? "" : (copy ?? "")}
    ?mono=${mono ?? false}
    ?wide=${wide ?? false}
    >${value === undefined ? nothing : html`<span class="lines">${value}</span>`}</triptych-fact
  >`;
}

function table({ heading, columns, rows, none }: Table) {
  const drawn = columns.map(({ name, width, kind }, at): Column<Row> => ({
    name,
    width,
    numeric: kind === "number",
    mono: kind === "code",
    cell: ({ cells }) => cells[at] ?? "",
    exact: ({ cells }) => cells[at] ?? "",
  }));
  return html`<section>
    <h2>${heading}</h2>
    ${
      rows.length === 0
        ? html`<p class="quiet">${none}</p>`
        : html`<triptych-table
            opens
            .label=${heading}
            .columns=${drawn}
            .rows=${rows}
            .copies=${({ cells, time }: Row) => [time, ...cells].join("\t")}
            @opened=${({ detail }: CustomEvent<number>) => {
              const row = rows[detail];
              if (row !== undefined) line.post({ type: "open", time: row.time });
            }}
          ></triptych-table>`
    }
  </section>`;
}
