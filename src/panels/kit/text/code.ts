// Shows code from comments and files.
import { css, LitElement } from "lit";
import "../controls/copy.ts";
import { html } from "../html.ts";
import { highlightTemplate, tokenStyles } from "./code-colors.ts";
import { shared } from "../styles.ts";
import { strings } from "../localization.ts";

/** A block of code on the editor's background. It scrolls by itself and has a copy button on hover or focus. */
export class Code extends LitElement {
  static override styles = [
    shared,
    tokenStyles,
    css`
      :host {
        display: block;
        position: relative;
        margin-block: var(--space-8);
        border: 1px solid var(--hairline);
        border-radius: var(--round);
      }
      pre {
        padding: var(--space-8) var(--space-12);
      }
      pre:focus-visible {
        border-radius: var(--round);
      }
      triptych-copy {
        position: absolute;
        inset-block-start: var(--space-4);
        inset-inline-end: var(--space-4);
        border-radius: var(--round);
        background: var(--surface);
        opacity: 0;
      }
      :host(:hover) triptych-copy,
      :host(:focus-within) triptych-copy {
        opacity: 1;
      }
      @media (hover: none) {
        triptych-copy {
          opacity: 1;
        }
      }
    `,
  ];
  static override properties = { text: {}, language: {}, label: {} };

  /** The code. If it is not set, the text inside the element is shown. */
  text: string | undefined;
  language = "";
  label: string = strings.code;

  override render() {
    const text = this.text ?? this.textContent ?? "";
    return html`<pre
        tabindex="0"
        role="group"
        aria-label=${this.label}
      ><code>${highlightTemplate(text, this.language)}</code></pre>
      <triptych-copy .text=${text}></triptych-copy>`;
  }
}

customElements.define("triptych-code", Code);
