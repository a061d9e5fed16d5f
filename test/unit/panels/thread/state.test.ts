// The state of a thread's page, as messages and the reader's actions change it.
import assert from "node:assert/strict";
import { Format } from "../../../../src/base/format.ts";
import type { CommentView, FromExtension, LineView, ThreadView } from "../../../../src/panels/thread/messages.ts";
import { findNewComment, createState, reduce, type Change, type State } from "../../../../src/panels/thread/state.ts";

const comment = (id: string, markdown: string, more: Partial<CommentView> = {}): CommentView => ({
  kind: "comment",
  id,
  who: "ines",
  authorRole: "",
  at: "2026-11-20T12:00:00Z",
  edited: "",
  markdown,
  can: [],
  context: "{}",
  files: [],
  ...more,
});

const THREAD: ThreadView = {
  repository: { name: "lantern/almanac", href: "https://codeberg.org/lantern/almanac", host: "codeberg.org" },
  number: "#12",
  title: "Tides",
  state: { label: "Open", icon: "issues", tone: "good" },
  under: [],
  facts: [],
  mayEdit: false,
  counts: { all: 0, comments: 0, events: 0 },
  home: {
    server: "https://codeberg.org",
    repository: "lantern/almanac",
    thread: "https://codeberg.org/lantern/almanac/issues/12",
    customEmoji: [],
    emojiEndWords: false,
  },
  servers: [],
  reactions: [],
  strings: {
    tools: "",
    refresh: "",
    openOnWeb: "",
    timeline: "",
    kinds: "",
    all: "",
    comments: "",
    events: "",
    facts: "",
    newestFirst: "",
    oldestFirst: "",
    search: "",
    dates: "",
    since: "",
    before: "",
    shown: "",
    searchCut: "",
    showAll: "",
    nothing: "",
    nothingNext: "",
    react: "",
    edit: "",
    keys: { title: "", close: "", list: [] },
  },
};

const lines = (all: readonly LineView[]): FromExtension => ({
  type: "lines",
  at: 0,
  lines: all,
  of: all.length,
  last: true,
});

const after = (state: State, ...changes: readonly Change[]): State => changes.reduce(reduce, state);
const ids = ({ lines: shown }: State): readonly string[] => shown.map(({ id }) => id);

const UTC = new Format("en", "UTC");

const ALL = [comment("description", "About", { first: true }), comment("1", "One"), comment("2", "Two")];

