// What the reader had shown of very long texts, beyond the beginning that is drawn as Markdown.
import { nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { html } from "../kit/html.ts";
import type { CommentView, MoreMessage, MoreView } from "./messages.ts";

interface Shown {
  /** The beginning that the slices follow; they don't fit any other one. */
  readonly beginning: string;
  readonly slices: readonly string[];
  readonly more: MoreView | undefined;
}

/** The slices of long texts by the id of their comment. */
export class LongTexts {
  readonly #ask: (id: string, from: number) => void;
  readonly #take: (id: string) => void;
  #shown: ReadonlyMap<string, Shown> = new Map();

  constructor(ask: (id: string, from: number) => void, take: (id: string) => void) {
    this.#ask = ask;
    this.#take = take;
  }

  /** Accepts a slice, unless the text has changed since it was requested. */
  take({ of, from, text, more }: MoreMessage, line: CommentView | undefined): void {
    const before = line === undefined ? undefined : this.#of(line);
    if (line === undefined || before?.more?.from !== from) return;
    const shown = { beginning: line.markdown, slices: [...before.slices, text], more };
    this.#shown = new Map([...this.#shown, [of, shown]]);
  }

  /** The slices of a comment, and the way to what follows. */
  draw(line: CommentView): TemplateResult | typeof nothing {
    if (line.more === undefined) return nothing;
    const { slices, more } = this.#of(line);
    return html`<div slot="foot" class="long">
      ${repeat(slices, (slice) => html`<pre dir="auto">${slice}</pre>`)}
      ${
        more === undefined
          ? nothing
          : html`<p class="row">
              <span class="quiet small">${more.words}</span>
              <button class="plain-link" type="button" @click=${() => this.#ask(line.id, more.from)}>
                ${more.show}
              </button>
              <button class="plain-link" type="button" @click=${() => this.#take(line.id)}>${more.take}</button>
            </p>`
      }
    </div>`;
  }

  #of({ id, markdown, more }: CommentView): Shown {
    const shown = this.#shown.get(id);
    return shown?.beginning === markdown ? shown : { beginning: markdown, slices: [], more };
  }
}
