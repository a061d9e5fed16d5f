// Charts of a page.
import type { Unfinished } from "./text-model.ts";

/** Small charts on one axis, and the same as a table. */
export interface ChartPart<A = never> {
  readonly kind: "chart";
  readonly heading?: string | undefined;
  readonly count?: string | undefined;
  readonly axis: string;
  /** Names the second line under a place; the place has it as a time if `timed`. */
  readonly under?: string | undefined;
  readonly timed?: boolean | undefined;
  readonly plots: readonly Plot[];
  /** Or an ID, for places that arrive in portions. */
  readonly places: readonly Place<A>[] | { readonly id: string };
  readonly marks: readonly { readonly at: number; readonly word: string; readonly broken?: boolean }[];
  /** Columns that only the table has. */
  readonly columns?: readonly {
    readonly name: string;
    readonly short?: boolean | undefined;
    readonly width?: string;
  }[];
  readonly newestFirst?: boolean | undefined;
  /** Completed with the place as `at`. */
  readonly open?: Unfinished<A> | undefined;
  /** Completed with both ends of the chosen stretch as `from` and `to`; without them if none is chosen. */
  readonly choose?: Unfinished<A> | undefined;
  /** The keys that act on places, and what they do. */
  readonly keys?: { readonly names: readonly string[]; readonly words: string } | undefined;
  /** The sentence about a selected stretch, and the values for its {0}, {1} and so on. */
  readonly sum?: { readonly words: string; readonly of: readonly Sum[] } | undefined;
}

export type Sum = { readonly is: "places" } | { readonly is: "number" | "short" | "duration"; readonly line: number };

export interface Plot {
  readonly name: string;
  readonly height?: number | undefined;
  readonly stepped?: boolean | undefined;
  /** Whole numbers, short ones ("1.2M"), or nanoseconds shown as a sentence about seconds ("{0} s"). */
  readonly shown: "whole" | "short" | { readonly seconds: string };
  readonly lines: readonly { readonly name: string; readonly heading?: string | undefined; readonly ending?: string }[];
}

export interface Place<A = never> {
  readonly name: string;
  readonly under?: string | undefined;
  /** One for each line, in digits; null if it was not recorded, other words if there can be none. */
  readonly values: readonly (string | null)[];
  readonly cells?: readonly (string | null)[] | undefined;
  readonly keys?: Readonly<Record<string, A>> | undefined;
}
