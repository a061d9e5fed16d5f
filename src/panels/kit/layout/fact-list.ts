// Lists of names and values, such as the hash and size of a block.
import { css, LitElement, nothing } from "lit";
import "../controls/copy.ts";
import { html } from "../html.ts";
import { shared } from "../styles.ts";
import { strings } from "../localization.ts";

/** A name and its value. Long IDs wrap and are never cut; a missing value is shown as "Not recorded". */
export class Fact extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        grid-column: span 2;
        grid-template-columns: subgrid;
        align-items: start;
        padding-block: var(--space-4);
      }
      :host([wide]) {
        grid-column: 1 / -1;
      }
      [role="term"] {
        color: var(--quiet);
        font-size: var(--size-small);
      }
      [role="definition"] {
        display: flex;
        align-items: flex-start;
        gap: var(--space-4);
        min-inline-size: 0;
      }
      :host([wide]) [role="definition"] {
        grid-column: 2 / -1;
      }
      :host([mono]) .value {
        font-family: var(--mono);
        font-size: var(--size-small);
        font-variant-ligatures: none;
      }
      .value {
        min-inline-size: 0;
      }
      triptych-copy {
        margin-block: -2px;
      }
      /* The name above its value, which needs the whole width. */
      @container (width < 320px) {
        :host,
        :host([wide]) [role="definition"] {
          grid-column: 1 / -1;
        }
        :host {
          grid-template-columns: minmax(0, 1fr);
        }
      }
      @media (hover: hover) {
        :host(:not(:hover)) triptych-copy:not(:focus-within) {
          opacity: 0;
        }
      }
    `,
  ];
  static override properties = { name: {}, copy: {} };

  name = "";
  /** Text that the copy button copies; if empty, there is no button. */
  copy = "";

  override render() {
    return html`<span role="term" id="name">${this.name}</span
      ><span role="definition" aria-labelledby="name"
        ><span class="value"
          ><slot><span class="quiet">${strings.notRecorded}</span></slot></span
        >${
          this.copy === "" ? nothing : html`<triptych-copy .text=${this.copy} .name=${this.name}></triptych-copy>`
        }</span
      >`;
  }
}

/**
 * A list of facts, in two columns if there is room. All names have the same width, so that the values of all sections
 * are aligned.
 */
export class Facts extends LitElement {
  static override styles = css`
    :host {
      display: block;
      container-type: inline-size;
    }
    div {
      display: grid;
      grid-template-columns: 136px minmax(0, 1fr) 136px minmax(0, 1fr);
      column-gap: var(--space-16);
    }
    @container (width < 760px) {
      div {
        grid-template-columns: min(136px, 34%) minmax(0, 1fr);
      }
    }
  `;

  override render() {
    return html`<div><slot></slot></div>`;
  }
}

customElements.define("triptych-fact", Fact);
customElements.define("triptych-facts", Facts);
