// What the panel of a network and the extension say to each other. Numbers come as digits: a double would round some.

export interface Show {
  readonly type: "show";
  readonly network: string;
  readonly host: string;
  readonly title: string;
  readonly words: Words;
  /** When it was read, in ISO 8601; nothing before that. */
  readonly readAt: string | undefined;
  /** What is being read. */
  readonly busy: string | undefined;
  /** What could not be read, over what was there before. */
  readonly failure: Failure | undefined;
  /** What stands in the place of everything, where the node tells nothing. */
  readonly empty: { readonly heading: string; readonly sentence: string } | undefined;
  readonly figures: readonly Figure[];
  readonly sections: readonly Section[];
  readonly nodes: Nodes | undefined;
  /** What this mirror node does not tell. */
  readonly note: string | undefined;
}

export interface Failure {
  readonly heading: string;
  readonly sentence: string;
  readonly remedies: readonly RemedyButton[];
}

export interface Figure {
  readonly value: string;
  readonly word: string;
  readonly exact: string;
}

export interface Section {
  readonly heading: string;
  readonly facts: readonly Fact[];
}

export interface Fact {
  readonly name: string;
  /** Nothing where it was not recorded. */
  readonly value: string | undefined;
  /** What is copied; nothing where there is nothing to copy. */
  readonly copy?: string;
  readonly mono?: boolean;
  readonly wide?: boolean;
}

export interface Nodes {
  readonly heading: string;
  readonly count: string;
  readonly rows: readonly NodeRow[];
  /** How many could not be understood. */
  readonly note: string | undefined;
}

/** A node; what was not recorded is left out. */
export interface NodeRow {
  readonly id: string;
  readonly heading: string;
  readonly name?: string;
  readonly account?: string;
  readonly stake?: string;
  readonly share?: string;
  readonly rewardRate?: string;
  readonly facts: readonly Fact[];
}

export type RemedyName = "signIn" | "retry" | "openSettings" | "showLog";

export interface RemedyButton {
  readonly remedy: RemedyName;
  readonly label: string;
}

export interface Words {
  readonly toolbar: string;
  readonly export: string;
  readonly share: string;
  readonly refresh: string;
  readonly read: string;
  readonly nodes: string;
  readonly node: string;
  readonly account: string;
  readonly name: string;
  readonly stake: string;
  readonly shareOfAll: string;
  readonly rewardRate: string;
  readonly close: string;
}

/** What the panel asks for. */
export type FromNetwork =
  | { readonly type: "refresh" }
  | { readonly type: "export" }
  | { readonly type: "share" }
  | { readonly type: "cancel" }
  | { readonly type: "remedy"; readonly remedy: RemedyName };

/** Where the reader was: the node whose details are open. */
export interface View {
  readonly node: string | undefined;
}
