// Tabs inside a panel.
import { css, LitElement, nothing } from "lit";
import { emit } from "../events.ts";
import { html } from "../html.ts";
import { indexAfterArrow } from "../controls/arrow-keys.ts";
import type { Kind } from "../controls/kind-switch.ts";
import { hasModifier } from "../controls/keyboard.ts";
import { shared } from "../styles.ts";

/** Tabs above their content. Each child goes into the slot of its tab's ID; only the chosen tab has a slot. */
export class Tabs extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
        margin-block-start: var(--space-16);
      }
      [role="tablist"] {
        display: flex;
        gap: var(--space-16);
        box-shadow: inset 0 -1px var(--hairline);
        overflow: auto hidden;
        scrollbar-width: none;
      }
      [role="tab"] {
        display: inline-flex;
        align-items: center;
        gap: 6px;
        block-size: 32px;
        padding: 0 2px;
        border: 0;
        border-block-end: 1px solid transparent;
        background: none;
        color: var(--vscode-panelTitle-inactiveForeground);
        white-space: nowrap;
        cursor: pointer;
      }
      [role="tab"]:hover,
      [aria-selected="true"] {
        color: var(--vscode-panelTitle-activeForeground);
      }
      [aria-selected="true"] {
        border-block-end: var(--tab-edge);
        font-weight: 600;
      }
      [role="tab"]:focus-visible {
        outline-offset: -2px;
      }
      .count {
        color: var(--quiet);
        font-size: var(--size-small);
        font-weight: 400;
      }
      [role="tabpanel"] {
        padding-block-start: var(--space-12);
      }
    `,
  ];
  static override properties = { label: {}, tabs: { type: Array }, chosen: {}, subject: { attribute: false } };

  label = "";
  tabs: readonly Kind[] = [];
  chosen = "";
  /** A number that changes when the tabs show something else. Their scroll positions are then forgotten. */
  subject = 0;
  readonly #scrolled = new Map<string, number>();

  override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has("subject")) this.#scrolled.clear();
  }

  override render() {
    const chosen = this.tabs.find((tab) => tab.id === this.chosen) ?? this.tabs[0];
    return html`<div role="tablist" aria-label=${this.label} @keydown=${this.#onKey}>
        ${this.tabs.map(
          (tab) =>
            html`<button
              type="button"
              role="tab"
              id=${`tab-${tab.id}`}
              aria-controls="panel"
              aria-selected=${tab === chosen}
              tabindex=${tab === chosen ? 0 : -1}
              @click=${() => void this.choose(tab.id)}
            >
              ${tab.name}${tab.count === undefined ? nothing : html`<span class="count">${tab.count}</span>`}
            </button>`,
        )}
      </div>
      <div role="tabpanel" id="panel" aria-labelledby=${chosen === undefined ? nothing : `tab-${chosen.id}`}>
        <slot name=${chosen?.id ?? ""}></slot>
      </div>`;
  }

  /** Shows a tab at its last scroll position. */
  async choose(id: string): Promise<void> {
    if (id === this.chosen) return;
    const page = document.scrollingElement;
    this.#scrolled.set(this.chosen, page?.scrollTop ?? 0);
    this.chosen = id;
    emit(this, "chosen", id);
    await this.updateComplete;
    page?.scrollTo({ top: this.#scrolled.get(id) ?? Math.min(page.scrollTop, this.offsetTop) });
  }

  #onKey = async (event: KeyboardEvent): Promise<void> => {
    if (hasModifier(event)) return;
    const rightToLeft = getComputedStyle(this).direction === "rtl";
    const now = this.tabs.findIndex((tab) => tab.id === this.chosen);
    const tab = this.tabs[indexAfterArrow(event.key, Math.max(now, 0), this.tabs.length, rightToLeft) ?? -1];
    if (tab === undefined) return;
    event.preventDefault();
    await this.choose(tab.id);
    this.renderRoot.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  };
}

customElements.define("triptych-tabs", Tabs);
