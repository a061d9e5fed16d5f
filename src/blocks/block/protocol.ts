// The state of a block's panel, and the messages from its page.
import * as v from "valibot";
import type { Problem } from "../../base/problem.ts";
import { noFields, type DeclaredMessage } from "../../workbench/panels/receive-messages.ts";
import { remedyMessage } from "../../panels/kit/content/protocol.ts";
import { entityMessage } from "../parts/fact-builders.ts";
import type { MissingBlock } from "../store/store.ts";
import type { BlockAddress } from "../model/saved-names.ts";
import type { Block } from "../model/block.ts";

const TABS = ["block", "transactions", "results", "logs", "json"] as const;
export const tabName = v.picklist(TABS);
export type TabName = (typeof TABS)[number];

const LISTS = ["transactions", "results", "logs"] as const;
const list = v.picklist(LISTS);
export type ListName = (typeof LISTS)[number];

/** The block of a panel, and the tab that the user chose. */
export interface ShownBlock extends BlockAddress {
  readonly tab?: TabName | undefined;
}

/** What to show in a block's panel. */
export interface BlockDetail {
  readonly tab: "transactions" | "block";
  /** The node's name of the type of transactions to show. */
  readonly type?: string | undefined;
  /** The consensus time of the transaction to show, in the node's format. */
  readonly time?: string | undefined;
  /** The text to search for in the block's logs, as typed. */
  readonly search?: string | undefined;
}

const at = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const blockMessages = {
  ...remedyMessage,
  ...entityMessage,
  go: v.object({ to: v.picklist(["previous", "next", "newest"]) }),
  goToBlock: noFields,
  openInExplorer: noFields,
  export: noFields,
  share: noFields,
  pin: noFields,
  cancel: noFields,
  chooseTab: v.object({ tab: tabName }),
  /** Shows the transactions of one type, or with one result. */
  showSort: v.object({ by: v.picklist(["type", "result"]), id: v.pipe(v.string(), v.maxLength(200)) }),
  /** Loads more of a list: its next page, or all of it. */
  load: v.object({ list, all: v.boolean() }),
  stop: noFields,
  /** Shows the details of an element of a list, by its index. */
  openRow: v.object({ list, at }),
  closeRow: v.object({ list }),
  /** Goes to the transaction of a contract result or a log. */
  openTransaction: v.object({ list, at }),
  /** Opens the transaction with this consensus time, in this block or in another one. */
  openTime: v.object({ time: v.pipe(v.string(), v.regex(/^\d{1,10}\.\d{9}$/)) }),
  // No address, topic or signature of an event is longer.
  searchLogs: v.object({ typed: v.pipe(v.string(), v.maxLength(400)) }),
};

export type BlockAct = DeclaredMessage<typeof blockMessages>;

export type BlockState =
  | { readonly kind: "loading" }
  /** `before` is the previous block, if known. */
  | { readonly kind: "block"; readonly block: Block; readonly before: Block | undefined }
  | { readonly kind: "absent"; readonly absent: MissingBlock }
  | { readonly kind: "failed"; readonly problem: Problem }
  /** The settings no longer have the network. */
  | { readonly kind: "networkGone" };

/** Filters of the transactions to set, and the row to show. A later request has a higher serial. */
export interface Wanted {
  readonly serial: number;
  readonly type?: string | undefined;
  readonly result?: string | undefined;
  /** The index of the row, once it is loaded. */
  readonly row?: number | undefined;
}
