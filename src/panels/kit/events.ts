// Events of the parts of panels.
import type { ChartView } from "./chart-view.ts";

/** Events that parts fire for their page. They bubble out of shadow roots, so a page can listen at its root. */
export interface KitEvents {
  /** ID of the selected tab or kind. */
  chosen: string;
  /** What the reader wants to do with a comment. */
  acted: CommentAct;
  reacted: { readonly reaction: string; readonly on: boolean };
  /** Text of the write box, on every change. */
  typed: string;
  posted: string;
  /** The reader closes or reopens the issue, with the text of the write box if there is one. */
  closed: string;
  editor: string;
  /** A file was pasted into the write box, which has this placeholder for it. */
  attached: { readonly file: File; readonly placeholder: string };
  /** A checkbox in a list of tasks, by its line in the Markdown, counted from 0. */
  ticked: { readonly line: number; readonly done: boolean };
  /** The reader agreed to load an image. */
  wanted: { readonly url: string; readonly always: boolean };
  /** The reader wants to change which hosts' images load without asking. */
  hostsManaged: undefined;
  /** Index of the table row to open. */
  opened: number;
  /** The reader closes the details of a table's row. */
  detailClosed: undefined;
  /** A table is scrolled to its last rows, or nearly. */
  ended: undefined;
  /** How the reader wants a chart to be shown. */
  shown: "grid" | "chart" | "table";
  /** The reader moved or zoomed in a grid. */
  viewed: ChartView;
  /** Indexes of the group and of the row in it whose name was selected in a grid. */
  named: { readonly group: number; readonly row: number };
  /** Range that is selected in a chart, both ends included. */
  ranged: { readonly from: number; readonly to: number } | undefined;
  /** True if a part was expanded, false if it was collapsed. */
  unfolded: boolean;
  canceled: undefined;
}

export type CommentAct = "react" | "quote" | "edit" | "delete" | "link";

export type KitEventMap = { [Name in keyof KitEvents]: CustomEvent<KitEvents[Name]> };

export function emit<Name extends keyof KitEvents>(target: EventTarget, name: Name, detail: KitEvents[Name]): void {
  target.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
}
