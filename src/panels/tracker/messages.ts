// What the tracker panel and the extension say to each other. The extension words everything; the panel only lays it out.

export type Icon =
  | "bug"
  | "check"
  | "copy"
  | "error"
  | "eye"
  | "key"
  | "link-external"
  | "question"
  | "refresh"
  | "search"
  | "share"
  | "tag";

/** What a button has the extension do. */
export type Act =
  "refresh" | "copyName" | "findInWorkspace" | "share" | "setKey" | "howToGetKey" | "web" | "log" | "settings";

export interface Button {
  readonly act: Act;
  readonly label: string;
  readonly icon?: Icon;
  /** The label stands beside the icon, where there is room. */
  readonly worded?: boolean;
}

/** In place of what is not there. */
export interface Picture {
  readonly icon: Icon;
  readonly tone: "" | "good" | "bad";
  readonly heading: string;
  readonly sentence: string;
  readonly buttons: readonly Button[];
}

export interface Banner {
  readonly kind: "info" | "caution";
  readonly start: string;
  readonly sentence: string;
  readonly buttons: readonly Button[];
}

export interface Link {
  readonly text: string;
  readonly href: string;
}

export interface Signature {
  readonly name: string;
  /** Each is looked for by itself; none where the service knows none. */
  readonly lines: readonly string[];
  readonly copy: string;
  /** What is said where there is none. */
  readonly none: { readonly start: string; readonly sentence: string };
}

/** Everything that is to be seen of the tracker itself. */
export interface Shown {
  readonly type: "shown";
  readonly title: string;
  readonly crumb: readonly string[];
  readonly toolbar: { readonly label: string; readonly buttons: readonly Button[] };
  readonly categories: readonly string[];
  readonly website?: Link;
  readonly banners: readonly Banner[];
  readonly busy?: string;
  readonly picture?: Picture;
  readonly figures: readonly { readonly value: string; readonly word: string; readonly exact?: string }[];
  readonly description?: {
    readonly heading: string;
    /** Markdown of the service; empty where it says nothing. */
    readonly text: string;
    readonly none: string;
    /** What relative addresses in it belong to. */
    readonly base: string;
  };
  readonly signatures?: { readonly heading: string; readonly lines: readonly Signature[] };
  readonly documentation?: { readonly name: string; readonly links: readonly Link[]; readonly none: string };
  readonly apps?: {
    readonly heading: string;
    readonly count: string;
    readonly note: string;
    readonly filter: { readonly label: string; readonly none: string };
    readonly columns: readonly string[];
    /** Those that the reader watches, and what is said of them. */
    readonly watched: { readonly handles: readonly string[]; readonly word: string };
    readonly busy?: string;
    readonly banner?: Banner;
    readonly picture?: Picture;
  };
  /** Where {0} and {1} stand in the pattern, the links go. */
  readonly foot: { readonly pattern: string; readonly links: readonly Link[]; readonly after: string };
}

/** The applications that carry it, in portions: there may be very many. */
export interface Carriers {
  readonly type: "carriers";
  /** Where this portion begins; at 0 the list begins anew. */
  readonly from: number;
  readonly handles: readonly string[];
  /** For each handle the place of its source in `sources`. */
  readonly cameFrom: readonly number[];
  readonly sources: readonly { readonly source: string; readonly name: string }[];
}

export type ToPanel = Shown | Carriers;

export type FromPanel =
  | { readonly type: "act"; readonly act: Act }
  | { readonly type: "stop" }
  | { readonly type: "openApp"; readonly handle: string; readonly source: string };
