// What the store requests, keeps and forgets, with and without a key.
import assert from "node:assert/strict";
import type { Knowledge } from "../../../src/trackers/reports/read-app.ts";
import { problemOf } from "../base/service.ts";
import { KEYS, startTrackers, type TrackersService } from "./service.ts";
import { machine } from "./store-of.ts";
import { until } from "../workbench/until.ts";

const TRAMWAY = "org.example.tramway";
const DAY_MS = 86_400_000;

describe("The tracker store", () => {
  let trackers: TrackersService;
  let home: Awaited<ReturnType<typeof machine>>;

  beforeEach(async () => {
    trackers = await startTrackers();
    home = await machine();
  });
  afterEach(async () => {
    await home.close();
    await trackers.close();
  });

  const asked = (path: string): number => trackers.service.journal.filter(({ target }) => target === path).length;
  const withKey = async (now?: () => number) => {
    const made = home.open(trackers.service.origin, now);
    await made.store.keepKey(KEYS.good);
    return made;
  };
  const known = async (handle: string, key: boolean): Promise<Knowledge> => {
    const { store } = key ? await withKey() : home.open(trackers.service.origin);
    await store.loadApp(handle);
    const { knowledge, problem } = store.app(handle);
    if (knowledge === undefined) throw problem ?? new Error("nothing is known");
    return knowledge;
  };

  it("requests nothing on its own", async () => {
    await withKey();
    assert.deepEqual(trackers.service.journal, []);
  });

  it("loads the tracker list once for all callers, and the next window reads it from disk", async () => {
    const { store, changes } = home.open(trackers.service.origin);
    const [one, other] = await Promise.all([store.trackers(), store.anyTrackers()]);
    assert.equal(one, other);
    assert.equal(one.trackers.get(17)?.name, "Braze (formerly Appboy)");
    assert.deepEqual(changes, [{ about: "trackers" }]);
    const next = await home.open(trackers.service.origin).store.trackers();
    assert.deepEqual([...next.trackers.values()], [...one.trackers.values()]);
    assert.equal(next.readAt, one.readAt);
    assert.equal(asked("/api/trackers"), 1);
  });

  it("renews the list after a day, and keeps the old one if that fails", async () => {
    let now = Date.now();
    const { store } = home.open(trackers.service.origin, () => now);
    const { readAt } = await store.trackers();
    now += DAY_MS + 1;
    trackers.service.faults.add({ kind: "html", status: 503, times: 1 });
    assert.equal((await store.trackers()).readAt, readAt);
    assert.equal((await store.trackers()).readAt, readAt);
    assert.equal(asked("/api/trackers"), 2);
  });

  it("loads again on a refresh, reports a failure, and still has the previous names", async () => {
    const { store } = home.open(trackers.service.origin);
    const before = await store.trackers();
    store.refresh();
    trackers.service.faults.add({ kind: "html", status: 500 });
    assert.equal((await problemOf(store.trackers())).kind, "server");
    assert.equal(await store.anyTrackers(), before);
    assert.equal(store.knownTrackers, before);
  });

  it("returns the previous list at once while a newer one hangs, also in the next window", async () => {
    const { store } = home.open(trackers.service.origin);
    const before = await store.trackers();
    trackers.service.faults.add({ kind: "delay", ms: 600_000 });
    const next = home.open(trackers.service.origin).store;
    for (const each of [store, next]) {
      const leaving = new AbortController();
      each.refresh();
      const hanging = problemOf(each.trackers(leaving.signal));
      assert.equal((await each.anyTrackers()).readAt, before.readAt);
      leaving.abort();
      assert.equal((await hanging).kind, "canceled");
    }
  });

  it("restarts hanging requests on a refresh: the list, the counts, the apps with a tracker, and an app", async () => {
    let later = 0;
    const { store } = await withKey(() => Date.now() + later);
    trackers.service.faults.add({ kind: "delay", ms: 600_000 });
    const hanging = Promise.all([store.trackers(), store.counts(), store.appsWith(49), store.loadApp(TRAMWAY)]);
    await until(() => trackers.service.journal.length === 2);
    later = 10_000;
    store.refresh();
    const again = store.loadApp(TRAMWAY, { refresh: true });
    trackers.service.faults.clear();
    const [list, counts, carriers] = await hanging;
    await again;
    assert.deepEqual([list.trackers.size, counts.trackers], [432, 432]);
    assert.ok(carriers.values.length > 10);
    assert.equal(store.app(TRAMWAY).knowledge?.kind, "app");
  });

  it("stops looking up an app when nothing waits for it any more", async () => {
    const { store } = await withKey();
    trackers.service.faults.add({ kind: "delay", ms: 600_000 });
    const leaving = new AbortController();
    const looking = store.loadApp(TRAMWAY, { signal: leaving.signal });
    await until(() => trackers.service.journal.length === 2);
    leaving.abort();
    await looking;
    assert.deepEqual(store.app(TRAMWAY), { reading: false, knowledge: undefined, problem: undefined });
    trackers.service.faults.clear();
    await store.loadApp(TRAMWAY);
    assert.equal(store.app(TRAMWAY).knowledge?.kind, "app");
  });

  it("looks up a visible app again when the server responds, and when the key works again", async () => {
    let later = 0;
    const { store } = await withKey(() => Date.now() + later);
    const shown = store.retainApps(() => [TRAMWAY]);
    for (const [fault, kind] of [
      [{ kind: "refuse", path: TRAMWAY }, "offline"],
      [{ kind: "status", status: 401, path: TRAMWAY }, "unauthorized"],
    ] as const) {
      trackers.service.faults.add(fault);
      await store.loadApp(TRAMWAY, { refresh: true });
      assert.equal(store.app(TRAMWAY).problem?.kind, kind);
      trackers.service.faults.clear();
      later += 600_000;
      await store.check();
      await until(() => store.app(TRAMWAY).problem === undefined);
      assert.equal(store.app(TRAMWAY).knowledge?.kind, "app");
    }
    trackers.service.faults.add({ kind: "status", status: 401, path: TRAMWAY });
    await store.loadApp(TRAMWAY, { refresh: true });
    trackers.service.faults.clear();
    await store.keepKey(KEYS.good);
    assert.equal(store.app(TRAMWAY).problem, undefined, "the same key starts again");
    shown.dispose();
  });

  it("retries an app once if its route failed, and not after every response of another route", async () => {
    const { store } = await withKey();
    const shown = store.retainApps(() => [TRAMWAY]);
    trackers.service.faults.add({ kind: "status", status: 401, path: TRAMWAY });
    await store.loadApp(TRAMWAY);
    for (let check = 0; check < 3; check += 1) {
      await store.check();
      await until(() => !store.app(TRAMWAY).reading);
    }
    assert.equal(asked(`/api/search/${TRAMWAY}`), 2);
    shown.dispose();
  });

  it("requests names once that are searched twice, at the same time or one after the other", async () => {
    let later = 0;
    const { store } = home.open(trackers.service.origin, () => Date.now() + later);
    const [one, other] = await Promise.all([store.findSimilar("tramway"), store.findSimilar(" tramway ")]);
    assert.equal(one, other);
    assert.equal(await store.findSimilar("tramway"), one);
    assert.equal(asked("/api/search"), 1);
    later = 3_600_000;
    await store.findSimilar("tramway");
    assert.equal(asked("/api/search"), 2);
  });

  it("keeps reporting while the server prepares the list of all apps", async () => {
    trackers.actions["setFirstByte"]?.({ short: 60_000 });
    const { store, changes } = await withKey();
    const reading = problemOf(store.apps.read("short"));
    await until(() => changes.filter(({ about }) => about === "apps").length >= 3);
    assert.equal(store.apps.reading?.progress, undefined);
    store.apps.stop();
    assert.equal((await reading).kind, "canceled");
    const after = changes.length;
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    assert.equal(changes.length, after);
  });

  it("discards a damaged stored list, and loads it again", async () => {
    const { store, cache } = home.open(trackers.service.origin);
    await cache.write(`trackers ${trackers.service.origin}`, 1, Buffer.from('{"trackers":[{"id":"x"}]}'));
    assert.equal((await store.trackers()).trackers.size, 432);
  });

  it("says how many trackers could not be decoded, also from disk", async () => {
    trackers.answer("/api/trackers$", { trackers: { 1: { name: "One", categories: [], documentation: [] }, 2: {} } });
    const { store, lines } = home.open(trackers.service.origin);
    assert.equal((await store.trackers()).skipped, 1);
    assert.equal((await home.open(trackers.service.origin).store.trackers()).skipped, 1);
    assert.ok(lines.some((line) => line.includes("malformed items")));
  });

  it("stores a key only in the secret storage, for this server and no other", async () => {
    const { store, lines, move } = await withKey();
    assert.ok(store.hasKey);
    await store.counts();
    assert.equal(home.secrets.size, 1);
    assert.doesNotMatch(lines.join("\n"), new RegExp(KEYS.good));
    const other = await startTrackers();
    try {
      move(other.service.origin);
      assert.ok(!store.hasKey);
      assert.equal((await problemOf(store.counts())).kind, "unauthorized");
      assert.ok(other.service.journal.every(({ headers }) => headers.authorization === undefined));
    } finally {
      await other.close();
    }
  });

  it("checks a key with a route that accepts only a valid one", async () => {
    const { store } = home.open(trackers.service.origin);
    assert.equal(await store.check(KEYS.good), 432);
    for (const wrong of ["0".repeat(40), KEYS.inactive]) {
      assert.equal((await problemOf(store.check(wrong))).kind, "unauthorized");
    }
    assert.deepEqual([...new Set(trackers.service.journal.map(({ target }) => target))], ["/api/trackers/count"]);
    assert.ok(!store.hasKey);
    await store.testConnection();
  });

  it("keeps visible apps, and the last few others that were looked up", async () => {
    const { store } = await withKey();
    await store.loadApp(TRAMWAY);
    const shown = store.retainApps(() => [TRAMWAY]);
    const others = Array.from({ length: 40 }, (_, place) => `org.example.unknown${place}`);
    for (const handle of others) await store.loadApp(handle);
    const kept = others.filter((handle) => store.app(handle).knowledge !== undefined);
    assert.deepEqual(kept, others.slice(-30));
    assert.ok(store.app(TRAMWAY).knowledge !== undefined);
    shown.dispose();
    assert.equal(store.app(TRAMWAY).knowledge, undefined);
  });

  it("keeps visible lists of apps with a tracker, and the last few others", async () => {
    const { store } = await withKey();
    const shown = store.retainAppsWith(49);
    for (const tracker of [49, 17, 27, 48, 65, 66]) await store.appsWith(tracker);
    const kept = () => [49, 17, 27, 48, 65, 66].filter((tracker) => store.knownAppsWith(tracker) !== undefined);
    assert.deepEqual(kept(), [49, 48, 65, 66]);
    shown.dispose();
    await store.appsWith(17);
    assert.deepEqual(kept(), [17, 65, 66]);
  });

  it("drops the app list of a tracker as soon as no view shows it, not when the next one is loaded", async () => {
    const { store } = await withKey();
    const shown = [49, 17, 27, 48, 65].map((tracker) => store.retainAppsWith(tracker));
    const kept = () => [49, 17, 27, 48, 65].filter((tracker) => store.knownAppsWith(tracker) !== undefined);
    for (const tracker of [49, 17, 27, 48, 65]) await store.appsWith(tracker);
    assert.deepEqual(kept(), [49, 17, 27, 48, 65]);
    for (const each of shown) each.dispose();
    assert.deepEqual(kept(), [27, 48, 65]);
  });

  it("loads counts and the apps with a tracker once, until a refresh", async () => {
    const { store, changes } = await withKey();
    changes.length = 0;
    const counts = await store.counts();
    assert.deepEqual({ ...counts, reports: 0 }, { trackers: 432, applications: 250, reports: 0 });
    const carriers = await store.appsWith(49);
    assert.ok(carriers.values.length > 10);
    assert.equal(store.knownAppsWith(49)?.list, carriers);
    assert.equal(await store.appsWith(49), carriers);
    await store.counts();
    assert.deepEqual(changes, [{ about: "counts" }, { about: "carriers", tracker: 49 }]);
    store.refresh();
    trackers.service.faults.add({ kind: "html", status: 400, times: 1 });
    assert.equal((await problemOf(store.appsWith(49))).kind, "invalid");
    // A failed refresh drops nothing.
    assert.equal(store.knownAppsWith(49)?.list, carriers);
    assert.equal(store.knownCounts, counts);
    const [again, joined] = await Promise.all([store.appsWith(49), store.appsWith(49)]);
    assert.notEqual(again, carriers);
    assert.equal(joined, again);
    assert.equal(asked("/api/applications?option=short&tracker=49"), 3);
    assert.equal(asked("/api/applications/count"), 1);
  });

  it("keeps loading the apps with a tracker for remaining callers when another one leaves", async () => {
    const { store } = await withKey();
    const leaving = new AbortController();
    const left = problemOf(store.appsWith(49, leaving.signal));
    const staying = store.appsWith(49);
    leaving.abort();
    assert.equal((await left).kind, "canceled");
    assert.ok((await staying).values.length > 10);
    assert.equal(asked("/api/applications?option=short&tracker=49"), 1);
    const alone = new AbortController();
    const gone = problemOf(store.appsWith(27, alone.signal));
    alone.abort();
    assert.equal((await gone).kind, "canceled");
    assert.ok((await store.appsWith(27)).values.length > 10);
    assert.equal((await problemOf(store.appsWith(48, alone.signal))).kind, "canceled");
  });

  it("never has more than two requests in flight", async () => {
    let underWay = 0;
    let most = 0;
    let meet = (): void => undefined;
    const met = new Promise<void>((resolve) => (meet = resolve));
    const { handle } = trackers.service;
    trackers.service.handle = async (request) => {
      underWay += 1;
      most = Math.max(most, underWay);
      if (underWay === 2) meet();
      // The first waits for a second one, and then long enough for a third to arrive if it were allowed.
      await met;
      await new Promise((resolve) => setTimeout(resolve, 20));
      const answer = await handle(request);
      underWay -= 1;
      return answer;
    };
    const { store } = await withKey();
    await Promise.all([store.counts(), store.loadApp(TRAMWAY), store.trackers()]);
    assert.equal(most, 2);
  });

  it("loads an app by one request and reports that it is loading", async () => {
    const { store, changes } = await withKey();
    changes.length = 0;
    const reading = store.loadApp(TRAMWAY);
    assert.ok(store.app(TRAMWAY).reading);
    await Promise.all([reading, store.loadApp(TRAMWAY)]);
    const { knowledge, problem } = store.app(TRAMWAY);
    assert.equal(problem, undefined);
    assert.ok(knowledge?.kind === "app");
    assert.equal(knowledge.without, undefined);
    assert.deepEqual(
      knowledge.app.sources.map(({ source, versions }) => [source, versions.length]),
      [
        ["google", 8],
        ["fdroid", 8],
      ],
    );
    assert.ok(knowledge.app.sources.every(({ versions }) => versions.every(({ details }) => details !== undefined)));
    assert.deepEqual(changes, [
      { about: "app", handle: TRAMWAY },
      { about: "app", handle: TRAMWAY },
    ]);
    assert.equal(asked(`/api/search/${TRAMWAY}/details`), 1);
    assert.equal(asked(`/api/search/${TRAMWAY}`), 0);
  });

  it("takes from the search what the details lack", async () => {
    trackers.answer("/api/search/a.b/details$", [
      { report: 1, app_name: "", creator: "", trackers: [], permissions: [], source: "google" },
    ]);
    trackers.answer("/api/search/a.b$", { "a.b": { name: "A", creator: "Maker", reports: [] } });
    const knowledge = await known("a.b", true);
    assert.ok(knowledge.kind === "app");
    assert.deepEqual([knowledge.app.name, knowledge.app.creator], ["A", "Maker"]);
  });

  it("shows the search's data if the details fail, and requests them again at the next access", async () => {
    trackers.startAnalysis({ handle: TRAMWAY, version: "9.0" });
    const { store } = await withKey();
    await store.loadApp(TRAMWAY);
    const { knowledge } = store.app(TRAMWAY);
    assert.ok(knowledge?.kind === "app");
    assert.equal(knowledge.without?.kind, "server");
    assert.equal(knowledge.app.name, "Tramway");
    await store.loadApp(TRAMWAY);
    assert.equal(asked(`/api/search/${TRAMWAY}`), 2);
  });

  it("keeps previous data if a later request fails", async () => {
    const { store } = await withKey();
    await store.loadApp(TRAMWAY);
    const { knowledge } = store.app(TRAMWAY);
    trackers.service.faults.add({ kind: "html", status: 400 });
    await store.loadApp(TRAMWAY, { refresh: true });
    assert.equal(store.app(TRAMWAY).knowledge, knowledge);
    assert.equal(store.app(TRAMWAY).problem?.kind, "invalid");
  });

  it("distinguishes an unknown app, with similar names, from one that was not analyzed and from a failure", async () => {
    const unknown = await known("org.example.tramwya", true);
    assert.ok(unknown.kind === "unknown");
    assert.ok(unknown.alike.some(({ handle }) => handle === TRAMWAY));

    trackers.answer("/api/search/a.b$", { "a.b": { name: "A", creator: "", reports: [] } });
    const empty = await known("a.b", true);
    assert.ok(empty.kind === "app");
    assert.deepEqual(empty.app.sources, []);

    trackers.answer("/api/search/c.d", "no JSON");
    const { store } = await withKey();
    await store.loadApp("c.d");
    assert.equal(store.app("c.d").knowledge, undefined);
    assert.equal(store.app("c.d").problem?.kind, "malformed");
  });

  it("doesn't call an app unknown if one of its two sources failed", async () => {
    const { store } = await withKey();
    trackers.service.faults.add({ kind: "html", status: 400, path: "/api/search/a.b$" });
    await store.loadApp("a.b");
    assert.equal(store.app("a.b").problem?.kind, "invalid");
    const keyless = home.open(trackers.service.origin).store;
    trackers.service.faults.add({ kind: "html", status: 400, method: "POST" });
    await keyless.loadApp("a.b");
    assert.equal(keyless.app("a.b").problem?.kind, "invalid");
  });

  it("loads the latest report and its counts without a key, and sends none", async () => {
    const knowledge = await known(TRAMWAY, false);
    assert.ok(knowledge.kind === "newest");
    assert.equal(knowledge.latest?.name, "Tramway");
    assert.equal(knowledge.match?.handle, TRAMWAY);
    assert.equal(typeof knowledge.match.trackers, "number");
    assert.ok(trackers.service.journal.every(({ headers }) => headers.authorization === undefined));
    assert.equal((await known("org.example.tramwya", false)).kind, "unknown");
  });

  it("requests again at the next access if a report may be unfinished", async () => {
    trackers.addReport({ handle: "org.example.fresh", name: "Fresh", trackers: [] });
    const { store } = await withKey();
    await store.loadApp("org.example.fresh");
    await store.loadApp("org.example.fresh");
    assert.equal(asked("/api/search/org.example.fresh/details"), 2);
    await store.loadApp(TRAMWAY);
    await store.loadApp(TRAMWAY);
    assert.equal(asked(`/api/search/${TRAMWAY}/details`), 1);
  });

  it("drops data that depends on the key or the server, and keeps the tracker list for another key", async () => {
    const { store, changes, move } = home.open(trackers.service.origin);
    const list = await store.trackers();
    await store.loadApp(TRAMWAY);
    await store.keepKey(KEYS.good);
    assert.deepEqual(changes.at(-1), { about: "service" });
    assert.equal(store.app(TRAMWAY).knowledge, undefined);
    assert.equal(store.knownTrackers, list);
    await store.removeKey();
    assert.ok(!store.hasKey);
    move("https://exodus.example/mirror");
    assert.equal(store.host, "exodus.example");
    assert.equal(store.knownTrackers, undefined);
  });

  it("ignores a response of the previous server after a change of servers", async () => {
    const other = await startTrackers();
    try {
      const { store, move } = home.open(trackers.service.origin);
      const looking = store.loadApp(TRAMWAY);
      const listing = store.trackers();
      move(other.service.origin);
      await Promise.all([looking, listing]);
      assert.deepEqual(store.app(TRAMWAY), { reading: false, knowledge: undefined, problem: undefined });
      assert.equal(store.knownTrackers, undefined);
    } finally {
      await other.close();
    }
  });
});
