// Where panels open, and which of them the next one replaces.
import { AsyncLocalStorage } from "node:async_hooks";
import { ViewColumn, window, type WebviewPanel } from "vscode";

/** How to open the panels that a task shows; without one they open in the usual column and stay. */
export type Placement =
  /** Takes the place of the last preview of this wing. */
  { readonly as: "preview"; readonly wing: string } | { readonly as: "side" };

/** The placement of the task that is running, also after it has awaited something. */
const running = new AsyncLocalStorage<Placement>();

/** Runs a task; the panels that it shows open as `placement` says. */
export function withPlacement<Result>(placement: Placement, task: () => Result): Result {
  return running.run(placement, task);
}

/**
 * The previews, one per wing. VS Code has previews of its own only for files: an extension can't open a webview as one
 * or set its title in italics, so the tab of a preview has Keep Panel among its actions instead.
 */
export class Previews {
  readonly #byWing = new Map<string, WebviewPanel>();

  get placement(): Placement | undefined {
    return running.getStore();
  }

  /** The panel that a new one replaces. */
  get replaced(): WebviewPanel | undefined {
    const { placement } = this;
    return placement?.as === "preview" ? this.#byWing.get(placement.wing) : undefined;
  }

  has(panel: WebviewPanel): boolean {
    return [...this.#byWing.values()].includes(panel);
  }

  /** A panel was opened by the running task. */
  add(panel: WebviewPanel): void {
    const { placement } = this;
    if (placement?.as === "preview") this.#byWing.set(placement.wing, panel);
  }

  /** From now on nothing replaces the panel. */
  remove(panel: WebviewPanel): void {
    for (const [wing, each] of this.#byWing) if (each === panel) this.#byWing.delete(wing);
  }
}

/** The column of a new panel. `beside` is the user's choice; `open` are the panels that are open already. */
export function columnOfNew(
  placement: Placement | undefined,
  beside: boolean,
  open: Iterable<WebviewPanel>,
): ViewColumn {
  if (placement?.as === "side") return ViewColumn.Beside;
  if (!beside) return ViewColumn.Active;
  // "Beside" counts from the active column: once a panel has the focus, that would be another new column each time.
  for (const { viewColumn } of open) if (viewColumn !== undefined) return viewColumn;
  return window.tabGroups.activeTabGroup.tabs.length === 0 ? ViewColumn.Active : ViewColumn.Beside;
}
