// The few numbers that sum up a page.
import { css, LitElement } from "lit";
import { html } from "../html.ts";
import { shared } from "../styles.ts";

/** A number above its label: `<triptych-figure value="52" exact="52 of 52">transactions</triptych-figure>`. */
export class Figure extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
        color: var(--quiet);
        font-size: var(--size-small);
        line-height: 16px;
      }
      b {
        display: block;
        color: var(--text);
        font-size: var(--size-title);
        line-height: 24px;
        font-variant-numeric: tabular-nums;
      }
    `,
  ];
  static override properties = { value: {}, exact: {} };

  value = "";
  /** The tooltip of a rounded number. */
  exact = "";

  override connectedCallback(): void {
    super.connectedCallback();
    this.role = "listitem";
  }

  override render() {
    return html`<b title=${this.exact}>${this.value}</b><slot></slot>`;
  }
}

/** At most five figures in a row. */
export class Figures extends LitElement {
  static override styles = css`
    :host {
      display: flex;
      flex-wrap: wrap;
      gap: var(--space-8) var(--space-32);
      margin-block-start: var(--space-16);
    }
  `;

  override connectedCallback(): void {
    super.connectedCallback();
    this.role = "list";
  }

  override render() {
    return html`<slot></slot>`;
  }
}

customElements.define("triptych-figure", Figure);
customElements.define("triptych-figures", Figures);
