// The watch list: when it requests new reports, and what it saves.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Memento } from "vscode";
import type { Store } from "../../../../src/trackers/store/store.ts";
import { WatchList } from "../../../../src/trackers/watch/watch-list.ts";
import { Redactor } from "../../../../src/base/redact.ts";
import { linesLog } from "../../workbench/lines.ts";
import { KEYS, startTrackers, type TrackersService } from "../service.ts";
import { machine } from "../store-of.ts";

const [CRASHLYTICS, FIREBASE] = [27, 49];
const DAY_MS = 86_400_000;

describe("The watch list", () => {
  let trackers: TrackersService;
  let home: Awaited<ReturnType<typeof machine>>;
  let now: number;
  let kept: Map<string, unknown>;
  let forbidden: Set<string>;
  let made = 0;
  /** Two apps that no other test uses. */
  let app: string;
  let other: string;
  const lists: WatchList[] = [];

  before(async () => {
    trackers = await startTrackers();
  });
  beforeEach(async () => {
    trackers.reset();
    home = await machine();
    now = Date.now();
    kept = new Map();
    forbidden = new Set();
    const created = Date.parse("2026-01-01T00:00:00Z");
    made += 1;
    [app, other] = [`org.example.followed${made}`, `org.example.other${made}`];
    for (const handle of [app, other]) {
      trackers.addReport({ handle, name: handle, version: "1.0", created, trackers: [CRASHLYTICS], permissions: [] });
    }
  });
  afterEach(async () => {
    for (const list of lists.splice(0)) list.dispose();
    await home.close();
  });
  after(() => trackers.close());

  const state: Memento = {
    keys: () => [...kept.keys()],
    get: <T>(key: string, fallback?: T) => (kept.get(key) as T | undefined) ?? (fallback as T),
    update: (key, value) => {
      kept.set(key, structuredClone(value));
      return Promise.resolve();
    },
  };

  /** Opens a window on the machine. */
  async function open(
    key: string | null = KEYS.good,
  ): Promise<{ store: Store; watched: WatchList; folder: string; move: (base: string) => void }> {
    const { store, folder, move } = home.open(trackers.service.origin, () => now, undefined, forbidden);
    if (key !== null) await store.saveKey(key);
    const { log } = linesLog(new Redactor());
    const watched = new WatchList(store, { folder, log, now: () => now, state });
    lists.push(watched);
    return { store, watched, folder, move };
  }

  /** Waits until a report of the app is loaded. */
  async function read(watched: WatchList, handle: string): Promise<void> {
    await changed(watched, () => watched.get(handle)?.newest.length !== 0);
  }

  async function changed(watched: WatchList, condition: () => boolean): Promise<void> {
    while (!condition()) {
      await new Promise<void>((resolve) => {
        const listening = watched.onDidChange(() => {
          listening.dispose();
          resolve();
        });
      });
    }
  }

  it("follows an app from its known reports, across a restart", async () => {
    const { watched } = await open();
    await watched.watch(app);
    await read(watched, app);
    const { watched: again } = await open();
    assert.deepEqual(again.get(app)?.newest, watched.get(app)?.newest);
    assert.equal(again.get(app)?.name, app);
    assert.deepEqual(again.news(app), []);
    await again.unwatch(app);
    assert.deepEqual(watched.list(), []);
  });

  it("keeps the order that the user chose, across a restart and a refresh", async () => {
    const { watched } = await open();
    for (const handle of [app, other]) {
      await watched.watch(handle);
      await read(watched, handle);
    }
    await watched.arrange([other, app]);
    await watched.refresh();
    const { watched: again } = await open();
    assert.deepEqual(
      again.list().map(({ handle, place }) => [handle, place]),
      [
        [app, 1],
        [other, 0],
      ],
    );
  });

  it("shows what a new report changed until the user has seen it", async () => {
    const { watched } = await open();
    await watched.watch(app);
    await read(watched, app);
    trackers.addReport({ handle: app, version: "2.0", created: now - 2 * DAY_MS, trackers: [FIREBASE] });
    assert.deepEqual(await watched.refresh(), { read: 1, all: 1, problem: undefined });
    const [news] = watched.news(app);
    assert.deepEqual(news?.changes?.trackers, { added: [FIREBASE], removed: [CRASHLYTICS], same: [] });
    assert.equal(watched.newsCount, 1);
    await watched.markSeen(app);
    assert.deepEqual([watched.newsCount, watched.news(app)], [0, []]);
  });

  it("shows the first report of an app that had none when the user watched it", async () => {
    for (const key of [null, KEYS.good]) {
      const handle = `org.example.new${made}${key === null ? ".public" : ""}`;
      const { watched } = await open(key);
      await watched.watch(handle);
      await changed(watched, () => watched.get(handle)?.readAt !== undefined);
      assert.deepEqual(watched.news(handle), []);
      trackers.addReport({ handle, name: handle, version: "1.0", created: now - 2 * DAY_MS, trackers: [FIREBASE] });
      now += 1;
      await watched.refresh();
      assert.deepEqual(
        watched.news(handle).map(({ from, to }) => [from, to.trackers]),
        [[undefined, 1]],
      );
    }
  });

  it("has no news of a report whose facts were missing at first", async () => {
    const { watched } = await open(null);
    trackers.service.faults.add({ kind: "status", status: 500, method: "POST" });
    await watched.watch(app);
    await watched.refresh();
    trackers.reset();
    now += 1;
    await watched.refresh();
    assert.deepEqual([watched.get(app)?.newest.length, watched.news(app)], [1, []]);
  });

  it("uses reports that were loaded for other reasons as well", async () => {
    const { store, watched } = await open();
    await watched.watch(app);
    await read(watched, app);
    trackers.addReport({ handle: app, version: "2.0", created: now - 2 * DAY_MS, trackers: [FIREBASE] });
    now += 1;
    await store.loadApp(app, { refresh: true });
    await changed(watched, () => watched.newsCount === 1);
  });

  it("stops at a server that rejects requests, keeps previous data, and says why", async () => {
    const { watched } = await open();
    await watched.watch(app);
    await watched.watch(other);
    await read(watched, app);
    await read(watched, other);
    const before = watched.list();
    trackers.reset();
    trackers.service.faults.add({ kind: "status", status: 401 });
    const round = await watched.refresh();
    assert.deepEqual([round.read, round.all, round.problem?.kind], [0, 2, "unauthorized"]);
    assert.deepEqual(watched.list(), before);
    assert.equal(watched.problem?.kind, "unauthorized");
    assert.ok(!trackers.service.journal.some(({ target }) => target.includes(other)), "the second was not asked for");
  });

  it("stops at a server that the user has forbidden, and refreshes once it is allowed again", async () => {
    const { watched } = await open();
    await watched.watch(app);
    await watched.watch(other);
    await read(watched, app);
    await read(watched, other);
    now += 2 * DAY_MS;
    forbidden.add(trackers.service.origin);
    const steps: number[] = [];
    const round = await watched.refreshDaily();
    assert.deepEqual([round?.read, round?.problem?.kind], [0, "forbiddenServer"]);
    await watched.refresh(undefined, (step) => void steps.push(step));
    assert.equal(steps.length, 1, "the second app was not tried");
    forbidden.clear();
    assert.equal((await watched.refreshDaily())?.read, 2);
  });

  it("forgets why a refresh stopped once another key is set", async () => {
    const { store, watched } = await open();
    await watched.watch(app);
    await read(watched, app);
    trackers.service.faults.add({ kind: "status", status: 401 });
    await watched.refresh();
    assert.equal(watched.problem?.kind, "unauthorized");
    await store.saveKey(KEYS.good);
    assert.equal(watched.problem, undefined);
  });

  it("doesn't count an app if a change of servers ended its loading, and leaves the new server its own refresh", async () => {
    const { watched, move } = await open();
    await watched.watch(app);
    await read(watched, app);
    trackers.reset();
    trackers.service.faults.add({ kind: "delay", ms: 600_000 });
    const refreshing = watched.refresh();
    while (trackers.service.journal.length === 0) await new Promise(setImmediate);
    const elsewhere = trackers.service.origin.replace("127.0.0.1", "localhost");
    move(elsewhere);
    assert.equal((await refreshing).read, 0);
    trackers.reset();
    await watched.watch(other);
    assert.notEqual(await watched.refreshDaily(), undefined);
  });

  it("continues after an app that can't be loaded", async () => {
    const { watched } = await open();
    await watched.watch(app);
    await watched.watch(other);
    await read(watched, app);
    await read(watched, other);
    trackers.service.faults.add({ kind: "html", status: 500, path: app });
    const round = await watched.refresh();
    assert.deepEqual([round.read, round.problem?.kind], [1, "server"]);
  });

  it("is refreshed once a day, by all windows together", async () => {
    const [one, two] = [await open(), await open()];
    await one.watched.watch(app);
    await read(one.watched, app);
    trackers.reset();
    const rounds = await Promise.all([one.watched.refreshDaily(), two.watched.refreshDaily()]);
    assert.equal(rounds.filter((round) => round !== undefined).length, 1);
    now += DAY_MS - 1000;
    assert.equal(await one.watched.refreshDaily(), undefined);
    const asked = trackers.service.journal.length;
    now += 60_000;
    assert.notEqual(await two.watched.refreshDaily(), undefined);
    assert.ok(trackers.service.journal.length > asked);
  });

  it("counts a manual refresh as the daily one", async () => {
    const { watched } = await open();
    await watched.watch(app);
    await read(watched, app);
    await watched.refresh();
    assert.equal(await watched.refreshDaily(), undefined);
  });

  it("counts no canceled refresh as the daily one", async () => {
    const { watched } = await open();
    await watched.watch(app);
    await watched.watch(other);
    await read(watched, app);
    await read(watched, other);
    const cancel = new AbortController();
    const { read: refreshed } = await watched.refresh(cancel.signal, (done) => {
      if (done === 1) cancel.abort();
    });
    assert.equal(refreshed, 1);
    assert.equal((await watched.refreshDaily())?.read, 2);
  });

  it("refreshes on the same day if the user canceled the refresh that the daily one had joined", async () => {
    const { watched } = await open();
    await watched.watch(app);
    await watched.watch(other);
    await read(watched, app);
    await read(watched, other);
    // Long enough for the daily refresh to join.
    trackers.service.faults.add({ kind: "delay", ms: 1000 });
    const cancel = new AbortController();
    const manual = watched.refresh(cancel.signal, (done) => {
      if (done === 1) cancel.abort();
    });
    assert.deepEqual(await watched.refreshDaily(), await manual);
    trackers.reset();
    assert.equal((await watched.refreshDaily())?.read, 2);
  });

  it("shows its progress to a caller who joins it, and ends at once when that caller cancels it", async () => {
    const { watched } = await open();
    await watched.watch(app);
    await watched.watch(other);
    await read(watched, app);
    await read(watched, other);
    trackers.service.faults.add({ kind: "delay", ms: 600_000, path: other });
    const first = watched.refresh();
    const cancel = new AbortController();
    const progress: number[][] = [];
    const joined = watched.refresh(cancel.signal, (...each) => {
      progress.push(each);
      if (each[0] === 1) setImmediate(() => cancel.abort());
    });
    assert.deepEqual(await first, { read: 1, all: 2, problem: undefined });
    assert.deepEqual(await joined, await first);
    assert.equal(progress.join(" "), "0,2 1,2");
    trackers.reset();
    assert.equal((await watched.refresh()).read, 2);
  });

  it("tries again on the same day if the network was down", async () => {
    const { watched } = await open();
    await watched.watch(app);
    await read(watched, app);
    trackers.service.faults.add({ kind: "refuse" });
    assert.equal((await watched.refreshDaily())?.problem?.kind, "offline");
    trackers.reset();
    assert.equal((await watched.refreshDaily())?.read, 1);
  });

  it("is refreshed once a day by each window if the disk can't be written", async () => {
    const { watched, folder } = await open();
    await writeFile(join(folder, "watched"), "not a folder");
    await watched.watch(app);
    await read(watched, app);
    assert.equal((await watched.refreshDaily())?.read, 1);
    assert.equal(await watched.refreshDaily(), undefined);
    assert.deepEqual(await watched.refresh(), { read: 1, all: 1, problem: undefined });
    now += DAY_MS;
    assert.equal((await watched.refreshDaily())?.read, 1);
  });

  it("requests nothing while nothing is watched", async () => {
    const { watched } = await open();
    trackers.reset();
    assert.equal(await watched.refreshDaily(), undefined);
    assert.deepEqual(await watched.refresh(), { read: 0, all: 0, problem: undefined });
    assert.equal(trackers.service.journal.length, 0);
  });

  it("compares counts without a key", async () => {
    const { watched } = await open(null);
    await watched.watch(app);
    await read(watched, app);
    trackers.addReport({ handle: app, version: "2.0", created: now - 2 * DAY_MS, trackers: [FIREBASE, CRASHLYTICS] });
    await watched.refresh();
    assert.deepEqual(
      watched.news(app).map(({ from, to }) => [from?.trackers, to.trackers]),
      [[1, 2]],
    );
  });

  it("keeps the apps of another server separate, and the intact part of a damaged list", async () => {
    const { watched } = await open();
    await watched.watch(app);
    await read(watched, app);
    const list = kept.get("triptych.trackers.watched") as Record<string, unknown[]>;
    list[trackers.service.origin]?.push({ handle: 7 });
    list["https://elsewhere.example"] = [{ handle: other, seen: [], newest: [] }];
    assert.deepEqual(
      watched.list().map(({ handle }) => handle),
      [app],
    );
    await watched.unwatch(app);
    const after = kept.get("triptych.trackers.watched") as Record<string, unknown[]>;
    assert.equal(after["https://elsewhere.example"]?.length, 1);
  });

  it("keeps apps whose unknown facts were stored as null", async () => {
    const { watched } = await open();
    const [name, source, version, created, ids, permissions, readAt, place] = Array<null>(8).fill(null);
    const seen = [{ source, report: 7, version, created, trackers: 2, ids, permissions }];
    const entry = { handle: app, name, seen, newest: seen, readAt, place };
    kept.set("triptych.trackers.watched", { [trackers.service.origin]: [entry] });
    assert.equal(watched.get(app)?.newest[0]?.trackers, 2);
    assert.equal(watched.get(app)?.name, undefined);
    await watched.watch(other);
    assert.deepEqual(
      watched.list().map(({ handle }) => handle),
      [app, other],
    );
  });

  it("stores no key", async () => {
    const { watched } = await open();
    await watched.watch(app);
    await read(watched, app);
    assert.doesNotMatch(JSON.stringify([...kept]), new RegExp(KEYS.good));
  });
});
