// The API of εxodus: requests, answers and errors of every route.
import assert from "node:assert/strict";
import type { ProblemKind } from "../../../../src/base/problem.ts";
import { parseIso } from "../../../../src/base/time.ts";
import type { ListProgress, ExodusApi, RequestOptions } from "../../../../src/trackers/api/exodus-api.ts";
import { problemOf } from "../../base/service.ts";
import { KEYS, startTrackers, type TrackersService } from "../service.ts";

const TRAMWAY = "org.example.tramway";

interface Route {
  readonly name: string;
  readonly call: (api: ExodusApi, asked?: RequestOptions) => Promise<unknown>;
  /** Path and query of the request. */
  readonly target: string;
  readonly needsKey: boolean;
  /** A body that no service should send there. */
  readonly wrong: unknown;
}

const ROUTES: readonly Route[] = [
  {
    name: "trackers",
    call: (api, asked) => api.trackers(asked),
    target: "/api/trackers",
    needsKey: false,
    wrong: { trackers: 3 },
  },
  {
    name: "trackerCount",
    call: (api, asked) => api.trackerCount(asked),
    target: "/api/trackers/count",
    needsKey: true,
    wrong: { count: "432" },
  },
  {
    name: "allApplications, in full",
    call: (api, asked) => api.allApplications("full", asked),
    target: "/api/applications",
    needsKey: true,
    wrong: { applications: "none" },
  },
  {
    name: "allApplications, short",
    call: (api, asked) => api.allApplications("short", asked),
    target: "/api/applications?option=short",
    needsKey: true,
    wrong: { applications: {} },
  },
  {
    name: "applicationsWith",
    call: (api, asked) => api.applicationsWith(49, asked),
    target: "/api/applications?option=short&tracker=49",
    needsKey: true,
    wrong: [],
  },
  {
    name: "applicationCount",
    call: (api, asked) => api.applicationCount(asked),
    target: "/api/applications/count",
    needsKey: true,
    wrong: { count: -1 },
  },
  {
    name: "reportCount",
    call: (api, asked) => api.reportCount(asked),
    target: "/api/reports/count",
    needsKey: true,
    wrong: { reports: 3 },
  },
  {
    name: "search",
    call: (api, asked) => api.search(TRAMWAY, asked),
    target: `/api/search/${TRAMWAY}`,
    needsKey: true,
    wrong: { [TRAMWAY]: [] },
  },
  {
    name: "details",
    call: (api, asked) => api.details(TRAMWAY, asked),
    target: `/api/search/${TRAMWAY}/details`,
    needsKey: true,
    wrong: { detail: "a table, not a list" },
  },
  {
    name: "latest",
    call: (api, asked) => api.latest(TRAMWAY, asked),
    target: `/api/search/${TRAMWAY}/latest`,
    needsKey: false,
    wrong: { id: "7" },
  },
  {
    name: "findApplications",
    call: (api, asked) => api.findApplications(TRAMWAY, 5, asked),
    target: "/api/search",
    needsKey: false,
    wrong: { results: "none" },
  },
  {
    name: "findTrackers",
    call: (api, asked) => api.findTrackers("Google", 5, asked),
    target: "/api/search",
    needsKey: false,
    wrong: { results: {} },
  },
];

