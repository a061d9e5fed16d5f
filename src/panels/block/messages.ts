// What the block panel and the extension say to each other. Numbers come as digits: a double would round some of them.
import type { IconName } from "../kit/icons.ts";

/** Everything that is to be shown, but for the lists. */
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
  readonly pin: { readonly name: string; readonly pinned: boolean } | undefined;
  /** The row to open; a later request has a higher serial. */
  readonly point: Point | undefined;
  readonly content: Content;
  readonly logs: Logs;
}

/** Whether something may have been logged in the block. */
export interface Logs {
  readonly typed: string;
  readonly answer: string;
  readonly icon: { readonly name: "circle-slash" | "question" | "warning" | "info"; readonly tone: "caution" | "" };
}

export interface Point {
  readonly serial: number;
  readonly tab: "transactions" | "block";
  /** Only the transactions of this type. */
  readonly only: string | undefined;
  /** The place of the transaction in the list, once it has been read. */
  readonly at: number | undefined;
}

/** Rows of a list, appended to those already received; from 0, the list starts over. */
export type Rows =
  | {
      readonly type: "transactions";
      readonly from: number;
      readonly rows: readonly TransactionRow[];
      readonly list: TransactionList;
    }
  | { readonly type: "results"; readonly from: number; readonly rows: readonly ResultRow[]; readonly list: ResultList }
  | { readonly type: "logs"; readonly from: number; readonly rows: readonly LogRow[]; readonly list: Reach };

/** All of one element, under its list. */
export interface Detail {
  readonly type: "detail";
  readonly list: ListName;
  readonly at: number;
  readonly heading: string;
  readonly facts: readonly Fact[];
}

export type ToBlock = Show | Rows | Detail;

/** How far a list has been read. */
export interface Reach {
  /** "100 of 100,000 read" */
  readonly foot: string;
  readonly more: boolean;
  readonly busy: boolean;
  /** Why no more could be read, or why there is less than there should be. */
  readonly trouble: string | undefined;
  /** The count on the tab. */
  readonly count: string | undefined;
}

export interface TransactionList extends Reach {
  /** The types and results that occur, by the node's own words. */
  readonly types: readonly Sort[];
  readonly results: readonly Sort[];
  /** "Of the first 100 transactions", where these are not all. */
  readonly part: string | undefined;
  readonly figures: readonly Figure[];
}

export interface ResultList extends Reach {
  /** Gas used of what was allowed, where all are known. */
  readonly gas: { readonly words: string; readonly share: number; readonly percent: string } | undefined;
}

/** One sort of transactions, and how many there are. */
export interface Sort {
  readonly id: string;
  readonly name: string;
  readonly icon: IconName;
  readonly tone: "good" | "bad" | "";
  readonly count: string;
  readonly percent: string;
}

/** A transaction in one row. Absent is what was not recorded, or is not there. */
export interface TransactionRow {
  readonly id?: string;
  readonly type?: string;
  readonly result?: string;
  /** In hbars. */
  readonly fee?: string;
  /** What moved, or what it is about. */
  readonly content?: string;
  readonly memo?: string;
  /** Seconds after the first of the block. */
  readonly after: string;
  /** Seconds since 1970. */
  readonly time: string;
}

export interface ResultRow {
  readonly index?: string;
  readonly contract?: string;
  readonly result?: string;
  readonly ok: boolean | undefined;
  readonly gasUsed?: string;
  readonly gasLimit?: string;
  readonly share?: number;
  readonly percent?: string;
  readonly error?: string;
  readonly hash?: string;
  /** Another call set it off. */
  readonly internal?: true;
}

export interface LogRow {
  readonly contract?: string;
  /** Its name, or its topic where that isn't known. */
  readonly event: string;
  readonly named: boolean;
  readonly values: string;
  /** Seconds after the first transaction of the block. */
  readonly after: string;
  readonly time: string;
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
  /** Undefined if it was not recorded. */
  readonly value: string | undefined;
  /** What is copied if not the value; undefined if there is nothing to copy. */
  readonly copy?: string;
  readonly mono?: boolean;
  readonly wide?: boolean;
  /** The value leads to the previous block, or to the transaction. */
  readonly leads?: boolean;
  readonly icon?: { readonly name: "pass" | "error"; readonly tone: "good" | "bad" };
}

/** The way to the block before or after. */
export interface Neighbour {
  readonly name: string;
  readonly hint: string;
  /** Why the button is disabled. */
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
  readonly export: string;
  readonly share: string;
  readonly goToNewest: string;
  readonly retry: string;
  readonly tabs: string;
  readonly block: string;
  readonly facts: string;
  readonly json: string;
  readonly transactions: string;
  readonly transaction: string;
  readonly results: string;
  /** What contracts logged. */
  readonly logged: string;
  readonly event: string;
  readonly values: string;
  readonly internal: string;
  readonly noResults: string;
  readonly noLogs: string;
  readonly byType: string;
  readonly byResult: string;
  readonly filter: string;
  readonly filterHint: string;
  readonly type: string;
  readonly allTypes: string;
  readonly result: string;
  readonly allResults: string;
  readonly fee: string;
  readonly content: string;
  readonly memo: string;
  readonly after: string;
  readonly contract: string;
  readonly gas: string;
  readonly gasUsed: string;
  readonly gasLimit: string;
  readonly usedOfLimit: string;
  readonly error: string;
  readonly readMore: string;
  readonly readAll: string;
  readonly stop: string;
  readonly noneMatch: string;
  /** "{0} of {1} match": of those that have been read. */
  readonly matching: string;
  readonly copyAll: string;
  readonly closeDetail: string;
  readonly logs: string;
  readonly logsHint: string;
  readonly look: string;
}

export type Towards = "previous" | "next" | "newest";

export type ListName = "transactions" | "results" | "logs";

/** What the panel asks for. */
export type FromBlock =
  | { readonly type: "go"; readonly to: Towards }
  | { readonly type: "ask" }
  | { readonly type: "explore" }
  | { readonly type: "export" }
  | { readonly type: "share" }
  | { readonly type: "cancel" }
  | { readonly type: "pin" }
  /** Reads on in a list: the next page, or all. */
  | { readonly type: "read"; readonly list: ListName; readonly all: boolean }
  | { readonly type: "stop" }
  /** All of one element, by its place in its list. */
  | { readonly type: "look"; readonly list: ListName; readonly at: number }
  /** What is shown in full below a list is closed. */
  | { readonly type: "closeDetail"; readonly list: ListName }
  /** Goes to the transaction of a contract result or a log. */
  | { readonly type: "openTransaction"; readonly list: ListName; readonly at: number }
  /** Whether a log of this may be in the block. */
  | { readonly type: "seek"; readonly typed: string }
  | { readonly type: "remedy"; readonly remedy: RemedyName };

/** Where the reader was. */
export interface View {
  readonly tab: string;
  /** The last point that was looked at. */
  readonly seen?: number;
}
