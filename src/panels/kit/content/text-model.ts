// Texts and buttons, which all parts of the content model are made of. `A` are the messages that the page may send back.
import type { IconName, Tone } from "../icons.ts";

/** A message of the page, which the extension declares with a schema in `receive`. */
export interface ContentMessage {
  readonly type: string;
}

/** A message that the page completes: with typed text under the field's name, or with the index of a row as `at`. */
export type Unfinished<A> = A extends ContentMessage ? Pick<A, "type"> & Partial<A> : never;

export type Text<A = never> = string | readonly Span<A>[];

/**
 * A `cut` text never takes a second line; its whole text is the tooltip. A `whole` text moves to the next line instead
 * of breaking in the middle.
 */
export type Look = "quiet" | "small" | "strong" | "mono" | "tag" | "cut" | "whole";

/** A piece of text with its own look or function. */
export interface Span<A = never> {
  readonly text?: string | undefined;
  readonly icon?: IconName | undefined;
  readonly tone?: Tone | undefined;
  readonly looks?: readonly Look[] | undefined;
  readonly tip?: string | undefined;
  readonly act?: A | undefined;
  /** URL of a page on the web. */
  readonly href?: string | undefined;
  /** A time in ISO 8601, shown relative to now, after the text if there is one. */
  readonly time?: string | undefined;
  /** Shown only while its row is hovered or has the focus. */
  readonly aside?: boolean | undefined;
}

export interface Button<A = never> {
  readonly act: A;
  readonly label: string;
  readonly icon?: IconName | undefined;
  /** The tooltip, if it says more than the label. */
  readonly hint?: string | undefined;
  /** The arrow key that does the same together with Alt, shown in the tooltip. */
  readonly arrow?: "←" | "→";
  /** Makes it a toggle: whether it is pressed. */
  readonly pressed?: boolean | undefined;
  /** Shows the label beside the icon if there is room. */
  readonly worded?: boolean | undefined;
  /** The icon follows the label. */
  readonly trailing?: boolean | undefined;
  /** Why the button is disabled. It keeps its place and stays focusable. */
  readonly idle?: string | undefined;
}

export interface Toolbar<A = never> {
  readonly label: string;
  readonly buttons: readonly Button<A>[];
}
