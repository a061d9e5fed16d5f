import type { Node } from "../../workbench/tree/node.ts";

/** A row that only says something. */
export function note(id: string, label: string, icon: string): Node {
  return { id, subject: undefined, label, icon: { name: icon }, contextValue: "note" };
}

export function joined(parts: readonly string[], mark = " · "): string {
  return parts.filter((part) => part !== "").join(mark);
}
