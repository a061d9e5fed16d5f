// A switch between several views of the same data.
import { css, LitElement } from "lit";
import { emit } from "../events.ts";
import { html } from "../html.ts";
import { indexAfterArrow } from "./arrow-keys.ts";
import { hasModifier } from "./keyboard.ts";
import { shared } from "../styles.ts";

export interface Kind {
  readonly id: string;
  readonly name: string;
  readonly count?: string;
}

/** Radio buttons such as All, Comments, Events or Chart, Table, with one tab stop. */
export class Kinds extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: inline-flex;
      }
      [role="radiogroup"] {
        display: inline-flex;
        flex-wrap: wrap;
        gap: 2px;
      }
      .act {
        padding-inline: var(--space-8);
      }
      .act[aria-checked="false"] {
        color: var(--quiet);
      }
    `,
  ];
  static override properties = { label: {}, kinds: { type: Array }, chosen: {} };

  label = "";
  kinds: readonly Kind[] = [];
  chosen = "";

  override render() {
    const chosen = this.kinds.find((kind) => kind.id === this.chosen) ?? this.kinds[0];
    return html`<div role="radiogroup" aria-label=${this.label} @keydown=${this.#onKey}>
      ${this.kinds.map(
        (kind) =>
          html`<button
            class="act"
            type="button"
            role="radio"
            aria-checked=${kind === chosen}
            tabindex=${kind === chosen ? 0 : -1}
            @click=${() => this.choose(kind.id)}
          >
            ${kind.name}${kind.count === undefined ? "" : ` ${kind.count}`}
          </button>`,
      )}
    </div>`;
  }

  choose(id: string): void {
    if (id === this.chosen) return;
    this.chosen = id;
    emit(this, "chosen", id);
  }

  #onKey = async (event: KeyboardEvent): Promise<void> => {
    if (hasModifier(event)) return;
    const rightToLeft = getComputedStyle(this).direction === "rtl";
    const now = this.kinds.findIndex((kind) => kind.id === this.chosen);
    const kind = this.kinds[indexAfterArrow(event.key, Math.max(now, 0), this.kinds.length, rightToLeft) ?? -1];
    if (kind === undefined) return;
    event.preventDefault();
    this.choose(kind.id);
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
  };
}

customElements.define("triptych-kinds", Kinds);
