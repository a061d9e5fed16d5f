// Draws the comments and events of a thread, and its facts.
import { nothing, type TemplateResult } from "lit";
import "./parts/avatar.ts";
import "./parts/comment.ts";
import "./parts/event.ts";
import { html } from "../kit/html.ts";
import "../kit/icon.ts";
import "../kit/text/image.ts";
import type { ImageState } from "../kit/text/image-state.ts";
import "./parts/label.ts";
import type { TextContext } from "../kit/markdown/server-syntax.ts";
import "../kit/text/prose.ts";
import "./parts/reactions.ts";
import "../kit/text/time.ts";
import "../kit/controls/tool-button.ts";
import type { LongTexts } from "./long-texts.ts";
import type {
  ActionView,
  CommentView,
  EventView,
  FactView,
  LabelView,
  Piece,
  ReactionView,
  Sentence,
} from "./messages.ts";
import { renderNotes } from "./line-comments.ts";
import { picker, findReactionEmoji, type PickerOptions } from "./parts/picker.ts";
import type { Slice } from "./visible-lines.ts";

/** What the lines need from the page around them. */
export interface LineContext {
  readonly home: TextContext;
  readonly images: ReadonlyMap<string, ImageState>;
  readonly reactions: ReadonlyMap<string, readonly ReactionView[]>;
  readonly picking: PickerOptions;
  readonly texts: LongTexts;
  /** Keys of the expanded lines. */
  readonly open: ReadonlySet<string>;
  /** Number of lines, drawn or not. */
  readonly count: number;
  readonly act: (action: ActionView) => void;
  readonly newestFirst: boolean;
}

/** Draws a comment or an event of the timeline. */
export function renderLine({ key, index, line }: Extract<Slice, { is: "line" }>, context: LineContext): TemplateResult {
  const place = { key, index, count: context.count };
  return line.kind === "comment" ? comment(line, place, context) : event(line, place, context);
}

interface Position {
  readonly key: string;
  readonly index: number;
  readonly count: number;
}

function comment(view: CommentView, { key, index, count }: Position, context: LineContext): TemplateResult {
  const { home, images, newestFirst, picking, texts } = context;
  return html`<triptych-comment
    tabindex="-1"
    data-key=${key}
    data-id=${view.id}
    data-vscode-context=${view.context}
    aria-posinset=${index + 1}
    aria-setsize=${count}
    who=${view.who}
    author-role=${view.authorRole}
    at=${view.at}
    edited=${view.edited}
    can=${view.can.join(" ")}
    ?unread=${view.fresh === true}
    news=${newestFirst ? "" : (view.news ?? "")}
    >${
      view.beside === undefined
        ? nothing
        : html`<span slot="beside" class="row"
            ><triptych-icon class=${view.beside.tone} name=${view.beside.icon}></triptych-icon>${view.beside.text}</span
          >`
    }${
      view.markdown === "" && view.notes !== undefined
        ? nothing
        : html`<triptych-prose
            .text=${view.markdown}
            .home=${home}
            .images=${images}
            ?ticks=${view.can.includes("edit")}
          ></triptych-prose>`
    }${texts.draw(view)}${renderNotes(view, context)}${
      view.files.length === 0
        ? nothing
        : html`<div slot="foot" class="files row">
            ${view.files.map(
              (file) =>
                html`<span
                  ><triptych-icon name=${file.isImage ? "file-media" : "file"}></triptych-icon>
                  <a href=${file.href}><bdi>${file.name}</bdi></a> <span class="quiet small">${file.size}</span></span
                >`,
            )}${view.files
              .filter(({ isImage }) => isImage)
              .map(
                ({ href, name }) =>
                  html`<triptych-image
                    class="attached"
                    .url=${href}
                    .alt=${name}
                    .state=${images.get(href)}
                  ></triptych-image>`,
              )}
          </div>`
    }${reactions(view, context)}${picking.at === view.id ? picker(picking) : nothing}</triptych-comment
  >`;
}

function reactions({ id }: CommentView, { reactions }: LineContext): TemplateResult | typeof nothing {
  const known = reactions.get(id) ?? [];
  if (known.length === 0) return nothing;
  const shown = known.map(({ id, own, people }) => ({ id, own, people, emoji: findReactionEmoji(id) }));
  return html`<triptych-reactions slot="foot" .reactions=${shown}></triptych-reactions>`;
}

function event(view: EventView, { key, index, count }: Position, { act, open }: LineContext): TemplateResult {
  const folds = view.inside.length > 0;
  return html`<triptych-event
    tabindex="-1"
    data-key=${key}
    aria-posinset=${index + 1}
    aria-setsize=${count}
    icon=${view.icon}
    at=${view.at}
    ?folds=${folds}
    ?open=${open.has(key)}
    >${renderSentence(view.sentence)}${
      view.action === undefined ? nothing : html` ${linkButton(view.action, act)}`
    }${view.inside.map(
      (inner) =>
        html`<triptych-event slot="inside" icon=${inner.icon} at=${inner.at}
          >${renderSentence(inner.sentence)}</triptych-event
        >`,
    )}</triptych-event
  >`;
}

/** Draws one fact of the side column. */
export function renderFact(view: FactView, act: LineContext["act"]): TemplateResult {
  const { change } = view;
  return html`<div>
    <div class="fact-head">
      <h2>${view.heading}</h2>
      ${
        change === undefined
          ? nothing
          : html`<triptych-tool icon="gear" name=${change.label} @click=${() => act(change)}></triptych-tool>`
      }
    </div>
    <div class="row">
      ${view.labels?.map(label)}${view.people?.map(
        (name) =>
          html`<span class="person"><triptych-avatar small .name=${name}></triptych-avatar><bdi>${name}</bdi></span>`,
      )}${view.sentence === undefined ? nothing : html`<span>${renderSentence(view.sentence)}</span>`}
    </div>
  </div>`;
}

function label(view: LabelView): TemplateResult {
  return html`<triptych-label name=${view.name} color=${view.color} description=${view.description}></triptych-label>`;
}

/** Draws the pieces of a sentence. */
export function renderSentence(sentence: Sentence): readonly (TemplateResult | string)[] {
  return sentence.map(renderPiece);
}

function renderPiece(part: Piece): TemplateResult | string {
  switch (part.is) {
    case "text":
      return part.text;
    case "strong":
      return html`<b><bdi>${part.text}</bdi></b>`;
    case "code":
      return html`<span class="mono">${part.text}</span>`;
    case "quiet":
      return html`<span class="quiet">${part.text}</span>`;
    case "struck":
      return html`<s><bdi>${part.text}</bdi></s>`;
    case "link":
      return html`<a class=${part.code === true ? "mono" : ""} href=${part.href}><bdi>${part.text}</bdi></a>`;
    case "label":
      return label(part.label);
    case "time":
      return html`<triptych-time datetime=${new Date(part.at).toISOString()}></triptych-time>`;
  }
}

function linkButton(action: ActionView, act: LineContext["act"]): TemplateResult {
  return html`<button class="plain-link" type="button" @click=${() => act(action)}>${action.label}</button>`;
}
