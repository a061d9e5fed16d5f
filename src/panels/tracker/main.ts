// The panel of one tracker.
import { html } from "../kit/html.ts";
import "./tracker.css";
import "../kit/banner.ts";
import "../kit/busy.ts";
import "../kit/empty.ts";
import "../kit/facts.ts";
import "../kit/figures.ts";
import "../kit/head.ts";
import "../kit/prose.ts";
import "../kit/table.ts";
import "../kit/tool.ts";
import { nothing, render } from "lit";
import type { TemplateResult } from "lit";
import { connect } from "../kit/connect.ts";
import { icon } from "../kit/icon.ts";
import type { Column } from "../kit/table.ts";
import type { Banner, Button, Carriers, FromPanel, Link, Picture, Shown, Signature, ToPanel } from "./messages.ts";

interface Carrier {
  readonly handle: string;
  readonly source: string;
  readonly from: string;
}

const line = connect<ToPanel, FromPanel>();
const place = document.querySelector("main");
let last: Shown | undefined;
let carriers: readonly Carrier[] = [];
let filter = "";

line.on((message) => {
  switch (message.type) {
    case "shown":
      // What the extension laid in is there until the first message.
      if (last === undefined) place?.replaceChildren();
      last = message;
      break;
    case "carriers":
      carriers = [...carriers.slice(0, message.from), ...carriersOf(message)];
      break;
  }
  draw();
});

function carriersOf({ handles, cameFrom, sources }: Carriers): readonly Carrier[] {
  return handles.map((handle, index) => {
    const { source = "", name = "" } = sources[cameFrom[index] ?? 0] ?? {};
    return { handle, source, from: name };
  });
}

function draw(): void {
  if (place !== null && last !== undefined) render(page(last), place);
}

function page(shown: Shown): TemplateResult {
  return html`${head(shown)} ${shown.banners.map(banner)}
    ${shown.busy === undefined ? nothing : html`<triptych-busy>${shown.busy}</triptych-busy>`}
    ${
      shown.figures.length === 0
        ? nothing
        : html`<triptych-figures
            >${shown.figures.map(
              ({ value, word, exact }) =>
                html`<triptych-figure value=${value} exact=${exact ?? ""}>${word}</triptych-figure>`,
            )}</triptych-figures
          >`
    }
    ${shown.picture === undefined ? nothing : html`<section>${picture(shown.picture, 2)}</section>`}
    ${description(shown)} ${signatures(shown)} ${apps(shown)}
    <footer class="quiet small">${foot(shown)}</footer>`;
}

function head({ title, crumb, toolbar, categories, website }: Shown): TemplateResult {
  return html`<triptych-head>
    <span slot="crumb"
      >${icon("bug")}${crumb.map((part, index) => html`${index === 0 ? nothing : html`<span>·</span>`}<span>${part}</span>`)}</span
    >
    <span slot="toolbar" role="toolbar" aria-label=${toolbar.label}
      >${toolbar.buttons.map(
        ({ act, label, icon: name, worded }) =>
          html`<triptych-tool
            icon=${name ?? "question"}
            name=${label}
            ?worded=${worded === true}
            @click=${() => line.post({ type: "act", act })}
          ></triptych-tool>`,
      )}</span
    >
    <h1>${title}</h1>
    ${categories.map((name) => html`<span slot="under" class="tag">${name}</span>`)}
    ${website === undefined ? nothing : html`<a slot="under" class="break" href=${website.href}>${website.text}</a>`}
  </triptych-head>`;
}

function banner({ kind, start, sentence, buttons }: Banner): TemplateResult {
  return html`<triptych-banner kind=${kind}
    ><b>${start}</b> ${sentence}${buttons.map(
      ({ act, label }) =>
        html`<button slot="actions" class="plain-link" type="button" @click=${() => line.post({ type: "act", act })}>
          ${label}
        </button>`,
    )}</triptych-banner
  >`;
}

function picture({ icon: name, tone, heading, sentence, buttons }: Picture, level: 2 | 3 = 3): TemplateResult {
  return html`<triptych-empty icon=${name} tone=${tone} heading=${heading} level=${level}
    >${sentence}${buttons.map(button)}</triptych-empty
  >`;
}

function button({ act, label, icon: glyph }: Button, index: number): TemplateResult {
  return html`<button
    slot="actions"
    class=${index === 0 ? "button" : "button second"}
    type="button"
    @click=${() => line.post({ type: "act", act })}
  >
    ${glyph === undefined ? nothing : icon(glyph)}${label}
  </button>`;
}

