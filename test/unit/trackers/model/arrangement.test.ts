// Groups, sorts and filters the tracker list.
import assert from "node:assert/strict";
import { TrackerArrangement } from "../../../../src/trackers/tracker/tracker-arrangement.ts";
import type { Tracker } from "../../../../src/trackers/model/tracker.ts";
import {
  trackerGroups,
  groupNames,
  matchingTrackers,
  sortedTrackers,
  DEFAULT_ARRANGEMENT,
} from "../../../../src/trackers/model/arrangement.ts";
import { memento } from "../store-of.ts";

function tracker(id: number, name: string, more: Partial<Tracker> = {}): Tracker {
  return {
    id,
    name,
    codeSignature: undefined,
    networkSignature: undefined,
    created: undefined,
    website: undefined,
    description: undefined,
    categories: [],
    documentation: [],
    ...more,
  };
}

const names = (trackers: readonly Tracker[]): readonly string[] => trackers.map(({ name }) => name);

describe("Arranging trackers", () => {
  const list = [
    tracker(3, "Nobody", { created: "2020-02-01" }),
    tracker(2, "beta", { categories: ["Profiling", "Analytics", "Analytics"], created: "2021-02-01" }),
    tracker(1, "Alpha", { categories: ["Analytics"] }),
    tracker(4, "Äther", { created: "2020-02-01" }),
    tracker(5, "1mobile"),
  ];

  it("lists categories by name, each tracker under all its categories, and uncategorized trackers last", () => {
    assert.deepEqual(
      trackerGroups(list, DEFAULT_ARRANGEMENT).map(({ name, trackers }) => [
        name,
        names(sortedTrackers(trackers, "name")),
      ]),
      [
        ["Analytics", ["Alpha", "beta"]],
        ["Profiling", ["beta"]],
        [undefined, ["1mobile", "Äther", "Nobody"]],
      ],
    );
    assert.deepEqual(trackerGroups([], DEFAULT_ARRANGEMENT), []);
  });

  it("lists first letters without accents, and names that start with no letter last", () => {
    assert.deepEqual(
      trackerGroups(list, { grouping: "letter" }).map(({ name, trackers }) => [
        name,
        names(sortedTrackers(trackers, "name")),
      ]),
      [
        ["A", ["Alpha", "Äther"]],
        ["B", ["beta"]],
        ["N", ["Nobody"]],
        [undefined, ["1mobile"]],
      ],
    );
    assert.deepEqual(groupNames(tracker(1, ""), "letter"), []);
  });

  it("sorts by date, newest first, then by name, with undated trackers last", () => {
    assert.deepEqual(names(sortedTrackers(list, "date")), ["beta", "Äther", "Nobody", "1mobile", "Alpha"]);
  });

  it("sorts by number of apps, highest first, then by name, with unknown numbers last", () => {
    const counts = new Map(list.map(({ id, name }) => [id, { beta: 7, Nobody: 0, Alpha: 7 }[name]]));
    const appCount = (id: number): number | undefined => counts.get(id);
    const sorted = names(sortedTrackers(list, "apps", appCount));
    assert.deepEqual(sorted.slice(0, 3), ["Alpha", "beta", "Nobody"]);
    assert.deepEqual(sorted.slice(3).toSorted(), ["1mobile", "Äther"].toSorted());
  });

  it("finds trackers with all words in name, categories, signatures or URL, ignoring case and accents", () => {
    const many = [
      ...list,
      tracker(6, "Kettle", { networkSignature: "api\\.kettle\\.example", website: "https://kettle.example" }),
    ];
    const found = (filter: string): readonly string[] => names(matchingTrackers(many, filter));
    assert.deepEqual(found("ather"), ["Äther"]);
    assert.deepEqual(found("ANALYTICS bet"), ["beta"]);
    assert.deepEqual(found("api.kettle"), ["Kettle"]);
    assert.deepEqual(found("analytics kettle"), []);
    assert.equal(found(" ").length, many.length);
  });

  it("is saved across restarts except its filter, and falls back to the default if the saved value is damaged", () => {
    const kept: Record<string, unknown> = {};
    const first = new TrackerArrangement(memento(kept));
    assert.deepEqual(first.current, DEFAULT_ARRANGEMENT);
    first.change({ grouping: "letter", order: "date" });
    const saved = { grouping: "letter", order: "date", filter: "" };
    assert.deepEqual(new TrackerArrangement(memento(kept)).current, saved);
    first.change({ filter: "crash" });
    assert.deepEqual(new TrackerArrangement(memento(kept)).current, saved);
    for (const key of Object.keys(kept)) kept[key] = { grouping: "color" };
    assert.deepEqual(new TrackerArrangement(memento(kept)).current, DEFAULT_ARRANGEMENT);
  });
});
