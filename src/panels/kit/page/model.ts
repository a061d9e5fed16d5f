// The page model: everything that a panel of facts shows, as one value. The extension builds it, and `draw.ts` is the
// only code that draws it. `A` are the messages that the page may send back; without one, nothing in it can be pressed.
import type { IconName, Tone } from "../icons.ts";

/** A message of the page, which the extension declares with a schema in `receive`. */
export interface Act {
  readonly type: string;
}

/** A message that the page completes: with what was typed, under the field's name, or with the place of a row as `at`. */
export type Unfinished<A> = A extends Act ? Pick<A, "type"> & Partial<A> : never;

export interface Page<A = never> {
  readonly title: string;
  readonly head: Head<A>;
  readonly parts: readonly Part<A>[];
  /** What keys do anywhere on the page, by their names: "Alt+ArrowLeft". VS Code doesn't see these keys. */
  readonly keys?: Readonly<Record<string, A>> | undefined;
  /** One line in small print below everything. */
  readonly foot?: Text<A> | undefined;
}

export interface Head<A = never> {
  /** Where the thing is: "mainnet · mainnet.mirrornode.hedera.com". */
  readonly crumb?: { readonly icon: IconName; readonly texts: readonly string[] } | undefined;
  /** A letter in place of a picture. */
  readonly mark?: string | undefined;
  /** A `data:` URL of an image, shown in place of the letter. */
  readonly picture?: string | undefined;
  readonly toolbar: Toolbar<A>;
  /** Beside the title: the ways to its neighbors. */
  readonly beside?: Toolbar<A> | undefined;
  /** One line under the title. */
  readonly under?: readonly Under<A>[] | undefined;
}

export interface Toolbar<A = never> {
  readonly label: string;
  readonly buttons: readonly Button<A>[];
}

export interface Button<A = never> {
  readonly act: A;
  readonly label: string;
  readonly icon?: IconName | undefined;
  /** The tooltip, if it says more than the label. */
  readonly hint?: string | undefined;
  /** Stays pressed. */
  readonly pressed?: boolean | undefined;
  /** Shows the label beside the icon if there is room. */
  readonly worded?: boolean | undefined;
  /** The icon follows the label. */
  readonly trailing?: boolean | undefined;
  /** Why the button does nothing now; it keeps its place and the focus. */
  readonly idle?: string | undefined;
}

export type Text<A = never> = string | readonly Span<A>[];

export type Look = "quiet" | "small" | "strong" | "mono" | "tag";

/** A piece of text with a look or a function of its own. */
export interface Span<A = never> {
  readonly text?: string | undefined;
  readonly icon?: IconName | undefined;
  readonly tone?: Tone | undefined;
  readonly looks?: readonly Look[] | undefined;
  readonly tip?: string | undefined;
  readonly act?: A | undefined;
  /** A page on the web. */
  readonly href?: string | undefined;
  /** A time in ISO 8601, shown relative to now. */
  readonly time?: string | undefined;
  /** Shown while its row is pointed at or has the focus. */
  readonly aside?: boolean | undefined;
}

export interface Under<A = never> extends Span<A> {
  /** What the copy button beside it copies: "Package name". */
  readonly copies?: string | undefined;
}

export type Part<A = never> =
  | Banner<A>
  | Busy<A>
  | Changes<A>
  | ChartPart<A>
  | Code
  | Columns<A>
  | Controls<A>
  | Empty<A>
  | Facts<A>
  | Fields<A>
  | Figures
  | Links<A>
  | Meter
  | Paragraph<A>
  | Prose
  | Section<A>
  | Table<A>
  | Tabs<A>
  | Tally<A>;

/** A heading and what belongs to it. */
export interface Section<A = never> {
  readonly kind: "section";
  /** Only heard, not seen, if `hidden`. */
  readonly heading: string;
  readonly hidden?: boolean | undefined;
  readonly level?: 3 | undefined;
  readonly icon?: IconName | undefined;
  readonly tone?: Tone | undefined;
  readonly note?: string | undefined;
  readonly count?: string | undefined;
  readonly button?: Button<A> | undefined;
  readonly link?: Button<A> | undefined;
  /** Scrolled into view whenever this changes, but not as the page opens. */
  readonly reveals?: string | undefined;
  readonly parts: readonly Part<A>[];
}

export interface Banner<A = never> {
  readonly kind: "banner";
  readonly tone: "info" | "caution" | "failed" | "done";
  /** In bold. */
  readonly start?: string | undefined;
  readonly sentence: string;
  readonly buttons?: readonly Button<A>[] | undefined;
}

export interface Busy<A = never> {
  readonly kind: "busy";
  readonly sentence: string;
  /** From 0 to 1. */
  readonly share?: number | undefined;
  /** Shown at once, for work that has already taken a while. */
  readonly now?: boolean | undefined;
  readonly cancel?: A | undefined;
}

/** In place of what is not there. */
export interface Empty<A = never> {
  readonly kind: "empty";
  readonly icon: IconName;
  readonly tone?: Tone | undefined;
  readonly heading: string;
  readonly sentence: string;
  /** 2 if it fills the page, 3 under a heading. */
  readonly level?: 2 | 3 | undefined;
  readonly list?: { readonly label: string; readonly items: readonly Text<A>[] } | undefined;
  readonly buttons?: readonly Button<A>[] | undefined;
  /** A failure, which interrupts a screen reader. */
  readonly alert?: boolean | undefined;
}

