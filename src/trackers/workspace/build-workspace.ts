// Builds the part of the wing that scans the workspace.
import { join } from "node:path";
import { Disposable, EventEmitter, workspace as folders, type Event } from "vscode";
import type { Shared } from "../../workbench/wings/shared.ts";
import type { Node } from "../../workbench/tree/node.ts";
import type { View } from "../../workbench/wings/views.ts";
import type { Store } from "../store/store.ts";
import type { WorkspaceFindings } from "./scan-result.ts";
import { workspaceRow } from "./workspace-rows.ts";
import { WorkspaceScan } from "./workspace-scan.ts";

/** The part of the wing that scans the workspace. */
export interface WorkspacePart extends Disposable {
  readonly workspace: WorkspaceScan;
  /** Fires when the findings changed. */
  readonly onDidFind: Event<void>;
  /** The row of this part in the view. */
  row(): Node | undefined;
}

export function createWorkspacePart(
  shared: Shared,
  view: Pick<View, "redraw" | "refresh">,
  store: Store,
): WorkspacePart {
  const foundChanged = new EventEmitter<void>();
  let shown: WorkspaceFindings | undefined;
  const workspace = new WorkspaceScan({
    ...shared,
    folders: () => folders.workspaceFolders ?? [],
    store,
    program: join(shared.dist, "scan.cjs"),
  });

  /** Reloads the children only if the findings changed, not when a scan starts or fails. */
  function draw(): void {
    view.redraw();
    if (workspace.found === shown) return;
    shown = workspace.found;
    view.refresh("workspace");
    foundChanged.fire();
  }

  const owned = Disposable.from(
    foundChanged,
    workspace,
    workspace.onDidChange(draw),
    workspace.builtApps.onDidChange(() => view.refresh("workspace")),
    store.onDidChange(({ about }) => {
      if (about === "service" || about === "trackers") workspace.rescanAll();
    }),
    folders.onDidChangeWorkspaceFolders(() => view.redraw()),
  );
  return {
    workspace,
    onDidFind: foundChanged.event,
    row: () => workspaceRow(workspace, store, shared.now),
    dispose: () => owned.dispose(),
  };
}
