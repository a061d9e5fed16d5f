// Styles that the parts of panels share.
// oxlint-disable-next-line typescript/triple-slash-reference -- a module for every *.css can only be declared ambiently
/// <reference path="./css.d.ts" />
import { css, unsafeCSS } from "lit";
import parts from "./parts.css" with { type: "text" };

/** Styles that all shadow roots of parts share with the page. One style sheet, adopted by all. */
export const shared = unsafeCSS(parts);

/** Layout of a part with a 24-pixel icon or picture beside its content. */
export const iconColumn = css`
  :host {
    display: grid;
    grid-template-columns: 24px minmax(0, 1fr);
    gap: 0 var(--space-12);
  }
`;

/** Focus ring of a part that takes the keyboard focus as a whole. */
export const focusRing = css`
  :host(:focus-visible) {
    outline: var(--focus-width) solid var(--focus);
    outline-offset: -1px;
    border-radius: var(--round);
  }
`;
