import type { TabId } from "../../panels/report/messages.ts";
import type { Source } from "../model.ts";
import type { SideName } from "../model/changes.ts";
import type { News } from "../model/watch.ts";
import type { AppState, TrackerList } from "../store.ts";

/** What a report is shown of: everything that its words are made from. */
export interface Known {
  readonly handle: string;
  /** What the reader picked; the newest where nothing is. */
  readonly source: Source | undefined;
  readonly report: number | undefined;
  readonly tab: TabId;
  /** The sides of the comparison, where the reader has chosen them. */
  readonly compare: { readonly from: SideName; readonly to: SideName } | undefined;
  /** What is known of any application, for the other side. */
  readonly stateOf: (handle: string) => AppState;
  readonly state: AppState;
  readonly watched: boolean;
  /** What is new since the reader looked last, and whether that is still to be seen. */
  readonly news: readonly News[];
  readonly unseen: boolean;
  readonly list: TrackerList | undefined;
  readonly base: string;
  readonly host: string;
  readonly now: number;
}