/** At most five. */
export interface Figures {
  readonly kind: "figures";
  readonly figures: readonly Figure[];
}

export interface Figure {
  readonly value: string;
  readonly word: string;
  readonly tip?: string | undefined;
}

export interface Facts<A = never> {
  readonly kind: "facts";
  readonly facts: readonly Fact<A>[];
}

export interface Fact<A = never> {
  readonly name: string;
  /** Undefined if it was not recorded; a string may have several lines. */
  readonly value?: Text<A> | undefined;
  /** What the copy button copies. */
  readonly copy?: string | undefined;
  readonly mono?: boolean | undefined;
  /** Takes the whole width. */
  readonly wide?: boolean | undefined;
}

/** A fact whose value is one plain text, for tooltips and exports as well. */
export interface PlainFact extends Fact {
  readonly value?: string | undefined;
}

export interface Paragraph<A = never> {
  readonly kind: "text";
  readonly text: Text<A>;
  readonly quiet?: boolean | undefined;
  /** Announced when it changes. */
  readonly live?: boolean | undefined;
}

/** Markdown of a service. */
export interface Prose {
  readonly kind: "prose";
  readonly text: string;
  /** What relative URLs in it belong to. */
  readonly base: string;
}

export interface Code {
  readonly kind: "code";
  readonly label: string;
  readonly language: string;
  readonly text: string;
}

/** How much of a limit is used. */
export interface Meter {
  readonly kind: "meter";
  readonly name: string;
  readonly sentence: string;
  readonly share: number;
  readonly percent: string;
}

/** Parts side by side if there is room. */
export interface Columns<A = never> {
  readonly kind: "columns";
  readonly parts: readonly Part<A>[];
  /** Announced when it changes. */
  readonly live?: boolean | undefined;
}

export interface Links<A = never> {
  readonly kind: "links";
  readonly links: readonly { readonly label: string; readonly act: A }[];
}

/** How many there are of each sort. */
export interface Tally<A = never> {
  readonly kind: "tally";
  readonly sorts: readonly (Sort & { readonly act: A; readonly count: string; readonly percent: string })[];
}

export interface Sort {
  readonly label: string;
  readonly icon: IconName;
  readonly tone: Tone;
}

/** What was added, removed or kept. */
export interface Changes<A = never> {
  readonly kind: "changes";
  readonly changes: readonly Change<A>[];
}

export interface Change<A = never> {
  readonly icon: IconName;
  readonly tone: Tone;
  /** What the icon says, for screen readers. */
  readonly spoken: string;
  readonly name: Text<A>;
  readonly under: Text<A>;
}

/** Buttons, lists to choose from and words in one row. */
export interface Controls<A = never> {
  readonly kind: "controls";
  readonly items: readonly Control<A>[];
}

export type Control<A = never> =
  | { readonly button: Button<A> }
  | { readonly link: Button<A>; readonly expanded?: boolean }
  | { readonly select: Select<A> }
  | { readonly text: string }
  /** What follows is pushed to the end of the row. */
  | { readonly push: true };

export interface Select<A = never> {
  readonly label: string;
  /** Seen before it: the letter of a side, and the app that it is of. */
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

/** Fields of one line, and the button that acts on what is typed in them. */
export interface Fields<A = never> {
  readonly kind: "fields";
  readonly label: string;
  readonly fields: readonly Field[];
  /** Completed with the text of each field under its name. */
  readonly act: Unfinished<A>;
  readonly button: { readonly label: string; readonly icon?: IconName | undefined; readonly disabled?: boolean };
  readonly before?: Button<A> | undefined;
  readonly after?: Button<A> | undefined;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  /** Placeholder of the field, which then takes the whole width, in place of its label. */
  readonly hint?: string | undefined;
  readonly value: string;
  readonly digits?: boolean | undefined;
}

export interface Tabs<A = never> {
  readonly kind: "tabs";
  readonly label: string;
  readonly chosen: string;
  readonly tabs: readonly {
    readonly id: string;
    readonly label: string;
    readonly count?: string | undefined;
    readonly act: A;
  }[];
  /** Of the chosen tab. */
  readonly parts: readonly Part<A>[];
}

export interface Table<A = never> {
  readonly kind: "table";
  readonly label: string;
  readonly columns: readonly Column[];
  /** Or an id, for rows that come in portions. */
  readonly rows: readonly Row<A>[] | { readonly id: string };
  /** What a row opens that says nothing of it itself; completed with its place as `at`. */
  readonly open?: Unfinished<A> | undefined;
  /** Under a heading that says what the columns would. */
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
  /** Or an id, for places that come in portions. */
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
  /** What the keys that places act upon do. */
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

/** What the extension sends to a page. */
export type ToPage<A = Act> =
  | { readonly type: "page"; readonly page: Page<A> }
  /** Rows of a table, or places of a chart, in place of those from `from` on. */
  | { readonly type: "rows"; readonly id: string; readonly from: number; readonly rows: readonly Row<A>[] }
  | { readonly type: "places"; readonly id: string; readonly from: number; readonly places: readonly Place<A>[] };
