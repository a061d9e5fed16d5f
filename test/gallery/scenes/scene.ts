// The frame around each part in the gallery.
import { html, type TemplateResult } from "lit";

/** Draws a part under its heading. Tests find it by its `id`. */
export function scene(id: string, heading: string, content: TemplateResult): TemplateResult {
  return html`<section id=${id} aria-labelledby="${id}-heading">
    <h2 id="${id}-heading">${heading}</h2>
    <div class="apart">${content}</div>
  </section>`;
}
