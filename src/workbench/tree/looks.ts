// What rows look like, to draw them and to remember them for the next window.
import type { Look } from "./node-item.ts";
import type { RememberedLook } from "./row-memory.ts";
import { describePlace } from "./reorder.ts";
import { NodeRow, type RangeRow } from "./rows.ts";

/** More rows than a view shows without scrolling on most screens. */
const MAX_REMEMBERED = 100;

export function lookOf(row: NodeRow): Look {
  const { id, label, icon, description, contextValue, resource, spoken, children, unfolded } = row.node;
  return {
    id,
    label,
    icon: icon?.name,
    color: icon?.color,
    picture: icon?.picture,
    description: resolveText(description),
    contextValue: contextValue === undefined ? undefined : resolveText(contextValue) + describePlace(row),
    resource: resource?.toString(),
    spoken: resolveText(spoken),
    fold: children === undefined ? undefined : unfolded === true ? "open" : "closed",
  };
}

/** The rows of a level and of those that VS Code expands by itself, without ages, which would not be true anymore. */
export function rememberRows(
  level: ReadonlyMap<string, NodeRow | RangeRow>,
  budget = { left: MAX_REMEMBERED },
): readonly RememberedLook[] {
  const looks: RememberedLook[] = [];
  for (const row of level.values()) {
    if (!(row instanceof NodeRow) || budget.left === 0) continue;
    budget.left -= 1;
    const { description, spoken, click, unfolded } = row.node;
    looks.push({
      ...lookOf(row),
      ...(typeof description === "function" ? { description: undefined } : {}),
      ...(typeof spoken === "function" ? { spoken: undefined } : {}),
      click: click?.title,
      under: unfolded === true ? rememberRows(row.under, budget) : [],
    });
  }
  return looks;
}

function resolveText<Text extends string | undefined>(text: Text | (() => string)): Text | string {
  return typeof text === "function" ? text() : text;
}
