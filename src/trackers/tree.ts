import type { Children, Node } from "../workbench/tree/node.ts";
import type { Arrangement } from "./model/arrangement.ts";
import type { Store } from "./store.ts";
import { applicationsRow } from "./tree/applications.ts";
import { marked } from "./tree/marked.ts";
import { trackersRow } from "./tree/trackers.ts";

/** A row of the first level, made anew each time that the level is drawn; none where there is nothing to show. */
export type Section = () => Node | undefined;

export interface Shows {
  readonly store: Store;
  readonly arrangement: () => Arrangement;
  readonly now: () => number;
  /** Whether the reader follows an application. */
  readonly isWatched?: (handle: string) => boolean;
  /** What stands above the trackers. */
  readonly above?: readonly Section[];
}

/** The rows of the view. Nothing is asked for here: each level asks the store when it is unfolded. */
export function roots({ store, arrangement, now, isWatched = () => false, above = [] }: Shows): Children {
  const sections: readonly Section[] = [
    ...above,
    () => trackersRow(store, arrangement, now),
    () => applicationsRow(store, now),
  ];
  return marked(
    () => Promise.resolve({ nodes: sections.map((row) => row()).filter((row) => row !== undefined) }),
    isWatched,
  );
}
