// The content model: everything that a panel of facts shows, as one value. The extension builds it, and `draw-parts.ts` is the
// only code that draws it. `A` are the messages that the page may send back; without one, nothing in it can be pressed.
import type { IconName, Tone } from "../icons.ts";
import type { ChartPart, ChartPlace } from "./chart-model.ts";
import type { Controls, Fields } from "./control-model.ts";
import type { Row, Sort, Table } from "./table-model.ts";
import type { ContentMessage, Button, Span, Text, Toolbar } from "./text-model.ts";

export interface PanelContent<A = never> {
  readonly title: string;
  readonly head: Head<A>;
  readonly parts: readonly Part<A>[];
  /** Messages of keys that work anywhere on the page, by key: "Alt+ArrowLeft". VS Code doesn't see these keys. */
  readonly keys?: Readonly<Record<string, A>> | undefined;
  /** A line in small print at the end of the page. */
  readonly foot?: Text<A> | undefined;
}

export interface Head<A = never> {
  /** Location of the page's subject: "mainnet · mainnet.mirrornode.hedera.com". */
  readonly crumb?: { readonly icon: IconName; readonly texts: readonly string[] } | undefined;
  /** A letter in place of a picture. */
  readonly mark?: string | undefined;
  /** A `data:` URL of an image, shown in place of the letter. */
  readonly picture?: string | undefined;
  readonly toolbar: Toolbar<A>;
  /** Buttons beside the title that lead to neighbors, such as the next block. */
  readonly beside?: Toolbar<A> | undefined;
  /** One line under the title. */
  readonly under?: readonly Under<A>[] | undefined;
}

export interface Under<A = never> extends Span<A> {
  /** Name of what the copy button copies: "Package name". Without it, there is no button. */
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
  | DetailedTable<A>
  | Tabs<A>
  | Tally<A>;

/** A heading and the parts below it. */
export interface Section<A = never> {
  readonly kind: "section";
  /** If `hidden`, only for screen readers. */
  readonly heading: string;
  readonly hidden?: boolean | undefined;
  readonly level?: 3 | undefined;
  readonly icon?: IconName | undefined;
  readonly tone?: Tone | undefined;
  /** Small print beside the heading. */
  readonly count?: string | undefined;
  /** The heading and its count are announced when they change. */
  readonly live?: boolean | undefined;
  readonly button?: Button<A> | undefined;
  readonly link?: Button<A> | undefined;
  /** Collapsed until the user expands it. */
  readonly folded?: boolean | undefined;
  /** Scrolls the section into view whenever this changes, but not when the page opens. */
  readonly reveals?: string | undefined;
  readonly parts: readonly Part<A>[];
}

export interface DetailedTable<A = never> extends Table<A> {
  readonly detail?: RowDetail<A> | undefined;
}

/** The details of a table's row, which are drawn under it while the row is marked. */
export interface RowDetail<A = never> {
  /** Index of the row in the whole table. */
  readonly row: number;
  /** Scrolls the details into view whenever this changes. */
  readonly serial: number;
  readonly heading: string;
  /** Closes the details, as Escape does. */
  readonly close: Button<A>;
  readonly parts: readonly Part<A>[];
}

export interface Banner<A = never> {
  readonly kind: "banner";
  readonly tone: "info" | "caution" | "failed" | "done";
  /** Replaces the icon of the tone. */
  readonly icon?: IconName | undefined;
  /** Shown in bold before the sentence. */
  readonly start?: string | undefined;
  readonly sentence: string;
  readonly buttons?: readonly Button<A>[] | undefined;
}

export interface Busy<A = never> {
  readonly kind: "busy";
  readonly sentence: string;
  /** From 0 to 1. */
  readonly share?: number | undefined;
  /** Skips the delay, for work that has already taken a while. */
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

/** Up to five large values. */
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

/** Markdown from a service. */
export interface Prose {
  readonly kind: "prose";
  readonly text: string;
  /** Base URL of its relative URLs. */
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
}

export interface Links<A = never> {
  readonly kind: "links";
  readonly links: readonly { readonly label: string; readonly act: A }[];
}

/** Counts by sort. */
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
  readonly icon?: IconName | undefined;
  readonly tone?: Tone | undefined;
  /** Meaning of the icon, for screen readers. */
  readonly spoken?: string | undefined;
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
  /** Content of the chosen tab. */
  readonly parts: readonly Part<A>[];
}

/** Messages from the extension to a page that shows content. */
export type ToPage<A = ContentMessage> =
  | { readonly type: "content"; readonly content: PanelContent<A> }
  /** Rows of a table, or places of a chart, which replace all from the index `from` on. */
  | { readonly type: "rows"; readonly id: string; readonly from: number; readonly rows: readonly Row<A>[] }
  | { readonly type: "places"; readonly id: string; readonly from: number; readonly places: readonly ChartPlace<A>[] };
