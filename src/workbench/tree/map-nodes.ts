// Applies a function to the rows of all levels of a view, each time they are loaded.
import type { Children, Node } from "./node.ts";

export function mapNodes(children: Children, map: (node: Node) => Node | Promise<Node>): Children {
  return async (signal) => {
    const { nodes, next, ...rest } = await children(signal);
    const mapped = await Promise.all(nodes.map(async (node) => withChildren(await map(node), map)));
    return { ...rest, nodes: mapped, next: next && mapNodes(next, map) };
  };
}

function withChildren(node: Node, map: (node: Node) => Node | Promise<Node>): Node {
  return node.children === undefined ? node : { ...node, children: mapNodes(node.children, map) };
}
