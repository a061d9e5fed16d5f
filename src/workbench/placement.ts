// Decides where panels open, and which panel the next one replaces.
import { AsyncLocalStorage } from "node:async_hooks";
import { ViewColumn, window, type WebviewPanel } from "vscode";

/** How to open the panels that a task shows. Without a placement they open in the usual column and stay. */
export type Placement =
  /** Replaces the last preview of this wing. */
  { readonly as: "preview"; readonly wing: string } | { readonly as: "side" };

/** The placement of the current task, including everything that it awaits. */
const current = new AsyncLocalStorage<Placement>();

/** Runs a task whose panels open with this placement. */
export function withPlacement<Result>(placement: Placement, task: () => Result): Result {
  return current.run(placement, task);
}

/**
 * The previews, one per wing. VS Code supports previews only for files: an extension can't open a webview as a preview
 * or set its title in italics. Instead, the tab of a preview has the action Keep Panel.
 */
export class Previews {
  readonly #byWing = new Map<string, WebviewPanel>();

  get placement(): Placement | undefined {
    return current.getStore();
  }

  /** The preview that the current task's new panel replaces. */
  get replaced(): WebviewPanel | undefined {
    const { placement } = this;
    return placement?.as === "preview" ? this.#byWing.get(placement.wing) : undefined;
  }

  has(panel: WebviewPanel): boolean {
    return [...this.#byWing.values()].includes(panel);
  }

  /** Registers a panel that the current task has opened. */
  add(panel: WebviewPanel): void {
    const { placement } = this;
    if (placement?.as === "preview") this.#byWing.set(placement.wing, panel);
  }

  /** Keeps the panel: no preview replaces it any more. */
  remove(panel: WebviewPanel): void {
    for (const [wing, each] of this.#byWing) if (each === panel) this.#byWing.delete(wing);
  }
}

/** Returns the column for a new panel. `beside` is the user's setting; `open` are the panels that are already open. */
export function chooseColumn(
  placement: Placement | undefined,
  beside: boolean,
  open: Iterable<WebviewPanel>,
): ViewColumn {
  if (placement?.as === "side") return ViewColumn.Beside;
  if (!beside) return ViewColumn.Active;
  // "Beside" is relative to the active column: from a focused panel, it would be another new column each time.
  for (const { viewColumn } of open) if (viewColumn !== undefined) return viewColumn;
  return window.tabGroups.activeTabGroup.tabs.length === 0 ? ViewColumn.Active : ViewColumn.Beside;
}
