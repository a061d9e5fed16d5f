// Compares the sources of an app with its latest report. Trackers in transitive dependencies appear only in reports.
import type { Version } from "../model/report.ts";
import type { FoundTracker } from "./file-facts.ts";

export interface ReportComparison {
  readonly onlyInReport: readonly number[];
  readonly onlyInSources: readonly number[];
  readonly inBoth: readonly number[];
}

/** Findings in tests are not in the app. */
export function compareWithReport(
  places: readonly FoundTracker[],
  { trackers }: Pick<Version, "trackers">,
): ReportComparison {
  const sources = new Set(
    places.filter(({ test }) => !test).flatMap((each) => each.trackers.map((match) => match.tracker)),
  );
  const report = new Set(trackers);
  return {
    onlyInReport: [...report].filter((id) => !sources.has(id)),
    onlyInSources: [...sources].filter((id) => !report.has(id)),
    inBoth: [...report].filter((id) => sources.has(id)),
  };
}
