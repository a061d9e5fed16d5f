// The filter of a thread: which lines it shows, and in which order.
import assert from "node:assert/strict";
import { Format } from "../../../../src/base/format.ts";
import type { CommentView, EventView } from "../../../../src/panels/thread/messages.ts";
import { filterLines, EVERYTHING, isNarrowed, countItems } from "../../../../src/panels/thread/line-filter.ts";
import { event, ids, LINES } from "./lines.ts";

const UTC = new Format("en", "UTC");

describe("The filter of a thread", () => {
  it("shows everything by default, in its order", () => {
    assert.deepEqual(filterLines(LINES, EVERYTHING, UTC), LINES);
    assert.equal(isNarrowed(EVERYTHING), false);
  });

  it("shows only comments or only events", () => {
    assert.deepEqual(ids(filterLines(LINES, { ...EVERYTHING, kind: "comments" }, UTC)), ["description", "1", "4"]);
    assert.deepEqual(ids(filterLines(LINES, { ...EVERYTHING, kind: "events" }, UTC)), ["2"]);
  });

  it("shows the newest first, with the description still on top", () => {
    assert.deepEqual(ids(filterLines(LINES, { ...EVERYTHING, newestFirst: true }, UTC)), [
      "description",
      "4",
      "2",
      "1",
    ]);
    assert.deepEqual(ids(filterLines(LINES, { ...EVERYTHING, newestFirst: true, search: "second" }, UTC)), ["4"]);
  });

  it("shows lines that last changed within some days, both included", () => {
    assert.deepEqual(ids(filterLines(LINES, { ...EVERYTHING, since: "2026-11-04" }, UTC)), ["1", "4"]);
    assert.deepEqual(ids(filterLines(LINES, { ...EVERYTHING, before: "2026-11-03" }, UTC)), ["description", "2"]);
    assert.equal(filterLines(LINES, { ...EVERYTHING, since: "no day" }, UTC).length, LINES.length);
  });

  it("begins and ends days where the user's time zone does", () => {
    const chosen = { ...EVERYTHING, since: "2026-11-04", before: "2026-11-04" };
    const late = [
      event("5", "closed this", "2026-11-04T10:30:00Z"),
      event("6", "reopened this", "2026-11-05T09:30:00Z"),
    ];
    assert.deepEqual(ids(filterLines(late, chosen, UTC)), ["5"]);
    assert.deepEqual(ids(filterLines(late, chosen, new Format("en", "Pacific/Honolulu"))), ["5", "6"]);
    assert.deepEqual(ids(filterLines(late, chosen, new Format("en", "Pacific/Kiritimati"))), []);
  });

  it("shows lines with the words, including names and collapsed events, ignoring case and accents", () => {
    assert.deepEqual(ids(filterLines(LINES, { ...EVERYTHING, search: " TIDES " }, UTC)), ["2"]);
    assert.deepEqual(ids(filterLines(LINES, { ...EVERYTHING, search: "ines" }, UTC)), ["description", "1", "4"]);
  });

  it("prepares the text of a line only for the first search, as a long thread has megabytes of it", () => {
    let reads = 0;
    const [, first] = LINES;
    assert.ok(first?.kind === "comment");
    const line: CommentView = {
      ...first,
      get markdown() {
        reads += 1;
        return "Über tides";
      },
    };
    for (const [search, found] of [
      ["uber", 1],
      ["tides", 1],
      ["harbour", 0],
    ] as const)
      assert.equal(filterLines([line], { ...EVERYTHING, search }, UTC).length, found);
    assert.equal(reads, 1);
    assert.equal(filterLines([{ ...first, markdown: "Harbour" }], { ...EVERYTHING, search: "harbour" }, UTC).length, 1);
  });

  it("counts events that are summarized in one line", () => {
    assert.equal(countItems(LINES), 4, "the description is no comment");
    const deleted: EventView = {
      ...event("deleted 9", "You deleted a comment", "2026-11-05T12:00:00Z"),
      action: { id: "postAgain", label: "Post Again", about: "9" },
    };
    assert.equal(countItems([...LINES, deleted]), 4, "what was deleted here is no longer in the thread");
  });
});
