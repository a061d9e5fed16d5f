import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import "../kit/avatar.ts";
import "../kit/comment.ts";
import "../kit/event.ts";
import "../kit/icon.ts";
import type { ImageState } from "../kit/image.ts";
import "../kit/label.ts";
import "../kit/prose.ts";
import "../kit/time.ts";
import type { ActionView, CommentView, EventView, FactView, LabelView, LineView, Piece, Sentence } from "./messages.ts";

/** What the lines need of the panel around them. */
export interface Around {
  /** What relative addresses belong to. */
  readonly base: string;
  readonly images: ReadonlyMap<string, ImageState>;
  readonly act: (action: ActionView) => void;
}

/** A comment or an event of the timeline. */
export function lineOf(each: LineView, around: Around): TemplateResult {
  return each.kind === "comment" ? comment(each, around) : event(each, around);
}

function comment(view: CommentView, { base, images }: Around): TemplateResult {
  return html`<triptych-comment
    data-id=${view.id}
    data-vscode-context=${view.context}
    who=${view.who}
    standing=${view.standing}
    at=${view.at}
    edited=${view.edited}
    can=${view.can.join(" ")}
    >${
      view.beside === undefined
        ? nothing
        : html`<span slot="beside" class="row"
            ><triptych-icon class=${view.beside.tone} name=${view.beside.icon}></triptych-icon
            >${view.beside.words}</span
          >`
    }<triptych-prose .text=${view.markdown} base=${base} .images=${images}></triptych-prose>${
      view.files.length === 0
        ? nothing
        : html`<div slot="foot" class="files row">
            ${view.files.map(
              (file) =>
                html`<span
                  ><triptych-icon name="file"></triptych-icon> <a href=${file.href}><bdi>${file.name}</bdi></a>
                  <span class="quiet small">${file.size}</span></span
                >`,
            )}
          </div>`
    }</triptych-comment
  >`;
}

function event(view: EventView, { act }: Around): TemplateResult {
  const folds = view.inside.length > 0;
  return html`<triptych-event icon=${view.icon} at=${view.at} ?folds=${folds}
    >${pieces(view.sentence)}${
      view.action === undefined ? nothing : html` ${linkButton(view.action, act)}`
    }${view.inside.map(
      (inner) =>
        html`<triptych-event slot="inside" icon=${inner.icon} at=${inner.at}
          >${pieces(inner.sentence)}</triptych-event
        >`,
    )}</triptych-event
  >`;
}

/** One fact of the side column. */
export function fact(view: FactView): TemplateResult {
  return html`<div>
    <h2>${view.heading}</h2>
    <div class="row">
      ${view.labels?.map(label)}${view.people?.map(
        (name) =>
          html`<span class="person"><triptych-avatar small .name=${name}></triptych-avatar><bdi>${name}</bdi></span>`,
      )}${view.sentence === undefined ? nothing : html`<span>${pieces(view.sentence)}</span>`}
    </div>
  </div>`;
}

function label(view: LabelView): TemplateResult {
  return html`<triptych-label
    name=${view.name}
    colour=${view.colour}
    description=${view.description}
  ></triptych-label>`;
}

/** A sentence in its parts. */
export function pieces(sentence: Sentence): readonly (TemplateResult | string)[] {
  return sentence.map(piece);
}

function piece(part: Piece): TemplateResult | string {
  switch (part.is) {
    case "text":
      return part.text;
    case "strong":
      return html`<b><bdi>${part.text}</bdi></b>`;
    case "code":
      return html`<span class="mono">${part.text}</span>`;
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

function linkButton(action: ActionView, act: Around["act"]): TemplateResult {
  return html`<button class="plain-link" type="button" @click=${() => act(action)}>${action.word}</button>`;
}
