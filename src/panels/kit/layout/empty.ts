// Says why there is nothing to show, and what to do next.
import { css, LitElement } from "lit";
import { html } from "../html.ts";
import { icon } from "../icon.ts";
import type { IconName, Tone } from "../icons.ts";
import { iconColumn, shared } from "../styles.ts";

/** Empty state: an icon, a heading, a sentence, and at most two buttons in the slot `actions`. */
export class Empty extends LitElement {
  static override styles = [
    shared,
    iconColumn,
    css`
      :host {
        padding-block: var(--space-16);
      }
      triptych-icon {
        inline-size: 24px;
        block-size: 24px;
        font-size: 24px;
        line-height: 24px;
      }
      :is(h2, h3) {
        padding-block: 2px;
        font-weight: 600;
      }
      .text {
        max-inline-size: 520px;
      }
      slot[name="actions"] {
        display: flex;
        flex-wrap: wrap;
        column-gap: var(--space-8);
      }
      slot[name="actions"]::slotted(*) {
        margin-block-start: var(--space-12);
      }
    `,
  ];
  static override properties = { icon: {}, tone: {}, heading: {}, level: { type: Number } };

  icon: IconName = "info";
  tone: Tone = "";
  heading = "";
  /** 2 if it fills the page, 3 under a heading. */
  level: 2 | 3 = 3;

  override render() {
    return html`${icon(this.icon, this.tone)}
      <div>
        ${this.level === 2 ? html`<h2>${this.heading}</h2>` : html`<h3>${this.heading}</h3>`}
        <div class="text"><slot></slot></div>
        <slot name="actions"></slot>
      </div>`;
  }
}

customElements.define("triptych-empty", Empty);
