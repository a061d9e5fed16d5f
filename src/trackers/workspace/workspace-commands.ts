// Commands that scan the workspace and open findings.
import { Range, Uri, window } from "vscode";
import { getFields } from "../../base/json/is-table.ts";
import { Problem } from "../../base/problem.ts";
import { on, plain, type Command } from "../../workbench/commands.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { getSubject } from "../../workbench/tree/level-rows.ts";
import { format } from "../../workbench/text/format.ts";
import { fileCount, trackerCount } from "../wording/counts.ts";
import type { LineRange } from "../../scan/index.ts";
import type { Store } from "../store/store.ts";
import { trackerName } from "../wording/tracker-names.ts";
import {
  describeFinding,
  describeRefused,
  describeSkippedTrackers,
  describeLimit,
  describeUnreadFiles,
  includesTracker,
  locationLabel,
  shortPath,
} from "./finding-text.ts";
import { findingsExport } from "./findings-export.ts";
import { countedTrackers, isComplete, type WorkspaceFindings } from "./scan-result.ts";
import type { WorkspaceScan } from "./workspace-scan.ts";

type ScanCommandDependencies = Pick<Shared, "dialogs">;

/** Scans the workspace with progress and shows the result. */
export function scanWorkspace(
  dependencies: ScanCommandDependencies,
  workspace: WorkspaceScan,
): Command<[], WorkspaceFindings | undefined> {
  return plain(async () => {
    const found = await scanWithProgress(dependencies, workspace);
    if (found === undefined) return undefined;
    const trackers = countedTrackers(found).size;
    const files = fileCount(found.files);
    const sentence =
      found.listProblem !== undefined
        ? l10n.t(
            "Scanned {0} for apps and permissions. Trackers are missing because the tracker list could not be loaded.",
            files,
          )
        : trackers === 0
          ? l10n.t("No known trackers found in {0}.", files)
          : l10n.t("Found {0} in {1}.", trackerCount(trackers), files);
    showResult(dependencies, sentence, found);
    return found;
  });
}

/** Shows what a scan found, and what it did not look at. */
function showResult({ dialogs }: ScanCommandDependencies, sentence: string, found: WorkspaceFindings): void {
  const missing = [
    ...describeSkippedTrackers(found),
    ...describeRefused(found),
    ...describeUnreadFiles(found),
    ...describeLimit(found),
  ].map((each) => `${each}.`);
  void dialogs.message(isComplete(found) ? "info" : "warning", [sentence, ...missing].join(" "));
}

/** Clears the findings and their diagnostics. */
export function clearWorkspace(workspace: WorkspaceScan): Command<[], void> {
  return plain(() => workspace.clear());
}

export function exportFindings(
  shared: ScanCommandDependencies & Pick<Shared, "exports">,
  workspace: WorkspaceScan,
  store: Store,
): Command<[unknown], void> {
  const asWorkspace = (given: unknown) => (getFields(getSubject(given))["kind"] === "workspace" ? given : undefined);
  return on(asWorkspace, async () => {
    const found = workspace.found ?? (await scanWithProgress(shared, workspace));
    if (found !== undefined) await shared.exports.export(findingsExport(found, store));
  });
}

/** Lets the user pick a location of a tracker in the workspace, or one that mentions its host, and opens it. */
export function findInWorkspace(
  dependencies: ScanCommandDependencies,
  workspace: WorkspaceScan,
  store: Store,
): Command<[number], void> {
  return on(trackerArgument, async (tracker) => {
    const found = workspace.found ?? (await scanWithProgress(dependencies, workspace));
    if (found === undefined) return;
    if (found.listProblem !== undefined) throw found.listProblem;
    const name = trackerName(tracker, store.knownTrackers);
    const { trackers, hosts } = found.findings;
    const places = [...trackers, ...hosts].filter(includesTracker(tracker));
    if (places.length === 0) {
      showResult(
        dependencies,
        l10n.t("{0} was not found in this workspace ({1}).", name, fileCount(found.files)),
        found,
      );
      return;
    }
    const choices = places.map((found) => ({
      label: locationLabel(found),
      description: found.kind === "host" ? describeFinding(found, store.knownTrackers) : found.text,
      detail: shortPath(found),
      value: found,
    }));
    const chosen = await dependencies.dialogs.pick(l10n.t("{0} in This Workspace", name), choices);
    if (chosen !== undefined) await showPlace(chosen.file, chosen.spot);
  });
}

async function showPlace(file: string, { line, from, to }: LineRange): Promise<void> {
  await window.showTextDocument(Uri.file(file), { selection: new Range(line, from, line, to) });
}

async function scanWithProgress(
  { dialogs }: ScanCommandDependencies,
  workspace: WorkspaceScan,
): Promise<WorkspaceFindings | undefined> {
  if (!workspace.hasFolder) {
    void dialogs.message("info", l10n.t("No local folder is open, so there are no files to scan."));
    return undefined;
  }
  try {
    return await dialogs.progress(l10n.t("Scanning for trackers…"), (report, signal) => {
      report({ message: l10n.t("listing files") });
      return workspace.scan({
        signal,
        onProgress: (done, of) =>
          report({
            message: l10n.t("{0} of {1}", format.count(done), fileCount(of)),
            percent: (done / Math.max(1, of)) * 100,
          }),
      });
    });
  } catch (error) {
    if (error instanceof Problem && error.kind === "canceled") return undefined;
    throw error;
  }
}

/** The ID of a tracker, from a row or an argument. */
function trackerArgument(given: unknown): number | undefined {
  const subject = getSubject(given);
  const { tracker = subject } = getFields(subject);
  const { id = tracker } = getFields(tracker);
  return typeof id === "number" ? id : undefined;
}
