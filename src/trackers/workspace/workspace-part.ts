// Keeps the part of the wing that scans the user's own files.
import { join } from "node:path";
import { Disposable, EventEmitter, workspace as folders } from "vscode";
import type { Event } from "vscode";
import type { Shared } from "../../workbench/shared.ts";
import type { Node } from "../../workbench/tree/node.ts";
import type { View } from "../../workbench/views.ts";
import type { Store } from "../store.ts";
import { AcceptedHosts } from "./accepted-hosts.ts";
import { Marks } from "./diagnostics.ts";
import type { Found } from "./scan-result.ts";
import { workspaceRow } from "./workspace-rows.ts";
import { Workspace } from "./workspace-scan.ts";

/** A row that is being unfolded gets what is under it before the row itself is drawn anew, or it would fold again. */
const SETTLED = 100;

/** What the wing knows of the user's own files. */
export interface WorkspacePart extends Disposable {
  readonly workspace: Workspace;
  readonly acceptedHosts: AcceptedHosts;
  /** Something else was found. */
  readonly onDidFind: Event<void>;
  /** The row of the view. */
  row(): Node | undefined;
}

export function openWorkspace(shared: Shared, view: Pick<View, "redraw" | "refresh">, store: Store): WorkspacePart {
  const foundChanged = new EventEmitter<void>();
  let shown: Found | undefined;
  let drawing: NodeJS.Timeout | undefined;
  const acceptedHosts = new AcceptedHosts(
    shared.state,
    () => (folders.workspaceFile ?? folders.workspaceFolders?.[0]?.uri)?.toString() ?? "",
  );
  const workspace = new Workspace({
    ...shared,
    folders: () => folders.workspaceFolders ?? [],
    store,
    program: join(shared.dist, "trackers-worker.cjs"),
    countsHosts: () => shared.settings.get("triptych.trackers.countHosts"),
    acceptedHosts,
  });

  /** What stands under the row is read anew where something else was found, not where a look has begun or failed. */
  function draw(): void {
    clearTimeout(drawing);
    drawing = setTimeout(drawNow, SETTLED);
  }

  function drawNow(): void {
    view.redraw();
    if (workspace.found === shown) return;
    shown = workspace.found;
    view.refresh("workspace");
    foundChanged.fire();
  }

  const owned = Disposable.from(
    { dispose: () => clearTimeout(drawing) },
    foundChanged,
    new Marks(workspace, store),
    workspace,
    workspace.onDidChange(draw),
    store.onDidChange(({ about }) => {
      if (about === "service" || about === "trackers") workspace.renew();
    }),
    shared.settings.onDidChange((id) => {
      if (id === "triptych.trackers.countHosts") workspace.recount();
    }),
    folders.onDidChangeWorkspaceFolders(() => view.redraw()),
    acceptedHosts,
  );
  return {
    workspace,
    acceptedHosts,
    onDidFind: foundChanged.event,
    row: () => workspaceRow(workspace, store, shared.now),
    dispose: () => owned.dispose(),
  };
}
