// Separates new entries in a timeline from those that the reader has already seen.
import { css, LitElement } from "lit";
import { html } from "../../kit/html.ts";

/** A labeled line across a timeline: everything after it is new. */
export class NewsLine extends LitElement {
  static override styles = css`
    :host {
      display: flex;
      align-items: center;
      gap: var(--space-8);
      padding-block-start: 6px;
      padding-inline-start: 36px;
      color: var(--link);
      font-size: var(--size-small);
      font-weight: 600;
    }
    :host::after {
      content: "";
      flex: 1;
      border-block-start: 1px solid currentColor;
    }
  `;

  override connectedCallback(): void {
    super.connectedCallback();
    this.role ??= "listitem";
  }

  override render() {
    return html`<slot></slot>`;
  }
}

customElements.define("triptych-news-line", NewsLine);
