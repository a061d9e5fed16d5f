import type { Children, Node, Page } from "../workbench/tree/node.ts";
import { applicationsRow } from "./apps/app-rows.ts";
import { trackersRow } from "./catalog/tracker-rows.ts";
import type { Arrangement } from "./model/arrangement.ts";
import { isSubject } from "./rows.ts";
import type { Store } from "./store.ts";

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

/** Has the row of every application say whether it is watched, whoever made it, and each time that it is drawn. */
function marked(children: Children, isWatched: (handle: string) => boolean): Children {
  return async (signal) => markedPage(await children(signal), isWatched);
}

function markedPage(page: Page, isWatched: (handle: string) => boolean): Page {
  const { nodes, next } = page;
  return {
    ...page,
    nodes: nodes.map((node) => markedNode(node, isWatched)),
    ...(next === undefined ? {} : { next: marked(next, isWatched) }),
  };
}

function markedNode(node: Node, isWatched: (handle: string) => boolean): Node {
  const { subject, children } = node;
  const handle = isSubject(subject) && subject.kind === "app" ? subject.handle : undefined;
  return {
    ...node,
    ...(children === undefined ? {} : { children: marked(children, isWatched) }),
    ...(handle === undefined ? {} : { contextValue: () => (isWatched(handle) ? "app.watched" : "app") }),
  };
}
