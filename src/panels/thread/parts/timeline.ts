// The list of comments and events in a thread, and the keys that move and act in it.
import { css, LitElement } from "lit";
import { Comment } from "./comment.ts";
import { hasModifier, readKey } from "../../kit/controls/keyboard.ts";
import type { CommentAct } from "../../kit/events.ts";
import { EventLine } from "./event.ts";
import { html } from "../../kit/html.ts";
import { shared } from "../../kit/styles.ts";

const keys: Readonly<Record<string, CommentAct>> = { r: "quote", e: "edit", Delete: "delete", c: "link" };

/**
 * Comments and events below one another, with one tab stop: arrows or J and K move, and the letters of `keys` act on
 * the comment that has the focus. A labeled line precedes the first new comment.
 */
export class Timeline extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      ::slotted(:is(triptych-comment, triptych-event)) {
        position: relative;
      }
      ::slotted([ruled])::before {
        content: "";
        position: absolute;
        inset-block-start: 0;
        inset-inline: 36px 0;
        border-block-start: 1px solid var(--hairline);
      }
      ::slotted([ruled][news]:not([news=""]))::before {
        display: none;
      }
    `,
  ];
  static override properties = { label: {} };

  label = "";

  constructor() {
    super();
    this.addEventListener("keydown", (event) => this.#key(event));
    this.addEventListener("focusin", (event) => this.#setTabStop(this.#findLine(event.target)));
  }

  override willUpdate(): void {
    this.role = "list";
    this.ariaLabel = this.label;
  }

  override render() {
    return html`<slot @slotchange=${this.#arrange}></slot>`;
  }

  /** Gives the tab stop to one line, and draws hairlines between comments and between a comment and events. */
  #arrange = (): void => {
    const lines = this.#lines();
    for (const line of lines) {
      const before = line.previousElementSibling;
      const isRuled = before instanceof Comment || (line instanceof Comment && before instanceof EventLine);
      line.toggleAttribute("ruled", isRuled);
    }
    this.#setTabStop(lines.find((line) => line.tabIndex === 0) ?? lines[0]);
  };

  #lines(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>(":scope > :is(triptych-comment, triptych-event)")];
  }

  #findLine(target: EventTarget | null): HTMLElement | undefined {
    return this.#lines().find((line) => target instanceof Node && line.contains(target));
  }

  #setTabStop(stop: HTMLElement | undefined): void {
    if (stop !== undefined) for (const line of this.#lines()) line.tabIndex = line === stop ? 0 : -1;
  }

  #key(event: KeyboardEvent): void {
    const line = this.#findLine(event.target);
    // Only while the line itself has the focus: elements inside it keep their own keys.
    if (line === undefined || event.composedPath()[0] !== line || hasModifier(event)) return;
    const key = readKey(event);
    const lines = this.#lines();
    const at = lines.indexOf(line);
    const to = { ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1, Home: 0, End: lines.length - 1 }[key];
    const act = keys[key];
    if (to !== undefined) {
      lines[to]?.focus();
    } else if (act === undefined || !(line instanceof Comment) || !line.act(act)) {
      // R then writes a reply.
      return;
    }
    event.preventDefault();
  }
}

customElements.define("triptych-timeline", Timeline);
