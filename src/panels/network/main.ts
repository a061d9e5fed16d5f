// The panel of a network: what its hbar, gas, supply, stake and nodes are.
import { nothing, render } from "lit";
import { html } from "../kit/html.ts";
import "./network.css";
import "../kit/banner.ts";
import "../kit/busy.ts";
import "../kit/empty.ts";
import "../kit/facts.ts";
import "../kit/figures.ts";
import "../kit/head.ts";
import "../kit/table.ts";
import "../kit/time.ts";
import "../kit/tool.ts";
import { connect } from "../kit/connect.ts";
import { icon } from "../kit/icon.ts";
import type { Column } from "../kit/table.ts";
import type { Fact, Failure, FromNetwork, NodeRow, Nodes, Section, Show, View, Words } from "./messages.ts";

const line = connect<Show, FromNetwork, View>();
const page = document.querySelector<HTMLElement>("main");
let shown: Show | undefined;
let chosen = line.getState()?.node;

line.on((message) => {
  // What the extension painted makes room for the parts.
  if (shown === undefined) page?.replaceChildren();
  shown = message;
  draw();
});

function draw(): void {
  if (page === null || shown === undefined) return;
  const { busy, empty, failure, figures, note, sections, title, words } = shown;
  document.title = title;
  render(
    [
      head(shown),
      busy === undefined
        ? nothing
        : html`<triptych-busy cancels @cancelled=${() => line.post({ type: "cancel" })}>${busy}</triptych-busy>`,
      failure === undefined ? nothing : failed(failure),
      figures.length === 0
        ? nothing
        : html`<triptych-figures
            >${figures.map(
              ({ value, word, exact }) =>
                html`<triptych-figure .value=${value} .exact=${exact}>${word}</triptych-figure>`,
            )}</triptych-figures
          >`,
      empty === undefined
        ? nothing
        : html`<section>
            <triptych-empty icon="info" level="2" .heading=${empty.heading}>${empty.sentence}</triptych-empty>
          </section>`,
      sections.map(section),
      shown.nodes === undefined ? nothing : nodes(shown.nodes, words),
      note === undefined ? nothing : html`<footer class="quiet small">${note}</footer>`,
    ],
    page,
  );
}

function head({ network, host, title, words, readAt }: Show) {
  return html`<triptych-head>
    <span slot="crumb">${icon("globe")}<span>${network}</span><span>·</span><bdi class="host">${host}</bdi></span>
    <span slot="toolbar" role="toolbar" aria-label=${words.toolbar}
      ><triptych-tool
        icon="export"
        worded
        .name=${words.export}
        @click=${() => line.post({ type: "export" })}
      ></triptych-tool
      ><triptych-tool icon="share" .name=${words.share} @click=${() => line.post({ type: "share" })}></triptych-tool
      ><triptych-tool
        icon="refresh"
        .name=${words.refresh}
        @click=${() => line.post({ type: "refresh" })}
      ></triptych-tool
    ></span>
    <h1>${title}</h1>
    ${
      readAt === undefined
        ? nothing
        : html`<span slot="under">${words.read} <triptych-time datetime=${readAt}></triptych-time></span>`
    }
  </triptych-head>`;
}

function failed({ heading, sentence, remedies }: Failure) {
  return html`<triptych-banner kind="failed"
    ><b>${heading}</b> ${sentence}${remedies.map(
      ({ remedy, label }) =>
        html`<button
          slot="actions"
          class="plain-link alone"
          type="button"
          @click=${() => line.post({ type: "remedy", remedy })}
        >
          ${label}
        </button>`,
    )}</triptych-banner
  >`;
}

function section({ heading, facts }: Section) {
  return html`<section>
    <h2>${heading}</h2>
    <triptych-facts>${facts.map(fact)}</triptych-facts>
  </section>`;
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

function nodes({ heading, count, rows, note }: Nodes, words: Words) {
  const open = rows.find(({ id }) => id === chosen);
  return html`<section>
    <h2>${heading} <span class="count">${count}</span></h2>
    ${note === undefined ? nothing : html`<triptych-banner kind="caution">${note}</triptych-banner>`}
    <triptych-table
      opens
      .label=${words.nodes}
      .columns=${columns(words)}
      .rows=${rows}
      .copies=${lineOf}
      @opened=${({ detail }: CustomEvent<number>) => choose(rows[detail]?.id)}
    ></triptych-table>
    ${
      open === undefined
        ? nothing
        : html`<section class="detail">
            <h3>
              ${open.heading}
              <button class="plain-link" type="button" @click=${() => choose(undefined)}>${words.close}</button>
            </h3>
            <triptych-facts>${open.facts.map(fact)}</triptych-facts>
          </section>`
    }
  </section>`;
}

function choose(id: string | undefined): void {
  chosen = id;
  line.setState({ node: id });
  draw();
  // In the next frame it has its height.
  if (id !== undefined) {
    requestAnimationFrame(() => page?.querySelector(".detail")?.scrollIntoView({ block: "nearest" }));
  }
}

function columns(words: Words): readonly Column<NodeRow>[] {
  return [
    { name: words.name, width: "minmax(0, 6fr)", cell: ({ heading }) => heading },
    { name: words.node, short: words.node, width: "48px", numeric: true, cell: ({ id }) => id },
    { name: words.account, mono: true, width: "minmax(0, 2fr)", cell: ({ account }) => account ?? null },
    {
      name: words.stake,
      short: words.stake,
      width: "minmax(0, 3fr)",
      numeric: true,
      cell: ({ stake }) => stake ?? null,
    },
    {
      name: words.shareOfAll,
      short: words.shareOfAll,
      width: "72px",
      numeric: true,
      cell: ({ share }) => share ?? "",
    },
    {
      name: words.rewardRate,
      short: words.rewardRate,
      width: "minmax(0, 3fr)",
      numeric: true,
      cell: ({ rewardRate }) => rewardRate ?? null,
    },
  ];
}

function lineOf({ id, name, account, stake, rewardRate }: NodeRow): string {
  return [id, name, account, stake, rewardRate].map((cell) => (cell ?? "").replace(/\s+/g, " ")).join("\t");
}