describe("The state of a thread panel", () => {
  it("starts with what was saved before a reload", () => {
    const kept = { scroll: 40, kind: "comments", newestFirst: true, since: "", before: "", search: "two" } as const;
    const state = after(createState({ ...kept, open: ["event e1"] }, UTC), lines(ALL));
    assert.deepEqual(ids(state), ["2"]);
    assert.deepEqual([...state.open], ["event e1"]);
    assert.equal(state.place?.scroll, 40);
  });

  it("ignores what another version saved before a reload", () => {
    const kept = { scroll: 40, kind: "all", newestFirst: true, since: "", before: "", search: "", open: [] };
    const others = [
      ...[null, "there", 7, {}, { ...kept, open: 5 }, { ...kept, open: [5] }, { ...kept, search: null }],
      ...[
        { ...kept, kind: "questions" },
        { ...kept, newestFirst: "yes" },
        { ...kept, scroll: "40" },
      ],
      ...[
        { ...kept, top: null },
        { ...kept, top: { key: "comment 1" } },
        { ...kept, since: 20261120 },
      ],
    ];
    for (const other of others) {
      const state = after(createState(other, UTC), lines(ALL));
      assert.deepEqual([ids(state), state.place], [["description", "1", "2"], undefined], JSON.stringify(other));
    }
    assert.equal(createState(kept, UTC).choice.newestFirst, true);
  });

  it("shows the lines that match the filter, and counts them and all others", () => {
    const all = after(createState(undefined, UTC), lines(ALL));
    assert.deepEqual([ids(all), all.sizes], [["description", "1", "2"], { chosen: 2, all: 2 }]);
    const some = after(all, { type: "chose", choice: { search: "one" } });
    assert.deepEqual([ids(some), some.sizes], [["1"], { chosen: 1, all: 2 }]);
    const again = after(some, { type: "chose", choice: { search: "" } });
    assert.deepEqual(ids(again), ids(all));
  });

  it("shows a round of changes completely or not at all", () => {
    const before = after(createState(undefined, UTC), lines(ALL));
    const half = after(before, { type: "lines", at: 0, lines: [comment("1", "One")], of: 2, last: false });
    assert.deepEqual(ids(half), ids(before));
    const whole = after(half, { type: "lines", at: 1, lines: [comment("9", "Nine")], of: 2, last: true });
    assert.deepEqual(ids(whole), ["1", "9"]);
  });

  it("clears the days when their fields are hidden", () => {
    const dated = after(
      createState(undefined, UTC),
      lines(ALL),
      { type: "datesToggled" },
      { type: "chose", choice: { since: "2030-01-01" } },
    );
    assert.deepEqual([dated.dates, ids(dated)], [true, []]);
    const hidden = after(dated, { type: "datesToggled" });
    assert.deepEqual([hidden.dates, hidden.choice.since, ids(hidden)], [false, "", ["description", "1", "2"]]);
  });

  it("searches for a position until it is found, and moves the focus once", () => {
    const kept = { ...createState(undefined, UTC).choice, scroll: 9, open: [] };
    const shown = after(createState(kept, UTC), { type: "show", id: "2", takesFocus: true });
    assert.deepEqual([shown.requested?.id, shown.place?.scroll], ["2", 9]);
    const placed = after(shown, { type: "placed", focus: "comment 2" });
    assert.deepEqual([placed.requested, placed.place, placed.focusing], [undefined, undefined, "comment 2"]);
    assert.equal(after(placed, { type: "focused" }).focusing, undefined);
  });

  it("falls back to the scroll position once the whole thread is there without the saved line", () => {
    const saved = { ...createState(undefined, UTC).choice, top: { key: "comment 9", offset: 4 }, scroll: 40, open: [] };
    const opened = createState(saved, UTC);
    const banners = { type: "banners", banners: [] } as const;
    const part = after(opened, { type: "thread", thread: { ...THREAD, rest: "Loading" } }, lines(ALL), banners);
    assert.equal(part.place?.top?.key, "comment 9", "it may still come");
    const whole = after(part, { type: "thread", thread: THREAD }, banners);
    assert.deepEqual([whole.place?.top, whole.place?.scroll], [undefined, 40]);
    const found = after(part, { type: "thread", thread: THREAD }, lines([...ALL, comment("9", "Nine")]), banners);
    assert.equal(found.place?.top?.key, "comment 9");
  });

  it("expands and collapses lines, selects a reaction, and shows the keys until they are closed", () => {
    const opened = after(
      createState(undefined, UTC),
      { type: "unfolded", key: "event a", open: true },
      { type: "unfolded", key: "event b", open: true },
      { type: "unfolded", key: "event a", open: false },
    );
    assert.deepEqual([...opened.open], ["event b"]);
    const picking = after(opened, { type: "picking", comment: "1" }, { type: "keysShown", shown: true });
    assert.deepEqual([picking.picking, picking.keys], ["1", true]);
    const over = after(picking, { type: "picking", comment: undefined }, { type: "keysShown", shown: false });
    assert.deepEqual([over.picking, over.keys], [undefined, false]);
  });

  it("leads from one new comment to the next, and from the last to the first", () => {
    const all = [
      comment("1", "a"),
      comment("2", "b", { fresh: true }),
      comment("3", "c"),
      comment("4", "d", { fresh: true }),
    ];
    const steps: readonly (readonly [string | undefined, 1 | -1])[] = [
      [undefined, 1],
      ["comment 2", 1],
      ["comment 4", 1],
      ["comment 2", -1],
    ];
    assert.deepEqual(
      steps.map(([at, step]) => findNewComment(all, at, step)),
      [1, 3, 1, 3],
    );
    assert.equal(findNewComment([comment("1", "a")], undefined, 1), undefined);
  });
});
