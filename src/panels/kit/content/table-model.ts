// Tables in the content model.
import type { IconName, Tone } from "../icons.ts";
import type { Button, Text, Unfinished } from "./text-model.ts";

export interface Table<A = never> {
  readonly kind: "table";
  readonly label: string;
  readonly columns: readonly Column[];
  /** An ID if the rows arrive in portions. */
  readonly rows: readonly Row<A>[] | { readonly id: string };
  /** Message of rows without an `act`, completed with the row's index as `at`. */
  readonly open?: Unfinished<A> | undefined;
  /** Hides the column heads, if a heading above the table replaces them. */
  readonly plain?: boolean | undefined;
  /** Rows are never higher than one line. */
  readonly single?: boolean | undefined;
  /** Maximum height in pixels. */
  readonly height?: number | undefined;
  /** Text that is shown if there are no rows. */
  readonly none?: string | undefined;
  readonly filter?: Filter | undefined;
  readonly foot?: { readonly text: string; readonly buttons: readonly Button<A>[] } | undefined;
  /** Sent when the last rows come into view. */
  readonly more?: A | undefined;
}

export interface Filter {
  readonly label: string;
  readonly hint: string;
  readonly none: string;
  /** Text of the foot while rows are filtered: "{0} of {1} match". */
  readonly matching?: string | undefined;
  readonly note?: string | undefined;
  readonly copyAll?: string | undefined;
  /** A filter that the extension asks for. A higher serial replaces the reader's own filter. */
  readonly wanted?:
    | {
        readonly serial: number;
        /** ID of the sort to show, by the index of its column. */
        readonly sorts: Readonly<Record<number, string>>;
        /** Index of the row to scroll to. */
        readonly row?: number | undefined;
      }
    | undefined;
}

export interface Column {
  readonly name: string;
  /** Shows the name before the value if rows take two lines. */
  readonly short?: boolean | undefined;
  /** A track of a CSS grid. */
  readonly width?: string | undefined;
  /** As wide as its name and the longest of its sorts, so that none is cut unless another column needs the room. */
  readonly fits?: boolean | undefined;
  readonly look?: "number" | "mono" | "mono number" | undefined;
  /** The filter searches its texts and tooltips. */
  readonly searched?: boolean | undefined;
  /** Each cell is the ID of one of these. With `all`, a dropdown filters by them. */
  readonly sorts?: Readonly<Record<string, Sort>> | undefined;
  readonly all?: { readonly label: string; readonly name: string } | undefined;
  /** Drawn as a link that opens the row. */
  readonly opens?: boolean | undefined;
  /** Only this cell is copied, instead of the whole row. */
  readonly copied?: boolean | undefined;
}

/** Null if it was not recorded, "" to leave it blank. */
export type Cell<A = never> = Text<A> | null;

export interface Row<A = never> {
  /** One per column. Further cells aren't shown, but are copied with the row. */
  readonly cells: readonly Cell<A>[];
  readonly act?: A | undefined;
}

export interface Sort {
  readonly label: string;
  readonly icon: IconName;
  readonly tone: Tone;
  readonly quiet?: boolean | undefined;
}
