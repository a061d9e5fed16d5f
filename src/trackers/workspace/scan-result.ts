// The result of a scan.
import type { Problem } from "../../base/problem.ts";
import type { Scanned } from "../../scan/index.ts";

/** Trackers found, each once. */
export function countedTrackers({ findings }: Pick<WorkspaceFindings, "findings">): ReadonlySet<number> {
  return new Set(findings.trackers.flatMap(({ trackers }) => trackers.map(({ tracker }) => tracker)));
}

/** Result of a scan of the open folders. */
export interface WorkspaceFindings extends Scanned {
  readonly readAt: number;
  /** Why the scan did not look for trackers. */
  readonly listProblem: Problem | undefined;
  /** Number of trackers in the list that could not be decoded, so the scan did not look for them. */
  readonly skippedTrackers: number;
  /** Whether there are more files than the limit. */
  readonly more: boolean;
}

/** Whether nothing is missing that can contain trackers, so a scan without findings may reassure. */
export function isComplete({
  files,
  listProblem,
  skippedTrackers,
  failed,
  passedOver,
  more,
  refused,
}: Omit<WorkspaceFindings, "findings" | "read" | "bytes" | "readAt">): boolean {
  // Network signatures only lead to hints.
  const unused = refused.filter(({ of }) => of === "code").length;
  const missing = skippedTrackers + unused + failed.length + passedOver.unreadable;
  return files > 0 && listProblem === undefined && !more && missing === 0;
}
