// Which reports count as news of a watched app.
import assert from "node:assert/strict";
import { fromMilliseconds } from "../../../../src/base/time.ts";
import {
  newestSnapshot,
  findNews,
  markSeen,
  takeSnapshots,
  updateWatched,
  type Snapshot,
  type WatchedApp,
} from "../../../../src/trackers/model/news.ts";
import type { Version } from "../../../../src/trackers/model/report.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const DAY_MS = 86_400_000;

function snapshot(report: number, ids: readonly number[] | undefined, more: Partial<Snapshot> = {}): Snapshot {
  const created = NOW - 100 * DAY_MS + report * DAY_MS;
  return {
    source: "google",
    report,
    version: `${report}`,
    created,
    trackers: ids?.length ?? 0,
    ids,
    permissions: [],
    ...more,
  };
}

const news = (seen: readonly Snapshot[], newest: readonly Snapshot[]) => findNews({ seen, newest }, NOW);

describe("News about a watched app", () => {
  it("is a newer report, with what it added and removed since the report last seen", () => {
    const [found, ...more] = news(
      [snapshot(1, [1, 2], { permissions: ["A"] })],
      [snapshot(4, [2, 3], { permissions: ["A", "B"] })],
    );
    assert.equal(more.length, 0);
    assert.deepEqual(found?.changes, {
      trackers: { added: [3], removed: [1], same: [2] },
      permissions: { added: ["B"], removed: [], same: ["A"] },
    });
  });

  it("includes a report that was analyzed again with a different result", () => {
    assert.equal(news([snapshot(1, [1])], [snapshot(1, [1, 2])]).length, 1);
    assert.equal(news([snapshot(1, [1, 2])], [snapshot(1, [2, 1])]).length, 0);
  });

  it("waits while the trackers of an analysis may still arrive", () => {
    const unfinished = snapshot(9, [], { created: NOW - 3_600_000 });
    assert.equal(news([snapshot(1, [1])], [unfinished]).length, 0);
    assert.equal(findNews({ seen: [snapshot(1, [1])], newest: [unfinished] }, NOW + DAY_MS).length, 1);
    assert.equal(news([snapshot(1, [1])], [snapshot(9, [1], { created: NOW - 3_600_000 })]).length, 1);
  });

  it("is never an older report, for example after the latest one was deleted", () => {
    assert.equal(news([snapshot(4, [1])], [snapshot(1, [])]).length, 0);
    // A newer ID may have an older date.
    assert.equal(news([snapshot(4, [1])], [snapshot(9, [2], { created: NOW - 200 * DAY_MS })]).length, 0);
  });

  it("is separate for each source, and a new source is news", () => {
    const seen = [snapshot(1, [1]), snapshot(2, [], { source: "fdroid" })];
    assert.equal(news(seen, seen).length, 0);
    const found = news(seen, [snapshot(1, [1]), snapshot(7, [5], { source: "fdroid" })]);
    assert.deepEqual(
      found.map(({ to, from }) => [to.source, from?.report]),
      [["fdroid", 2]],
    );
    assert.deepEqual(
      news(seen, [...seen, snapshot(3, [], { source: "apk" })]).map(({ to, from }) => [to.source, from]),
      [["apk", undefined]],
    );
  });

  it("excludes reports that were seen under another source", () => {
    assert.deepEqual(news([snapshot(1, [1], { source: "" })], [snapshot(1, [1])]), []);
    assert.equal(news([snapshot(1, [1], { source: "" })], [snapshot(1, [1, 2])])[0]?.from?.report, 1);
  });

  it("excludes sources that an answer left out", () => {
    const [google, fdroid] = [snapshot(1, [1]), snapshot(2, [], { source: "fdroid" })];
    const watched: WatchedApp = { handle: "a.b", seen: [google, fdroid], newest: [google, fdroid], readAt: NOW };
    const without = markSeen(updateWatched(watched, [snapshot(3, [1, 2])], undefined, NOW), NOW);
    const again = updateWatched(without, [snapshot(3, [1, 2]), fdroid], undefined, NOW);
    assert.deepEqual(findNews(again, NOW), []);
    // Without a key, the latest report of any source replaces those of all sources.
    const keyless = snapshot(4, undefined, { source: undefined, trackers: 2 });
    assert.deepEqual(markSeen({ ...watched, newest: [keyless] }, NOW).seen, [keyless]);
    assert.deepEqual(markSeen({ ...watched, seen: [keyless] }, NOW).seen, [google, fdroid]);
  });

  it("leaves out permissions if those of one report are unknown", () => {
    const [found] = news([snapshot(1, [1], { permissions: undefined })], [snapshot(2, [1])]);
    assert.equal(found?.changes?.permissions, undefined);
    assert.deepEqual(found?.changes?.trackers.added, []);
  });

  it("compares counts without a key, and isn't triggered by a key that is added later", () => {
    const untold = (report: number, trackers: number): Snapshot =>
      snapshot(report, undefined, { source: undefined, permissions: undefined, trackers });
    assert.equal(news([untold(4, 2)], [untold(4, 2)]).length, 0);
    const [found] = news([untold(4, 2)], [untold(5, 3)]);
    assert.deepEqual([found?.from?.trackers, found?.to.trackers, found?.changes], [2, 3, undefined]);
    assert.equal(news([untold(4, 2)], [untold(4, 3)]).length, 1);
    assert.equal(news([untold(4, 2)], [snapshot(4, [1, 2]), snapshot(3, [], { source: "fdroid" })]).length, 0);
    assert.equal(news([snapshot(4, [1, 2])], [untold(4, 2)]).length, 0);
  });

  it("is the first report of an app that had none", () => {
    const [found] = news([], [snapshot(1, [1])]);
    assert.deepEqual([found?.from, found?.to.report, found?.changes], [undefined, 1, undefined]);
    assert.equal(news([], [snapshot(1, [], { created: NOW - 3_600_000 })]).length, 0);
  });
});

