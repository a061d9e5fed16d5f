// The frame around each part in the gallery.
import { html, type TemplateResult } from "lit";

/** A part under its heading; `id` is how tests find it. */
export function scene(id: string, heading: string, content: TemplateResult): TemplateResult {
  return html`<section id=${id} aria-labelledby="${id}-heading">
    <h2 id="${id}-heading">${heading}</h2>
    <div class="apart">${content}</div>
  </section>`;
}
