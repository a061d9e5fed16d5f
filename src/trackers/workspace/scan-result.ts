// Which findings count as trackers: evidence always, mentions of hosts only where the reader wants that.
import type { Problem } from "../../base/problem.ts";
import type { FoundTracker } from "../scan/file-facts.ts";
import type { Scanned } from "../scan/worker-messages.ts";

/** The places that count. */
export function countedPlaces({ findings, countsHosts, acceptedHosts }: Found): readonly FoundTracker[] {
  if (!countsHosts) return findings.trackers;
  return findings.trackers.concat(findings.hosts.filter(({ text }) => !acceptedHosts.has(text)));
}

/** The trackers that were found, each once. */
export function trackersIn(found: Found): ReadonlySet<number> {
  return new Set(countedPlaces(found).flatMap(({ trackers }) => trackers.map(({ tracker }) => tracker)));
}

/** What was found in the files of the folders that are open. */
export interface Found extends Scanned {
  readonly readAt: number;
  /** Why no tracker was looked for. */
  readonly without: Problem | undefined;
  /** There are more files than are looked at. */
  readonly more: boolean;
  /** Mentions of hosts count as trackers. */
  readonly countsHosts: boolean;
  /** Hosts that are no hint in this workspace. */
  readonly acceptedHosts: ReadonlySet<string>;
}
