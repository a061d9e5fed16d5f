/** Events of the parts for their panel. They bubble and leave shadow roots, so a panel may listen at its root. */
export interface KitEvents {
  /** A tab or a kind, by its id. */
  chosen: string;
  /** What is to be done with a comment. */
  acted: CommentAct;
  reacted: { readonly reaction: string; readonly on: boolean };
  /** The text of the write box, with every change. */
  typed: string;
  posted: string;
  /** The issue is to be closed or reopened, with the text of the write box if there is one. */
  closed: string;
  editor: string;
  /** A box of a list of tasks, by its line in the Markdown, counted from 0. */
  ticked: { readonly line: number; readonly done: boolean };
  /** The reader agreed to an image. */
  wanted: { readonly url: string; readonly always: boolean };
  /** The reader wants to change which hosts' images load without asking. */
  hostsManaged: undefined;
  /** A row of a table, by its index. */
  opened: number;
  /** The last rows of a table are visible, or nearly. */
  ended: undefined;
  /** How a chart is shown, as the reader chose. */
  shown: "chart" | "table";
  /** What is chosen in a chart, both ends included. */
  ranged: { readonly from: number; readonly to: number } | undefined;
  /** A folded part was expanded or collapsed. */
  unfolded: boolean;
  canceled: undefined;
}

export type CommentAct = "react" | "quote" | "edit" | "delete" | "link";

export type KitEventMap = { [Name in keyof KitEvents]: CustomEvent<KitEvents[Name]> };

export function tell<Name extends keyof KitEvents>(from: EventTarget, name: Name, detail: KitEvents[Name]): void {
  from.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
}
