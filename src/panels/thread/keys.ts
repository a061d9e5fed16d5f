// The keys of the page: what they do, and the list of them under `?`.
import { nothing, type TemplateResult } from "lit";
import { hasModifier, isInTextField, readKey } from "../kit/controls/keyboard.ts";
import { html } from "../kit/html.ts";
import type { ThreadStrings } from "./messages.ts";

/** What a key does when no field has the focus. */
export type KeyAct = "keys" | "newAfter" | "newBefore" | "next" | "previous" | "reply" | "search";

const ACTS: Readonly<Record<string, KeyAct>> = {
  "?": "keys",
  "/": "search",
  r: "reply",
  j: "next",
  k: "previous",
  n: "newAfter",
  N: "newBefore",
};

/** Returns what a key does; undefined with a modifier, or in a field, where it is a letter. */
export function findKeyAct(pressed: KeyboardEvent): KeyAct | undefined {
  if (isInTextField(pressed) || hasModifier(pressed) || pressed.defaultPrevented) return undefined;
  const key = readKey(pressed);
  return Object.hasOwn(ACTS, key) ? ACTS[key] : undefined;
}

/** Draws the list of keys as a dialog over the page. */
export function keyList(
  { keys }: ThreadStrings,
  isShown: boolean,
  onClose: () => void,
): TemplateResult | typeof nothing {
  if (!isShown) return nothing;
  return html`<dialog class="keys" aria-labelledby="keys" @close=${onClose} @click=${closeOutside}>
    <h2 id="keys">${keys.title}</h2>
    <dl>
      ${keys.list.map(
        ({ keys: pressed, description }) =>
          html`<div>
            <dt>${pressed.map((key) => html`<kbd>${key}</kbd>`)}</dt>
            <dd>${description}</dd>
          </div>`,
      )}
    </dl>
    <button class="button second" type="button" @click=${closeDialog}>${keys.close}</button>
  </dialog>`;
}

function closeDialog({ target }: Event): void {
  if (target instanceof HTMLElement) target.closest("dialog")?.close();
}

/** Closes the list on a click beside it: the target of a click on the backdrop is the dialog itself. */
function closeOutside({ target }: Event): void {
  if (target instanceof HTMLDialogElement) target.close();
}