describe("The reports of very many sources", () => {
  it("are compared with a few looks at each", () => {
    let looks = 0;
    const seen = Array.from({ length: 10_000 }, (_, index) => snapshot(index, [1], { source: `source ${index}` }));
    const newest = Array.from(seen, ({ source, ...each }) => ({
      ...each,
      permissions: undefined,
      get source() {
        looks += 1;
        return source;
      },
    }));
    const { newest: updated } = updateWatched({ handle: "a.b", seen, newest: seen }, newest, undefined, NOW);
    assert.deepEqual([news(seen, updated).length, updated.at(-1)?.permissions], [0, []]);
    assert.ok(looks > 0 && looks < 20 * seen.length, `${looks} looks`);
  });
});

describe("The reports of an app", () => {
  const version = (id: number, daysOld: number, trackers: readonly number[]): Version => ({
    id,
    source: "google",
    version: `${id}`,
    versionCode: undefined,
    created: fromMilliseconds(NOW - daysOld * DAY_MS),
    updated: undefined,
    downloads: undefined,
    trackers,
  });
  const reports = (...versions: readonly Version[]): readonly number[] =>
    takeSnapshots(
      { handle: "a.b", name: undefined, creator: undefined, sources: [{ source: "google", versions }] },
      NOW,
    ).map(({ report }) => report);

  it("are the latest finished ones", () => {
    assert.deepEqual(reports(version(9, 0.1, []), version(8, 4, [1])), [8]);
    assert.deepEqual(reports(version(9, 0.1, [1]), version(8, 4, [1])), [9]);
    assert.deepEqual(reports(version(9, 0.1, [])), [9]);
  });
});

describe("A watched app that is loaded again", () => {
  const watched: WatchedApp = { handle: "a.b", name: "A", seen: [], newest: [] };

  it("starts with its first loaded report as seen", () => {
    const first = updateWatched(watched, [snapshot(1, [1])], undefined, NOW);
    assert.deepEqual(first.seen, first.newest);
    assert.equal(first.name, "A");
    const second = updateWatched(first, [snapshot(2, [1])], "B", NOW + 1);
    assert.deepEqual(second.seen, first.seen);
    assert.deepEqual([second.name, second.readAt], ["B", NOW + 1]);
  });

  it("has news of the first report if there was none when it was first loaded", () => {
    const first = updateWatched(watched, [], undefined, NOW);
    const second = updateWatched(first, [snapshot(1, [1])], undefined, NOW);
    assert.deepEqual(
      findNews(second, NOW).map(({ to }) => to.report),
      [1],
    );
  });

  it("doesn't count a report as seen while its analysis is running", () => {
    const unfinished = snapshot(9, [], { created: NOW - 3_600_000 });
    const first = updateWatched(watched, [unfinished], undefined, NOW);
    assert.deepEqual([first.newest, findNews(first, NOW)], [[unfinished], []]);
    const [found] = findNews(updateWatched(first, [{ ...unfinished, trackers: 1, ids: [4] }], undefined, NOW), NOW);
    assert.deepEqual([found?.from, found?.changes], [undefined, undefined]);
  });

  it("keeps the finished report of a source until the analysis of the next one has ended", () => {
    const finished = updateWatched(watched, [snapshot(1, [4])], undefined, NOW);
    const unfinished = snapshot(9, [], { created: NOW - 3_600_000 });
    const during = updateWatched(finished, [unfinished, snapshot(2, [], { source: "fdroid" })], undefined, NOW);
    assert.deepEqual(
      during.newest.map(({ report }) => report),
      [1, 2],
    );
    // The user sees the news of the other source.
    const seen = { ...during, seen: during.newest };
    const after = updateWatched(seen, [{ ...unfinished, trackers: 1, ids: [4] }], undefined, NOW);
    assert.deepEqual(
      findNews(after, NOW).map(({ changes }) => changes?.trackers),
      [{ added: [], removed: [], same: [4] }],
    );
  });

  it("doesn't count such a report as seen either when the user sees news of another source", () => {
    const unfinished = snapshot(9, [], { source: "fdroid", created: NOW - 3_600_000 });
    const first = updateWatched(watched, [snapshot(1, [1])], undefined, NOW);
    const seen = markSeen(updateWatched(first, [snapshot(2, [1]), unfinished], undefined, NOW), NOW);
    assert.deepEqual(findNews(seen, NOW), []);
    const later = updateWatched(seen, [snapshot(2, [1]), { ...unfinished, trackers: 1, ids: [4] }], undefined, NOW);
    assert.deepEqual(
      findNews(later, NOW).map(({ from, to }) => [from, to.report]),
      [[undefined, 9]],
    );
  });

  it("keeps the permissions of a report whose details fail this time", () => {
    const first = updateWatched(watched, [snapshot(1, [1], { permissions: ["A"] })], undefined, NOW);
    const second = updateWatched(first, [snapshot(1, [1], { permissions: undefined })], undefined, NOW);
    assert.deepEqual(second.newest[0]?.permissions, ["A"]);
    const third = updateWatched(first, [snapshot(2, [1], { permissions: undefined })], undefined, NOW);
    assert.equal(third.newest[0]?.permissions, undefined);
  });

  it("shows the latest report of all its sources", () => {
    assert.equal(newestSnapshot([snapshot(3, []), snapshot(7, [], { source: "fdroid" }), snapshot(5, [])])?.report, 7);
    assert.equal(newestSnapshot([]), undefined);
  });
});
