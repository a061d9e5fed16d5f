import { nothing } from "lit";
import type { TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import "../kit/banner.ts";
import "../kit/busy.ts";
import "../kit/empty.ts";
import type { KitEventMap } from "../kit/events.ts";
import "../kit/head.ts";
import { html } from "../kit/html.ts";
import "../kit/icon.ts";
import type { IconName } from "../kit/icons.ts";
import "../kit/state.ts";
import { styled } from "../kit/styled.ts";
import "../kit/timeline.ts";
import "../kit/tool.ts";
import "../kit/write-box.ts";
import { filter, leftOut } from "./filter.ts";
import type { Filtering } from "./filter.ts";
import { fact, lineOf, pieces } from "./lines.ts";
import type { Around } from "./lines.ts";
import type { ActionView, BannerView, FromExtension, ThreadView, WhereView, WriteView } from "./messages.ts";
import type { Slice } from "./sheet.ts";

/** What the panel shows in the place of everything, or the thread. */
export type Body = Extract<FromExtension, { readonly type: "reading" | "failed" | "thread" }>;

/** All that is drawn, and what is done with it. */
export interface Shown extends Around, Filtering {
  readonly slices: readonly Slice[];
  /** How many comments and events are chosen, and of how many. */
  readonly chosen: number;
  readonly all: number;
  readonly banners: readonly BannerView[];
  readonly write: WriteView | undefined;
  /** What stands in the box and is not yet known to be kept. */
  readonly typed: string | undefined;
  readonly hear: Hearing;
}

/** What the parts tell. */
export interface Hearing {
  readonly acted: (happened: KitEventMap["acted"]) => void;
  readonly reacted: (happened: KitEventMap["reacted"]) => void;
  readonly wanted: (happened: KitEventMap["wanted"]) => void;
  readonly hostsManaged: (happened: KitEventMap["hostsManaged"]) => void;
  readonly unfolded: (happened: KitEventMap["unfolded"]) => void;
  readonly typed: (happened: KitEventMap["typed"]) => void;
  readonly posted: (happened: KitEventMap["posted"]) => void;
  readonly editor: (happened: KitEventMap["editor"]) => void;
}

export function content(body: Body, shown: Shown): TemplateResult {
  switch (body.type) {
    case "reading":
      return html`${head(body.where, shown.act)}<triptych-busy now>${body.words}</triptych-busy>`;
    case "failed":
      return html`${head(body.where, shown.act)}
        <h2 class="unheard">${body.where.words.tools}</h2>
        <triptych-empty icon="error" tone="bad" heading=${body.heading}
          >${body.words}${body.actions.map(
            (action, at) =>
              html`<button
                slot="actions"
                class="button ${at === 0 ? "" : "second"}"
                type="button"
                @click=${() => shown.act(action)}
              >
                ${action.word}
              </button>`,
          )}</triptych-empty
        >`;
    case "thread":
      return thread(body.thread, shown);
  }
}

function head(
  { repository, number, words }: WhereView,
  act: Around["act"],
  title = "",
  under: readonly TemplateResult[] = [],
): TemplateResult {
  const tool = (id: ActionView["id"], icon: IconName, name: string) =>
    html`<triptych-tool icon=${icon} name=${name} @click=${() => act({ id, word: name })}></triptych-tool>`;
  return html`<triptych-head>
    <span slot="crumb"
      ><triptych-icon name="repo"></triptych-icon><a href=${repository.href}>${repository.name}</a><span>·</span
      ><span>${repository.host}</span></span
    >
    <span slot="toolbar" role="toolbar" aria-label=${words.tools}
      >${tool("refresh", "refresh", words.refresh)}${tool("openOnWeb", "link-external", words.openOnWeb)}</span
    >
    <h1>${title === "" ? nothing : html`<bdi>${title}</bdi> `}<span class="quiet">${number}</span></h1>
    ${under}
  </triptych-head>`;
}

function thread(view: ThreadView, shown: Shown): TemplateResult {
  const { words, state } = view;
  const { hear } = shown;
  const under = [
    html`<triptych-state slot="under" icon=${state.icon} tone=${state.tone}>${state.word}</triptych-state>`,
    ...view.under.map((sentence) => html`<span slot="under">${pieces(sentence)}</span>`),
  ];
  const nothingFound = shown.chosen === 0 && shown.all > 0;
  return html`${head(view, shown.act, view.title, under)} ${bannersAt("top", shown)}
    <div class="beside">
      ${view.facts.length === 0 ? nothing : html`<aside aria-label=${words.facts}>${view.facts.map(fact)}</aside>`}
      <div>
        <h2 class="unheard">${words.timeline}</h2>
        ${filter(view, shown)} ${leftOut(view, shown, { lines: shown.chosen, of: shown.all })}
        <triptych-timeline
          label=${words.timeline}
          @acted=${hear.acted}
          @reacted=${hear.reacted}
          @wanted=${hear.wanted}
          @hostsManaged=${hear.hostsManaged}
          @unfolded=${hear.unfolded}
          >${repeat(
            shown.slices,
            ({ key }) => key,
            (slice) => (slice.is === "room" ? room(slice.height) : lineOf(slice, shown)),
          )}</triptych-timeline
        >
        ${
          nothingFound
            ? html`<triptych-empty icon="search" heading=${words.nothing}>${words.nothingNext}</triptych-empty>`
            : nothing
        }
        ${view.rest === undefined ? nothing : html`<triptych-busy now>${view.rest}</triptych-busy>`}
        ${
          view.empty === undefined
            ? nothing
            : html`<triptych-empty icon="comment" heading=${view.empty.heading}>${view.empty.words}</triptych-empty>`
        }
        ${bannersAt("write", shown)} ${shown.write === undefined ? nothing : box(shown.write, shown)}
      </div>
    </div>`;
}

/** As tall as the lines that are not drawn. */
function room(height: number): TemplateResult {
  return html`<div class="room" role="presentation" ${styled({ "block-size": `${height}px` })}></div>`;
}

function box(view: WriteView, { typed, hear }: Shown): TemplateResult {
  return html`<triptych-write-box
    who=${view.who}
    label=${view.label}
    status=${view.status}
    status-icon=${view.icon}
    status-tone=${view.tone}
    ?sending=${view.sending}
    .value=${typed ?? view.text}
    @typed=${hear.typed}
    @posted=${hear.posted}
    @editor=${hear.editor}
  ></triptych-write-box>`;
}

function bannersAt(where: BannerView["place"], { banners, act }: Shown): TemplateResult {
  return html`${banners
    .filter((banner) => banner.place === where)
    .map(
      (banner) =>
        html`<triptych-banner class="over" kind=${banner.kind} icon=${banner.icon}
          >${banner.strong === "" ? nothing : html`<b>${banner.strong}</b> `}${banner.words}${banner.actions.map(
            (action) =>
              html`<button slot="actions" class="plain-link" type="button" @click=${() => act(action)}>
                ${action.word}
              </button>`,
          )}</triptych-banner
        >`,
    )}`;
}
