// Which findings count as trackers: evidence always, mentions of hosts only where the reader wants that.
import type { FoundTracker } from "./found.ts";
import type { Found } from "./workspace.ts";

/** The places that count. */
export function countedPlaces({ findings, countsHosts, acceptedHosts }: Found): readonly FoundTracker[] {
  if (!countsHosts) return findings.trackers;
  return findings.trackers.concat(findings.hosts.filter(({ text }) => !acceptedHosts.has(text)));
}

/** The trackers that were found, each once. */
export function trackersIn(found: Found): ReadonlySet<number> {
  return new Set(countedPlaces(found).flatMap(({ trackers }) => trackers.map(({ tracker }) => tracker)));
}
