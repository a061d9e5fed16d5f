// How the trackers in the sources of an app differ from those in its latest report.
import assert from "node:assert/strict";
import { fromMilliseconds } from "../../../../src/base/time.ts";
import type { FoundTracker } from "../../../../src/scan/file-facts.ts";
import { compareWithReport } from "../../../../src/trackers/workspace/report-comparison.ts";

const DAY_MS = 86_400_000;
const NOW = Date.parse("2026-11-25T10:00:00Z");

function place(tracker: number, scope: FoundTracker["scope"] = "app"): FoundTracker {
  const trackers = [{ tracker, signature: "com.example" }];
  const spot = { line: 1, from: 0, to: 11 };
  return { kind: "dependency", file: "build.gradle", spot, text: "com.example", trackers, scope, variants: [] };
}

function report(trackers: readonly number[], ageMs: number) {
  return { trackers, created: fromMilliseconds(NOW - ageMs) };
}

describe("The comparison of sources with a report", () => {
  it("lists trackers that only one of the two has, without findings in tests and debug builds", () => {
    const places = [place(1), place(2), place(2), place(4, "tests"), place(5, "debug")];
    assert.deepEqual(compareWithReport(places, report([2, 3], 0), NOW), {
      onlyInReport: [3],
      onlyInSources: [1],
    });
    assert.deepEqual(compareWithReport(places, report([], DAY_MS), NOW)?.onlyInSources, [1, 2]);
  });

  it("waits for a report to which trackers may still be added", () => {
    assert.equal(compareWithReport([place(1)], report([], DAY_MS - 1), NOW), undefined);
  });
});
