// The API of εxodus: what each route returns.
import assert from "node:assert/strict";
import { parseIso } from "../../../../src/base/time.ts";
import { problemOf } from "../../base/service.ts";
import { KEYS, parseList, startTrackers, type TrackersService } from "../service.ts";

const TRAMWAY = "org.example.tramway";

describe("εxodus endpoints", () => {
  let trackers: TrackersService;

  before(async () => {
    trackers = await startTrackers();
  });
  after(() => trackers.close());
  afterEach(() => {
    trackers.reset();
  });

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

  it("load trackers without the placeholders that older instances send for an unknown signature", async () => {
    trackers.answer("/api/trackers$", {
      trackers: {
        1: { name: "One", code_signature: "NC", network_signature: "." },
        2: { name: "Two", code_signature: "NC.sdk", network_signature: "nc\\.example" },
      },
    });
    const { values } = await trackers.api().trackers();
    assert.deepEqual(
      values.map(({ codeSignature, networkSignature }) => [codeSignature, networkSignature]),
      [
        [undefined, undefined],
        ["NC.sdk", "nc\\.example"],
      ],
    );
  });

  it("leave out a malformed tracker, keep the others, and report where it was", async () => {
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

  it("read an empty list, and null, as no trackers", async () => {
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
    const listed = async (form: "full" | "short") => (await parseList(await api.allApplications(form))).values;
    const [long, short] = [await listed("full"), await listed("short")];
    assert.ok(long.length >= 250);
    assert.equal(short.length, long.length);
    assert.equal(long.find(({ handle, source }) => handle === TRAMWAY && source === "google")?.name, "Tramway");
    assert.ok(long.some(({ name }) => name === "Café Ráfaga"));
    assert.deepEqual(
      { ...short[0], source: "" },
      { handle: long[0]?.handle, name: undefined, source: "", creator: undefined },
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
    assert.deepEqual(values, [{ handle: "a.b", source: "google" }]);
    assert.equal(skipped, 1);
  });

  it("wait for a list that starts slowly, and report how many bytes of the total have arrived", async () => {
    const seen: [bytes: number, total: number | undefined][] = [];
    const progress = (...each: [number, number | undefined]): void => void seen.push(each);
    await parseList(await trackers.api(KEYS.good).allApplications("short", { progress }));
    const [bytes, total] = seen.at(-1) ?? assert.fail("no progress");
    assert.ok(bytes > 10_000);
    assert.equal(bytes, total);
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

  it("reject the certificate of another report", async () => {
    const api = trackers.api(KEYS.good);
    const certificate = { fingerprint: "AA" };
    trackers.answer("/api/report/7/", { report_id: 8, certificate });
    assert.equal((await problemOf(api.certificate(7))).kind, "malformed");
    trackers.reset();
    trackers.answer("/api/report/7/", { report_id: 7, certificate });
    assert.equal((await api.certificate(7))?.fingerprint, "AA");
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
});
