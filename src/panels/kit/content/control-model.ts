// Buttons, dropdowns and fields in the content model.
import type { IconName } from "../icons.ts";
import type { Button, Unfinished } from "./text-model.ts";

/** Buttons, dropdowns and texts in one row. */
export interface Controls<A = never> {
  readonly kind: "controls";
  readonly items: readonly Control<A>[];
}

export type Control<A = never> =
  | { readonly button: Button<A> }
  | { readonly link: Button<A>; readonly expanded?: boolean }
  | { readonly select: Select<A> }
  | { readonly text: string }
  /** Pushes the items after it to the end of the row. */
  | { readonly push: true };

export interface Select<A = never> {
  readonly label: string;
  /** Shown before the dropdown: the letter of a side, and the `name` of its app. */
  readonly mark?: string | undefined;
  readonly name?: string | undefined;
  /** A single group is shown without its name. */
  readonly groups: readonly { readonly name: string; readonly options: readonly Option<A>[] }[];
}

export interface Option<A = never> {
  readonly label: string;
  readonly chosen: boolean;
  readonly act: A;
}

/** Fields in one row, and the button that sends their values. */
export interface Fields<A = never> {
  readonly kind: "fields";
  readonly label: string;
  readonly fields: readonly Field[];
  /** Message of the button, completed with the text of each field under its name. */
  readonly act: Unfinished<A>;
  readonly button: { readonly label: string; readonly icon?: IconName | undefined; readonly disabled?: boolean };
  readonly before?: Button<A> | undefined;
  readonly after?: Button<A> | undefined;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  /** Placeholder in place of a visible label; the field then takes the whole width. */
  readonly hint?: string | undefined;
  readonly value: string;
  readonly digits?: boolean | undefined;
}
