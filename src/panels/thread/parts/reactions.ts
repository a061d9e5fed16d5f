// The reactions below a comment.
import { css, LitElement } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { emit } from "../../kit/events.ts";
import { html } from "../../kit/html.ts";
import { shared } from "../../kit/styles.ts";
import { joinNames, strings } from "../../kit/localization.ts";

export interface Reaction {
  /** The server's name for it: "+1". */
  readonly id: string;
  readonly emoji: string;
  /** The other people who reacted like this. */
  readonly people: readonly string[];
  /** The reader reacted like this, too. */
  readonly own: boolean;
}

/** One button for each reaction. It adds or removes the reader's own. */
export class Reactions extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-4);
        margin-block-start: var(--space-8);
      }
      button {
        display: inline-flex;
        align-items: center;
        gap: var(--space-4);
        min-inline-size: 24px;
        block-size: 24px;
        padding: 0 7px;
        border: 1px solid var(--tag-edge);
        border-radius: 12px;
        background: none;
        color: var(--text);
        font-size: var(--size-small);
        line-height: 16px;
        font-variant-numeric: tabular-nums;
        cursor: pointer;
      }
      button:hover {
        background: var(--vscode-toolbar-hoverBackground, transparent);
      }
      button:focus-visible {
        border-radius: 12px;
      }
      button[aria-pressed="true"] {
        border-color: var(--vscode-inputOption-activeBorder);
        background: var(--vscode-inputOption-activeBackground);
        box-shadow:
          inset 0 0 0 2px var(--surface),
          inset 0 0 0 calc(2px + var(--own-edge)) currentColor;
        box-shadow:
          inset 0 0 0 calc(3 * var(--own-edge)) var(--surface),
          inset 0 0 0 calc(4 * var(--own-edge)) currentColor;
        color: var(--vscode-inputOption-activeForeground);
      }
    `,
  ];
  static override properties = { reactions: { type: Array } };

  reactions: readonly Reaction[] = [];
  /** The button that has the focus before an update. */
  #focused: HTMLElement | undefined;

  override willUpdate(): void {
    const focused = this.shadowRoot?.activeElement;
    this.#focused = focused instanceof HTMLElement ? focused : undefined;
  }

  override render() {
    // Keyed, so that the focus stays on its reaction when others come or go.
    return repeat(
      this.reactions,
      ({ id }) => id,
      (reaction) => this.#button(reaction),
    );
  }

  override updated(): void {
    if (this.#focused === undefined || this.shadowRoot?.activeElement === this.#focused) return;
    // The button was moved, or its reaction is gone.
    const next = this.#focused.isConnected ? this.#focused : this.closest<HTMLElement>("triptych-comment");
    next?.focus({ preventScroll: true });
  }

  #button(reaction: Reaction) {
    const names = joinNames(reaction.own ? [strings.you, ...reaction.people] : reaction.people);
    const count = reaction.people.length + (reaction.own ? 1 : 0);
    return html`<button
      type="button"
      aria-pressed=${reaction.own}
      aria-label=${`${reaction.emoji} ${count}: ${names}`}
      title=${names}
      @click=${() => emit(this, "reacted", { reaction: reaction.id, on: !reaction.own })}
    >
      <span>${reaction.emoji}</span><span>${count}</span>
    </button>`;
  }
}

customElements.define("triptych-reactions", Reactions);
