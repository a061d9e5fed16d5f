// Code lenses above application IDs in build files.
import { workspace, type CodeLens, type Range, type TextDocument } from "vscode";
import type { CommandId } from "../../workbench/commands.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { codeLens } from "../../workbench/vscode-objects.ts";
import { findApps, permission, scanFile } from "../../scan/index.ts";
import { toRange } from "./diagnostics.ts";
import { countedTrackers, isComplete, type WorkspaceFindings } from "./scan-result.ts";
import { toPath } from "./find-files.ts";

/** Longer scripts are generated. */
const MAX_SCRIPT_CHARS = 60_000;
const NO_SIGNATURES = { prefilter: undefined, byName: () => [], byHost: () => [], byVendor: () => [] };

/** Code lenses above each application ID: its report and the findings in the workspace. They send no requests. */
export function codeLensesFor(document: TextDocument, found: WorkspaceFindings | undefined): CodeLens[] {
  const text = document.getText();
  if (text.length > MAX_SCRIPT_CHARS) return [];
  const path = toPath(document.uri);
  // Relative to the workspace, as in a scan: the folders above it say nothing about the file.
  const facts = scanFile(workspace.asRelativePath(document.uri, false), text, NO_SIGNATURES);
  // IDs that depend on other files are known only after a scan.
  const own = findApps([[path, facts]]).apps;
  const scanned = (found?.findings.apps ?? []).filter(
    ({ file, handle }) => file === path && !own.some((each) => each.handle === handle),
  );
  const apps = [...own, ...scanned].filter(({ build }) => !build);
  const main = apps.find(({ of }) => of.length === 0) ?? apps[0];
  return apps.flatMap((app) => {
    const range = toRange(app);
    const report: CommandId = "triptych.trackers.findApp";
    const title = app.of.length === 0 ? l10n.t("Open Report") : l10n.t("Open Report of {0}", app.handle);
    const lens = codeLens(range, title, report, { handle: app.handle });
    return app === main ? [lens, scanLens(range, found)] : [lens];
  });
}

function scanLens(range: Range, found: WorkspaceFindings | undefined): CodeLens {
  const scan: CommandId = "triptych.trackers.scanWorkspace";
  const trackers = found === undefined ? 0 : countedTrackers(found).size;
  if (found === undefined || (trackers === 0 && !isComplete(found)))
    return codeLens(range, l10n.t("Scan Workspace for Trackers"), scan);
  const summary =
    trackers === 0
      ? l10n.t("No known trackers in this workspace")
      : l10n.plural(trackers, "{0} tracker in this workspace", "{0} trackers in this workspace");
  const dangerous = new Set(
    found.findings.permissions.map(({ name }) => name).filter((name) => permission(name).level === "dangerous"),
  ).size;
  const title =
    dangerous === 0
      ? summary
      : l10n.plural(dangerous, "{1}, {0} dangerous permission", "{1}, {0} dangerous permissions", summary);
  return codeLens(range, title, "triptych.trackers.focus");
}