describe("εxodus endpoints", () => {
  let trackers: TrackersService;

  before(async () => {
    trackers = await startTrackers();
  });
  after(() => trackers.close());
  afterEach(() => {
    trackers.reset();
  });

  for (const { name, call, target, needsKey, wrong } of ROUTES) {
    describe(name, () => {
      const at = `^${target.replace(/[?.]/g, "\\$&")}$`;
      const problem = (key?: string) => problemOf(call(trackers.api(key)));

      it(`requests ${target} once, with the key and for JSON`, async () => {
        await call(trackers.api(KEYS.good));
        const [sent, ...more] = trackers.service.journal;
        assert.equal(sent?.target, target);
        assert.equal(sent.headers.authorization, `Token ${KEYS.good}`);
        assert.equal(sent.headers.accept, "application/json");
        assert.match(sent.headers["user-agent"] ?? "", /^triptych/);
        assert.deepEqual(more, []);
      });

      if (needsKey) {
        it("is unauthorized without a key, with a wrong one and with a disabled one", async () => {
          for (const key of [undefined, "0".repeat(40), KEYS.inactive]) {
            const { kind, facts } = await problem(key);
            assert.equal(kind, "unauthorized");
            assert.equal(facts.status, 401);
            assert.equal(facts.detail, undefined);
          }
        });
      } else {
        it("returns data without a key, and with any", async () => {
          for (const key of [undefined, "0".repeat(40), KEYS.inactive]) await call(trackers.api(key));
        });
      }

      const refusals: readonly (readonly [number, ProblemKind])[] = [
        [400, "invalid"],
        [403, "forbidden"],
        [404, "notFound"],
        [429, "rateLimited"],
        [500, "server"],
        [503, "server"],
      ];
      for (const [status, kind] of refusals) {
        it(`reports a page with status ${status} as ${kind}, and doesn't mention a change`, async () => {
          trackers.service.faults.add({ kind: "html", status, path: at });
          const found = await problem(KEYS.good);
          assert.equal(found.kind, kind);
          assert.equal(found.facts.status, status);
          assert.equal(found.facts.wrote, undefined);
        });
      }

      it("is offline if the connection is refused", async () => {
        trackers.service.faults.add({ kind: "refuse", path: at });
        const found = await problem(KEYS.good);
        assert.equal(found.kind, "offline");
        assert.equal(found.facts.wrote, undefined);
      });

      it("rejects a page with status 200, half a response or another shape", async () => {
        trackers.service.faults.add({ kind: "html", status: 200, path: at });
        assert.equal((await problem(KEYS.good)).kind, "malformed");
        trackers.reset();
        trackers.answer(at, '{"count": 4');
        assert.equal((await problem(KEYS.good)).kind, "malformed");
        trackers.reset();
        trackers.answer(at, wrong);
        assert.equal((await problem(KEYS.good)).kind, "malformed");
      });

      it("is canceled if its signal is", async () => {
        assert.equal(
          (await problemOf(call(trackers.api(KEYS.good), { signal: AbortSignal.abort() }))).kind,
          "canceled",
        );
      });
    });
  }

  it("load the tracker list with IDs from the keys, unknown texts as undefined and URLs without spaces", async () => {
    const { values, skipped } = await trackers.api().trackers();
    assert.equal(values.length, 432);
    assert.equal(skipped, 0);
    const braze = values.find(({ id }) => id === 17);
    assert.deepEqual(braze, {
      id: 17,
      name: "Braze (formerly Appboy)",
      codeSignature: "com.appboy",
      networkSignature: "appboy\\.com",
      created: "2017-09-24",
      website: "https://www.braze.com",
      description: undefined,
      categories: ["Advertisement", "Analytics", "Location"],
      documentation: [],
    });
    assert.ok(values.some(({ codeSignature }) => codeSignature === undefined));
    assert.ok(values.every(({ documentation }) => documentation.every((each) => each.startsWith("https://"))));
  });

  it("leave out a malformed tracker, keep the others and say where it was", async () => {
    trackers.answer("/api/trackers$", {
      trackers: {
        1: { name: "One", categories: null, documentation: null, description: null, future: true },
        2: { name: 2 },
        x: { name: "Not a number" },
        4: null,
      },
    });
    const { values, skipped, reasons } = await trackers.api().trackers();
    assert.deepEqual(
      values.map(({ id, name, categories }) => ({ id, name, categories })),
      [{ id: 1, name: "One", categories: [] }],
    );
    assert.equal(skipped, 3);
    assert.deepEqual(
      reasons.map(({ facts }) => facts.at),
      ["trackers.2.name", "trackers.4", "trackers.x.id"],
    );
  });

  it("read an empty list, and one that is null, as no trackers", async () => {
    for (const body of [{ trackers: {} }, { trackers: null }]) {
      trackers.answer("/api/trackers$", body);
      assert.deepEqual((await trackers.api().trackers()).values, []);
      trackers.reset();
    }
  });

  it("reject a response without a list instead of calling it empty", async () => {
    for (const body of [{}, [], { trackers: [] }]) {
      trackers.answer("/api/trackers$", body);
      const outcome = await trackers
        .api()
        .trackers()
        .then(
          ({ values }) => values.length,
          () => "refused",
        );
      assert.equal(outcome, "refused", JSON.stringify(body));
      trackers.reset();
    }
  });

  it("decode both formats of an app list", async () => {
    const api = trackers.api(KEYS.good);
    const listed = async (form: "full" | "short") =>
      await (await api.allApplications(form)).builder.list({ form, skipped: 0, readAt: 0 });
    const [long, short] = [await listed("full"), await listed("short")];
    assert.ok(long.count >= 250);
    assert.equal(short.count, long.count);
    const apps = Array.from({ length: long.count }, (_, row) => long.app(row));
    assert.equal(apps.find(({ handle, source }) => handle === TRAMWAY && source === "google")?.name, "Tramway");
    assert.ok(apps.some(({ name }) => name === "Café Ráfaga"));
    assert.deepEqual(
      { ...short.app(0), source: "" },
      {
        handle: long.app(0).handle,
        name: undefined,
        source: "",
        creator: undefined,
        downloads: undefined,
        updated: undefined,
      },
    );
  });

  it("request the apps of a tracker in the short format, and none for an unknown ID", async () => {
    const api = trackers.api(KEYS.good);
    const { values } = await api.applicationsWith(49);
    assert.ok(values.length > 10);
    assert.deepEqual((await api.applicationsWith(21_474_836_470)).values, []);
    assert.equal((await problemOf(api.applicationsWith(1.5))).kind, "invalid");
  });

  it("accept the full format if the short one was requested", async () => {
    const full = { id: 1, handle: "a.b", name: "A", source: "google", app_uid: "", report_updated_at: 1643769065.0 };
    trackers.answer("tracker=49", { applications: [full, { handle: "" }] });
    const { values, skipped } = await trackers.api(KEYS.good).applicationsWith(49);
    assert.deepEqual(values, [{ handle: "a.b", source: "google", uid: undefined }]);
    assert.equal(skipped, 1);
  });

  it("wait for a list that starts slowly, and report how many bytes of the total have arrived", async () => {
    const seen: ListProgress[] = [];
    await trackers.api(KEYS.good).allApplications("short", { progress: (so) => seen.push(so) });
    const last = seen.at(-1);
    assert.ok((last?.bytes ?? 0) > 10_000);
    assert.equal(last?.bytes, last?.total);
  });

  it("don't request a list again if its data was rejected", async () => {
    trackers.service.faults.add({ kind: "html", status: 503, path: "/api/applications$" });
    await problemOf(trackers.api(KEYS.good).allApplications("full"));
    assert.equal(trackers.service.journal.length, 1);
  });

  it("return the counts of the server", async () => {
    const api = trackers.api(KEYS.good);
    assert.equal(await api.trackerCount(), 432);
    assert.equal(await api.applicationCount(), 250);
    assert.ok((await api.reportCount()) > 250);
  });

  it("return the reports of an app, with its trackers sorted and each once", async () => {
    const answer = await trackers.api(KEYS.good).search(TRAMWAY);
    assert.equal(answer?.name, "Tramway");
    assert.deepEqual([...new Set(answer.reports.map(({ source }) => source))].sort(), ["fdroid", "google"]);
    for (const report of answer.reports) {
      assert.deepEqual(
        report.trackers,
        [...new Set(report.trackers)].sort((one, other) => one - other),
      );
    }
  });

  it("distinguish an unknown app from one without reports and from a response about something else", async () => {
    const api = trackers.api(KEYS.good);
    assert.equal(await api.search("org.example.tramwya"), undefined);
    assert.deepEqual((await api.details("org.example.tramwya")).values, []);
    assert.equal(await api.latest("org.example.tramwya"), undefined);
    trackers.answer("/api/search/a.b$", { "a.b": { name: "", creator: null, reports: [] } });
    assert.deepEqual(await api.search("a.b"), {
      name: undefined,
      creator: undefined,
      reports: [],
      skipped: 0,
      reasons: [],
    });
    for (const body of [[], { "c.d": {} }, { "c.d": null }]) {
      trackers.reset();
      trackers.answer("/api/search/c.d$", body);
      assert.equal((await problemOf(api.search("c.d"))).kind, "malformed");
    }
    trackers.reset();
    trackers.answer("/api/search/c.d$", { "C.D": { name: "", creator: "", reports: [] } });
    assert.equal((await problemOf(api.search("c.d"))).kind, "malformed");
  });

  it("leave out a report that can't be decoded, and count it", async () => {
    const good = { id: 7, creation_date: "2022-01-02T10:00:00Z", updated_at: null, trackers: null, source: null };
    trackers.answer("/api/search/a.b$", {
      "a.b": { name: "A", creator: "", reports: [good, { id: 8, creation_date: "yesterday" }, 9] },
    });
    const answer = await trackers.api(KEYS.good).search("a.b");
    assert.equal(answer?.skipped, 2);
    assert.deepEqual(answer.reports, [
      {
        id: 7,
        source: "",
        version: undefined,
        versionCode: undefined,
        created: parseIso("2022-01-02T10:00:00Z"),
        updated: undefined,
        downloads: undefined,
        trackers: [],
      },
    ]);
  });

  it("load all fields of the details, and a repeated permission once", async () => {
    const { values, skipped } = await trackers.api(KEYS.good).details(TRAMWAY);
    assert.equal(skipped, 0);
    assert.equal(values.length, 16);
    assert.ok(values.some(({ details }) => details.uid !== undefined && details.iconHash !== undefined));
    for (const { details } of values) {
      assert.match(details.apkHash ?? "", /^[0-9a-f]{64}$/);
      if (details.uid !== undefined) assert.match(details.uid, /^[0-9A-F]{40}$/);
      if (details.iconHash !== undefined) assert.match(details.iconHash, /^\d+$/);
      assert.equal(new Set(details.permissions).size, details.permissions.length);
    }
  });

  it("fail for the details while an analysis is running, even if the search succeeds", async () => {
    trackers.startAnalysis({ handle: "org.example.fresh", name: "Fresh" });
    const api = trackers.api(KEYS.good);
    const failed = await problemOf(api.details("org.example.fresh"));
    assert.equal(failed.kind, "server");
    assert.equal((await api.search("org.example.fresh"))?.reports.length, 1);
  });

  it("encode a package name as one segment, and keep its case", async () => {
    const api = trackers.api(KEYS.good);
    assert.equal((await problemOf(api.search("a/b"))).kind, "notFound");
    assert.equal(await api.search("ORG.EXAMPLE.TRAMWAY"), undefined);
    assert.equal(await api.latest("a b?c#d%"), undefined);
    assert.deepEqual(
      trackers.service.journal.map(({ target }) => target),
      ["/api/search/a%2Fb", "/api/search/ORG.EXAMPLE.TRAMWAY", "/api/search/a%20b%3Fc%23d%25/latest"],
    );
    assert.equal((await problemOf(api.search(".."))).kind, "invalid");
  });

  it("find an app by its exact package name with the counts of its latest report, without a key", async () => {
    const { values } = await trackers.api().findApplications(TRAMWAY, 5);
    assert.equal(values.length, 1);
    assert.equal(values[0]?.handle, TRAMWAY);
    assert.equal(typeof values[0].trackers, "number");
    assert.equal(typeof values[0].permissions, "number");
    const latest = await trackers.api().latest(TRAMWAY);
    assert.equal(latest?.name, "Tramway");
  });

  it("find similar names, nothing for too short a text, and never send too low a limit", async () => {
    const api = trackers.api();
    assert.ok((await api.findApplications("tramwya", 1)).values.some(({ handle }) => handle === TRAMWAY));
    assert.deepEqual((await api.findApplications("ab", 5)).values, []);
    assert.deepEqual((await api.findApplications("nothing of this name at all", 5)).values, []);
    assert.equal(JSON.parse(trackers.service.journal[0]?.body ?? "").limit, 2);
  });

  it("find trackers by a word", async () => {
    const { values, skipped } = await trackers.api().findTrackers("Google", 5);
    assert.ok(values.length > 0);
    assert.equal(skipped, 0);
    assert.ok(values.every(({ documentation }) => Array.isArray(documentation)));
  });
});
