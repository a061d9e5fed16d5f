// Lets the reader choose a reaction to a comment.
import type { TemplateResult } from "lit";
import { html } from "../../kit/html.ts";
import { findEmoji } from "../../kit/markdown/emoji.ts";
import { indexAfterArrow } from "../../kit/controls/arrow-keys.ts";
import { hasModifier } from "../../kit/controls/keyboard.ts";

/** The comment to react to, if the picker is open. */
export interface PickerOptions {
  readonly at: string | undefined;
  readonly names: readonly string[];
  readonly label: string;
  readonly pick: (name: string) => void;
  readonly cancel: () => void;
}

/** Emoji of the reactions that servers don't name like emoji. */
const EMOJI_BY_REACTION: ReadonlyMap<string, string> = new Map([
  ["laugh", "😄"],
  ["hooray", "🎉"],
]);

/** Returns the emoji of a reaction, or the name of one that only this server has. */
export function findReactionEmoji(name: string): string {
  return EMOJI_BY_REACTION.get(name) ?? findEmoji(name) ?? `:${name}:`;
}

/** Draws the reactions to choose from, in a row with one tab stop. Escape returns to the comment. */
export function picker({ names, label, pick, cancel }: PickerOptions): TemplateResult {
  return html`<div slot="foot" class="picker" role="toolbar" aria-label=${label} @keydown=${handleKey(cancel)}>
    ${names.map(
      (name, place) =>
        html`<button
          class="act"
          type="button"
          tabindex=${place === 0 ? 0 : -1}
          aria-label=${name}
          title=${name}
          @click=${() => pick(name)}
        >
          ${findReactionEmoji(name)}
        </button>`,
    )}
  </div>`;
}

function handleKey(cancel: () => void): (pressed: KeyboardEvent) => void {
  return (pressed) => {
    const { currentTarget, target, key } = pressed;
    if (!(currentTarget instanceof HTMLElement) || hasModifier(pressed)) return;
    if (key === "Escape") {
      pressed.stopPropagation();
      cancel();
      return;
    }
    const buttons = [...currentTarget.querySelectorAll("button")];
    const now = buttons.findIndex((button) => button === target);
    const to =
      buttons[indexAfterArrow(key, now, buttons.length, getComputedStyle(currentTarget).direction === "rtl") ?? -1];
    if (to === undefined) return;
    pressed.preventDefault();
    pressed.stopPropagation();
    for (const button of buttons) button.tabIndex = button === to ? 0 : -1;
    to.focus();
  };
}
