// Draws what a page says about missing, older or failed content: banners and empty states, with their buttons.
import { nothing, type TemplateResult } from "lit";
import "../layout/banner.ts";
import "../layout/empty.ts";
import { html } from "../html.ts";
import type { Banner, Empty } from "./content-model.ts";
import type { ContentMessage } from "./text-model.ts";
import { drawButton, drawEach, drawLink, drawText } from "./draw-text.ts";

export function drawBanner<A extends ContentMessage>(
  { tone, icon, start, sentence, buttons = [] }: Banner<A>,
  post: (message: A) => void,
  classes = "",
): TemplateResult {
  return html`<triptych-banner class=${classes === "" ? nothing : classes} kind=${tone} .icon=${icon ?? ""}
    >${start === undefined ? nothing : html`<b>${start}</b> `}${sentence}${drawEach(buttons, (each) =>
      drawLink(each, post, "actions"),
    )}</triptych-banner
  >`;
}

export function drawEmpty<A extends ContentMessage>(empty: Empty<A>, post: (message: A) => void): TemplateResult {
  const { tone, heading, sentence, level, list, buttons, alert } = empty;
  return html`<triptych-empty
    role=${alert === true ? "alert" : nothing}
    .icon=${empty.icon}
    .tone=${tone ?? ""}
    .heading=${heading}
    .level=${level ?? 3}
    >${sentence}${
      list === undefined
        ? nothing
        : html`<div class="alike">
            ${list.label}
            <ul>
              ${list.items.map((each) => html`<li>${drawText(each, post)}</li>`)}
            </ul>
          </div>`
    }${buttons?.map((each, at) => drawButton(each, post, { slot: "actions", second: at > 0 }))}</triptych-empty
  >`;
}
