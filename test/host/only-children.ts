// Finds levels of a tree that have a single row: each is one click more than users need, unless it has a reason.
import type { Children, Node } from "../../src/workbench/tree/node.ts";

/** How many rows of one kind are expanded at each depth: the others are made by the same code. */
const EXPANDED_PER_KIND = 10;

const SIGNAL = new AbortController().signal;

/**
 * The levels with one row, as the menus of the row above and of the row itself: "pinned > block". The first level is not
 * one of them, as a view may have one repository.
 */
export async function onlyChildren(roots: Children): Promise<readonly string[]> {
  const found = new Set<string>();
  await walk((await roots(SIGNAL)).nodes, 0, { found, expanded: new Map() });
  return [...found].sort();
}

interface Progress {
  readonly found: Set<string>;
  /** How many rows were expanded, by depth and kind. */
  readonly expanded: Map<string, number>;
}

async function walk(nodes: readonly Node[], depth: number, progress: Progress): Promise<void> {
  const { found, expanded } = progress;
  for (const node of nodes) {
    const kind = getMenu(node);
    const place = (expanded.get(`${depth} ${kind}`) ?? 0) + 1;
    if (node.children === undefined || place > EXPANDED_PER_KIND) continue;
    expanded.set(`${depth} ${kind}`, place);
    const { nodes: under, skipped = 0, next } = await node.children(SIGNAL);
    const [first, ...others] = under;
    if (first !== undefined && others.length + skipped === 0 && next === undefined) {
      found.add(`${kind} > ${getMenu(first)}`);
    }
    await walk(under, depth + 1, progress);
  }
}

function getMenu({ contextValue = "" }: Node): string {
  return typeof contextValue === "string" ? contextValue : contextValue();
}
