// The page model: everything that a panel of facts shows, as one value. The extension builds it, and `parts.ts` is the
// only code that draws it. `A` are the messages that the page may send back; without one, nothing in it can be pressed.
import type { IconName, Tone } from "../icons.ts";
import type { ChartPart, Place } from "./chart-model.ts";
import type { Controls, Fields } from "./control-model.ts";
import type { Row, Sort, Table } from "./table-model.ts";
import type { Act, Button, Span, Text, Toolbar } from "./text-model.ts";

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
  /** Beside the heading, in small print. */
  readonly count?: string | undefined;
  readonly button?: Button<A> | undefined;
  readonly link?: Button<A> | undefined;
  /** Closed until the user opens it, under its heading. */
  readonly folded?: boolean | undefined;
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

/** Shown when there is no content. */
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

/** What the extension sends to a page. */
export type ToPage<A = Act> =
  | { readonly type: "page"; readonly page: Page<A> }
  /** Rows of a table, or places of a chart, in place of those from `from` on. */
  | { readonly type: "rows"; readonly id: string; readonly from: number; readonly rows: readonly Row<A>[] }
  | { readonly type: "places"; readonly id: string; readonly from: number; readonly places: readonly Place<A>[] };
