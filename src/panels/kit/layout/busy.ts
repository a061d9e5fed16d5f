// Progress of work that takes long enough to be noticed.
import { css, LitElement, nothing } from "lit";
import { emit } from "../events.ts";
import { html } from "../html.ts";
import { icon } from "../icon.ts";
import { shared } from "../styles.ts";
import { strings } from "../localization.ts";

/** Shorter work is not announced. */
const BUSY_DELAY_MS = 200;

/** Shows what is running and its progress, and offers to cancel it. */
export class Busy extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
        margin-block-start: var(--space-8);
      }
      .words {
        display: flex;
        align-items: center;
        gap: var(--space-8);
        min-block-size: 26px;
        color: var(--quiet);
      }
      [role="progressbar"] {
        position: relative;
        block-size: 2px;
        margin-block-start: var(--space-8);
        overflow: hidden;
        background: var(--hairline);
      }
      [role="progressbar"] i {
        position: absolute;
        inset-block: 0;
        inset-inline-start: 0;
        inline-size: var(--share);
        background: var(--vscode-progressBar-background);
      }
    `,
  ];
  static override properties = { share: { type: Number }, cancels: { type: Boolean }, now: { type: Boolean } };

  /** From 0 to 1, if known. */
  share: number | undefined;
  cancels = false;
  /** Skips the delay, for work that has already taken a while. */
  now = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#timer = setTimeout(() => {
      this.now = true;
    }, BUSY_DELAY_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  override render() {
    const percent = this.share === undefined ? undefined : Math.round(this.share * 100);
    // A screen reader follows a progress bar by itself, and needn't read the sentence with every step.
    return html`<div class="words" role=${percent === undefined ? "status" : nothing}>
        ${this.now ? html`${icon("loading")}<span id="words"><slot></slot></span>` : nothing}
        ${
          this.now && this.cancels
            ? html`<button class="button second push" type="button" @click=${() => emit(this, "canceled", undefined)}>
                ${strings.cancel}
              </button>`
            : nothing
        }
      </div>
      ${
        this.now && percent !== undefined
          ? html`<div
              role="progressbar"
              aria-label=${this.textContent?.trim() ?? ""}
              aria-valuemin="0"
              aria-valuemax="100"
              aria-valuenow=${percent}
            >
              <i class="painted"></i>
            </div>`
          : nothing
      }`;
  }

  override updated(): void {
    this.style.setProperty("--share", `${(this.share ?? 0) * 100}%`);
  }
}

customElements.define("triptych-busy", Busy);
