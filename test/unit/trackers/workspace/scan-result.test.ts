// When a scan that finds nothing may reassure.
import assert from "node:assert/strict";
import { Problem } from "../../../../src/base/problem.ts";
import { isComplete, type WorkspaceFindings } from "../../../../src/trackers/workspace/scan-result.ts";

const COMPLETE: Parameters<typeof isComplete>[0] = {
  files: 1,
  listProblem: undefined,
  skippedTrackers: 0,
  failed: [],
  passedOver: { ignored: 3, large: 2, binary: 1, unreadable: 0 },
  skippedFiles: { large: [], binary: [] },
  more: false,
  refused: [{ tracker: 1, of: "network", signature: "(", reason: "syntax" }],
};

describe("The result of a scan", () => {
  it("is complete without files that are ignored, generated or no text, and without hints", () => {
    assert.equal(isComplete(COMPLETE), true);
  });

  const lacking: readonly (readonly [what: string, lacks: Partial<WorkspaceFindings>])[] = [
    ["any file, for example because git ignores all", { files: 0 }],
    ["the list of trackers", { listProblem: new Problem("offline") }],
    ["some trackers", { skippedTrackers: 1 }],
    ["a signature of code", { refused: [{ tracker: 1, of: "code", signature: "(", reason: "syntax" }] }],
    ["a file that could not be scanned", { failed: ["/w/app/build.gradle"] }],
    ["a file that could not be read", { passedOver: { ...COMPLETE.passedOver, unreadable: 1 } }],
    ["the files beyond the limit", { more: true }],
  ];
  for (const [what, lacks] of lacking) {
    it(`is incomplete without ${what}`, () => {
      assert.equal(isComplete({ ...COMPLETE, ...lacks }), false);
    });
  }
});