function description({ description: told }: Shown): TemplateResult | typeof nothing {
  if (told === undefined) return nothing;
  return html`<section>
    <h2>${told.heading}</h2>
    ${
      told.text === ""
        ? html`<p class="quiet">${told.none}</p>`
        : html`<triptych-prose .text=${told.text} .base=${told.base}></triptych-prose>`
    }
  </section>`;
}

function signatures({ signatures: known, documentation }: Shown): TemplateResult | typeof nothing {
  if (known === undefined) return nothing;
  return html`<section>
    <h2>${known.heading}</h2>
    <triptych-facts
      >${known.lines.map(signature)}${
        documentation === undefined
          ? nothing
          : html`<triptych-fact wide name=${documentation.name}
              >${
                documentation.links.length === 0
                  ? html`<span class="quiet">${documentation.none}</span>`
                  : html`<ul class="links">
                      ${documentation.links.map((each) => html`<li>${link(each)}</li>`)}
                    </ul>`
              }</triptych-fact
            >`
      }</triptych-facts
    >
  </section>`;
}

function signature({ name, lines, copy, none }: Signature): TemplateResult {
  return lines.length === 0
    ? html`<triptych-fact wide name=${name}>${none.start} <span class="quiet">${none.sentence}</span></triptych-fact>`
    : html`<triptych-fact wide mono name=${name} copy=${copy}
        ><span class="signature break">${lines.join("\n")}</span></triptych-fact
      >`;
}

function apps({ apps: known }: Shown): TemplateResult | typeof nothing {
  if (known === undefined) return nothing;
  const listed = known.picture === undefined && carriers.length > 0;
  const [handle = "", source = ""] = known.columns;
  const watched = new Set(known.watched.handles);
  const found =
    filter === "" ? carriers : carriers.filter((each) => each.handle.toLowerCase().includes(filter.toLowerCase()));
  const columns: readonly Column<Carrier>[] = [
    {
      name: handle,
      width: "minmax(0, 5fr)",
      mono: true,
      cell: (each) =>
        html`<button class="plain-link mono" type="button" tabindex="-1" @click=${() => open(each)}>
            ${each.handle}</button
          >${watched.has(each.handle) ? html` <span class="tag">${icon("eye")}${known.watched.word}</span>` : nothing}`,
    },
    { name: source, short: source, width: "minmax(0, 2fr)", cell: (each) => each.from },
  ];
  return html`<section>
    <h2>${known.heading} <span class="count">${known.count}</span></h2>
    ${known.banner === undefined ? nothing : banner(known.banner)}
    ${
      known.busy === undefined
        ? nothing
        : html`<triptych-busy cancels @cancelled=${() => line.post({ type: "stop" })}>${known.busy}</triptych-busy>`
    }
    ${known.picture === undefined ? nothing : picture(known.picture)}
    ${
      listed
        ? html`<div class="row find">
              <span class="searchbox"
                >${icon("filter")}<input
                  class="field"
                  type="search"
                  placeholder=${known.filter.label}
                  aria-label=${known.filter.label}
                  .value=${filter}
                  @input=${narrow}
              /></span>
              <span class="quiet small">${known.note}</span>
            </div>
            ${
              found.length === 0
                ? html`<p class="quiet" role="status">${known.filter.none}</p>`
                : html`<triptych-table
                    opens
                    label=${known.heading}
                    .columns=${columns}
                    .rows=${found}
                    .copies=${(each: Carrier) => each.handle}
                    @opened=${(event: CustomEvent<number>) => {
                      const chosen = found[event.detail];
                      if (chosen !== undefined) open(chosen);
                    }}
                  ></triptych-table>`
            }`
        : nothing
    }
  </section>`;
}

function narrow(event: Event): void {
  if (event.target instanceof HTMLInputElement) filter = event.target.value.trim();
  draw();
}

function open({ handle, source }: Carrier): void {
  line.post({ type: "openApp", handle, source });
}

function link({ text, href }: Link): TemplateResult {
  return html`<a href=${href}>${text}</a>`;
}

/** Whose the data is and on which terms, as their licence asks. */
function foot({ foot: { pattern, links, after } }: Shown): readonly unknown[] {
  const parts = pattern.split(/\{(\d)\}/).map((part, index) => {
    if (index % 2 === 0) return part;
    const found = links[Number(part)];
    return found === undefined ? nothing : link(found);
  });
  return [...parts, " ", after];
}
