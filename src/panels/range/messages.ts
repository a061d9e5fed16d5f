// What the panel of a range of blocks and the extension say to each other. Numbers come as digits: a double would round
// some of them.

/** Everything about the range but its blocks. */
export interface Show {
  readonly type: "show";
  readonly network: string;
  readonly host: string;
  readonly title: string;
  /** What stands under the title: how many, and from when to when. */
  readonly under: readonly string[];
  readonly words: Words;
  /** As it stands in the two fields. */
  readonly from: string;
  readonly to: string;
  readonly state: State;
  readonly verification: Verification;
  readonly bloom: Bloom;
}

export type State =
  | { readonly is: "reading"; readonly sentence: string; readonly share: number }
  | { readonly is: "read"; readonly note: string | undefined }
  /** Over what was read before, if anything was. */
  | Failure;

export interface Failure {
  readonly is: "failed";
  readonly heading: string;
  readonly sentence: string;
  readonly remedies: readonly RemedyButton[];
}

/** Blocks of the range, the lowest number first. `at` is the place of the first; those from there on are replaced. */
export interface Blocks {
  readonly type: "blocks";
  readonly at: number;
  readonly rows: readonly Row[];
}

/** A block; what was not recorded is left out. */
export interface Row {
  readonly number: string;
  /** When its last transaction was, in ISO 8601 and UTC. */
  readonly closed?: string | undefined;
  readonly count?: string | undefined;
  readonly gas?: string | undefined;
  readonly size?: string | undefined;
  /** Nanoseconds from the end of the block before to its own. */
  readonly interval?: string | undefined;
}

export type Verification =
  | { readonly is: "idle" }
  | { readonly is: "running"; readonly sentence: string; readonly share: number }
  | Failure
  | {
      readonly is: "done";
      readonly good: boolean;
      readonly heading: string;
      readonly sentence: string;
      readonly checks: readonly Check[];
      /** The two values that do not agree, side by side. */
      readonly facts: readonly Fact[];
      /** The number of the block that is broken, to be marked. */
      readonly at: string | undefined;
      /** "Check (6 Requests)": what counts are checked with, where they were not. */
      readonly count: string | undefined;
    };

export interface Check {
  readonly name: string;
  readonly result: string;
  readonly blocks: string;
  readonly tone: "good" | "bad" | "caution" | "idle";
}

export interface Fact {
  readonly name: string;
  readonly value: string;
}

/** Where an address or a topic may have been logged. */
export interface Bloom {
  readonly typed: string;
  readonly answer: string;
  /** Blocks that may hold it. */
  readonly blocks: readonly string[];
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
  readonly from: string;
  readonly to: string;
  readonly show: string;
  readonly earlier: string;
  readonly later: string;
  readonly axis: string;
  readonly closed: string;
  readonly charts: string;
  readonly transactions: string;
  readonly gas: string;
  readonly size: string;
  readonly interval: string;
  /** Of block 0, which has none before it. */
  readonly noInterval: string;
  readonly seconds: string;
  readonly broken: string;
  /** "{0} blocks, {1}, {2} transactions, {3} gas" */
  readonly sum: string;
  readonly verify: string;
  readonly verifyAgain: string;
  readonly verifyRange: string;
  readonly check: string;
  readonly result: string;
  readonly blocks: string;
  readonly openBoth: string;
  readonly copyReport: string;
  readonly logs: string;
  readonly logsHint: string;
  readonly look: string;
}

/** Places in the range, both ends included, as a reader chooses them in the chart; nothing is all of it. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** What the panel asks for. */
export type FromRange =
  | { readonly type: "show"; readonly from: string; readonly to: string }
  | { readonly type: "move"; readonly to: "earlier" | "later" }
  | { readonly type: "open"; readonly number: string }
  | { readonly type: "refresh" }
  | { readonly type: "cancel" }
  | { readonly type: "remedy"; readonly remedy: RemedyName }
  | { readonly type: "verify" }
  | { readonly type: "count" }
  | { readonly type: "cancelVerify" }
  | { readonly type: "openBoth" }
  | { readonly type: "copyReport" }
  | { readonly type: "look"; readonly typed: string }
  | { readonly type: "export"; readonly stretch: Stretch | undefined }
  | { readonly type: "share"; readonly stretch: Stretch | undefined };

/** Where the reader was. */
export interface View {
  readonly stretch: Stretch | undefined;
}
