// Shown in place of a block that doesn't exist or could not be loaded.
import { nothing } from "lit";
import "../kit/empty.ts";
import { html } from "../kit/html.ts";
import type { Content, RemedyName, Words } from "./messages.ts";

type Of<Kind extends Content["kind"]> = Extract<Content, { readonly kind: Kind }>;

export function absence(
  { heading, sentence, newest }: Of<"absent">,
  words: Words,
  goToNewest: () => void,
  remedy: (remedy: RemedyName) => void,
) {
  return html`<section>
    <h2 class="unheard">${words.block}</h2>
    <triptych-empty icon="search" .heading=${heading}
      >${sentence}${
        newest
          ? html`<button slot="actions" class="button" type="button" @click=${goToNewest}>${words.goToNewest}</button>`
          : nothing
      }<button slot="actions" class="button second" type="button" @click=${() => remedy("retry")}>
        ${words.retry}
      </button></triptych-empty
    >
  </section>`;
}

export function failure(
  { heading, sentence, remedies }: Of<"failed">,
  words: Words,
  act: (remedy: RemedyName) => void,
) {
  return html`<section role="alert">
    <h2 class="unheard">${words.block}</h2>
    <triptych-empty icon="error" tone="bad" .heading=${heading}
      >${sentence}${remedies.map(
        ({ remedy, label }, place) =>
          html`<button
            slot="actions"
            class="button ${place === 0 ? "" : "second"}"
            type="button"
            @click=${() => act(remedy)}
          >
            ${label}
          </button>`,
      )}</triptych-empty
    >
  </section>`;
}
