// Shows how long ago something happened.
import { LitElement } from "lit";
import { html } from "../html.ts";
import { EXACT, getValidMs } from "./time-text.ts";
import { format } from "../localization.ts";

/** A relative time that keeps itself up to date, with the exact one in the tooltip. */
export class Time extends LitElement {
  static override properties = { datetime: {} };

  /** ISO 8601. */
  datetime = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  override render() {
    const time = Date.parse(this.datetime);
    if (Number.isNaN(time)) return html`<slot></slot>`;
    return html`<time datetime=${this.datetime} title=${format.date(time, EXACT)}
      >${format.relative(time, Date.now())}</time
    >`;
  }

  override updated(): void {
    clearTimeout(this.#timer);
    const time = Date.parse(this.datetime);
    if (!Number.isNaN(time)) this.#timer = setTimeout(() => this.requestUpdate(), getValidMs(time, Date.now()));
  }
}

customElements.define("triptych-time", Time);
