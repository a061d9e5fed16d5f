// Tables of a page.
import type { IconName, Tone } from "../icons.ts";
import type { Button, Text, Unfinished } from "./text-model.ts";

export interface Table<A = never> {
  readonly kind: "table";
  readonly label: string;
  readonly columns: readonly Column[];
  /** Or an ID, for rows that arrive in portions. */
  readonly rows: readonly Row<A>[] | { readonly id: string };
  /** The message of rows that have none of their own; completed with the row's place as `at`. */
  readonly open?: Unfinished<A> | undefined;
  /** Under a heading that replaces the column heads. */
  readonly plain?: boolean | undefined;
  /** Rows are never higher than one line. */
  readonly single?: boolean | undefined;
  /** The most pixels that it takes. */
  readonly height?: number | undefined;
  /** Shown in place of missing rows. */
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
  /** "{0} of {1} match", in place of the foot. */
  readonly matching?: string | undefined;
  readonly note?: string | undefined;
  readonly copyAll?: string | undefined;
  /** What to look at; a higher serial takes the place of what the reader chose. */
  readonly wanted?:
    | {
        readonly serial: number;
        /** By the place of the column: which of its sorts. */
        readonly sorts: Readonly<Record<number, string>>;
        /** The place of the row to be scrolled to. */
        readonly row?: number | undefined;
      }
    | undefined;
}

export interface Column {
  readonly name: string;
  /** Said before the value if a row takes two lines. */
  readonly short?: boolean | undefined;
  /** A track of a CSS grid. */
  readonly width?: string | undefined;
  /** As wide as the longest of its sorts, so that none is cut. */
  readonly fits?: boolean | undefined;
  readonly look?: "number" | "mono" | "mono number" | undefined;
  /** The filter looks into its text and tooltip. */
  readonly searched?: boolean | undefined;
  /** A cell is the id of one of these; `all` makes them a list to filter by. */
  readonly sorts?: Readonly<Record<string, Sort>> | undefined;
  readonly all?: { readonly label: string; readonly name: string } | undefined;
  /** Drawn as the link that the row is. */
  readonly opens?: boolean | undefined;
  /** Copied in place of the whole row. */
  readonly copied?: boolean | undefined;
}

/** Null if it was not recorded, "" to leave it blank. */
export type Cell<A = never> = Text<A> | null;

export interface Row<A = never> {
  /** One for each column; those that follow aren't shown, but copied with the row. */
  readonly cells: readonly Cell<A>[];
  readonly act?: A | undefined;
}

export interface Sort {
  readonly label: string;
  readonly icon: IconName;
  readonly tone: Tone;
}
