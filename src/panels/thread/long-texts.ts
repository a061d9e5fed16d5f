// Shows more of very long texts, slice by slice, after the beginning that is drawn as Markdown.
import { nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { html } from "../kit/html.ts";
import type { CommentView, MoreMessage, MoreView } from "./messages.ts";

interface LongText {
  /** The beginning that the slices follow. If it changes, they no longer fit. */
  readonly beginning: string;
  readonly slices: readonly string[];
  readonly more: MoreView | undefined;
}

/** The slices of long texts, by the ID of their comment. */
export class LongTexts {
  readonly #requestSlice: (id: string, from: number) => void;
  readonly #openWhole: (id: string) => void;
  #shown: ReadonlyMap<string, LongText> = new Map();

  constructor(requestSlice: (id: string, from: number) => void, openWhole: (id: string) => void) {
    this.#requestSlice = requestSlice;
    this.#openWhole = openWhole;
  }

  /** Accepts a slice, unless the text has changed since it was requested. */
  addSlice({ of, from, text, more }: MoreMessage, line: CommentView | undefined): void {
    const before = line === undefined ? undefined : this.#getShown(line);
    if (line === undefined || before?.more?.from !== from) return;
    const shown = { beginning: line.markdown, slices: [...before.slices, text], more };
    this.#shown = new Map([...this.#shown, [of, shown]]);
  }

  /** Draws the slices of a comment, and the buttons that show more. */
  draw(line: CommentView): TemplateResult | typeof nothing {
    if (line.more === undefined) return nothing;
    const { slices, more } = this.#getShown(line);
    return html`<div slot="foot" class="long">
      ${repeat(slices, (slice) => html`<pre dir="auto">${slice}</pre>`)}
      ${
        more === undefined
          ? nothing
          : html`<p class="row">
              <span class="quiet small">${more.sentence}</span>
              <button class="plain-link" type="button" @click=${() => this.#requestSlice(line.id, more.from)}>
                ${more.show}
              </button>
              <button class="plain-link" type="button" @click=${() => this.#openWhole(line.id)}>${more.open}</button>
            </p>`
      }
    </div>`;
  }

  #getShown({ id, markdown, more }: CommentView): LongText {
    const shown = this.#shown.get(id);
    return shown?.beginning === markdown ? shown : { beginning: markdown, slices: [], more };
  }
}
