// The filter of a thread: which lines it shows, and in which order.
import assert from "node:assert/strict";
import type { EventView } from "../../../../src/panels/thread/messages.ts";
import { filterLines, EVERYTHING, isNarrowed, countItems } from "../../../../src/panels/thread/line-filter.ts";
import { event, ids, LINES } from "./lines.ts";

describe("The filter of a thread", () => {
  it("shows everything by default, in its order", () => {
    assert.deepEqual(filterLines(LINES, EVERYTHING), LINES);
    assert.equal(isNarrowed(EVERYTHING), false);
  });

  it("shows only comments or only events", () => {
    assert.deepEqual(ids(filterLines(LINES, { ...EVERYTHING, kind: "comments" })), ["description", "1", "4"]);
    assert.deepEqual(ids(filterLines(LINES, { ...EVERYTHING, kind: "events" })), ["2"]);
  });

  it("shows the newest first, with the description still on top", () => {
    assert.deepEqual(ids(filterLines(LINES, { ...EVERYTHING, newestFirst: true })), ["description", "4", "2", "1"]);
    assert.deepEqual(ids(filterLines(LINES, { ...EVERYTHING, newestFirst: true, words: "second" })), ["4"]);
  });

  it("shows what changed last within some days, both included", () => {
    assert.deepEqual(ids(filterLines(LINES, { ...EVERYTHING, since: "2026-11-04" })), ["1", "4"]);
    assert.deepEqual(ids(filterLines(LINES, { ...EVERYTHING, before: "2026-11-03" })), ["description", "2"]);
    assert.equal(filterLines(LINES, { ...EVERYTHING, since: "no day" }).length, LINES.length);
  });

  it("shows lines with the words, including names and collapsed events, ignoring case and accents", () => {
    assert.deepEqual(ids(filterLines(LINES, { ...EVERYTHING, words: " TIDES " })), ["2"]);
    assert.deepEqual(ids(filterLines(LINES, { ...EVERYTHING, words: "ines" })), ["description", "1", "4"]);
  });

  it("counts what is summed up in one line", () => {
    assert.equal(countItems(LINES), 4, "the description is no comment");
    const deleted: EventView = {
      ...event("deleted 9", "You deleted a comment", "2026-11-05T12:00:00Z"),
      action: { id: "postAgain", word: "Post Again", about: "9" },
    };
    assert.equal(countItems([...LINES, deleted]), 4, "what was deleted here is no longer in the thread");
  });
});
