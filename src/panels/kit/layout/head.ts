// The heading of a panel, with its location, title and toolbar.
import { css, LitElement } from "lit";
import { html } from "../html.ts";
import { shared } from "../styles.ts";

/**
 * Slots: `crumb` (location) or `mark` (picture), `toolbar`, the title (an h1 and what follows it),
 * `under` (one line; the page separates its spans by dots).
 */
export class Head extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
        container-type: inline-size;
      }
      header {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr) auto;
        grid-template-areas: "crumb crumb toolbar" "title title title" "under under under";
        align-items: start;
      }
      .pictured {
        grid-template-areas: "mark title toolbar" "mark under under";
        grid-template-rows: auto 1fr;
      }
      .pictured slot[name="crumb"] {
        display: none;
      }
      slot {
        display: flex;
        align-items: center;
        min-inline-size: 0;
      }
      slot[name="crumb"] {
        grid-area: crumb;
        gap: var(--space-4);
        min-block-size: 24px;
        color: var(--quiet);
        font-size: var(--size-small);
      }
      slot[name="toolbar"] {
        grid-area: toolbar;
        gap: 2px;
        padding-inline-start: var(--space-8);
      }
      slot[name="mark"] {
        grid-area: mark;
      }
      slot:not([name]) {
        grid-area: title;
        flex-wrap: wrap;
        gap: 0 var(--space-8);
      }
      slot[name="under"] {
        grid-area: under;
        flex-wrap: wrap;
        gap: var(--space-4) var(--space-8);
        margin-block-start: var(--space-8);
        color: var(--quiet);
        font-size: var(--size-small);
      }
      .pictured slot[name="under"] {
        margin-block-start: 0;
      }
      ::slotted([slot="crumb"]) {
        display: block;
        min-inline-size: 0;
      }
      ::slotted([slot="toolbar"]) {
        display: flex;
        flex-wrap: wrap;
        gap: 2px;
      }
      ::slotted([slot="mark"]) {
        display: grid;
        place-items: center;
        inline-size: 64px;
        block-size: 64px;
        margin-inline-end: var(--space-16);
        border: 1px solid var(--tag-edge);
        border-radius: var(--vscode-cornerRadius-xLarge, 12px);
        background: var(--vscode-textCodeBlock-background);
        font-size: 26px;
        font-weight: 600;
      }
      /* Beside the toolbar, the location would break inside its names. */
      @container (width < 320px) {
        header:not(.pictured) {
          grid-template-areas: "crumb crumb crumb" "toolbar toolbar toolbar" "title title title" "under under under";
        }
        header:not(.pictured) slot[name="toolbar"] {
          padding: 0;
        }
      }
      @container (width < 600px) {
        .pictured {
          grid-template-areas: "mark title title" "mark under under" "toolbar toolbar toolbar";
        }
        .pictured slot[name="toolbar"] {
          flex-wrap: wrap;
          margin-block-start: var(--space-8);
          padding: 0;
        }
        ::slotted([slot="mark"]) {
          inline-size: 48px;
          margin-inline-end: var(--space-12);
          block-size: 48px;
          font-size: 20px;
        }
      }
    `,
  ];

  override render() {
    const pictured = this.querySelector(':scope > [slot="mark"]') !== null;
    return html`<header class=${pictured ? "pictured" : ""}>
      <slot name="crumb"></slot><slot name="toolbar"></slot
      ><slot name="mark" @slotchange=${() => this.requestUpdate()}></slot><slot></slot><slot name="under"></slot>
    </header>`;
  }
}

customElements.define("triptych-head", Head);
