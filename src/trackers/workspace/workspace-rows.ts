// The row of the open folders. Its children are loaded with the first scan.
import { l10n } from "../../workbench/text/l10n.ts";
import type { Node } from "../../workbench/tree/node.ts";
import { appCount, trackerCount } from "../wording/counts.ts";
import type { Store } from "../store/store.ts";
import { describeScan, loadRows } from "./finding-rows.ts";
import { countedTrackers, isComplete, type WorkspaceFindings } from "./scan-result.ts";
import type { WorkspaceScan } from "./workspace-scan.ts";

/** The row of the open folders. The first scan starts when it is expanded. */
export function workspaceRow(workspace: WorkspaceScan, store: Store, now: () => number): Node | undefined {
  if (!workspace.hasFolder) return undefined;
  const { found } = workspace;
  return {
    id: "workspace",
    subject: { kind: "workspace" },
    label: l10n.t("This Workspace"),
    description: workspace.isScanning
      ? l10n.t("scanning…")
      : found === undefined
        ? l10n.t("not scanned")
        : summary(found),
    icon: { name: "root-folder" },
    contextValue: found === undefined ? "workspace" : "workspace.found",
    // Without this, a row that is redrawn while it expands would stay collapsed.
    ...(workspace.isScanning || found !== undefined ? { expanded: true } : {}),
    tooltip: async () =>
      found === undefined
        ? l10n.t("Expand to scan this folder. Files are only read, and nothing leaves your machine.")
        : describeScan(found),
    children: async (signal) => {
      const shown = workspace.found ?? (await workspace.scan({ signal, quietly: true }));
      return await loadRows(shown, workspace, store, now, signal);
    },
  };
}

/** "2 apps · 3 trackers". */
function summary(found: WorkspaceFindings): string {
  const apps = found.findings.apps.filter(({ build }) => !build).length;
  const trackers = countedTrackers(found).size;
  return [
    apps === 0 ? undefined : appCount(apps),
    trackers > 0 ? trackerCount(trackers) : isComplete(found) ? l10n.t("no known trackers") : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(" · ");
}
