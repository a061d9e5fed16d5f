// The panel of a range of blocks: charts on one axis, the check of its chain, and a look into its logs blooms.
import { nothing, render } from "lit";
import { html } from "../kit/html.ts";
import "./range.css";
import "../kit/banner.ts";
import "../kit/busy.ts";
import "../kit/chart.ts";
import "../kit/head.ts";
import "../kit/tool.ts";
import { connect } from "../kit/connect.ts";
import { onEnter, seekField } from "../kit/fields.ts";
import { icon } from "../kit/icon.ts";
import { chart } from "./chart.ts";
import type { Blocks, Bloom, Failure, FromRange, Row, Show, Stretch, View, Words } from "./messages.ts";
import { format } from "../kit/words.ts";
import { verification } from "./verification.ts";

const line = connect<Show | Blocks, FromRange, View>();
const page = document.querySelector<HTMLElement>("main");
let shown: Show | undefined;
let rows: readonly Row[] = [];
let stretch: Stretch | undefined;

line.on((message) => {
  // What the extension painted makes room for the parts.
  if (shown === undefined) page?.replaceChildren();
  if (message.type === "show") shown = message;
  else rows = [...rows.slice(0, message.at), ...message.rows];
  draw();
});

function draw(): void {
  if (page === null || shown === undefined) return;
  document.title = shown.title;
  const { words, state } = shown;
  render([head(shown), trouble(state), charts(words), checked(shown), logs(shown.bloom, words)], page);
}

function head({ network, host, title, under, from, to, words, state }: Show) {
  const isReading = state.is === "reading";
  return html`<triptych-head>
      <span slot="crumb">${icon("globe")}<span>${network}</span><span>·</span><bdi class="host">${host}</bdi></span>
      <span slot="toolbar" role="toolbar" aria-label=${words.toolbar}
        ><triptych-tool
          worded
          icon="export"
          .name=${words.export}
          @click=${() => line.post({ type: "export", stretch })}
        ></triptych-tool
        ><triptych-tool
          icon="share"
          .name=${words.share}
          @click=${() => line.post({ type: "share", stretch })}
        ></triptych-tool
        ><triptych-tool
          icon="refresh"
          .name=${words.refresh}
          @click=${() => line.post({ type: "refresh" })}
        ></triptych-tool
      ></span>
      <h1>${title}</h1>
      ${under.map((part) => html`<span slot="under">${part}</span>`)}
    </triptych-head>
    <div class="fields" role="group" aria-label=${words.axis} @keydown=${onEnter(show)}>
      <triptych-tool
        icon="arrow-left"
        .name=${words.earlier}
        @click=${() => line.post({ type: "move", to: "earlier" })}
      ></triptych-tool>
      <label
        >${words.from}<input class="field" name="from" inputmode="numeric" autocomplete="off" .value=${from}
      /></label>
      <label>${words.to}<input class="field" name="to" inputmode="numeric" autocomplete="off" .value=${to} /></label>
      <button class="button second" type="button" ?disabled=${isReading} @click=${show}>${words.show}</button>
      <triptych-tool
        icon="arrow-right"
        .name=${words.later}
        @click=${() => line.post({ type: "move", to: "later" })}
      ></triptych-tool>
    </div>`;
}

function show(): void {
  line.post({ type: "show", from: fieldNamed("from"), to: fieldNamed("to") });
}

function fieldNamed(name: string): string {
  return page?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? "";
}

function trouble(state: Show["state"]) {
  switch (state.is) {
    case "reading":
      return html`<triptych-busy cancels .share=${state.share} @cancelled=${() => line.post({ type: "cancel" })}
        >${state.sentence}</triptych-busy
      >`;
    case "read":
      return state.note === undefined ? nothing : html`<triptych-banner kind="caution">${state.note}</triptych-banner>`;
    case "failed":
      return failed(state);
  }
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

function charts(words: Words) {
  if (rows.length === 0) return nothing;
  return html`<section>
    <h2 class="unheard">${words.charts}</h2>
    ${chart(rows, words, shown?.verification, {
      open: (number) => line.post({ type: "open", number }),
      choose: (chosen) => {
        stretch = chosen;
        line.setState({ stretch });
      },
    })}
  </section>`;
}

function checked({ verification: about, words, title }: Show) {
  return rows.length === 0 ? nothing : verification(about, words, title, (message) => line.post(message));
}

function logs({ typed, answer, blocks }: Bloom, words: Words) {
  if (rows.length === 0) return nothing;
  return html`<section>
    <h2>${words.logs}</h2>
    ${seekField({ label: words.logs, hint: words.logsHint, typed, button: words.look }, (wanted) =>
      line.post({ type: "look", typed: wanted }),
    )}
    <p role="status">${answer}</p>
    ${
      blocks.length === 0
        ? nothing
        : html`<ul class="numbers">
            ${blocks.map(
              (number) =>
                html`<li>
                  <button class="plain-link alone" type="button" @click=${() => line.post({ type: "open", number })}>
                    ${format.count(BigInt(number))}
                  </button>
                </li>`,
            )}
          </ul>`
    }
  </section>`;
}
