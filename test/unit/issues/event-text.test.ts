// The texts of event lines, without VS Code.
import assert from "node:assert/strict";
import type { Meaning } from "../../../src/issues/model/timeline.ts";
import type * as EventText from "../../../src/issues/thread-panel/events/event-text.ts";
import { importTexts } from "../import-texts.ts";

const HOME = { base: "https://codeberg.org", owner: "lantern", name: "almanac" };

describe("The line of an event about tracked time", () => {
  it("says how long it was, even if the server returns the seconds only as text", async () => {
    const { eventView } = (await importTexts("src/issues/thread-panel/events/event-text.ts", "en")) as typeof EventText;
    const lineOf = (meaning: Meaning): string => {
      const { sentence } = eventView({ id: 1n, author: { id: 7n, login: "marek" }, at: 0, meaning }, HOME);
      return sentence.map((piece) => ("text" in piece ? piece.text : "")).join("");
    };
    const added = (seconds: number | undefined, text: string): string => lineOf({ what: "timeAdded", seconds, text });
    assert.equal(added(undefined, "20"), "marek logged 20 s");
    assert.equal(added(20, ""), "marek logged 20 s");
    assert.equal(added(undefined, "3720"), "marek logged 1 h 2 min");
    assert.equal(added(3600, "1 hour"), "marek logged 1 hour");
  });
});
