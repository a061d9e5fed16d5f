// How the store loads apps: when it sends requests, what it joins from two routes, and how long it keeps the result.
import assert from "node:assert/strict";
import type { Wait } from "../../../../src/base/tasks/wait.ts";
import { problemOf } from "../../base/service.ts";
import { KEYS } from "../service.ts";
import { storeTests } from "../store-tests.ts";
import { until } from "../../workbench/until.ts";

/** Skips the waits for request limits and before retries, which would take half a minute. */
const noWait: Wait = () => Promise.resolve();
const TRAMWAY = "org.example.tramway";

describe("Apps in the tracker store", () => {
  const here = storeTests();
  const { countRequests, withKey, loadKnowledge } = here;

  it("cancels the request for an app when nothing waits for it anymore", async () => {
    const { store } = await withKey();
    here.trackers.service.faults.add({ kind: "delay", ms: 600_000 });
    const leaving = new AbortController();
    const looking = store.loadApp(TRAMWAY, { signal: leaving.signal });
    await until(() => here.trackers.service.journal.length === 1);
    leaving.abort();
    await looking;
    assert.deepEqual(store.app(TRAMWAY), { reading: false, knowledge: undefined, problem: undefined });
    here.trackers.service.faults.clear();
    await store.loadApp(TRAMWAY);
    assert.equal(store.app(TRAMWAY).knowledge?.kind, "app");
  });

  it("loads a visible app again when the server responds, and when the key works again", async () => {
    let later = 0;
    const { store } = await withKey(() => Date.now() + later, noWait);
    const shown = store.retainApps(() => [TRAMWAY]);
    for (const [fault, kind] of [
      [{ kind: "refuse", path: TRAMWAY }, "offline"],
      [{ kind: "status", status: 401, path: TRAMWAY }, "unauthorized"],
    ] as const) {
      here.trackers.service.faults.add(fault);
      await store.loadApp(TRAMWAY, { refresh: true });
      assert.equal(store.app(TRAMWAY).problem?.kind, kind);
      here.trackers.service.faults.clear();
      later += 600_000;
      await store.check();
      await until(() => store.app(TRAMWAY).problem === undefined);
      assert.equal(store.app(TRAMWAY).knowledge?.kind, "app");
    }
    here.trackers.service.faults.add({ kind: "status", status: 401, path: TRAMWAY });
    await store.loadApp(TRAMWAY, { refresh: true });
    here.trackers.service.faults.clear();
    await store.saveKey(KEYS.good);
    assert.equal(store.app(TRAMWAY).problem, undefined, "the same key starts again");
    shown.dispose();
  });

  it("retries an app once if its route failed, but not after every response of another route", async () => {
    const { store } = await withKey();
    const shown = store.retainApps(() => [TRAMWAY]);
    here.trackers.service.faults.add({ kind: "status", status: 401, path: TRAMWAY });
    await store.loadApp(TRAMWAY);
    for (let check = 0; check < 3; check += 1) {
      await store.check();
      await until(() => !store.app(TRAMWAY).reading);
    }
    assert.equal(countRequests(`/api/search/${TRAMWAY}`), 2);
    shown.dispose();
  });

  it("keeps visible apps, and the last few others that were loaded", async () => {
    const { store } = await withKey(Date.now, noWait);
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

  it("loads an app with one request, and reports that it is loading", async () => {
    const { store, changes } = await withKey();
    changes.length = 0;
    const reading = store.loadApp(TRAMWAY);
    assert.ok(store.app(TRAMWAY).reading);
    await Promise.all([reading, store.loadApp(TRAMWAY)]);
    const { knowledge, problem } = store.app(TRAMWAY);
    assert.equal(problem, undefined);
    assert.ok(knowledge?.kind === "app");
    assert.equal(knowledge.detailsProblem, undefined);
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
    assert.equal(countRequests(`/api/search/${TRAMWAY}/details`), 1);
    assert.equal(countRequests(`/api/search/${TRAMWAY}`), 0);
  });

  it("takes from the search what the details lack", async () => {
    here.trackers.answer("/api/search/a.b/details$", [
      { report: 1, app_name: "", creator: "", trackers: [], permissions: [], source: "google" },
    ]);
    here.trackers.answer("/api/search/a.b$", { "a.b": { name: "A", creator: "Maker", reports: [] } });
    const knowledge = await loadKnowledge("a.b", true);
    assert.ok(knowledge.kind === "app");
    assert.deepEqual([knowledge.app.name, knowledge.app.creator], ["A", "Maker"]);
  });

  it("shows the search's data if the details fail, and requests them again on the next access", async () => {
    here.trackers.startAnalysis({ handle: TRAMWAY, version: "9.0" });
    const { store } = await withKey();
    await store.loadApp(TRAMWAY);
    const { knowledge } = store.app(TRAMWAY);
    assert.ok(knowledge?.kind === "app");
    assert.equal(knowledge.detailsProblem?.kind, "server");
    assert.equal(knowledge.app.name, "Tramway");
    await store.loadApp(TRAMWAY);
    assert.equal(countRequests(`/api/search/${TRAMWAY}`), 2);
  });

  it("keeps previous data if a later request fails", async () => {
    const { store } = await withKey();
    await store.loadApp(TRAMWAY);
    const { knowledge } = store.app(TRAMWAY);
    here.trackers.service.faults.add({ kind: "html", status: 400 });
    await store.loadApp(TRAMWAY, { refresh: true });
    assert.equal(store.app(TRAMWAY).knowledge, knowledge);
    assert.equal(store.app(TRAMWAY).problem?.kind, "invalid");
  });

  it("distinguishes an unknown app, with similar names, from one that was not analyzed and from a failure", async () => {
    const unknown = await loadKnowledge("org.example.tramwya", true);
    assert.ok(unknown.kind === "unknown");
    assert.ok(unknown.similar.some(({ handle }) => handle === TRAMWAY));

    here.trackers.answer("/api/search/a.b$", { "a.b": { name: "A", creator: "", reports: [] } });
    const empty = await loadKnowledge("a.b", true);
    assert.ok(empty.kind === "app");
    assert.deepEqual(empty.app.sources, []);

    here.trackers.answer("/api/search/c.d", "no JSON");
    const { store } = await withKey();
    await store.loadApp("c.d");
    assert.equal(store.app("c.d").knowledge, undefined);
    assert.equal(store.app("c.d").problem?.kind, "malformed");
  });

  it("names the server in the problem of every response that can't be decoded", async () => {
    const { store } = await withKey();
    const { origin } = here.trackers.service;
    here.trackers.answer("/api/trackers", {});
    here.trackers.answer("/api/applications", { applications: "none" });
    here.trackers.answer("/api/search/a.b", [{ report: "1" }]);
    await store.loadApp("a.b");
    const problems = [
      await problemOf(store.trackers()),
      await problemOf(store.check("0".repeat(40))),
      await problemOf(store.appsWith(49)),
      await problemOf(store.apps.download("short")),
      store.app("a.b").problem,
    ];
    assert.deepEqual(
      problems.map((problem) => [problem?.kind, problem?.facts.origin]),
      problems.map(() => ["malformed", origin]),
    );
  });

  it("calls nothing an archived repository, which only a forge has", async () => {
    const { store } = await withKey();
    here.trackers.service.faults.add({ kind: "html", status: 423 });
    await store.loadApp("a.b");
    assert.deepEqual([store.app("a.b").problem?.kind, store.app("a.b").problem?.facts.status], ["unexpected", 423]);
    assert.equal((await problemOf(store.findSimilar("tramway"))).kind, "unexpected");
  });

  it("fails instead of calling an app not analyzed if none of its reports can be decoded", async () => {
    const { store } = await withKey();
    const report = { id: 1, trackers: ["1"], source: "google" };
    here.trackers.answer("/api/search/a.b$", { "a.b": { name: "A", creator: "", reports: [report] } });
    here.trackers.answer("/api/search/a.b/details$", [{ ...report, report: 1, permissions: [] }]);
    await store.loadApp("a.b");
    assert.equal(store.app("a.b").knowledge, undefined);
    assert.equal(store.app("a.b").problem?.kind, "malformed");
    assert.equal(store.app("a.b").problem?.facts.origin, here.trackers.service.origin);
  });

  it("shows no reports of another app that the details route returns", async () => {
    const report = { report: 1, app_name: "C", trackers: [], permissions: [], source: "google" };
    here.trackers.answer("/api/search/a.b/details$", [
      { ...report, handle: "c.d" },
      { ...report, handle: "a.b", report: 2 },
    ]);
    here.trackers.answer("/api/search/a.b$", { "a.b": { name: "A", creator: "", reports: [] } });
    const knowledge = await loadKnowledge("a.b", true);
    assert.ok(knowledge.kind === "app");
    assert.deepEqual(
      knowledge.app.sources.flatMap(({ versions }) => versions.map(({ id }) => id)),
      [2],
    );
    assert.equal(knowledge.skipped, 1);
  });

  it("doesn't call an app unknown if one of its two sources failed", async () => {
    const { store } = await withKey();
    here.trackers.service.faults.add({ kind: "html", status: 400, path: "/api/search/a.b$" });
    await store.loadApp("a.b");
    assert.equal(store.app("a.b").problem?.kind, "invalid");
    const keyless = here.home.open(here.trackers.service.origin).store;
    here.trackers.service.faults.add({ kind: "html", status: 400, method: "POST" });
    await keyless.loadApp("a.b");
    assert.equal(keyless.app("a.b").problem?.kind, "invalid");
  });

  it("loads the latest report and its counts without a key, and sends none", async () => {
    const knowledge = await loadKnowledge(TRAMWAY, false);
    assert.ok(knowledge.kind === "newest");
    assert.equal(knowledge.latest?.name, "Tramway");
    assert.equal(knowledge.match?.handle, TRAMWAY);
    assert.equal(typeof knowledge.match.trackers, "number");
    assert.ok(here.trackers.service.journal.every(({ headers }) => headers.authorization === undefined));
    assert.equal((await loadKnowledge("org.example.tramwya", false)).kind, "unknown");
  });

  it("keeps why a part is missing without a key, and requests it again on the next access", async () => {
    const { store } = here.home.open(here.trackers.service.origin);
    const load = async () => {
      await store.loadApp(TRAMWAY);
      const { knowledge } = store.app(TRAMWAY);
      assert.ok(knowledge?.kind === "newest");
      return knowledge;
    };
    here.trackers.service.faults.add({ kind: "html", status: 400, method: "POST" });
    const { match, latest, problem } = await load();
    assert.deepEqual([match, latest?.name, problem?.kind], [undefined, "Tramway", "invalid"]);
    here.trackers.service.faults.clear();
    here.trackers.service.faults.add({ kind: "html", status: 400, path: "/latest$" });
    const counts = await load();
    assert.deepEqual([counts.latest, counts.match?.handle, counts.problem?.kind], [undefined, TRAMWAY, "invalid"]);
    here.trackers.service.faults.clear();
    assert.equal((await load()).problem, undefined);
  });

  it("asks for a key if the instance lacks the public routes", async () => {
    for (const path of ["/latest$", "^/api/search$"])
      here.trackers.service.faults.add({ kind: "html", status: 404, path });
    const { store } = here.home.open(here.trackers.service.origin);
    await store.loadApp(TRAMWAY);
    assert.equal(store.app(TRAMWAY).problem?.kind, "unauthorized");
    await store.saveKey(KEYS.good);
    await store.loadApp(TRAMWAY);
    assert.equal(store.app(TRAMWAY).knowledge?.kind, "app");
  });

  it("requests an app again on the next access if a report may be unfinished", async () => {
    here.trackers.addReport({ handle: "org.example.fresh", name: "Fresh", trackers: [] });
    const { store } = await withKey();
    await store.loadApp("org.example.fresh");
    await store.loadApp("org.example.fresh");
    assert.equal(countRequests("/api/search/org.example.fresh/details"), 2);
    await store.loadApp(TRAMWAY);
    await store.loadApp(TRAMWAY);
    assert.equal(countRequests(`/api/search/${TRAMWAY}/details`), 1);
  });

  it("requests an unfinished report again without a key too, even if only its counts could be loaded", async () => {
    here.trackers.addReport({ handle: "org.example.fresh", name: "Fresh", trackers: [] });
    here.trackers.service.faults.add({ kind: "html", status: 500, path: "/latest$" });
    const { store } = here.home.open(here.trackers.service.origin);
    await store.loadApp("org.example.fresh");
    const { knowledge } = store.app("org.example.fresh");
    assert.ok(knowledge?.kind === "newest");
    assert.deepEqual([knowledge.latest, knowledge.match?.trackers], [undefined, 0]);
    await store.loadApp("org.example.fresh");
    assert.equal(countRequests("/api/search"), 2);
  });
});
