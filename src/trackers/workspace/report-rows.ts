// Rows under an app: how the scan differs from the app's latest report.
import { Problem } from "../../base/problem.ts";
import { toMilliseconds } from "../../base/time.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { Node, RowPage } from "../../workbench/tree/node.ts";
import { format } from "../../workbench/text/format.ts";
import { newestVersion } from "../model/report.ts";
import { versionName } from "../report-content/versions.ts";
import { hint, keyRow, openReport, openTracker } from "../parts/row-builders.ts";
import { compareWithReport } from "./report-comparison.ts";
import { shortSourceName } from "../wording/source-names.ts";
import type { Store } from "../store/store.ts";
import { byTrackerName, trackerName } from "../wording/tracker-names.ts";
import type { WorkspaceFindings } from "./scan-result.ts";

/** Loads the app and lists trackers found only in its report or only in the sources. */
export async function reportPage(
  handle: string,
  found: WorkspaceFindings,
  store: Store,
  now: () => number,
  signal: AbortSignal,
): Promise<RowPage> {
  const parentId = `workspace app ${handle} report`;
  await store.loadApp(handle, { signal });
  const { knowledge, problem } = store.app(handle);
  if (knowledge === undefined) throw problem ?? new Problem("canceled");
  if (knowledge.kind === "newest") return { nodes: [keyRow(parentId)] };
  const version = knowledge.kind === "app" ? newestVersion(knowledge.app) : undefined;
  if (version === undefined) return { nodes: [hint(`${parentId} none`, l10n.t("No report yet"), "", "question")] };
  const { source, created } = version;
  const comparison = compareWithReport(found.findings.trackers, version, now());
  const { onlyInReport = [], onlyInSources = [] } = comparison ?? {};
  const list = store.knownTrackers;
  const row = (id: number, where: string, icon: string): Node => ({
    ...hint(`${parentId} ${id}`, trackerName(id, list), where, icon),
    click: openTracker(id),
  });
  const rows = (ids: readonly number[], where: string, icon: string): readonly Node[] =>
    byTrackerName(ids, list).map((id) => row(id, where, icon));
  const day = created === undefined ? [] : [format.day(toMilliseconds(created))];
  const description = [shortSourceName(source), ...day].join(" · ");
  const isSame = comparison !== undefined && onlyInReport.length + onlyInSources.length === 0;
  return {
    nodes: [
      {
        ...hint(`${parentId} version`, l10n.t("Report of {0}", versionName(version)), description, "file"),
        click: openReport({ handle, source }),
      },
      ...rows(onlyInReport, l10n.t("in the report, not in the sources"), "diff-added"),
      ...rows(onlyInSources, l10n.t("in the sources, not in the report"), "diff-removed"),
      ...(comparison === undefined ? [hint(`${parentId} open`, l10n.t("No trackers found yet"), "", "sync")] : []),
      ...(isSame ? [hint(`${parentId} same`, l10n.t("Same trackers as in the sources"), "", "check")] : []),
    ],
  };
}
