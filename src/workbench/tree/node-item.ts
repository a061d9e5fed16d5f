// Draws a row of a wing as VS Code's tree item.
import { ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri, type Command } from "vscode";
import { inLine } from "../text/encode.ts";

/** What a row looks like at the moment. It is also what a window remembers of a row, so it has no code in it. */
export interface Look {
  readonly id: string;
  readonly label: string;
  readonly icon?: string | undefined;
  readonly color?: string | undefined;
  /** A `data:` URL, shown in place of the named icon. */
  readonly picture?: string | undefined;
  readonly description?: string | undefined;
  readonly contextValue?: string | undefined;
  readonly resource?: string | undefined;
  readonly spoken?: string | undefined;
  readonly fold?: "open" | "closed" | undefined;
}

export function nodeItem(look: Look, command: Command | undefined): TreeItem {
  const item = rowItem(look.id, look.label, look.icon, look.color);
  if (look.picture !== undefined) item.iconPath = Uri.parse(look.picture);
  if (look.fold !== undefined)
    item.collapsibleState =
      look.fold === "open" ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
  if (look.description !== undefined) item.description = inLine(look.description);
  if (look.contextValue !== undefined) item.contextValue = look.contextValue;
  if (look.resource !== undefined) item.resourceUri = Uri.parse(look.resource);
  if (look.spoken !== undefined) item.accessibilityInformation = { label: inLine(look.spoken) };
  if (command !== undefined) item.command = command;
  return item;
}

export function rowItem(id: string, label: string, icon: string | undefined, color?: string): TreeItem {
  const item = new TreeItem(inLine(label));
  item.id = id;
  if (icon !== undefined) item.iconPath = new ThemeIcon(icon, color === undefined ? undefined : new ThemeColor(color));
  return item;
}
