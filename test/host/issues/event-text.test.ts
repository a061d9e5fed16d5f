// The texts of event lines.
import assert from "node:assert/strict";
import type { Meaning } from "../../../src/issues/model/timeline.ts";
import { eventView } from "../../../src/issues/thread-panel/event-text.ts";

const HOME = { base: "https://codeberg.org", owner: "lantern", name: "almanac" };

function lineOf(meaning: Meaning): string {
  const { sentence } = eventView({ id: 1n, author: { id: 7n, login: "marek" }, at: 0, meaning }, HOME);
  return sentence.map((piece) => ("text" in piece ? piece.text : "")).join("");
}

describe("The line of an event", () => {
  it("says that a review request was removed, even if the server doesn't say whose", () => {
    assert.equal(lineOf({ kind: "reviewAsked", whom: undefined, added: true }), "marek requested a review");
    assert.equal(lineOf({ kind: "reviewAsked", whom: undefined, added: false }), "marek removed a review request");
  });

  it("says that an estimate was removed", () => {
    assert.equal(lineOf({ kind: "estimated", text: "2 hours" }), "marek set the estimate to 2 hours");
    assert.equal(lineOf({ kind: "estimated", text: "" }), "marek removed the estimate");
  });
});
