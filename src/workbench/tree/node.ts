// Describes a row, as the wings give it to the tree.
import type { Uri } from "vscode";
import type { CommandId } from "../commands.ts";
import type { Text } from "../text/markdown.ts";

/** The subject is what the wing's commands work on. */
export interface Node<Subject = unknown> {
  /** The same after each reading, and of no other row of the view: what is unfolded and chosen hangs on it. */
  readonly id: string;
  readonly subject: Subject;
  readonly label: string;
  /** Only what helps to choose. Computed at each render if it contains an age. */
  readonly description?: string | (() => string);
  readonly icon?: {
    readonly name: string;
    readonly colour?: string;
    /** A `data:` URL, shown in place of the named icon. */
    readonly picture?: string;
  };
  /** The row's context value for menus. Computed at each render if it may change. */
  readonly contextValue?: string | (() => string);
  /** Of the scheme `triptych`, where a decoration marks the row. */
  readonly resource?: Uri;
  /** What a click does. */
  readonly click?: { readonly command: CommandId; readonly title: string; readonly given: readonly unknown[] };
  /** Made when the pointer rests on the row. */
  readonly tooltip?: (signal: AbortSignal) => Text | Promise<Text>;
  /** What a screen reader says, where label and description do not say it. */
  readonly spoken?: string | (() => string);
  /** Where what is under the row comes from; a row without it has nothing under it. */
  readonly children?: Children;
  readonly unfolded?: boolean;
}

/** Gives the first page of what is under a row. */
export type Children = (signal: AbortSignal) => Promise<Page>;

export interface Page {
  readonly nodes: readonly Node[];
  /** How many there are in all, where the service says so. */
  readonly total?: number;
  /** Elements that could not be understood and are left out. */
  readonly skipped?: number;
  /** Gives the next page; the last page has none. */
  readonly next?: Children;
}
