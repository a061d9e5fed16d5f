// Styles that the parts of panels share.
// oxlint-disable-next-line typescript/triple-slash-reference -- a module for every *.css can only be declared ambiently
/// <reference path="./css.d.ts" />
import { css, unsafeCSS } from "lit";
import parts from "./parts.css" with { type: "text" };

/** What every part's shadow root draws as the page does. One style sheet, adopted by all. */
export const shared = unsafeCSS(parts);

/** A part with an icon or picture of 24 pixels, and its content beside it. */
export const iconColumn = css`
  :host {
    display: grid;
    grid-template-columns: 24px minmax(0, 1fr);
    gap: 0 var(--space-12);
  }
`;

/** A part that takes the keyboard focus as a whole. */
export const focusRing = css`
  :host(:focus-visible) {
    outline: var(--focus-width) solid var(--focus);
    outline-offset: -1px;
    border-radius: var(--round);
  }
`;
