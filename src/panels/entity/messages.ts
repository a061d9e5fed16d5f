// What the panel of an entity and the extension say to each other. Numbers come as words: a double would round some.

export interface Show {
  readonly type: "show";
  readonly network: string;
  readonly host: string;
  readonly title: string;
  readonly words: Words;
  /** What is being loaded. */
  readonly busy: string | undefined;
  /** What could not be loaded, over what was there before. */
  readonly failure: Failure | undefined;
  /** Stands in place of everything if there is no such entity. */
  readonly empty: { readonly heading: string; readonly sentence: string } | undefined;
  readonly figures: readonly Figure[];
  readonly facts: readonly Fact[];
  readonly tables: readonly Table[];
}

export interface Failure {
  readonly heading: string;
  readonly sentence: string;
  readonly remedies: readonly { readonly remedy: RemedyName; readonly label: string }[];
}

export interface Figure {
  readonly value: string;
  readonly word: string;
}

export interface Fact {
  readonly name: string;
  /** Undefined if it was not recorded. */
  readonly value: string | undefined;
  readonly copy?: string;
  readonly mono?: boolean;
  readonly wide?: boolean;
}

/** What the entity had a part in, the latest first. */
export interface Table {
  readonly heading: string;
  readonly columns: readonly { readonly name: string; readonly width: string; readonly kind?: "number" | "code" }[];
  readonly rows: readonly Row[];
  /** What is said if there are no rows. */
  readonly none: string;
}

export interface Row {
  readonly cells: readonly string[];
  /** Of the transaction that it opens, in seconds since 1970. */
  readonly time: string;
}

export type RemedyName = "signIn" | "retry" | "openSettings" | "showLog";

export interface Words {
  readonly toolbar: string;
  readonly refresh: string;
  readonly facts: string;
}

export type FromEntity =
  | { readonly type: "refresh" }
  | { readonly type: "cancel" }
  /** Opens the block of a row, at the transaction of this consensus time. */
  | { readonly type: "open"; readonly time: string }
  | { readonly type: "remedy"; readonly remedy: RemedyName };
