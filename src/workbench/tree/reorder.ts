// Reorders rows by drag and drop, and with Move Up and Move Down.
import type { RowOrder } from "./node.ts";
import { NodeRow } from "./level-rows.ts";

/**
 * Moves rows to the place of a target row in their list, as VS Code does with tabs: rows from above it go below it.
 * Without a target, they go to the end. Rows of other lists don't move, and a target in another list moves nothing.
 */
export async function dropRows(rows: readonly unknown[], target: unknown): Promise<void> {
  const order = rows.map(orderFor).find((each) => each !== undefined);
  if (order === undefined || (target !== undefined && orderFor(target) !== order)) return;
  const moved = idsIn(rows, order);
  await save(order, moveTo(order.ids, moved, target instanceof NodeRow ? target.id : undefined));
}

/** Moves rows one place up or down. Rows at that end of the list stay there. */
export async function shiftRows(rows: readonly NodeRow[], direction: "up" | "down"): Promise<void> {
  const [first] = rows;
  const order = orderFor(first);
  if (order === undefined) return;
  const moved = new Set(idsIn(rows, order));
  const ids = direction === "up" ? moveUp(order.ids, moved) : moveUp(order.ids.toReversed(), moved).toReversed();
  await save(order, ids);
}

/**
 * Returns the suffix of a row's context value for its place in the list: the first can't move up, the last not down.
 */
export function describePlace({ node: { order, id } }: NodeRow): string {
  if (order === undefined || order.ids.length < 2) return "";
  const place = order.ids.indexOf(id);
  // The check of the manifest finds the values by this name.
  const contextValue = place === 0 ? ".first" : place === order.ids.length - 1 ? ".last" : ".middle";
  return contextValue;
}

function orderFor(row: unknown): RowOrder | undefined {
  return row instanceof NodeRow ? row.node.order : undefined;
}

function idsIn(rows: readonly unknown[], order: RowOrder): readonly string[] {
  return rows.flatMap((row) => (row instanceof NodeRow && row.node.order === order ? [row.id] : []));
}

function moveTo(ids: readonly string[], moved: readonly string[], target: string | undefined): readonly string[] {
  if (target !== undefined && moved.includes(target)) return ids;
  const picked = ids.filter((id) => moved.includes(id));
  const others = ids.filter((id) => !moved.includes(id));
  if (target === undefined) return [...others, ...picked];
  const isFromAbove = ids.findIndex((id) => moved.includes(id)) < ids.indexOf(target);
  return others.toSpliced(others.indexOf(target) + (isFromAbove ? 1 : 0), 0, ...picked);
}

function moveUp(ids: readonly string[], moved: ReadonlySet<string>): readonly string[] {
  const after: string[] = [];
  for (const id of ids) {
    const above = after.at(-1);
    const isBlocked = above === undefined || moved.has(above) || !moved.has(id);
    after.splice(isBlocked ? after.length : -1, 0, id);
  }
  return after;
}

async function save(order: RowOrder, ids: readonly string[]): Promise<void> {
  if (ids.some((id, place) => id !== order.ids[place])) await order.save(ids);
}
