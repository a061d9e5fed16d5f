// An event of a thread, such as a changed label, or several folded into one line.
import { css, LitElement, nothing } from "lit";
import { emit } from "../../kit/events.ts";
import { html } from "../../kit/html.ts";
import { icon } from "../../kit/icon.ts";
import type { IconName } from "../../kit/icons.ts";
import { focusRing, iconColumn, shared } from "../../kit/styles.ts";
import "../../kit/text/time.ts";

/**
 * One line about an event: who did what, and when. With events in the slot `inside`, it summarizes them, and they
 * expand below it.
 */
export class EventLine extends LitElement {
  static override styles = [
    shared,
    iconColumn,
    focusRing,
    css`
      :host {
        padding-block: var(--space-4);
        color: var(--quiet);
        font-size: var(--size-small);
        line-height: 20px;
      }
      :host > triptych-icon {
        justify-self: center;
        margin-block-start: 2px;
      }
      ::slotted(b) {
        color: var(--text);
        font-weight: 600;
      }
      summary {
        display: flex;
        gap: 2px;
      }
      summary triptych-icon {
        margin-block-start: 2px;
        margin-inline-start: -4px;
      }
      .inside {
        padding-inline-start: var(--space-16);
      }
      :host([slot="inside"]) {
        grid-template-columns: minmax(0, 1fr);
        padding-block: 0;
      }
      :host([slot="inside"]) > triptych-icon {
        display: none;
      }
    `,
  ];
  static override properties = { icon: {}, at: {}, folds: { type: Boolean }, open: { type: Boolean } };

  icon: IconName = "question";
  /** ISO 8601; empty for a line that is not an event, such as "4 comments … Show". */
  at = "";
  /** The slot `inside` holds the events that this line summarizes. */
  folds = false;
  /** Whether the slot `inside` is shown. */
  open = false;

  override connectedCallback(): void {
    super.connectedCallback();
    this.role = "listitem";
  }

  override render() {
    const line = html`<slot></slot>${
        this.at === "" ? nothing : html`&nbsp;· <triptych-time .datetime=${this.at}></triptych-time>`
      }`;
    return html`${icon(this.icon)}${
      this.folds
        ? html`<details ?open=${this.open} @toggle=${this.#toggle}>
            <summary class="disclosure">${icon("chevron-right")}<span>${line}</span></summary>
            <div class="inside" role="list"><slot name="inside"></slot></div>
          </details>`
        : html`<div>${line}</div>`
    }`;
  }

  #toggle = (event: Event): void => {
    const { target } = event;
    if (!(target instanceof HTMLDetailsElement) || target.open === this.open) return;
    this.open = target.open;
    emit(this, "unfolded", this.open);
  };
}

customElements.define("triptych-event", EventLine);
