import type { Children, Node, Page } from "../../workbench/tree/node.ts";
import { isSubject } from "../subject.ts";

/** Has the row of every application say whether it is watched, whoever made it, and each time that it is drawn. */
export function marked(children: Children, isWatched: (handle: string) => boolean): Children {
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
