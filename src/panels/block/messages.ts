// What the block panel and the extension say to each other. Numbers come as digits: a double would round some of them.

/** Everything that is to be shown. */
export interface Show {
  readonly type: "show";
  readonly network: string;
  readonly host: string;
  readonly title: string;
  readonly words: Words;
  readonly previous: Neighbour;
  readonly next: Neighbour;
  /** Whether the explorer knows the network. */
  readonly explorer: boolean;
  readonly content: Content;
}

export type Content =
  | { readonly kind: "reading"; readonly sentence: string }
  | BlockContent
  | { readonly kind: "absent"; readonly heading: string; readonly sentence: string; readonly newest: boolean }
  | {
      readonly kind: "failed";
      readonly heading: string;
      readonly sentence: string;
      readonly remedies: readonly RemedyButton[];
    };

export interface BlockContent {
  readonly kind: "block";
  /** When its first transaction was, in ISO 8601 and UTC, to the nanosecond. */
  readonly from: string | undefined;
  /** How long it lasted. */
  readonly length: string | undefined;
  readonly exactLength: string | undefined;
  readonly figures: readonly Figure[];
  /** What is special about it. */
  readonly note: { readonly heading: string; readonly sentence: string } | undefined;
  readonly facts: readonly Fact[];
  /** As the node sent it. */
  readonly json: string;
}

export interface Figure {
  readonly value: string;
  readonly word: string;
}

export interface Fact {
  readonly name: string;
  /** Nothing where it was not recorded. */
  readonly value: string | undefined;
  /** What is copied, where that is not the value; nothing where there is nothing to copy. */
  readonly copy?: string;
  readonly mono?: boolean;
  readonly wide?: boolean;
  /** The value leads to the previous block. */
  readonly leads?: boolean;
  readonly icon?: { readonly name: "pass" | "error"; readonly tone: "good" | "bad" };
}

/** The way to the block before or after. */
export interface Neighbour {
  readonly name: string;
  readonly hint: string;
  /** Why there is no way. */
  readonly idle: string;
}

export type RemedyName = "signIn" | "retry" | "openSettings" | "showLog";

export interface RemedyButton {
  readonly remedy: RemedyName;
  readonly label: string;
}

export interface Words {
  readonly toolbar: string;
  readonly neighbours: string;
  readonly goToBlock: string;
  readonly openInExplorer: string;
  readonly goToNewest: string;
  readonly retry: string;
  readonly tabs: string;
  readonly block: string;
  readonly facts: string;
  readonly json: string;
}

export type Towards = "previous" | "next" | "newest";

/** What the panel asks for. */
export type FromBlock =
  | { readonly type: "go"; readonly to: Towards }
  | { readonly type: "ask" }
  | { readonly type: "explore" }
  | { readonly type: "cancel" }
  | { readonly type: "remedy"; readonly remedy: RemedyName };

/** Where the reader was. */
export interface View {
  readonly tab: string;
}
