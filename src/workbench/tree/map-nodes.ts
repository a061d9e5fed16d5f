// Applies a function to the rows of all levels of a view, each time they are loaded.
import type { Children, Node, Page } from "./node.ts";

export function mapNodes(children: Children, map: (node: Node) => Node | Promise<Node>): Children {
  return async (signal) => {
    const page = await children(signal);
    const { nodes, next } = page;
    const mapped: Page = {
      ...page,
      nodes: await Promise.all(nodes.map(async (node) => withChildren(await map(node), map))),
      ...(next === undefined ? {} : { next: mapNodes(next, map) }),
    };
    return mapped;
  };
}

function withChildren(node: Node, map: (node: Node) => Node | Promise<Node>): Node {
  return node.children === undefined ? node : { ...node, children: mapNodes(node.children, map) };
}
