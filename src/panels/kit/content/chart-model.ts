// Charts in the content model.
import type { IconName } from "../icons.ts";
import type { Unfinished } from "./text-model.ts";

/** Small charts on one axis. The reader can switch to a table of the same values. */
export interface ChartPart<A = never> {
  readonly kind: "chart";
  readonly heading?: string | undefined;
  readonly count?: string | undefined;
  readonly axis: string;
  /** Name of the second line below a place, which is a time if `timed`. */
  readonly under?: string | undefined;
  readonly timed?: boolean | undefined;
  readonly plots: readonly Plot[];
  /** An ID if the places arrive in portions. */
  readonly places: readonly ChartPlace<A>[] | { readonly id: string };
  readonly marks: readonly { readonly at: number; readonly word: string; readonly broken?: boolean }[];
  /** Columns that only the table has. */
  readonly columns?: readonly {
    readonly name: string;
    readonly short?: boolean | undefined;
    readonly width?: string;
  }[];
  readonly newestFirst?: boolean | undefined;
  /** Opens a place; completed with its index as `at`. */
  readonly open?: Unfinished<A> | undefined;
  /** Completed with both ends of the selected range as `from` and `to`, or without them if nothing is selected. */
  readonly choose?: Unfinished<A> | undefined;
  /** The keys that act on places, and what they do. */
  readonly keys?: { readonly names: readonly string[]; readonly words: string } | undefined;
  readonly grid?: GridPart<A> | undefined;
  /** A sentence about the selected range, and the values for its {0}, {1} and so on. */
  readonly sum?: { readonly words: string; readonly of: readonly Sum[] } | undefined;
}

/** What each place has, shown as rows of a grid whose columns are as wide as the time they cover. */
export interface GridPart<A = never> {
  readonly groups: readonly { readonly name: string; readonly rows: readonly GridRow<A>[] }[];
  /** Lines of the plots that the grid repeats below its rows. */
  readonly lines: readonly { readonly name: string; readonly icon?: IconName | undefined; readonly line: number }[];
  /** When each place starts, in milliseconds; null if unknown. */
  readonly times: readonly (number | null)[];
  /** When the last place ends. */
  readonly end: number;
  /** Places of which it isn't known what they have. */
  readonly unknown: readonly number[];
  /** What changed at each place. */
  readonly changes: readonly string[];
  /** Sentences with {0} for a place, or for the number of rows that no visible place has. */
  readonly words: {
    readonly added: string;
    readonly removed: string;
    readonly absent: string;
    readonly lines: string;
  };
}

/** A row with the stretches of places that have it, both ends included. */
interface GridRow<A> {
  readonly name: string;
  readonly act: A;
  readonly runs: readonly (readonly [first: number, last: number])[];
}

export type Sum =
  | { readonly kind: "places" }
  | { readonly kind: "number" | "short" | "duration"; readonly line: number };

export interface Plot {
  readonly name: string;
  readonly height?: number | undefined;
  readonly stepped?: boolean | undefined;
  /** Format of values: whole numbers, short ones ("1.2M"), or seconds in a sentence ("{0} s") from nanoseconds. */
  readonly shown: "whole" | "short" | { readonly seconds: string };
  readonly lines: readonly { readonly name: string; readonly heading?: string | undefined; readonly ending?: string }[];
}

export interface ChartPlace<A = never> {
  readonly name: string;
  readonly under?: string | undefined;
  /** One per line: digits, null if it was not recorded, or a text if there can be no number. */
  readonly values: readonly (string | null)[];
  readonly cells?: readonly (string | null)[] | undefined;
  readonly keys?: Readonly<Record<string, A>> | undefined;
}
