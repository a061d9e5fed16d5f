// What the store requests, keeps and forgets, with and without a key.
import assert from "node:assert/strict";
import { problemOf } from "../../base/service.ts";
import { KEYS, startTrackers } from "../service.ts";
import { machine } from "../store-of.ts";
import { storeTests } from "../store-tests.ts";
import { until } from "../../workbench/until.ts";

const TRAMWAY = "org.example.tramway";
const DAY_MS = 86_400_000;

describe("The tracker store", () => {
  const here = storeTests();
  const { countRequests, withKey } = here;

  it("requests nothing on its own", async () => {
    await withKey();
    assert.deepEqual(here.trackers.service.journal, []);
  });

  it("loads the tracker list once for all callers, and the next window reads it from disk", async () => {
    const { store, changes } = here.home.open(here.trackers.service.origin);
    const [one, other] = await Promise.all([store.trackers(), store.anyTrackers()]);
    assert.equal(one, other);
    assert.equal(one.trackers.get(17)?.name, "Braze (formerly Appboy)");
    assert.deepEqual(changes, [{ about: "trackers" }]);
    const next = await here.home.open(here.trackers.service.origin).store.trackers();
    assert.deepEqual([...next.trackers.values()], [...one.trackers.values()]);
    assert.equal(next.readAt, one.readAt);
    assert.equal(countRequests("/api/trackers"), 1);
  });

  it("reloads the list after a day, and keeps the old one if that fails", async () => {
    let now = Date.now();
    const { store } = here.home.open(here.trackers.service.origin, () => now);
    const { readAt } = await store.trackers();
    now += DAY_MS + 1;
    here.trackers.service.faults.add({ kind: "html", status: 503, times: 1 });
    assert.equal((await store.trackers()).readAt, readAt);
    assert.equal((await store.trackers()).readAt, readAt);
    assert.equal(countRequests("/api/trackers"), 2);
  });

  it("loads again on a refresh, reports a failure, and still has the previous names", async () => {
    const { store } = here.home.open(here.trackers.service.origin);
    const before = await store.trackers();
    store.refresh();
    here.trackers.service.faults.add({ kind: "html", status: 500 });
    assert.equal((await problemOf(store.trackers())).kind, "server");
    assert.equal(await store.anyTrackers(), before);
    assert.equal(store.knownTrackers, before);
  });

  it("returns the previous list at once while a newer one hangs, also in the next window", async () => {
    const { store } = here.home.open(here.trackers.service.origin);
    const before = await store.trackers();
    here.trackers.service.faults.add({ kind: "delay", ms: 600_000 });
    const next = here.home.open(here.trackers.service.origin).store;
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
    here.trackers.service.faults.add({ kind: "delay", ms: 600_000 });
    const hanging = Promise.all([store.trackers(), store.counts(), store.appsWith(49), store.loadApp(TRAMWAY)]);
    await until(() => here.trackers.service.journal.length === 2);
    later = 10_000;
    store.refresh();
    const again = store.loadApp(TRAMWAY, { refresh: true });
    here.trackers.service.faults.clear();
    const [list, counts, carriers] = await hanging;
    await again;
    assert.deepEqual([list.trackers.size, counts.trackers], [432, 432]);
    assert.ok(carriers.values.length > 10);
    assert.equal(store.app(TRAMWAY).knowledge?.kind, "app");
  });

  it("sends one request for a name that is searched twice, at the same time or one after the other", async () => {
    let later = 0;
    const { store } = here.home.open(here.trackers.service.origin, () => Date.now() + later);
    const [one, other] = await Promise.all([store.findSimilar("tramway"), store.findSimilar(" tramway ")]);
    assert.equal(one, other);
    assert.equal(await store.findSimilar("tramway"), one);
    assert.equal(countRequests("/api/search"), 1);
    later = 3_600_000;
    await store.findSimilar("tramway");
    assert.equal(countRequests("/api/search"), 2);
  });

  it("loads a report while the server prepares two lists of apps with a tracker", async () => {
    const { store } = await withKey();
    here.trackers.service.faults.add({ kind: "delay", ms: 600_000, path: "/api/applications" });
    const leaving = new AbortController();
    const lists = [27, 49].map((tracker) => problemOf(store.appsWith(tracker, leaving.signal)));
    await until(() => here.trackers.service.journal.some(({ target }) => target.startsWith("/api/applications")));
    await store.loadApp(TRAMWAY);
    assert.equal(store.app(TRAMWAY).knowledge?.kind, "app");
    leaving.abort();
    for (const each of lists) assert.equal((await each).kind, "canceled");
  });

  it("reports progress while the server prepares the list of all apps", async () => {
    here.trackers.actions["setFirstByte"]?.({ short: 60_000 });
    const { store, changes } = await withKey();
    const reading = problemOf(store.apps.download("short"));
    await until(() => changes.filter(({ about }) => about === "apps").length >= 3);
    assert.equal(store.apps.activeDownload?.progress, undefined);
    store.apps.cancel();
    assert.equal((await reading).kind, "canceled");
    assert.equal(store.apps.activeDownload, undefined);
  });

  it("downloads the list of all apps in the form requested last", async () => {
    here.trackers.actions["setFirstByte"]?.({ short: 1000 });
    const { apps } = (await withKey()).store;
    const short = problemOf(apps.download("short"));
    const [first, second] = await Promise.all([apps.download("full"), apps.download("full")]);
    assert.equal(first.form, "full");
    assert.equal(first, second);
    assert.equal((await short).kind, "canceled");
  });

  it("opens a list of all apps that another window has downloaded since, until it is deleted", async () => {
    const { apps } = (await withKey()).store;
    const { apps: later } = here.home.open(here.trackers.service.origin).store;
    assert.deepEqual([await later.facts(), await later.open()], [undefined, undefined]);
    const { count } = await apps.download("short");
    assert.equal((await later.facts())?.count, count);
    assert.equal((await later.open())?.count, count);
    await later.remove();
    assert.deepEqual([await later.facts(), await later.open()], [undefined, undefined]);
  });

  it("cancels the download of a list of all apps that is deleted, so it doesn't come back", async () => {
    const { apps } = (await withKey()).store;
    await apps.download("short");
    here.trackers.actions["setFirstByte"]?.({ short: 300 });
    const update = problemOf(apps.download("short"));
    await apps.remove();
    assert.equal((await update).kind, "canceled");
    assert.deepEqual([await apps.facts(), await apps.open(), apps.activeDownload], [undefined, undefined, undefined]);
  });

  it("keeps a list of all apps deleted that was being opened", async () => {
    await (await withKey()).store.apps.download("short");
    const { apps } = here.home.open(here.trackers.service.origin).store;
    const opening = apps.open();
    await Promise.all([apps.remove(), opening]);
    assert.deepEqual([await apps.facts(), await apps.open(), await apps.page(0, 1)], [undefined, undefined, []]);
  });

  it("forgets the facts about a list of all apps that is no longer on disk", async () => {
    const { store, cache } = await withKey();
    await store.apps.download("short");
    await cache.remove(`apps ${store.base}`);
    const { apps } = here.home.open(here.trackers.service.origin).store;
    assert.notEqual(await apps.facts(), undefined);
    assert.equal(await apps.open(), undefined);
    assert.equal(await apps.facts(), undefined);
  });

  it("keeps the list of all apps, also on disk, when the server returns one in which no app can be decoded", async () => {
    const { store } = await withKey();
    const { count } = await store.apps.download("short");
    for (const applications of [[], [{ package: "a.b" }]]) {
      here.trackers.reset();
      here.trackers.answer("/api/applications", { applications });
      assert.equal((await problemOf(store.apps.download("short"))).kind, "malformed");
      assert.equal((await store.apps.page(0, count)).length, count);
      assert.equal((await here.home.open(here.trackers.service.origin).store.apps.open())?.count, count);
    }
  });

  it("discards a damaged stored list, and loads it again", async () => {
    const { store, cache } = here.home.open(here.trackers.service.origin);
    await cache.write(`trackers ${here.trackers.service.origin}`, 1, Buffer.from('{"trackers":[{"id":"x"}]}'));
    assert.equal((await store.trackers()).trackers.size, 432);
  });

  it("keeps the list, also on disk, when the server returns one in which no tracker can be decoded", async () => {
    let now = Date.now();
    const { store } = here.home.open(here.trackers.service.origin, () => now);
    const { readAt } = await store.trackers();
    now += DAY_MS + 1;
    here.trackers.answer("/api/trackers$", { trackers: { 1: { name: null }, 2: { name: null } } });
    for (const each of [store, here.home.open(here.trackers.service.origin, () => readAt).store]) {
      const list = await each.trackers();
      assert.deepEqual([list.trackers.size, list.readAt], [432, readAt]);
    }
    const other = await machine();
    try {
      const first = other.open(here.trackers.service.origin).store;
      assert.equal(
        (await problemOf(first.trackers())).kind,
        "malformed",
        "no tracker is known, so none would be found",
      );
    } finally {
      await other.close();
    }
  });

  it("keeps the list, also on disk, when the server returns an empty one, and says so on a refresh", async () => {
    let now = Date.now();
    // The third request in a minute doesn't wait for the server's limit.
    const { store } = here.home.open(
      here.trackers.service.origin,
      () => now,
      () => Promise.resolve(),
    );
    const { readAt } = await store.trackers();
    now += DAY_MS + 1;
    here.trackers.answer("/api/trackers$", { trackers: {} });
    for (const each of [store, here.home.open(here.trackers.service.origin, () => readAt).store]) {
      const list = await each.trackers();
      assert.deepEqual([list.trackers.size, list.readAt], [432, readAt]);
    }
    store.refresh();
    assert.equal((await problemOf(store.trackers())).kind, "malformed");
    assert.equal(store.knownTrackers?.trackers.size, 432);
  });

  it("doesn't accept an empty list as the first one, with which every scan would look clean", async () => {
    const { store } = here.home.open(here.trackers.service.origin);
    here.trackers.answer("/api/trackers$", { trackers: {} });
    assert.equal((await problemOf(store.anyTrackers())).kind, "malformed");
    here.trackers.reset();
    assert.equal((await store.anyTrackers()).trackers.size, 432);
  });

  it("reloads a list that was saved while the clock was ahead", async () => {
    const now = Date.now();
    const ahead = here.home.open(here.trackers.service.origin, () => now + 30 * DAY_MS).store;
    await ahead.trackers();
    const { store } = here.home.open(here.trackers.service.origin, () => now);
    assert.equal((await store.trackers()).readAt, now);
    await store.trackers();
    assert.equal(countRequests("/api/trackers"), 2);
  });

  it("requests only once a list that was saved while the clock was ahead, even if that fails", async () => {
    const now = Date.now();
    await here.home.open(here.trackers.service.origin, () => now + 30 * DAY_MS).store.trackers();
    here.trackers.service.faults.add({ kind: "html", status: 503 });
    const { store } = here.home.open(here.trackers.service.origin, () => now);
    for (let each = 0; each < 3; each += 1) assert.equal((await store.trackers()).trackers.size, 432);
    assert.equal(countRequests("/api/trackers"), 2);
  });

  it("says how many trackers could not be decoded, also from disk", async () => {
    here.trackers.answer("/api/trackers$", {
      trackers: { 1: { name: "One", categories: [], documentation: [] }, 2: {} },
    });
    const { store, lines } = here.home.open(here.trackers.service.origin);
    assert.equal((await store.trackers()).skipped, 1);
    assert.equal((await here.home.open(here.trackers.service.origin).store.trackers()).skipped, 1);
    assert.ok(lines.some((line) => line.includes("malformed items")));
  });

  it("stores a key only in the secret storage, for this server and no other", async () => {
    const { store, lines, move } = await withKey();
    assert.ok(store.hasKey);
    await store.counts();
    assert.equal(here.home.secrets.size, 1);
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
    const { store } = here.home.open(here.trackers.service.origin);
    assert.equal(await store.check(KEYS.good), 432);
    for (const wrong of ["0".repeat(40), KEYS.inactive]) {
      assert.equal((await problemOf(store.check(wrong))).kind, "unauthorized");
    }
    assert.deepEqual([...new Set(here.trackers.service.journal.map(({ target }) => target))], ["/api/trackers/count"]);
    assert.ok(!store.hasKey);
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
    here.trackers.service.faults.add({ kind: "html", status: 400, times: 1 });
    assert.equal((await problemOf(store.appsWith(49))).kind, "invalid");
    // A failed refresh drops nothing.
    assert.equal(store.knownAppsWith(49)?.list, carriers);
    assert.equal(store.knownCounts, counts);
    const [again, joined] = await Promise.all([store.appsWith(49), store.appsWith(49)]);
    assert.notEqual(again, carriers);
    assert.equal(joined, again);
    assert.equal(countRequests("/api/applications?option=short&tracker=49"), 3);
    assert.equal(countRequests("/api/applications/count"), 1);
  });

  it("keeps loading the apps with a tracker for remaining callers when another one leaves", async () => {
    const { store } = await withKey();
    const leaving = new AbortController();
    const left = problemOf(store.appsWith(49, leaving.signal));
    const staying = store.appsWith(49);
    leaving.abort();
    assert.equal((await left).kind, "canceled");
    assert.ok((await staying).values.length > 10);
    assert.equal(countRequests("/api/applications?option=short&tracker=49"), 1);
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
    const { handle, origin } = here.trackers.service;
    here.trackers.service.handle = async (request) => {
      if (request.target === "/") return await handle(request);
      underWay += 1;
      most = Math.max(most, underWay);
      if (underWay === 2) meet();
      // The first request waits for a second, and then for one that is sent later than a third would be.
      await met;
      await fetch(origin, { redirect: "manual" });
      const answer = await handle(request);
      underWay -= 1;
      return answer;
    };
    const { store } = await withKey();
    await Promise.all([store.counts(), store.loadApp(TRAMWAY), store.trackers()]);
    assert.equal(most, 2);
  });

  it("drops data that depends on the key or the server, and keeps the tracker list for another key", async () => {
    const { store, changes, move } = here.home.open(here.trackers.service.origin);
    const list = await store.trackers();
    await store.loadApp(TRAMWAY);
    await store.saveKey(KEYS.good);
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
      const { store, move } = here.home.open(here.trackers.service.origin);
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
