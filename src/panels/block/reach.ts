// How far a list has been read, and the way to the rest of it.
import { nothing } from "lit";
import type { TemplateResult } from "lit";
import "../kit/banner.ts";
import { html } from "../kit/html.ts";
import type { Reach, Words } from "./messages.ts";

/** Reads on, or stops. */
export interface Reading {
  readonly read: (all: boolean) => void;
  readonly stop: () => void;
}

export function reach({ more, busy }: Reach, said: string, words: Words, { read, stop }: Reading): TemplateResult {
  const button = (label: string, act: () => void): TemplateResult =>
    html`<button class="plain-link" type="button" @click=${act}>${label}</button>`;
  return html`<span slot="foot" class="row reach small">
    <span class="quiet" role="status">${said}</span>
    ${
      busy
        ? button(words.stop, stop)
        : more
          ? html`${button(words.readMore, () => read(false))} ${button(words.readAll, () => read(true))}`
          : nothing
    }
  </span>`;
}

/** Why there is no more, or less than there should be. */
export function trouble({ trouble: why }: Reach): TemplateResult | typeof nothing {
  return why === undefined ? nothing : html`<triptych-banner kind="caution">${why}</triptych-banner>`;
}
