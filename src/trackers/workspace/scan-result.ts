// The result of a scan. Evidence always counts as a tracker, mentions of hosts only if the setting says so.
import type { Problem } from "../../base/problem.ts";
import type { FoundTracker } from "../scan/file-facts.ts";
import type { Scanned } from "../scan/worker-messages.ts";

/** Findings that count as trackers. */
export function countedPlaces({ findings, countsHosts, acceptedHosts }: WorkspaceFindings): readonly FoundTracker[] {
  if (!countsHosts) return findings.trackers;
  return findings.trackers.concat(findings.hosts.filter(({ text }) => !acceptedHosts.has(text)));
}

/** Trackers found, each once. */
export function countedTrackers(found: WorkspaceFindings): ReadonlySet<number> {
  return new Set(countedPlaces(found).flatMap(({ trackers }) => trackers.map(({ tracker }) => tracker)));
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
  /** Whether mentions of hosts count as trackers. */
  readonly countsHosts: boolean;
  /** Hosts that the user accepted. */
  readonly acceptedHosts: ReadonlySet<string>;
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
}: Omit<WorkspaceFindings, "findings" | "read" | "bytes" | "readAt" | "countsHosts" | "acceptedHosts">): boolean {
  // Network signatures only lead to hints.
  const unused = refused.filter(({ of }) => of === "code").length;
  const missing = skippedTrackers + unused + failed.length + passedOver.unreadable;
  return files > 0 && listProblem === undefined && !more && missing === 0;
}
