// What a report without trackers says.
import assert from "node:assert/strict";
import type * as States from "../../../../src/trackers/report-content/empty-states.ts";
import { importTexts } from "../../import-texts.ts";

describe("A version without known trackers", () => {
  let states: typeof States;

  before(async () => {
    states = (await importTexts("src/trackers/report-content/empty-states.ts", "en")) as typeof States;
  });

  const analyzed: States.AnalyzedVersion = {
    what: "Larder 2.19.0 from F-Droid",
    when: "November 20, 2026",
    knownTrackers: 432,
    elsewhere: [],
    skipped: 0,
  };

  it("reassures if all reports of the app were read", () => {
    const { tone, heading } = states.noTrackersState(analyzed);
    assert.deepEqual([tone, heading], ["good", "No known trackers found"]);
  });

  it("does not reassure if some reports of the app could not be read", () => {
    const { tone, heading, sentence } = states.noTrackersState({ ...analyzed, skipped: 2 });
    assert.deepEqual([tone, heading], ["caution", "No known trackers in this version"]);
    assert.equal(sentence, "None found in Larder 2.19.0 from F-Droid. Reports that were skipped may contain some.");
  });

  it("names the versions from other sources that contain some", () => {
    const elsewhere = [{ what: "Google Play 2.20.0", trackers: 3 }];
    const { tone, sentence } = states.noTrackersState({ ...analyzed, elsewhere });
    assert.equal(tone, "caution");
    assert.equal(sentence, "None found in Larder 2.19.0 from F-Droid. Google Play 2.20.0 has 3 trackers.");
  });
});
