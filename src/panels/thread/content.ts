// Draws the page of a thread from its state.
import { nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import "../kit/layout/busy.ts";
import "../kit/layout/empty.ts";
import type { KitEventMap } from "../kit/events.ts";
import "../kit/layout/head.ts";
import { html } from "../kit/html.ts";
import "../kit/icon.ts";
import type { IconName } from "../kit/icons.ts";
import { findEmoji } from "../kit/markdown/emoji.ts";
import type { Home } from "../kit/markdown/server-links.ts";
import type { TextContext } from "../kit/markdown/server-syntax.ts";
import { styled } from "../kit/style-directive.ts";
import "./parts/timeline.ts";
import "../kit/controls/tool-button.ts";
import { drawBanner, drawEmpty } from "../kit/content/draw-notices.ts";
import "./parts/write-box.ts";
import { filter, hiddenNotice, type FilterActions } from "./filter.ts";
import { renderFact, renderLine, renderSentence, type LineContext } from "./lines.ts";
import { isNarrowed } from "./line-filter.ts";
import { keyList } from "./keys.ts";
import { renderPull } from "./pull-head.ts";
import type { ActionView, BannerView, ThreadView, WhereView, WriteView } from "./messages.ts";
import type { FromPanel } from "./protocol.ts";
import type { Slice } from "./visible-lines.ts";
import type { Body, State } from "./state.ts";

/** Leads to the new comments below. */
function newsButton({ news }: ThreadView, { goToComment }: ThreadContent): readonly TemplateResult[] {
  if (news === undefined) return [];
  return [
    html`<span slot="under"
      ><button class="plain-link" type="button" aria-label=${news.description} @click=${() => goToComment(news.id)}>
        ${news.label} <span aria-hidden="true">↓</span>
      </button></span
    >`,
  ];
}

/** State of the page, and the actions that its parts call. */
export interface ThreadContent
  extends Omit<LineContext, "home" | "open" | "reactions" | "count" | "newestFirst">, FilterActions {
  readonly state: State;
  readonly slices: readonly Slice[];
  /** Text of the reply box that has not been confirmed as saved. */
  readonly typed: string | undefined;
  readonly goToComment: (id: string) => void;
  readonly post: (message: FromPanel) => void;
  readonly toggleKeys: () => void;
  readonly onKeysClosed: () => void;
  readonly handlers: EventHandlers;
}

/** Handlers of the parts' events. */
export type EventHandlers = {
  readonly [Name in Exclude<keyof KitEventMap, UnhandledEvent>]: (event: KitEventMap[Name]) => void;
};

type UnhandledEvent =
  | "chosen"
  | "opened"
  | "ended"
  | "detailClosed"
  | "shown"
  | "viewed"
  | "named"
  | "ranged"
  | "canceled";

export function content(body: Body, shown: ThreadContent): TemplateResult {
  switch (body.type) {
    case "loading":
      return html`${head(body.where, shown.act)}<triptych-busy now>${body.sentence}</triptych-busy>`;
    case "failed":
      return html`${head(body.where, shown.act)}
        <h2 class="visually-hidden">${body.where.strings.tools}</h2>
        ${drawEmpty(body.state, shown.post)}`;
    case "thread":
      return thread(body.thread, shown);
  }
}

/** Parts of the head that are drawn once the thread is loaded. */
interface HeadOfThread {
  readonly title: string;
  readonly under: readonly TemplateResult[];
  readonly edit: string | undefined;
  readonly keys: { readonly name: string; readonly toggle: () => void };
}

function head(
  { repository, number, strings }: WhereView,
  act: LineContext["act"],
  thread?: HeadOfThread,
): TemplateResult {
  const tool = (id: ActionView["id"], icon: IconName, name: string) =>
    html`<triptych-tool icon=${icon} name=${name} @click=${() => act({ id, label: name })}></triptych-tool>`;
  const { edit, keys, title = "", under = [] } = thread ?? {};
  return html`<triptych-head>
    <span slot="crumb"
      ><triptych-icon name="repo"></triptych-icon><a href=${repository.href}>${breakable(repository.name)}</a>&nbsp;·
      <span>${repository.host}</span></span
    >
    <span slot="toolbar" role="toolbar" aria-label=${strings.tools}
      >${edit === undefined ? nothing : tool("editIssue", "edit", edit)}${tool("refresh", "refresh", strings.refresh)}${
        keys === undefined
          ? nothing
          : html`<triptych-tool
              icon="keyboard"
              name=${keys.name}
              hint="${keys.name} (?)"
              @click=${keys.toggle}
            ></triptych-tool>`
      }${tool("openOnWeb", "link-external", strings.openOnWeb)}</span
    >
    <h1>${title === "" ? nothing : html`<bdi>${title}</bdi> `}<span class="quiet">${number}</span></h1>
    ${under}
  </triptych-head>`;
}

/** Lets a path break after its slashes, where browsers don't. */
function breakable(path: string): readonly TemplateResult[] {
  return path.split("/").map((part, place) => html`${place === 0 ? nothing : html`/<wbr />`}${part}`);
}

function thread(view: ThreadView, shown: ThreadContent): TemplateResult {
  const { strings } = view;
  const { handlers, state } = shown;
  const { icon, tone, label } = view.state;
  const under = [
    html`<span slot="under" class="state ${tone}"
      ><triptych-icon name=${icon}></triptych-icon><span>${label}</span></span
    >`,
    ...newsButton(view, shown),
    ...view.under.map((sentence) => html`<span slot="under">${renderSentence(sentence)}</span>`),
  ];
  const { chosen, all } = state.sizes;
  const nothingFound = state.lines.length === 0 && all > 0;
  const context: LineContext = {
    ...shown,
    home: getTextContext(state.home),
    reactions: state.reactions,
    open: state.open,
    count: state.lines.length,
    newestFirst: state.choice.newestFirst,
  };
  const keys = { name: strings.keys.title, toggle: shown.toggleKeys };
  return html`${head(view, shown.act, { title: view.title, under, edit: view.mayEdit ? strings.edit : undefined, keys })}
    <span class="visually-hidden" role="status">${view.news?.label ?? nothing}</span>
    ${view.pull === undefined ? nothing : renderPull(view.pull, shown.act)} ${bannersAt("top", shown)}
    ${keyList(strings, state.keys, shown.onKeysClosed)}
    <div class="beside">
      ${
        view.facts.length === 0
          ? nothing
          : html`<aside aria-label=${strings.facts}>${view.facts.map((each) => renderFact(each, shown.act))}</aside>`
      }
      <div>
        <h2 class="visually-hidden">${strings.timeline}</h2>
        ${filter(view, state, shown)} ${hiddenNotice(view, state, shown, { lines: chosen, of: all })}
        <triptych-timeline
          label=${strings.timeline}
          @acted=${handlers.acted}
          @reacted=${handlers.reacted}
          @ticked=${handlers.ticked}
          @wanted=${handlers.wanted}
          @hostsManaged=${handlers.hostsManaged}
          @unfolded=${handlers.unfolded}
          >${repeat(
            shown.slices,
            ({ key }) => key,
            (slice) => (slice.is === "room" ? spacer(slice.height) : renderLine(slice, context)),
          )}</triptych-timeline
        >
        ${
          nothingFound
            ? html`<triptych-empty icon="search" heading=${strings.nothing}
                >${isNarrowed(state.choice) ? strings.nothingNext : nothing}</triptych-empty
              >`
            : nothing
        }
        ${view.rest === undefined ? nothing : html`<triptych-busy now>${view.rest}</triptych-busy>`}
        ${
          view.empty === undefined
            ? nothing
            : html`<triptych-empty icon="comment" heading=${view.empty.heading}>${view.empty.sentence}</triptych-empty>`
        }
        ${bannersAt("write", shown)} ${state.write === undefined ? nothing : writeBox(state.write, shown)}
      </div>
    </div>`;
}

const CONTEXTS_BY_HOME = new WeakMap<Home, TextContext>();

/** Returns the home of the texts, with the emoji that every server knows; the same object each time. */
function getTextContext(home: Home): TextContext {
  const context = CONTEXTS_BY_HOME.get(home) ?? { ...home, findEmoji };
  CONTEXTS_BY_HOME.set(home, context);
  return context;
}

/** Takes the space of the lines that are not drawn. */
function spacer(height: number): TemplateResult {
  return html`<div class="room" role="presentation" ${styled({ "block-size": `${height}px` })}></div>`;
}

function writeBox(view: WriteView, { typed, handlers }: ThreadContent): TemplateResult {
  return html`<triptych-write-box
    who=${view.who}
    label=${view.label}
    status=${view.status}
    status-icon=${view.icon}
    status-tone=${view.tone}
    ?sending=${view.sending}
    .closeWords=${view.close}
    .value=${typed ?? view.text}
    @typed=${handlers.typed}
    @posted=${handlers.posted}
    @closed=${handlers.closed}
    @editor=${handlers.editor}
    @attached=${handlers.attached}
  ></triptych-write-box>`;
}

function bannersAt(where: BannerView["place"], { state, post }: ThreadContent): TemplateResult {
  return html`${state.banners
    .filter((banner) => banner.place === where)
    .map((banner) => drawBanner(banner, post, "over"))}`;
}
