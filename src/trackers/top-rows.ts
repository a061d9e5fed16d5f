// The rows of the Trackers view.
import { mapNodes } from "../workbench/tree/map-nodes.ts";
import type { Children, Node } from "../workbench/tree/node.ts";
import { applicationsRow, startRows } from "./apps/app-rows.ts";
import { trackersRow } from "./tracker/tracker-rows.ts";
import type { Arrangement } from "./model/arrangement.ts";
import { isSubject } from "./parts/row-builders.ts";
import type { Store } from "./store/store.ts";

/** Makes a top-level row each time the view is drawn; undefined if there is nothing to show. */
export type Section = () => Node | undefined;

export interface TopRowsInput {
  readonly store: Store;
  readonly arrangement: () => Arrangement;
  readonly now: () => number;
  /** Whether an app is watched. */
  readonly isWatched?: (handle: string) => boolean;
  /** Whether any app is watched. */
  readonly isWatching?: () => boolean;
  /** The user's own rows: watched apps and the workspace. */
  readonly own?: readonly Section[];
}

/**
 * The rows of the view, the user's own first and the long list of trackers last. Each level loads from the store when
 * it is expanded. Until something is set up, the first steps are at the top, outside any group.
 */
export function roots(input: TopRowsInput): Children {
  const { store, arrangement, now, isWatched = () => false, isWatching = () => false, own = [] } = input;
  const children: Children = async () => {
    const isSetUp = store.hasKey || isWatching();
    const rows = [
      ...(isSetUp ? [] : await startRows(store, now)),
      ...own.map((row) => row()),
      ...(isSetUp ? [applicationsRow(store, now)] : []),
      trackersRow(store, arrangement, now),
    ];
    return { nodes: rows.filter((row) => row !== undefined) };
  };
  return mapNodes(children, (node) => withWatchState(node, isWatched));
}

/** Adds the watch state to the row of an app, each time it is drawn. */
function withWatchState(node: Node, isWatched: (handle: string) => boolean): Node {
  const { subject } = node;
  if (!isSubject(subject) || subject.kind !== "app") return node;
  const { handle } = subject;
  return { ...node, contextValue: () => (isWatched(handle) ? "app.watched" : "app") };
}
