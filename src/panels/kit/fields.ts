// Fields whose text is acted upon with Enter or a button.
import type { TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import "./fields.css";
import { html } from "./html.ts";
import { icon } from "./icon.ts";

/** VS Code lets no webview submit a form. */
function onEnter(act: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    act();
  };
}

/** One wide field for what is looked for, and the button that does it. */
export function seekField(
  { label, hint, typed, button }: Readonly<Record<"label" | "hint" | "typed" | "button", string>>,
  seek: (typed: string) => void,
): TemplateResult {
  let field: Element | undefined;
  const act = (): void => {
    if (field instanceof HTMLInputElement) seek(field.value);
  };
  return html`<div class="fields" @keydown=${onEnter(act)}>
    <input
      class="field wide"
      autocomplete="off"
      spellcheck="false"
      aria-label=${label}
      placeholder=${hint}
      .value=${typed}
      ${ref((element) => (field = element))}
    />
    <button class="button second" type="button" @click=${act}>${icon("search")}${button}</button>
  </div>`;
}
