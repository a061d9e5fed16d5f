// Compares the sources of an app with its latest report. Trackers in transitive dependencies appear only in reports.
import { isUnfinished, type Report } from "../model/report.ts";
import type { FoundTracker } from "../../scan/index.ts";

export interface ReportComparison {
  readonly onlyInReport: readonly number[];
  readonly onlyInSources: readonly number[];
}

/** Skips findings in tests and debug builds, which no store has. Undefined while trackers may still be added to the report. */
export function compareWithReport(
  places: readonly FoundTracker[],
  latest: Pick<Report, "trackers" | "created">,
  now: number,
): ReportComparison | undefined {
  if (isUnfinished(latest, now)) return undefined;
  const sources = new Set(
    places.filter(({ scope }) => scope === "app").flatMap((each) => each.trackers.map((match) => match.tracker)),
  );
  const report = new Set(latest.trackers);
  return {
    onlyInReport: [...report].filter((id) => !sources.has(id)),
    onlyInSources: [...sources].filter((id) => !report.has(id)),
  };
}
