// The panel of one block.
import { html, nothing, render } from "lit";
import "../kit/kit.css";
import "./block.css";
import "../kit/busy.ts";
import "../kit/code.ts";
import "../kit/empty.ts";
import "../kit/facts.ts";
import "../kit/figures.ts";
import "../kit/head.ts";
import "../kit/tabs.ts";
import "../kit/time.ts";
import "../kit/tool.ts";
import { connect } from "../kit/connect.ts";
import { icon } from "../kit/icon.ts";
import { language } from "../kit/words.ts";
import type { BlockContent, Content, Fact, FromBlock, Neighbour, Show, Towards, View, Words } from "./messages.ts";

const line = connect<Show, FromBlock, View>();
const page = document.querySelector<HTMLElement>("main");
let shown: Show | undefined;
let { tab } = line.getState() ?? { tab: "block" };

line.on((message) => {
  // What the extension painted makes room for the parts.
  if (shown === undefined) page?.replaceChildren();
  shown = message;
  draw();
});

// Where the keys are caught VS Code does not see them, so it does not walk through its own history as well.
document.addEventListener(
  "keydown",
  (event) => {
    const to = event.key === "ArrowLeft" ? "previous" : event.key === "ArrowRight" ? "next" : undefined;
    if (to === undefined || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    go(to);
  },
  { capture: true },
);

function go(to: Towards): void {
  if (shown === undefined) return;
  if (to !== "newest" && shown[to].idle !== "") return;
  line.post({ type: "go", to });
}

function draw(): void {
  if (page === null || shown === undefined) return;
  document.title = shown.title;
  render([head(shown), ofContent(shown)], page);
}

function head({ network, host, title, words, previous, next, explorer, content }: Show) {
  return html`<triptych-head>
    <span slot="crumb">${icon("globe")}<span>${network}</span><span>·</span><bdi class="host">${host}</bdi></span>
    <span slot="toolbar" role="toolbar" aria-label=${words.toolbar} ?hidden=${!explorer}
      ><triptych-tool
        icon="link-external"
        .name=${words.openInExplorer}
        @click=${() => line.post({ type: "explore" })}
      ></triptych-tool
    ></span>
    <h1>${title}</h1>
    <span class="row" role="toolbar" aria-label=${words.neighbours}
      >${neighbour("previous", previous)}${neighbour("next", next)}<triptych-tool
        icon="go-to-search"
        .name=${words.goToBlock}
        @click=${() => line.post({ type: "ask" })}
      ></triptych-tool
    ></span>
    ${content.kind === "block" ? under(content) : nothing}
  </triptych-head>`;
}

function neighbour(to: "previous" | "next", { name, hint, idle }: Neighbour) {
  return html`<triptych-tool
    worded
    ?trailing=${to === "next"}
    icon=${to === "next" ? "arrow-right" : "arrow-left"}
    .name=${name}
    .hint=${hint}
    .idle=${idle}
    @click=${() => go(to)}
  ></triptych-tool>`;
}

function under({ from, length, exactLength }: BlockContent) {
  return html`${
    from === undefined
      ? nothing
      : html`<span slot="under"><time datetime=${from} title=${from}>${inUtc(from)}</time></span
          ><span slot="under"><triptych-time datetime=${from}></triptych-time></span>`
  }${length === undefined ? nothing : html`<span slot="under" title=${exactLength ?? ""}>${length}</span>`}`;
}

function ofContent({ content, words }: Show) {
  switch (content.kind) {
    case "reading":
      return html`<section>
        <triptych-busy cancels @cancelled=${() => line.post({ type: "cancel" })}>${content.sentence}</triptych-busy>
      </section>`;
    case "block":
      return ofBlock(content, words);
    case "absent":
      return html`<section>
        <h2 class="unheard">${words.block}</h2>
        <triptych-empty icon="search" .heading=${content.heading}
          >${content.sentence}${
            content.newest
              ? html`<button slot="actions" class="button" type="button" @click=${() => go("newest")}>
                  ${words.goToNewest}
                </button>`
              : nothing
          }<button
            slot="actions"
            class="button second"
            type="button"
            @click=${() => line.post({ type: "remedy", remedy: "retry" })}
          >
            ${words.retry}
          </button></triptych-empty
        >
      </section>`;
    case "failed":
      return ofFailure(content, words);
  }
}

function ofFailure({ heading, sentence, remedies }: Extract<Content, { readonly kind: "failed" }>, words: Words) {
  return html`<section role="alert">
    <h2 class="unheard">${words.block}</h2>
    <triptych-empty icon="error" tone="bad" .heading=${heading}
      >${sentence}${remedies.map(
        ({ remedy, label }, place) =>
          html`<button
            slot="actions"
            class="button ${place === 0 ? "" : "second"}"
            type="button"
            @click=${() => line.post({ type: "remedy", remedy })}
          >
            ${label}
          </button>`,
      )}</triptych-empty
    >
  </section>`;
}

function ofBlock({ figures, note, facts, json }: BlockContent, words: Words) {
  return html`<triptych-figures
      >${figures.map(
        ({ value, word }) => html`<triptych-figure .value=${value}>${word}</triptych-figure>`,
      )}</triptych-figures
    >
    <triptych-tabs
      .label=${words.tabs}
      .tabs=${[
        { id: "block", name: words.block },
        { id: "json", name: words.json },
      ]}
      .chosen=${tab}
      @chosen=${({ detail }: CustomEvent<string>) => {
        tab = detail;
        line.setState({ tab });
      }}
    >
      <div slot="block">
        <h2 class="unheard">${words.facts}</h2>
        ${
          note === undefined
            ? nothing
            : html`<triptych-empty icon="circle-slash" .heading=${note.heading}>${note.sentence}</triptych-empty>`
        }
        <triptych-facts>${facts.map(fact)}</triptych-facts>
      </div>
      <triptych-code slot="json" language="json" .label=${words.json} .text=${json}></triptych-code>
    </triptych-tabs>`;
}

function fact({ name, value, copy, mono, wide, leads, icon: look }: Fact) {
  const text = leads
    ? html`<button class="plain-link alone" type="button" @click=${() => go("previous")}>${value}</button>`
    : value;
  return html`<triptych-fact
    .name=${name}
    .copy=${value === undefined ? "" : (copy ?? "")}
    ?mono=${mono ?? false}
    ?wide=${wide ?? false}
    >${
      value === undefined
        ? nothing
        : html`${look === undefined ? nothing : html`${icon(look.name, look.tone)} `}${text}`
    }</triptych-fact
  >`;
}

/** "20 November 2026 at 14:28:58 UTC": ledgers keep one time for all the world. */
function inUtc(time: string): string {
  const form = { dateStyle: "long", timeStyle: "long", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(language(), form).format(Date.parse(time));
}
