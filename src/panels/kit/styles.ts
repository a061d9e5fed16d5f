// Styles that the parts of panels share.
// oxlint-disable-next-line typescript/triple-slash-reference -- a module for every *.css can only be declared ambiently
/// <reference path="./css.d.ts" />
import { unsafeCSS } from "lit";
import parts from "./parts.css" with { type: "text" };

/** What every part's shadow root draws as the page does. One style sheet, adopted by all. */
export const shared = unsafeCSS(parts);
