// Decides where panels open, and which panel the next one replaces.
import { ViewColumn, window, type WebviewPanel } from "vscode";

/** How to open a panel. Without a placement it opens in the usual column and stays. */
export type Placement =
  /** Replaces the last preview of this view's rows. */
  { readonly kind: "preview"; readonly view: string } | { readonly kind: "side" };

/**
 * The previews, one per view. VS Code supports previews only for files: an extension can't open a webview as a preview
 * or set its title in italics. Instead, the tab of a preview has the action Keep Panel.
 */
export class Previews {
  readonly #byView = new Map<string, WebviewPanel>();

  /** Returns the preview that a new panel with this placement replaces. */
  findReplaced(placement: Placement | undefined): WebviewPanel | undefined {
    return placement?.kind === "preview" ? this.#byView.get(placement.view) : undefined;
  }

  has(panel: WebviewPanel): boolean {
    return [...this.#byView.values()].includes(panel);
  }

  /** Registers a panel that was opened with this placement. */
  add(panel: WebviewPanel, placement: Placement | undefined): void {
    if (placement?.kind === "preview") this.#byView.set(placement.view, panel);
  }

  /** Keeps the panel: no preview replaces it any more. */
  remove(panel: WebviewPanel): void {
    for (const [view, each] of this.#byView) if (each === panel) this.#byView.delete(view);
  }
}

/** Returns the column for a new panel. `beside` is the user's setting; `open` are the panels that are already open. */
export function chooseColumn(
  placement: Placement | undefined,
  beside: boolean,
  open: Iterable<WebviewPanel>,
): ViewColumn {
  if (placement?.kind === "side") return ViewColumn.Beside;
  if (!beside) return ViewColumn.Active;
  // "Beside" is relative to the active column: from a focused panel, it would be another new column each time.
  for (const { viewColumn } of open) if (viewColumn !== undefined) return viewColumn;
  return window.tabGroups.activeTabGroup.tabs.length === 0 ? ViewColumn.Active : ViewColumn.Beside;
}
