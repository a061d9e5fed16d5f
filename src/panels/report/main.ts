import { html } from "../kit/html.ts";
import "./report.css";
import "../kit/banner.ts";
import "../kit/busy.ts";
import "../kit/copy.ts";
import "../kit/empty.ts";
import "../kit/facts.ts";
import "../kit/figures.ts";
import "../kit/head.ts";
import "../kit/icon.ts";
import "../kit/table.ts";
import "../kit/tabs.ts";
import "../kit/tool.ts";
import { nothing, render } from "lit";
import type { TemplateResult } from "lit";
import { connect } from "../kit/connect.ts";
import { icon } from "../kit/icon.ts";
import type { Column } from "../kit/table.ts";
import { changes } from "./changes.ts";
import { fieldPick, worded } from "./controls.ts";
import type { Banner, Button, FactLine, FromPanel, Picture, Shown, SourceLine, TabId, ToPanel } from "./messages.ts";
import { permissions, trackers } from "./sections.ts";
import { timeline } from "./timeline.ts";

const line = connect<ToPanel, FromPanel>();
const place = document.querySelector("main");
let last: Shown | undefined;
/** What is unfolded, by the name of its group. */
const unfolded = new Set<string>();

line.on((message) => {
  // What the extension laid in is there until the first message.
  if (last === undefined) place?.replaceChildren();
  last = message;
  draw(message);
  if (message.unseen) line.post({ type: "saw" });
});

function draw(shown: Shown): void {
  if (place !== null) render(page(shown), place);
}

function unfold(group: string): void {
  unfolded.add(group);
  if (last !== undefined) draw(last);
}

function page(shown: Shown): TemplateResult {
  return html`${head(shown)} ${shown.banners.map(banner)}
    ${shown.busy === undefined ? nothing : html`<triptych-busy>${shown.busy}</triptych-busy>`} ${picks(shown)}
    ${
      shown.figures.length === 0
        ? nothing
        : html`<triptych-figures
            >${shown.figures.map(
              ({ value, word }) => html`<triptych-figure value=${value}>${word}</triptych-figure>`,
            )}</triptych-figures
          >`
    }
    ${shown.picture === undefined ? nothing : html`<section>${picture(shown.picture, 2)}</section>`} ${tabs(shown)}
    <footer class="quiet small">${foot(shown)}</footer>`;
}

/** The tabs, where there is more than one thing to look at. */
function tabs(shown: Shown): TemplateResult {
  const { tabs: given } = shown;
  if (given === undefined) return report(shown);
  const choose = (event: CustomEvent<TabId>): void => line.post({ type: "chooseTab", tab: event.detail });
  return html`<triptych-tabs label=${given.label} .tabs=${given.names} .chosen=${given.chosen} @chosen=${choose}>
    <div slot="report">${report(shown)}</div>
    <div slot="timeline">${given.chosen === "timeline" ? overTime(shown) : nothing}</div>
  </triptych-tabs>`;
}

function report(shown: Shown): TemplateResult {
  return html`${shown.trackers === undefined ? nothing : trackers(shown.trackers, picture, act, openTracker)}
  ${shown.permissions === undefined ? nothing : permissions(shown.permissions, unfolded, unfold)} ${facts(shown)}
  ${sources(shown)}`;
}

function overTime({ timeline: over, comparison }: Shown): TemplateResult {
  return html`${over === undefined ? nothing : timeline(over, chooseSide)}
  ${
    comparison === undefined
      ? nothing
      : changes(comparison, { act, openTracker, chooseSide, picture, stays, fold: (open) => showStays(open) })
  }`;
}

/** Whether what stayed the same is shown. */
let stays = false;

function showStays(open: boolean): void {
  stays = open;
  if (last !== undefined) draw(last);
}

/** A version of the panel's own application on the chart, or any that stands in a list. */
function chooseSide(side: "from" | "to", report: number, handle?: string): void {
  const own = last?.handle.value;
  if (own !== undefined) line.post({ type: "chooseSide", side, handle: handle ?? own, report });
}

function openTracker(tracker: number): void {
  line.post({ type: "openTracker", tracker });
}

function act(name: Button["act"]): void {
  line.post({ type: "act", act: name });
}

