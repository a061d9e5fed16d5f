// Draws a codicon.
import type { TemplateResult } from "lit";
import { html } from "./html.ts";
import { type IconName, icons, type Tone } from "./icons.ts";

/**
 * Without a label, an icon is decoration beside a word, and screen readers skip it. It renders into the light DOM, so
 * that the style sheet around it applies.
 */
export class Icon extends HTMLElement {
  static readonly observedAttributes = ["name", "label"];

  connectedCallback(): void {
    this.#draw();
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#draw();
  }

  #draw(): void {
    const name = this.getAttribute("name") ?? "";
    const label = this.getAttribute("label");
    this.textContent = icons[isIconName(name) ? name : "question"];
    if (label === null) {
      this.setAttribute("aria-hidden", "true");
    } else {
      this.setAttribute("role", "img");
      this.setAttribute("aria-label", label);
    }
  }
}

function isIconName(name: string): name is IconName {
  return Object.hasOwn(icons, name);
}

customElements.define("triptych-icon", Icon);

export function icon(name: IconName, tone: Tone = ""): TemplateResult {
  return html`<triptych-icon class=${tone} name=${name}></triptych-icon>`;
}
