// What messages about watched apps say.
import assert from "node:assert/strict";
import type * as Texts from "../../../../src/trackers/watch/news-text.ts";
import { importTexts } from "../../import-texts.ts";

describe("A refresh of the watched apps that failed", () => {
  let texts: typeof Texts;

  before(async () => {
    texts = (await importTexts("src/trackers/watch/news-text.ts", "en")) as typeof Texts;
  });

  it("names one watched app in the singular", () => {
    assert.equal(texts.describeRefresh({ read: 0, all: 1 }), "Refreshed 0 of 1 watched app.");
    assert.equal(texts.describeRefresh({ read: 1, all: 2000 }), "Refreshed 1 of 2,000 watched apps.");
  });
});
