// A thin bar for limits, such as how much of its gas a call used.
import { css, LitElement } from "lit";
import { html } from "../html.ts";
import { shared } from "../styles.ts";

/** Shows how much of a limit is used; the text next to it has the number. */
export class Bar extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      div {
        block-size: 4px;
        overflow: hidden;
        border-radius: 2px;
        outline: 1px solid var(--vscode-contrastBorder, transparent);
        background: var(--vscode-contrastBorder, var(--tag-edge));
        background: linear-gradient(var(--series-1) 0 0) no-repeat 0 0 / var(--share) 100%;
        background-color: color-mix(in srgb, var(--text) 16%, var(--surface));
      }
      :host(:dir(rtl)) div {
        background-position-x: 100%;
      }
    `,
  ];
  static override properties = { share: { type: Number }, label: {} };

  /** From 0 to 1. */
  share = 0;
  label = "";

  override render() {
    return html`<div class="painted" role="img" aria-label=${this.label}></div>`;
  }

  override updated(): void {
    this.style.setProperty("--share", `${Math.min(1, Math.max(0, this.share)) * 100}%`);
  }
}

customElements.define("triptych-bar", Bar);
