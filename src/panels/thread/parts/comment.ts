// A comment of a thread, with its author and its actions.
import { css, LitElement, nothing } from "lit";
import "./avatar.ts";
import { type CommentAct, emit } from "../../kit/events.ts";
import { html } from "../../kit/html.ts";
import { icon } from "../../kit/icon.ts";
import type { IconName } from "../../kit/icons.ts";
import { focusRing, iconColumn, shared } from "../../kit/styles.ts";
import "../../kit/text/time.ts";
import { EXACT } from "../../kit/text/time-text.ts";
import { fill, format, strings } from "../../kit/localization.ts";

const acts: readonly { readonly act: CommentAct; readonly icon: IconName; readonly name: string }[] = [
  { act: "react", icon: "smiley", name: strings.addReaction },
  { act: "quote", icon: "quote", name: strings.quote },
  { act: "edit", icon: "edit", name: strings.edit },
  { act: "delete", icon: "trash", name: strings.deleteComment },
];

/** Slots: the text, `beside` (after the name, such as "requested changes"), `foot` (reactions). */
export class Comment extends LitElement {
  static override styles = [
    shared,
    iconColumn,
    focusRing,
    css`
      :host {
        padding-block: var(--space-12) var(--space-16);
      }
      .head {
        display: flex;
        position: relative;
        flex-wrap: wrap;
        align-items: center;
        gap: 0 var(--space-8);
        min-block-size: 24px;
      }
      .head :is(triptych-time, .edited) {
        color: var(--quiet);
        font-size: var(--size-small);
      }
      .news {
        display: flex;
        align-items: center;
        gap: var(--space-8);
        grid-column: 1 / -1;
        margin-block-end: var(--space-8);
        padding-block-start: 6px;
        padding-inline-start: 36px;
        color: var(--link);
        font-size: var(--size-small);
        font-weight: 600;
      }
      .news::after {
        content: "";
        flex: 1;
        border-block-start: 1px solid currentColor;
      }
      .new {
        display: inline-flex;
        align-items: center;
        gap: var(--space-4);
        color: var(--link);
        font-size: var(--size-small);
        font-weight: 600;
      }
      .new::before {
        content: "";
        inline-size: 8px;
        block-size: 8px;
        border-radius: 50%;
        background: currentColor;
      }
      [role="toolbar"] {
        position: absolute;
        inset-block-start: 0;
        inset-inline-end: 0;
        display: inline-flex;
        gap: 2px;
        padding-inline-start: var(--space-8);
        background: var(--surface);
        opacity: 0;
      }
      :host(:hover) [role="toolbar"],
      :host(:focus-within) [role="toolbar"],
      :host(:focus) [role="toolbar"] {
        opacity: 1;
      }
      @media (hover: none) {
        [role="toolbar"] {
          position: static;
          margin-inline-start: auto;
          opacity: 1;
        }
      }
      .text {
        margin-block-start: var(--space-4);
      }
    `,
  ];
  static override properties = {
    who: {},
    authorRole: { attribute: "author-role" },
    at: {},
    edited: {},
    can: {},
    unread: { type: Boolean },
    news: {},
    active: { state: true },
  };

  who = "";
  /** The author's role in the thread: "Author", "Collaborator". */
  authorRole = "";
  /** ISO 8601. */
  at = "";
  /** Time of the last edit in ISO 8601, or nothing. */
  edited = "";
  /** Text above the first new comment: "2 new". */
  news = "";
  /** Actions that the reader may perform, such as "react quote edit delete". */
  can = "";
  unread = false;
  /** True while the focus is in this comment. Only then are its buttons in the Tab order. */
  private active = false;

  constructor() {
    super();
    this.addEventListener("focusin", () => (this.active = true));
    this.addEventListener("focusout", (event) => {
      const to = event.relatedTarget;
      this.active = to === this || (to instanceof Node && this.contains(to));
    });
  }

  override willUpdate(): void {
    this.role = "listitem";
    const time = Date.parse(this.at);
    const when = Number.isNaN(time) ? "" : format.relative(time, Date.now());
    const label = fill(strings.comment, this.who, when);
    this.ariaLabel = this.unread ? `${label}, ${strings.newMark}` : label;
  }

  /** Performs the action of a button or key, if the reader may. Returns whether they may. */
  act(act: CommentAct): boolean {
    const may = act === "link" || this.#may(act);
    if (may) emit(this, "acted", act);
    return may;
  }

  override render() {
    const edited = Date.parse(this.edited);
    return html`${this.news === "" ? nothing : html`<div class="news">${this.news}</div>`}<triptych-avatar
        .name=${this.who}
      ></triptych-avatar>
      <div>
        <div class="head">
          <b><bdi>${this.who}</bdi></b
          >${this.authorRole === "" ? nothing : html`<span class="tag">${this.authorRole}</span>`}<slot
            name="beside"
          ></slot
          >${this.at === "" ? nothing : html`<triptych-time .datetime=${this.at}></triptych-time>`}${
            Number.isNaN(edited)
              ? nothing
              : html`<span class="edited" title=${fill(strings.editedAt, format.date(edited, EXACT))}
                  >${strings.edited}</span
                >`
          }
          ${this.unread ? html`<span class="new painted">${strings.newMark}</span>` : nothing} ${this.#toolbar()}
        </div>
        <div class="text"><slot></slot></div>
        <slot name="foot"></slot>
      </div>`;
  }

  #may(act: CommentAct): boolean {
    return this.can.split(" ").includes(act);
  }

  #toolbar() {
    const stop = this.active ? 0 : -1;
    return html`<div role="toolbar" aria-label=${strings.actions}>
      ${acts
        .filter(({ act }) => this.#may(act))
        .map(
          ({ act, icon: glyph, name }) =>
            html`<button
              class="act"
              type="button"
              tabindex=${stop}
              aria-label=${name}
              title=${name}
              @click=${() => this.act(act)}
            >
              ${icon(glyph)}
            </button>`,
        )}<button
        class="act"
        type="button"
        tabindex=${stop}
        aria-label=${strings.more}
        title=${strings.more}
        aria-haspopup="menu"
        @click=${this.#openMenu}
      >
        ${icon("ellipsis")}
      </button>
    </div>`;
  }

  /** Opens VS Code's own menu for the `data-vscode-context` of this comment. */
  #openMenu = (event: MouseEvent): void => {
    const button = event.currentTarget;
    if (!(button instanceof HTMLElement)) return;
    const { left, bottom } = button.getBoundingClientRect();
    button.dispatchEvent(
      new MouseEvent("contextmenu", {
        bubbles: true,
        composed: true,
        cancelable: true,
        clientX: left,
        clientY: bottom,
      }),
    );
  };
}

customElements.define("triptych-comment", Comment);
