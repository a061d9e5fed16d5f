import { nothing } from "lit";
import type { TemplateResult } from "lit";
import { html } from "../kit/html.ts";
import { icon } from "../kit/icon.ts";
import type { Fact } from "./messages.ts";

/** `lead` goes where the value leads. */
export function fact({ name, value, copy, mono, wide, leads, icon: look }: Fact, lead?: () => void): TemplateResult {
  const text =
    leads === true
      ? html`<button class="plain-link alone" type="button" @click=${lead}>${value}</button>`
      : html`<span class="lines">${value}</span>`;
  return html`<triptych-fact
    .name=${name}
    .copy=${value === undefined ? "" : (copy ?? "")}
    ?mono=${mono ?? false}
    ?wide=${wide ?? false}
    >${
      value === undefined
        ? nothing
        : html`${look === undefined ? nothing : html`${icon(look.name, look.tone)} `}${text}`
    }</triptych-fact
  >`;
}
