// The reactions below a comment.
import { css, LitElement } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { emit } from "../../kit/events.ts";
import { html } from "../../kit/html.ts";
import { shared } from "../../kit/styles.ts";
import { fill, format, joinNames, strings } from "../../kit/localization.ts";

export interface Reaction {
  /** The server's name for it: "+1". */
  readonly id: string;
  readonly emoji: string;
  /** The other people who reacted like this. */
  readonly people: readonly string[];
  /** The reader reacted like this, too. */
  readonly own: boolean;
}

/** A screen reader reads all names of the tooltip. */
const MAX_NAMES = 20;

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
      .act {
        padding: 0 7px;
        border-color: var(--tag-edge);
        color: var(--text);
        font-variant-numeric: tabular-nums;
      }
      .act,
      .act:focus-visible {
        border-radius: 12px;
      }
      .act[aria-pressed="true"] {
        box-shadow:
          inset 0 0 0 calc(3 * var(--own-edge)) var(--surface),
          inset 0 0 0 calc(4 * var(--own-edge)) currentColor;
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
    const people = reaction.own ? [strings.you, ...reaction.people] : reaction.people;
    const named = people.length > MAX_NAMES + 1 ? people.slice(0, MAX_NAMES) : people;
    const others = people.length - named.length;
    const names = joinNames(others === 0 ? named : [...named, fill(strings.others, format.count(others))]);
    const count = format.count(people.length);
    return html`<button
      class="act"
      type="button"
      aria-pressed=${reaction.own}
      aria-label="${reaction.emoji} ${count}: ${names}"
      title=${names}
      @click=${() => emit(this, "reacted", { reaction: reaction.id, on: !reaction.own })}
    >
      <span>${reaction.emoji}</span><span>${count}</span>
    </button>`;
  }
}

customElements.define("triptych-reactions", Reactions);
