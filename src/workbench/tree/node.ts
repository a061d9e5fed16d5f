// Describes a row to the tree; wings provide these descriptions.
import type { Uri } from "vscode";
import type { Problem } from "../../base/problem.ts";
import type { CommandId } from "../commands.ts";
import type { Text } from "../text/markdown.ts";

/** The description of one row. The wing's commands work on its subject. */
export interface Node<Subject = unknown> {
  /** Unique in the view, and the same after each load, because VS Code keeps expansion and selection by ID. */
  readonly id: string;
  readonly subject: Subject;
  readonly label: string;
  /** Only what helps users choose. A function if it contains an age, so that each render computes it. */
  readonly description?: string | (() => string) | undefined;
  readonly icon?: {
    readonly name: string;
    readonly color?: string | undefined;
    /** A `data:` URL, shown in place of the named icon. */
    readonly picture?: string;
  };
  /** The row's context value for menus. Computed at each render if it may change. */
  readonly contextValue?: string | (() => string);
  /** The list in which the user can reorder this row. All rows of the list have the same object. */
  readonly order?: RowOrder;
  /** A URI of the scheme `triptych`, if a decoration marks the row. */
  readonly resource?: Uri | undefined;
  /** The problem that this row of the first level already explains, so that no problem row repeats it. */
  readonly explains?: Problem;
  readonly checkbox?: RowCheckbox;
  readonly click?: RowClick | undefined;
  /** What Open to the Side opens, if it differs from a click. */
  readonly side?: RowClick;
  /** Computed when the pointer rests on the row. */
  readonly tooltip?: ((signal: AbortSignal) => Text | Promise<Text>) | undefined;
  /** Text for screen readers, if label and description are not enough. */
  readonly accessibleLabel?: string | (() => string);
  /** Loads the rows under this one. Without it, the row can't be expanded. */
  readonly children?: Children;
  readonly expanded?: boolean;
}

export interface RowClick {
  readonly command: CommandId | "vscode.open";
  readonly title: string;
  readonly args: readonly unknown[];
}

/** A checkbox before the label. */
export interface RowCheckbox {
  readonly isChecked: () => boolean;
  /** What a checked row is, for its tooltip and screen readers. */
  readonly label: string;
  /** Saves the state that the user chose. */
  readonly save: (checked: boolean) => Promise<void>;
}

/** A list of rows in an order that the user chooses. */
export interface RowOrder {
  /** The IDs of all rows of the list, in their current order. */
  readonly ids: readonly string[];
  /** Saves a new order and redraws the rows. */
  readonly save: (ids: readonly string[]) => Promise<void>;
}

/** Loads the first page of the rows under a row. */
export type Children = (signal: AbortSignal) => Promise<RowPage>;

export interface RowPage {
  readonly nodes: readonly Node[];
  /** The total number, if the service returns it. */
  readonly total?: number | undefined;
  /** Number of elements that could not be decoded. */
  readonly skipped?: number;
  /** Loads the next page. The last page has none. */
  readonly next?: Children | undefined;
  /**
   * Loads what the row above needs, such as its counts. The rows don't wait for this. A failure is shown above them.
   */
  readonly beside?: (signal: AbortSignal) => Promise<unknown>;
}
