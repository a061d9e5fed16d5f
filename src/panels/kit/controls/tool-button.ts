// A button in the toolbar of a panel.
import { css, LitElement, nothing } from "lit";
import { html } from "../html.ts";
import { icon } from "../icon.ts";
import type { IconName } from "../icons.ts";
import { shared } from "../styles.ts";

/** An icon, and with `worded` also its label if there is room. Fires `click` like any button. */
export class Tool extends LitElement {
  static override shadowRootOptions = { ...LitElement.shadowRootOptions, delegatesFocus: true };
  static override styles = [
    shared,
    css`
      :host {
        display: inline-flex;
      }
      @media (width < 600px) {
        .worded {
          padding-inline: var(--space-4);
        }
        .worded span {
          display: none;
        }
      }
    `,
  ];
  static override properties = {
    icon: {},
    name: {},
    hint: {},
    worded: { type: Boolean },
    trailing: { type: Boolean },
    pressed: {},
    idle: {},
  };

  icon: IconName = "question";
  name = "";
  /** The tooltip, if it says more than the name. */
  hint = "";
  worded = false;
  /** The icon follows the label. */
  trailing = false;
  /** "true" or "false" for a button that stays pressed. */
  pressed: "true" | "false" | "" = "";
  /** Why the button is disabled. It keeps its place and stays focusable. */
  idle = "";

  override render() {
    const word = this.worded ? html`<span>${this.name}</span>` : nothing;
    return html`<button
      class="act ${this.worded ? "worded" : ""}"
      type="button"
      aria-label=${this.name}
      title=${this.idle || this.hint || this.name}
      aria-pressed=${this.pressed || nothing}
      aria-disabled=${this.idle === "" ? nothing : "true"}
      @click=${this.#stopIfIdle}
    >
      ${this.trailing ? html`${word}${icon(this.icon)}` : html`${icon(this.icon)}${word}`}
    </button>`;
  }

  #stopIfIdle = (event: Event): void => {
    if (this.idle !== "") event.stopPropagation();
  };
}

customElements.define("triptych-tool", Tool);
