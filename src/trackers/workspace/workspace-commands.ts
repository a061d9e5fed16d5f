import { Range, Uri, window } from "vscode";
import { Problem } from "../../base/problem.ts";
import { on, plain } from "../../workbench/commands.ts";
import type { Command } from "../../workbench/commands.ts";
import type { Shared } from "../../workbench/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { subjectOf } from "../../workbench/tree/rows.ts";
import { count } from "../../workbench/words.ts";
import type { FoundTracker } from "../scan/file-facts.ts";
import type { Store } from "../store.ts";
import type { AcceptedHosts } from "./accepted-hosts.ts";
import { place, shortPath, trackerName } from "./finding-text.ts";
import { takeaway } from "./findings-export.ts";
import { countedPlaces, trackersIn } from "./scan-result.ts";
import type { Found } from "./scan-result.ts";
import type { Workspace } from "./workspace-scan.ts";

type Parts = Pick<Shared, "dialogs">;

/** Looks at all files of the workspace, with progress, and says what came of it. */
export function scanWorkspace(parts: Parts, workspace: Workspace): Command<[], Found | undefined> {
  return plain(async () => {
    const found = await scanned(parts, workspace);
    if (found === undefined) return undefined;
    const trackers = trackersIn(found).size;
    const files = count(found.files);
    const sentence =
      found.without !== undefined
        ? l10n.t(
            "{0} files were read for apps and permissions. The list of trackers could not be read, so none was looked for.",
            files,
          )
        : trackers === 0
          ? l10n.t("No known trackers found in {0} files.", files)
          : trackers === 1
            ? l10n.t("1 tracker found in {0} files.", files)
            : l10n.t("{0} trackers found in {1} files.", count(trackers), files);
    void parts.dialogs.message(found.without === undefined ? "info" : "warning", sentence);
    return found;
  });
}

/** Forgets what was found and marks no file any more. */
export function clearWorkspace(workspace: Workspace): Command<[], void> {
  return plain(() => workspace.clear());
}

export function exportFindings(
  shared: Parts & Pick<Shared, "exports">,
  workspace: Workspace,
  store: Store,
): Command<[], void> {
  return plain(async () => {
    const found = workspace.found ?? (await scanned(shared, workspace));
    if (found !== undefined) await shared.exports.export(takeaway(found, store));
  });
}

/** Takes a host from the hints of this workspace. */
export function acceptHost(hosts: Pick<AcceptedHosts, "accept">): Command<[string], void> {
  return on(hostIn, (host) => hosts.accept(host));
}

/** Shows an accepted host among the hints again. */
export function showHost(hosts: Pick<AcceptedHosts, "show">): Command<[string], void> {
  return on(hostIn, (host) => hosts.show(host));
}

function hostIn(given: unknown): string | undefined {
  const subject = subjectOf(given);
  return typeof subject === "object" && subject !== null && "host" in subject && typeof subject.host === "string"
    ? subject.host
    : undefined;
}

/** Shows a place in its file. */
export function openFinding(): Command<[file: string, line: number, from: number, to: number], void> {
  return {
    accepts: ([file, line, from, to]) =>
      typeof file === "string" && typeof line === "number" && typeof from === "number" && typeof to === "number"
        ? [file, line, from, to]
        : undefined,
    run: async (file, line, from, to) => {
      await window.showTextDocument(Uri.file(file), { selection: new Range(line, from, line, to) });
    },
  };
}

/** The places of a tracker in the workspace, one of which the reader opens. */
export function findInWorkspace(parts: Parts, workspace: Workspace, store: Store): Command<[number], void> {
  return on(trackerIn, async (tracker) => {
    const found = workspace.found ?? (await scanned(parts, workspace));
    if (found === undefined) return;
    if (found.without !== undefined) throw found.without;
    const name = trackerName(tracker, store.knownTrackers);
    const places = countedPlaces(found).filter(({ trackers }) => trackers.some((each) => each.tracker === tracker));
    if (places.length === 0) {
      void parts.dialogs.message(
        "info",
        l10n.t("{0} was not found in {1} files of this workspace.", name, count(found.files)),
      );
      return;
    }
    const chosen = await parts.dialogs.pick(l10n.t("{0} in This Workspace", name), places.map(choiceOf));
    if (chosen === undefined) return;
    const { file, spot } = chosen;
    await openFinding().run(file, spot.line, spot.from, spot.to);
  });
}

function choiceOf(found: FoundTracker) {
  return { label: place(found), description: found.text, detail: shortPath(found), value: found };
}

async function scanned({ dialogs }: Parts, workspace: Workspace): Promise<Found | undefined> {
  if (!workspace.hasFolder) {
    void dialogs.message("info", l10n.t("No folder on this machine is open, so there are no files to look at."));
    return undefined;
  }
  try {
    return await dialogs.progress(l10n.t("Looking for trackers…"), (report, signal) => {
      report({ message: l10n.t("listing files") });
      return workspace.scan({
        signal,
        told: (done, of) =>
          report({
            message: l10n.t("{0} of {1} files", count(done), count(of)),
            percent: (done / Math.max(1, of)) * 100,
          }),
      });
    });
  } catch (error) {
    if (error instanceof Problem && error.kind === "cancelled") return undefined;
    throw error;
  }
}

/** The tracker of a row, or its number. */
function trackerIn(given: unknown): number | undefined {
  const subject = subjectOf(given);
  const tracker = typeof subject === "object" && subject !== null && "tracker" in subject ? subject.tracker : subject;
  const id = typeof tracker === "object" && tracker !== null && "id" in tracker ? tracker.id : tracker;
  return typeof id === "number" ? id : undefined;
}
