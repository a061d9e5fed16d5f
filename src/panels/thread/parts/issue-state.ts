// Shows the state of an issue or pull request at a glance.
import { css, LitElement } from "lit";
import { html } from "../../kit/html.ts";
import { icon } from "../../kit/icon.ts";
import type { IconName, Tone } from "../../kit/icons.ts";
import { shared } from "../../kit/styles.ts";

/** A word with a tinted icon: Open, Closed, Merged. */
export class State extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: inline-flex;
      }
      .state {
        display: inline-flex;
        align-items: center;
        gap: var(--space-4);
        block-size: 20px;
        padding-inline: 6px var(--space-8);
        border: 1px solid currentColor;
        border-radius: 10px;
        font-size: var(--size-small);
        font-weight: 600;
        line-height: 18px;
        white-space: nowrap;
      }
      .state > span {
        color: var(--text);
      }
    `,
  ];
  static override properties = { icon: {}, tone: {} };

  icon: IconName = "info";
  tone: Tone = "";

  override render() {
    return html`<span class="state ${this.tone}"
      >${icon(this.icon)}<span><slot></slot></span
    ></span>`;
  }
}

customElements.define("triptych-state", State);
