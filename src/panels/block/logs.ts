// Whether an address, a topic or an event may have been logged in the block.
import type { TemplateResult } from "lit";
import { seekField } from "../kit/fields.ts";
import { html } from "../kit/html.ts";
import { icon } from "../kit/icon.ts";
import type { Logs, Words } from "./messages.ts";

export function logs({ typed, answer, icon: look }: Logs, words: Words, seek: (typed: string) => void): TemplateResult {
  return html`<section>
    <h2>${words.logs}</h2>
    ${seekField({ label: words.logs, hint: words.logsHint, typed, button: words.look }, seek)}
    <p role="status">${answer === "" ? "" : html`${icon(look.name, look.tone)} ${answer}`}</p>
  </section>`;
}
