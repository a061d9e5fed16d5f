// Filters, parts and heights of the lines of a thread, and which links open inside VS Code.
import assert from "node:assert/strict";
import { Heights } from "../../../../src/panels/thread/heights.ts";
import { NO_LINES, takeLines } from "../../../../src/panels/thread/incoming.ts";
import { isThreadUrl } from "../../../../src/panels/thread/links.ts";
import type { CommentView, EventView, LinesMessage, LineView } from "../../../../src/panels/thread/messages.ts";
import { filterLines, EVERYTHING, isNarrowed, countItems } from "../../../../src/panels/thread/sight.ts";

const comment = (id: string, markdown: string, at: string, edited = ""): CommentView => ({
  kind: "comment",
  id,
  who: "inès",
  standing: "",
  at,
  edited,
  markdown,
  can: [],
  context: "{}",
  files: [],
});
const event = (id: string, text: string, at: string, inside: readonly EventView[] = []): EventView => ({
  kind: "event",
  id,
  icon: "tag",
  at,
  sentence: [{ is: "text", text }],
  inside,
});

const LINES: readonly LineView[] = [
  { ...comment("description", "What it is about", "2026-11-01T12:00:00Z"), first: true },
  comment("1", "First", "2026-11-02T12:00:00Z", "2026-11-09T12:00:00Z"),
  event("2", "added 2 labels", "2026-11-03T12:00:00Z", [
    event("2", "added bug", "2026-11-03T12:00:00Z"),
    event("3", "added tides", "2026-11-03T12:00:00Z"),
  ]),
  comment("4", "Second", "2026-11-04T12:00:00Z"),
];
const ids = (lines: readonly LineView[]): readonly string[] => lines.map(({ id }) => id);

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

describe("Lines of a thread that arrive in parts", () => {
  const part = (at: number, lines: readonly LineView[], of: number, last: boolean): LinesMessage => ({
    type: "lines",
    at,
    lines,
    of,
    last,
  });

  it("are shown as they arrive, the first time", () => {
    const some = takeLines(NO_LINES, part(0, LINES.slice(0, 2), 4, false));
    assert.deepEqual(ids(some.lines), ["description", "1"]);
    assert.deepEqual(takeLines(some, part(2, LINES.slice(2), 4, true)).lines, LINES);
  });

  it("change all at once, so that no line is ever shown twice", () => {
    const before = takeLines(NO_LINES, part(0, LINES, 4, true));
    const [description, first, , second] = LINES;
    assert.ok(description && first && second);
    const half = takeLines(before, part(0, [description, second], 3, false));
    assert.equal(half.lines, before.lines);
    assert.deepEqual(ids(takeLines(half, part(2, [first], 3, true)).lines), ["description", "4", "1"]);
  });
});

describe("The heights of a long list", () => {
  const list = (count: number): Heights => {
    const heights = new Heights(100);
    heights.lines(
      Array.from({ length: count }, (_, place) => `line ${place}`),
      Array.from({ length: count }, () => "comment"),
    );
    return heights;
  };

  it("are estimated until they are measured", () => {
    const heights = list(10);
    assert.equal(heights.total, 1000);
    assert.equal(heights.measured(0, 50), true);
    assert.equal(heights.measured(0, 50), false);
    assert.equal(heights.total, 50 + 9 * 50);
    heights.measured(1, 150);
    assert.equal(heights.total, 50 + 150 + 8 * 100);
  });

  it("find the line at a height", () => {
    const heights = list(1000);
    for (const line of [0, 1, 499, 998, 999]) {
      assert.equal(heights.at(heights.top(line)), line);
      assert.equal(heights.at(heights.top(line) + 99), line);
    }
    assert.deepEqual([heights.at(-5), heights.at(1e9)], [0, 999]);
  });

  it("stay with a line when others are inserted before it", () => {
    const heights = list(3);
    heights.measured(2, 300);
    heights.lines(["new", "line 0", "line 1", "line 2"], ["event", "comment", "comment", "comment"]);
    assert.equal(heights.top(4) - heights.top(3), 300);
  });

  it("no longer move what was never drawn once the usual height is known", () => {
    const heights = list(2000);
    for (let line = 0; line < 24; line += 1) heights.measured(line, 60);
    const top = heights.top(1900);
    for (let line = 24; line < 48; line += 1) heights.measured(line, 500);
    assert.equal(heights.top(1900) - top, 24 * 440);
  });
});

describe("A link in a thread", () => {
  const servers = ["https://codeberg.org", "https://git.example.org/sub"];
  for (const [address, is] of [
    ["https://codeberg.org/lantern/almanac/issues/12", true],
    ["https://codeberg.org/lantern/almanac/pulls/12#issuecomment-5", true],
    ["https://git.example.org/sub/a/b/issues/1", true],
    ["https://git.example.org/a/b/issues/1", false],
    ["https://codeberg.org.evil.example/a/b/issues/1", false],
    ["https://codeberg.org/lantern/almanac/issues", false],
    ["https://codeberg.org/lantern/almanac/issues/12/../../x", false],
    ["https://github.com/a/b/issues/1", false],
  ] as const) {
    it(`to ${address} ${is ? "opens in Triptych" : "opens in the browser"}`, () => {
      assert.equal(isThreadUrl(address, servers), is);
    });
  }
});