function head({ title, handle, source, under, toolbar }: Shown): TemplateResult {
  const [first = ""] = title.trim();
  return html`<triptych-head>
    <span slot="mark" aria-hidden="true">${first.toLocaleUpperCase()}</span>
    <h1>${title}</h1>
    <span slot="toolbar" role="toolbar" aria-label=${toolbar.label}
      >${toolbar.buttons.map((each) => worded(each, act))}</span
    >
    <div slot="under" class="handle">
      <span class="mono">${handle.value}</span
      ><triptych-copy .text=${handle.value} .name=${handle.name}></triptych-copy>
    </div>
    ${
      source === undefined
        ? nothing
        : html`<span slot="under" class="tag"
            >${icon(source.icon)}${
              source.href === undefined ? source.name : html`<a href=${source.href}>${source.name}</a>`
            }</span
          >`
    }
    ${under.map((text) => html`<span slot="under">${text}</span>`)}
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

function picture({ icon: name, tone, heading, sentence, alike, buttons }: Picture, level = 3): TemplateResult {
  return html`<triptych-empty icon=${name} tone=${tone} heading=${heading} level=${level}
    >${sentence}${
      alike === undefined
        ? nothing
        : html`<div class="alike">
            ${alike.label}
            <ul>
              ${alike.apps.map(
                (app) =>
                  html`<li>
                    <button
                      class="plain-link mono"
                      type="button"
                      @click=${() => line.post({ type: "openApp", handle: app.handle })}
                    >
                      ${app.handle}</button
                    ><span class="quiet"> ${app.name}</span>
                  </li>`,
              )}
            </ul>
          </div>`
    }${buttons.map(
      ({ act, label, icon: glyph }, index) =>
        html`<button
          slot="actions"
          class=${index === 0 ? "button" : "button second"}
          type="button"
          @click=${() => line.post({ type: "act", act })}
        >
          ${glyph === undefined ? nothing : icon(glyph)}${label}
        </button>`,
    )}</triptych-empty
  >`;
}

/** Which version of which source. Each source has a list of its own. */
function picks({ versions, sources: from }: Shown): TemplateResult | typeof nothing {
  if (versions === undefined || from === undefined) return nothing;
  return html`<div class="row picks">
    ${fieldPick(versions.label, versions.options, (value) => line.post({ type: "chooseVersion", report: Number(value) }))}
    ${fieldPick(from.label, from.options, (source) => line.post({ type: "chooseSource", source }))}
    <span class="quiet small">${versions.note}</span>
  </div>`;
}

function facts({ facts: known }: Shown): TemplateResult | typeof nothing {
  if (known === undefined) return nothing;
  return html`<section>
    <h2>${known.heading}</h2>
    <triptych-facts>${known.lines.map(fact)}</triptych-facts>
  </section>`;
}

function fact({ name, value, copy, mono, wide, href, exact }: FactLine): TemplateResult {
  const words =
    href === undefined ? html`<span title=${exact ?? nothing}>${value}</span>` : html`<a href=${href}>${value}</a>`;
  return html`<triptych-fact name=${name} copy=${copy ?? ""} ?mono=${mono === true} ?wide=${wide === true}
    >${value === undefined ? nothing : words}</triptych-fact
  >`;
}

function sources({ table }: Shown): TemplateResult | typeof nothing {
  if (table === undefined) return nothing;
  const [source = "", newest = "", reported = "", versions = "", found = "", asked = ""] = table.columns;
  const columns: readonly Column<SourceLine>[] = [
    {
      name: source,
      width: "minmax(0, 2fr)",
      cell: (each) =>
        each.shown === ""
          ? html`<button
              class="plain-link"
              type="button"
              @click=${() => line.post({ type: "chooseSource", source: each.source })}
            >
              ${each.name}
            </button>`
          : html`<b>${each.name}</b> <span class="quiet">${each.shown}</span>`,
    },
    { name: newest, short: newest, cell: (each) => each.newest },
    { name: reported, short: reported, cell: (each) => each.reported },
    { name: versions, short: versions, numeric: true, cell: (each) => each.versions },
    { name: found, short: found, numeric: true, cell: (each) => each.trackers },
    { name: asked, short: asked, numeric: true, cell: (each) => each.permissions },
  ];
  return html`<section>
    <h2>${table.heading} <span class="count">${table.count}</span></h2>
    <triptych-table label=${table.heading} .columns=${columns} .rows=${table.lines}></triptych-table>
  </section>`;
}

/** Whose the data is and on which terms, as their licence asks. */
function foot({ foot: { pattern, links, after } }: Shown): readonly unknown[] {
  const parts = pattern.split(/\{(\d)\}/).map((part, place) => {
    if (place % 2 === 0) return part;
    const link = links[Number(part)];
    return link === undefined ? nothing : html`<a href=${link.href}>${link.text}</a>`;
  });
  return [...parts, " ", after];
}
