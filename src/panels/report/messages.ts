// What the report panel and the extension say to each other. The extension words everything; the panel only lays it out.

import type { Comparison, Timeline } from "./timeline-messages.ts";

export type Icon =
  | "add"
  | "arrow-swap"
  | "clockface"
  | "close"
  | "cloud-download"
  | "error"
  | "export"
  | "eye"
  | "file"
  | "folder"
  | "key"
  | "link-external"
  | "package"
  | "pass"
  | "question"
  | "refresh"
  | "search"
  | "share"
  | "sync"
  | "warning"
  | "circle-outline"
  | "lock";

/** What a button has the extension do. */
export type Act =
  | "refresh"
  | "find"
  | "setKey"
  | "howToGetKey"
  | "analyse"
  | "web"
  | "log"
  | "settings"
  | "whatChanged"
  | "swap"
  | "otherApp"
  | "ownApp"
  | "share"
  | "export"
  | "shareComparison"
  | "exportComparison"
  | "watch"
  | "unwatch"
  | "showNews";

export type TabId = "report" | "timeline";

export interface Button {
  readonly act: Act;
  readonly label: string;
  readonly icon?: Icon;
  /** Says more than the label. */
  readonly hint?: string;
  /** Stays pressed. */
  readonly pressed?: boolean;
  /** The label stands beside the icon, where there is room. */
  readonly worded?: boolean;
}

/** In place of what is not there. */
export interface Picture {
  readonly icon: Icon;
  readonly tone: "" | "good" | "caution" | "bad";
  readonly heading: string;
  readonly sentence: string;
  /** Applications of which the handle may have been meant. */
  readonly alike?: {
    readonly label: string;
    readonly apps: readonly { readonly handle: string; readonly name: string }[];
  };
  readonly buttons: readonly Button[];
}

export interface Banner {
  readonly kind: "info" | "caution";
  readonly start: string;
  readonly sentence: string;
  readonly buttons: readonly Button[];
}

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly chosen: boolean;
}

export interface Link {
  readonly text: string;
  readonly href: string;
}

/** A tracker that is named, and where more is said of it. */
export interface TrackerName {
  readonly name: string;
  /** Its number in the list: its panel. */
  readonly tracker: number;
  /** Its page of the service, and how that is called. */
  readonly href: string;
  readonly onTheWeb: string;
}

export interface TrackerLine extends TrackerName {
  /** Each is looked for by itself. */
  readonly signatures: readonly string[];
  readonly also: string;
  /** That the version before did not have it. */
  readonly isNew: string;
}

export interface PermissionLine {
  /** Without Android's prefix. */
  readonly name: string;
  readonly full: string;
  /** What it allows; empty where nobody has described it. */
  readonly allows: string;
  readonly group: string;
  readonly isNew: string;
}

/** Lines under a heading of their own. */
export interface Group<Line> {
  readonly name: string;
  readonly count: string;
  readonly icon: Icon;
  readonly tone: "" | "caution";
  readonly lines: readonly Line[];
  /** How many stand there at once, and what opens the rest. */
  readonly fold?: { readonly shown: number; readonly more: string };
}

export interface Section<Line> {
  readonly heading: string;
  readonly count: string;
  readonly columns: readonly string[];
  readonly groups: readonly Group<Line>[];
  readonly picture?: Picture;
  readonly note?: string;
  /** Stands at the end of the heading. */
  readonly more?: Button;
}

export interface FactLine {
  readonly name: string;
  /** Undefined where it is not recorded. */
  readonly value?: string;
  readonly copy?: string;
  readonly mono?: boolean;
  readonly wide?: boolean;
  readonly href?: string;
  /** The exact value. */
  readonly exact?: string;
}

export interface SourceLine {
  readonly source: string;
  readonly name: string;
  readonly shown: string;
  readonly newest: string;
  readonly reported: string | null;
  readonly versions: string;
  readonly trackers: string;
  readonly permissions: string | null;
}

/** Everything that there is to see. */
export interface Shown {
  readonly type: "shown";
  readonly title: string;
  readonly handle: Required<Pick<FactLine, "name">> & { readonly value: string };
  readonly source?: { readonly name: string; readonly icon: Icon; readonly href?: string };
  readonly under: readonly string[];
  readonly toolbar: { readonly label: string; readonly buttons: readonly Button[] };
  readonly banners: readonly Banner[];
  /** One of the banners tells what is new, and waits for being seen. */
  readonly unseen: boolean;
  /** What is being read, where nothing else is known yet. */
  readonly busy?: string;
  readonly picture?: Picture;
  readonly versions?: { readonly label: string; readonly options: readonly Option[]; readonly note: string };
  readonly sources?: { readonly label: string; readonly options: readonly Option[] };
  /** Without them there is nothing but the report. */
  readonly tabs?: {
    readonly label: string;
    readonly chosen: TabId;
    readonly names: readonly { readonly id: TabId; readonly name: string; readonly count?: string }[];
  };
  /** What the chosen tab shows over time. */
  readonly timeline?: Timeline;
  readonly comparison?: Comparison;
  readonly figures: readonly { readonly value: string; readonly word: string }[];
  readonly trackers?: Section<TrackerLine>;
  readonly permissions?: Section<PermissionLine> & { readonly noWords: string };
  readonly facts?: { readonly heading: string; readonly lines: readonly FactLine[] };
  readonly table?: {
    readonly heading: string;
    readonly count: string;
    readonly columns: readonly string[];
    readonly lines: readonly SourceLine[];
  };
  /** Where {0} and {1} stand in the pattern, the links go. */
  readonly foot: { readonly pattern: string; readonly links: readonly Link[]; readonly after: string };
}

export type ToPanel = Shown;

export type FromPanel =
  | { readonly type: "act"; readonly act: Act }
  | { readonly type: "chooseVersion"; readonly report: number }
  | { readonly type: "chooseSource"; readonly source: string }
  | { readonly type: "chooseTab"; readonly tab: TabId }
  | { readonly type: "openTracker"; readonly tracker: number }
  | {
      readonly type: "chooseSide";
      readonly side: "from" | "to";
      readonly handle: string;
      readonly report: number;
    }
  /** The reader has what is new before the eyes. */
  | { readonly type: "saw" }
  | { readonly type: "openApp"; readonly handle: string };
